"""pytest-vlite: score systems at verifiable code generation."""

__version__ = "0.1.0"
