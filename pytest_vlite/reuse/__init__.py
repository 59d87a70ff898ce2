"""When a verdict may stand again for the same work: its basis, and the cache of verdicts."""
