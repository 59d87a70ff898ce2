"""The groups of a release: source and level band, and their order."""

from __future__ import annotations

from pytest_vlite.release import natural_key

# The published groups, in the order of the published tables.
GROUPS = (
    "leetcode/Easy",
    "leetcode/Medium",
    "leetcode/Hard",
    "codeforces/800",
    "codeforces/900-1000",
    "codeforces/1100-1200",
    "codeforces/1300-1400",
    "codeforces/1500+",
)
_KNOWN_SOURCES = frozenset(group.partition("/")[0] for group in GROUPS)


def group_order(group: str) -> tuple[int, tuple[tuple[int, int, str], ...]]:
    """Sort key: the published groups first, then all others by natural order of the name."""
    return (GROUPS.index(group) if group in GROUPS else len(GROUPS), natural_key(group))


def source_of_group(group: str) -> str:
    """The part of a group's name before its level band."""
    return group.partition("/")[0]


def is_known_group(group: str) -> bool:
    """Whether the level can be told: a published group, or any level of another source."""
    source, _, level = group.partition("/")
    if source in _KNOWN_SOURCES:
        return group in GROUPS
    return bool(level) and level != "unknown"
