"""Builds, describes, checks and pins subsets of a release: VeriContest Lite and any other."""
