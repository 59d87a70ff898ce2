"""The verbs of `vlite`, one module each.

A verb module has `HELP` (one sentence), `add_arguments(parser)` and `run(options) -> exit code`.
Importing it must stay cheap (the command line imports them all): heavy imports belong inside `run`.
Every verb gets `options.json` from the command line.
"""
