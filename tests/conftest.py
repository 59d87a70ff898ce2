"""What all tests of the project share."""

from hypothesis import HealthCheck, settings

# Generated tests may take their time: a busy machine is no fault of the code under test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
