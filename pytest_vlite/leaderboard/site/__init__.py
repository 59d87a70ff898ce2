"""A leaderboard as a static web site that works from the file system, without a network."""

from pytest_vlite.leaderboard.site.build import write_site

__all__ = ["write_site"]
