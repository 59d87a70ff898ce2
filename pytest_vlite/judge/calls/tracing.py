"""From a program's test cases to the calls of the target that lie behind them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pytest_vlite.judge.calls.bridge import Bridge, Trace, Try
from pytest_vlite.judge.calls.results import Printed, guesses, neighbours
from pytest_vlite.judge.wrong_outputs import changed_outputs
from pytest_vlite.release import JsonValue, TestCase
from pytest_vlite.release.rust_types import RustType

_CHUNK = 256
# Traces are kept for the wrong outputs of the same inputs, up to this much text.
_KEPT_BYTES = 32 * 2**20
_TRAILING = " \t\r\n\v\f"


@dataclass(frozen=True)
class Behind:
    """What lies behind a text case.

    calls: the calls of the target with results that make `main` print the case's output; all of
        them for a right output, those whose result is another than the reference's for a wrong one.
        None where no such results were found; `reason` then says why.
    trace: what the reference does on the input.
    """

    case: TestCase
    calls: tuple[TestCase, ...] | None
    trace: Trace
    reason: str = ""


class Tracer:
    """Finds what lies behind text cases; `result_type` is the target's."""

    def __init__(self, bridge: Bridge, result_type: RustType) -> None:
        self._bridge = bridge
        self._type = result_type
        self._kept: OrderedDict[bytes, tuple[Trace, int]] = OrderedDict()
        self._kept_bytes = 0

    def right(self, cases: Iterable[TestCase]) -> Iterator[Behind]:
        """What lies behind right outputs.

        Raises:
            HarnessError: the sandbox failed.
        """
        for behind, results in self._behind(cases):
            if results is None:
                yield behind
            else:
                yield _with_calls(behind, results, range(len(results)))

    def wrong(self, cases: Iterable[TestCase]) -> Iterator[Behind]:
        """What lies behind wrong outputs; as `right`."""
        for behind, results in self._behind(cases):
            if results is None:
                yield behind
                continue
            calls = behind.trace.calls
            other = [n for n, call in enumerate(calls) if _differ(call.result, results[n])]
            yield _with_calls(behind, results, other)

    def alike(self, behind: Behind, number: int) -> list[TestCase]:
        """Call `number` of a right output with other results that print the very same text."""
        result = behind.trace.calls[number].result
        others = list(neighbours(self._type, result))
        return [call for call, same in self._printed(behind, number, others) if same]

    def unlike(self, behind: Behind, number: int) -> list[TestCase]:
        """Call `number` of a right output with changed results, that print another text."""
        result = behind.trace.calls[number].result
        others = changed_outputs(self._type, result)
        return [call for call, same in self._printed(behind, number, others) if not same]

    def _printed(
        self, behind: Behind, number: int, results: Sequence[JsonValue]
    ) -> Iterator[tuple[TestCase, bool]]:
        """The call with each result, and whether the output stays the same."""
        trace = behind.trace
        known = [call.result for call in trace.calls]
        text = str(behind.case.output)
        tries = [Try(text, (*known[:number], other, *known[number + 1 :])) for other in results]
        (printed,) = self._bridge.tries([(str(behind.case.input), trace, tries)])
        for result, same in zip(results, printed, strict=True):
            yield TestCase(behind.case.index, trace.calls[number].input, result), same

    def _behind(self, cases: Iterable[TestCase]) -> Iterator[tuple[Behind, list[JsonValue] | None]]:
        """Each case with its results, one for each call, or None with the reason."""
        cases = iter(cases)
        while chunk := list(islice(cases, _CHUNK)):
            traces = self._traces([str(case.input) for case in chunk])
            asked: list[tuple[str, Trace, Sequence[Try]]] = []
            for case, trace in zip(chunk, traces, strict=True):
                asked.append((str(case.input), trace, self._tries(case, trace)))
            sought = [question for question in asked if question[2]]
            answers = dict(zip(map(id, sought), self._bridge.tries(sought), strict=True))
            for case, question in zip(chunk, asked, strict=True):
                yield self._settled(case, question, answers.get(id(question), []))

    def _tries(self, case: TestCase, trace: Trace) -> list[Try]:
        """The results to try; none where the reference prints the text itself, or never can."""
        text = str(case.output)
        if not trace.ended or not trace.calls or _same_text(text, trace.text):
            return []
        place = differing_calls(trace, text)
        if place is None:
            return []
        known = [call.result for call in trace.calls]
        found = [(number, guesses(self._type, printed)) for number, printed in place]
        # Where several calls differ, each one's guesses go in step with the others'.
        turns = max((len(values) for _, values in found), default=0)
        tries = []
        for turn in range(turns):
            results = list(known)
            for number, values in found:
                if values:
                    results[number] = values[min(turn, len(values) - 1)]
            tries.append(Try(text, tuple(results)))
        return tries

    def _settled(
        self,
        case: TestCase,
        question: tuple[str, Trace, Sequence[Try]],
        printed: Sequence[bool],
    ) -> tuple[Behind, list[JsonValue] | None]:
        _, trace, tries = question
        if not trace.ended:
            reason = "the release's own program does not end by itself on this input"
            return Behind(case, None, trace, reason), None
        if not trace.calls:
            reason = "the release's own program never calls the function on this input"
            return Behind(case, None, trace, reason), None
        if _same_text(str(case.output), trace.text):
            return Behind(case, None, trace), [call.result for call in trace.calls]
        for attempt, same in zip(tries, printed, strict=True):
            if same:
                return Behind(case, None, trace), list(attempt.results)
        reason = "no result of the function was found that the release's own main prints like this"
        return Behind(case, None, trace, reason), None

    def _traces(self, inputs: Sequence[str]) -> list[Trace]:
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in inputs]
        new = {key: text for key, text in zip(keys, inputs, strict=True) if key not in self._kept}
        fresh = dict(zip(new, self._bridge.traces(list(new.values())), strict=True))
        result = [fresh[key] if key in fresh else self._kept[key][0] for key in keys]
        for key, trace in fresh.items():
            size = _size(trace, new[key])
            self._kept[key] = (trace, size)
            self._kept_bytes += size
        while self._kept_bytes > _KEPT_BYTES:
            _, (_, size) = self._kept.popitem(last=False)
            self._kept_bytes -= size
        return result


