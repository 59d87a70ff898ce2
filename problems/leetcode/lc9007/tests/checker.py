"""Checks answers of lc9007: any pair of indices in balance, or nothing if there is none.

Reads JSON lines {"input": {"weights": ..., "slack": ...}, "output": ...} on standard input and
prints one of accept, reject and error (the input is none of this problem's) for each. A malformed
record ends it with exit code 2.
"""

import json
import sys


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def verdict(test_input, output):
    if not isinstance(test_input, dict) or set(test_input) != {"weights", "slack"}:
        return "error"
    weights, slack = test_input["weights"], test_input["slack"]
    if not isinstance(weights, list) or not all(map(is_integer, weights)) or not is_integer(slack):
        return "error"
    if not isinstance(output, list) or not all(map(is_integer, output)):
        return "reject"
    if not output:
        return "reject" if any_pair(weights, slack) else "accept"
    if len(output) != 2:
        return "reject"
    a, b = output
    inside = 0 <= a < len(weights) and 0 <= b < len(weights)
    if inside and a != b and abs(2 * weights[a] - weights[b]) <= slack:
        return "accept"
    return "reject"


def any_pair(weights, slack):
    return any(
        a != b and abs(2 * left - right) <= slack
        for a, left in enumerate(weights)
        for b, right in enumerate(weights)
    )


def main():
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            test_input, output = record["input"], record["output"]
        except (ValueError, TypeError, KeyError, RecursionError) as fault:
            print(f"line {number}: malformed record: {fault!r}", file=sys.stderr)
            return 2
        print(verdict(test_input, output), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
