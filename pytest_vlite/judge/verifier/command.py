"""The verifier's command line and environment: fixed, so that runs compare.

Every run uses the same options whoever starts it. A release may add flags from a short list of
those known to keep the verdict meaningful; anything else in a release is refused by name, because
options like `--verify-root` or `--no-lifetime` turn a failure into a success.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_vlite.errors import InputError

CRATE_NAME = "submission"
SOURCE_NAME = "submission.rs"

DEFAULT_FLAGS = ("--no-cheating", "--expand-errors", "--rlimit", "100000")

# What Verus itself enables; naming the list keeps a submission from enabling more.
_ALLOWED_FEATURES = (
    "stmt_expr_attributes,box_patterns,negative_impls,rustc_attrs,unboxed_closures,"
    "register_tool,tuple_trait,custom_inner_attributes,try_trait_v2"
)

_FIXED = (
    "--no-cheating",
    "--output-json",
    "--crate-name",
    CRATE_NAME,
    "--edition=2021",
    "--num-threads",
    "1",
    "--triggers-mode",
    "silent",
    "-Z",
    f"allow-features={_ALLOWED_FEATURES}",
    "-Z",
    "write_long_types_to_disk=no",
)

# Deep but honest proofs need more than the default stack, and the same setting must hold
# everywhere: a proof that passes with one stack size overflows with another.
STACK_BYTES = 20 * 2**20

_SWITCHES = {"--no-cheating", "--expand-errors", "--output-json"}
_RLIMIT = re.compile(r"infinity|\d{1,9}(?:\.\d{1,9})?")
_VALUES = {
    "--rlimit": _RLIMIT,
    "--multiple-errors": re.compile(r"\d{1,4}"),
    "--smt-option": re.compile(r"[A-Za-z_.]{1,60}=[A-Za-z0-9_.]{1,40}"),
    "--num-threads": re.compile(r"1"),
    "--edition": re.compile(r"2021"),
    "--triggers-mode": re.compile(r"silent"),
}
_REPEATABLE = {"--smt-option"}


def release_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags a release adds to the fixed ones: checked, each once, in a fixed order.

    No flags at all means the benchmark's own, `DEFAULT_FLAGS`.

    Raises:
        InputError: a flag that is unknown, given twice with different values, or would make the
            verdict meaningless.
    """
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    values: dict[str, str] = {}
    remaining = list(flags or DEFAULT_FLAGS)
    while remaining:
        flag, attached, value = remaining.pop(0).partition("=")
        if flag in _SWITCHES and not attached:
            found[flag, ""] = (flag,)
            continue
        if flag not in _VALUES:
            raise InputError(
                f"the release's verifier flag {flag!r} is not one that keeps verdicts comparable; "
                f"known: {', '.join(sorted(_SWITCHES | set(_VALUES)))}"
            )
        if not attached:
            if not remaining:
                raise InputError(f"the release's verifier flag {flag} has no value")
            value = remaining.pop(0)
        zero = flag == "--rlimit" and value != "infinity" and not value.strip("0.")
        if not _VALUES[flag].fullmatch(value) or zero:
            raise InputError(f"the release's verifier flag {flag} has the unusable value {value!r}")
        if flag not in _REPEATABLE and values.setdefault(flag, value) != value:
            raise InputError(
                f"the release gives the verifier flag {flag} twice: {values[flag]} and {value}"
            )
        found[flag, value] = (flag, value)
    fixed = {*_FIXED, "--edition"}
    return tuple(
        word for (flag, _), words in sorted(found.items()) if flag not in fixed for word in words
    )


def verifier_arguments(
    added_flags: Sequence[str], *, type_check_only: bool = False
) -> tuple[str, ...]:
    """Everything after the program's name; the file is `SOURCE_NAME` in the working directory."""
    no_proofs = ("--no-verify",) if type_check_only else ()
    return (*_FIXED, *added_flags, *no_proofs, SOURCE_NAME)


def method_key(name: str, owner: str | None = "Solution") -> str:
    """The name under which `func-details` lists a function of the submitted crate."""
    return "::".join((CRATE_NAME, owner, name) if owner else (CRATE_NAME, name))