def _size(trace: Trace, text: str) -> int:
    """About the bytes that keeping a trace costs: its calls hold what the input holds."""
    return 16 * (len(text) + len(trace.text)) + 1000 * (1 + len(trace.calls))


def _with_calls(behind: Behind, results: Sequence[JsonValue], numbers: Iterable[int]) -> Behind:
    calls = behind.trace.calls
    index = behind.case.index
    cases = tuple(TestCase(index, calls[n].input, results[n]) for n in numbers)
    return Behind(behind.case, cases, behind.trace)


def _differ(a: JsonValue, b: JsonValue) -> bool:
    return type(a) is not type(b) or a != b


def _lines(text: str) -> list[str]:
    """The lines as comparison sees them."""
    return [line.rstrip(_TRAILING) for line in text.rstrip(_TRAILING).split("\n")]


def _same_text(a: str, b: str) -> bool:
    return _lines(a) == _lines(b)


def differing_calls(trace: Trace, text: str) -> list[tuple[int, Printed]] | None:
    """The calls whose printed parts differ in `text`, with those parts; None if that is not plain.

    The reference's text is cut where the calls were made. Parts that are whole lines are compared
    by lines, others by words; what stands before the first call and is the same stays out of it.
    """
    known = [call.result for call in trace.calls]
    if len(known) == 1:
        return [(0, Printed(known[0], trace.text, text))]
    pieces = _pieces(trace)
    if pieces is None:
        return None
    units = [unit for part in pieces for unit in part]
    by_lines = "\n" in trace.text and units == _lines(trace.text)
    sought = _lines(text) if by_lines else text.split()
    before = _common(units, sought)
    after = _common(units[before:][::-1], sought[before:][::-1])
    first, last = _place(pieces, before), _place(pieces, max(before, len(units) - after - 1))
    start = sum(len(part) for part in pieces[:first])
    end = sum(len(part) for part in pieces[: last + 1])
    changed = sought[start : len(sought) - (len(units) - end)]
    joint = "\n" if by_lines else " "
    if first == last:
        return [(first, Printed(known[first], joint.join(pieces[first]), joint.join(changed)))]
    if len(changed) != end - start:
        return None
    found, at = [], 0
    for number in range(first, last + 1):
        part = changed[at : at + len(pieces[number])]
        at += len(pieces[number])
        if part != pieces[number]:
            text_of = joint.join
            found.append((number, Printed(known[number], text_of(pieces[number]), text_of(part))))
    return found


def _pieces(trace: Trace) -> list[list[str]] | None:
    """The lines (else words) that each call printed; None if they cannot be told apart."""
    data = trace.text.encode()
    starts = [call.at for call in trace.calls]
    lines = _lines(trace.text)
    if len(set(starts)) == len(starts) and starts[0] == 0:
        parts = [
            data[start:end].decode("utf-8", "replace")
            for start, end in zip(starts, [*starts[1:], len(data)], strict=True)
        ]
        if all(part.endswith("\n") for part in parts[:-1]):
            cut = [part.rstrip("\n").split("\n") for part in parts]
            return [[line.rstrip(_TRAILING) for line in part] for part in cut]
        return [part.split() for part in parts]
    if starts[0] == starts[-1]:
        # Printed together at the end: the same number of lines, or else of words, for each.
        for units in (lines, trace.text.split()):
            size, rest = divmod(len(units), len(starts))
            if size and not rest:
                return [units[i : i + size] for i in range(0, len(units), size)]
    return None


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    count = 0
    for left, right in zip(a, b, strict=False):
        if left != right:
            break
        count += 1
    return count


def _place(pieces: Sequence[Sequence[str]], unit: int) -> int:
    """The piece that a unit belongs to."""
    for number, part in enumerate(pieces):
        unit -= len(part)
        if unit < 0:
            return number
    return len(pieces) - 1
