"""Root configuration of the project's own tests; `pytester` is named in pyproject.toml."""

import os
from pathlib import Path

# `pytester` gives each test another HOME, where rustup would not find its toolchains.
if (Path.home() / ".rustup").is_dir():
    os.environ.setdefault("RUSTUP_HOME", str(Path.home() / ".rustup"))
