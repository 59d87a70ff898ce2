"""The constraints of a description as checks of inputs and as bounds for making them."""

from pytest_vlite.renewal.suites.constraints.model import Constraints
from pytest_vlite.renewal.suites.constraints.reading import read_constraints

__all__ = ["Constraints", "read_constraints"]
