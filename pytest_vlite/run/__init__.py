"""A run under pytest: options, the expected attempts, items, aggregation, the terminal summary."""
