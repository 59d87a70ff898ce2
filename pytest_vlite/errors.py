"""The two ways in which something other than a verdict goes wrong.

`InputError` is the user's to mend (a path, an option, a broken file); the harness prints its
message without a traceback and exits with 2. `HarnessError` is ours or the machine's; exit code 3,
and where it concerns one attempt, the verdict `error`. Neither is ever turned into a judgement of a
submission.
"""


class VliteError(Exception):
    """Base of the errors that carry a message made for a person."""


class InputError(VliteError):
    """Something the user gave cannot be used.

    The message says what is wrong, where (file, line, option) and what to do.
    """


class HarnessError(VliteError):
    """The harness or the machine failed at something that should have worked."""
