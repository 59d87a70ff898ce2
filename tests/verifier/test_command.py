"""The command line is fixed; a release can add only what keeps verdicts meaningful."""

from __future__ import annotations

import pytest

from pytest_vlite.errors import InputError
from pytest_vlite.judge.verifier.command import (
    DEFAULT_FLAGS,
    method_key,
    release_flags,
    verifier_arguments,
)


def test_without_flags_the_benchmarks_own_are_used_each_once() -> None:
    assert release_flags(()) == ("--expand-errors", "--rlimit", "100000")
    arguments = verifier_arguments(release_flags(DEFAULT_FLAGS))
    assert arguments.count("--no-cheating") == 1
    assert arguments.count("--rlimit") == 1
    assert arguments[-1] == "submission.rs"


def test_the_command_line_is_the_documented_one() -> None:
    assert " ".join(verifier_arguments(release_flags(()))) == (
        "--no-cheating --output-json --crate-name submission --edition=2021 --num-threads 1 "
        "--triggers-mode silent -Z allow-features=stmt_expr_attributes,box_patterns,negative_impls,"
        "rustc_attrs,unboxed_closures,register_tool,tuple_trait,custom_inner_attributes,"
        "try_trait_v2 -Z write_long_types_to_disk=no --expand-errors --rlimit 100000 submission.rs"
    )


def test_order_and_repetition_of_a_releases_flags_do_not_matter() -> None:
    assert release_flags(["--rlimit", "50", "--no-cheating", "--expand-errors"]) == release_flags(
        ["--expand-errors", "--no-cheating", "--rlimit=50", "--rlimit", "50", "--edition=2021"]
    )
    assert release_flags(["--smt-option", "a.b=2", "--smt-option", "a.c=1"]) == (
        "--smt-option",
        "a.b=2",
        "--smt-option",
        "a.c=1",
    )


@pytest.mark.parametrize(
    "flags",
    [
        ["--no-verify"],
        ["--no-lifetime"],
        ["--no-erasure-check"],
        ["--verify-root"],
        ["--verify-only-module", "m"],
        ["--crate-name", "vstd"],
        ["--compile"],
        ["-V", "allow-inline-air"],
        ["--cfg", "x"],
        ["--num-threads", "4"],
        ["--edition=2018"],
        ["--rlimit"],
        ["--rlimit", "0"],
        ["--rlimit", "0.00"],
        ["--rlimit", "--no-verify"],
        ["--rlimit", "10", "--rlimit", "20"],
        ["--expand-errors=1"],
        ["other.rs"],
        [""],
    ],
)
def test_flags_that_change_what_a_verdict_means_are_refused_by_name(flags: list[str]) -> None:
    with pytest.raises(InputError, match="the release"):
        release_flags(flags)


def test_functions_are_named_as_verus_names_them() -> None:
    assert method_key("two_sum") == "submission::Solution::two_sum"
    assert method_key("helper", None) == "submission::helper"
