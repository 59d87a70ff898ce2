"""Root configuration of the project's own tests; `pytester` is named in pyproject.toml."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Generated tests may take their time: a busy machine is no fault of the code under test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# `pytester` gives each test another HOME, where rustup would not find its toolchains.
if (Path.home() / ".rustup").is_dir():
    os.environ.setdefault("RUSTUP_HOME", str(Path.home() / ".rustup"))
