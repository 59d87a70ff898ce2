"""Numbers from verdicts: rates and their intervals, comparisons of systems, ratings.

Nothing here reads a file, runs a tool or knows of pytest. numpy is imported where it is used, so
that scoring a run with one sample per problem does not need it.
"""
