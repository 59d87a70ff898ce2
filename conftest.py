"""Root configuration of the project's own tests."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester"]

# Generated tests may take their time: a busy machine is no fault of the code under test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
