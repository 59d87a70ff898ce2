"""Makes new items and new tests whose answers are computed, not trusted."""
