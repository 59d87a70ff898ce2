"""pytest hooks, nothing else."""
