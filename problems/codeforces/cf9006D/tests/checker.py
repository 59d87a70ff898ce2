"""Checks answers of cf9006D: one line a test case, any suitable split, or -1 if there is none.

Reads JSON lines {"input": "<standard input>", "output": "<standard output>"} on standard input and
prints one of accept, reject and error (the input is none of this problem's) for each. A malformed
record ends it with exit code 2.
"""

import json
import re
import sys

NUMBER = re.compile(r"-?[0-9]{1,18}")


def read_cases(text):
    numbers = [int(word) for word in text.split()]
    count, position, cases = numbers[0], 1, []
    for _ in range(count):
        n, limit = numbers[position : position + 2]
        orders = numbers[position + 2 : position + 2 + n]
        if len(orders) != n or n < 1:
            raise ValueError("too few numbers")
        cases.append((limit, orders))
        position += 2 + n
    if position != len(numbers):
        raise ValueError("too many numbers")
    return cases


def suitable(limit, orders):
    total, left, found = sum(orders), 0, set()
    for k in range(len(orders) + 1):
        if left <= limit and total - left <= limit:
            found.add(k)
        if k < len(orders):
            left += orders[k]
    return found or {-1}


def verdict(test_input, output):
    try:
        cases = read_cases(test_input)
    except (AttributeError, IndexError, ValueError):
        return "error"
    if not isinstance(output, str):
        return "reject"
    lines = [line.strip() for line in output.rstrip().split("\n")]
    if len(lines) != len(cases):
        return "reject"
    for (limit, orders), line in zip(cases, lines):
        if not NUMBER.fullmatch(line) or int(line) not in suitable(limit, orders):
            return "reject"
    return "accept"


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
