"""A run over drawn items (`--vlite-families=DIR`): each item, submission, sample is a pytest item.

Nothing of a submission is executed, so there is no sandbox, no cache and nothing to resume: an
answer is read, brought into canonical form and compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_vlite.errors import HarnessError, InputError, VliteError
from pytest_vlite.leaderboard.text import percent
from pytest_vlite.leaderboard.write import json_text, write_atomically, write_document
from pytest_vlite.renewal.answers.document import families_document
from pytest_vlite.renewal.answers.drawn_set import QUESTIONS, DrawnItem, DrawnSet, load_drawn_set
from pytest_vlite.renewal.answers.submission import FamilySubmission, load_family_submission
from pytest_vlite.renewal.answers.verdicts import FamilyVerdict, judge_answer
from pytest_vlite.run import guards
from pytest_vlite.run.lock import OutputLock
from pytest_vlite.run.options import RunOptions
from pytest_vlite.vocabulary import Status

DOCUMENT_NAME = "families.json"
ATTEMPTS_NAME = "family-attempts.jsonl"
_MOST_NOTES = 10
_EXIT_HARNESS_ERROR = 3

Key = tuple[str, str, int]


@dataclass(frozen=True)
class PlannedAnswer:
    """One answer that must get a verdict; `name` is the pytest item's name."""

    submission: FamilySubmission
    item: DrawnItem
    sample: int
    name: str

    @property
    def key(self) -> Key:
        """As `FamilyVerdict.key`."""
        return (self.submission.name, self.item.id, self.sample)


def start_families(config: pytest.Config, options: RunOptions) -> None:
    """Plan the run and register what carries it out.

    Raises:
        InputError: the set, a submission or an option cannot be used.
    """
    assert options.families is not None
    if options.shard != (1, 1):
        raise InputError("--vlite-shard: a drawn set is judged whole, it takes seconds")
    if guards.is_inside(options.families, options.submissions):
        raise InputError(
            f"--vlite-families={options.families} lies inside a submission: the answers there "
            "would be its own"
        )
    guards.refuse_places_inside_submissions(options)
    drawn = load_drawn_set(options.families)
    ids = {item.id for item in drawn.items}
    submissions = [load_family_submission(place, ids) for place in options.submissions]
    names = [submission.name for submission in submissions]
    for submission in submissions:
        if names.count(submission.name) > 1:
            raise InputError(
                f"{submission.directory}: has the same name as another submission "
                f"({submission.name!r}); give one another name in its submission.yaml"
            )
    plan = _plan(drawn, submissions)
    config.addinivalue_line("markers", "families: answers to drawn items")
    config.addinivalue_line(
        "markers", "vlite_family(family, seed, mode, language): an answer to a drawn item"
    )
    path = drawn.root / QUESTIONS
    if config.args_source is not config.ArgsSource.ARGS:
        config.args[:] = [str(path)]
    elif not any(
        guards.is_inside(Path(config.invocation_params.dir) / a, [path]) for a in config.args
    ):
        config.args.append(str(path))
    config.pluginmanager.register(FamilyCollection(path, plan), "vlite-families")
    if hasattr(config, "workerinput"):
        if config.workerinput["vlite_digest"] != drawn.sha256:
            raise InputError("the drawn set is not the same here as on the controller")
        return
    controller = FamilyController(config, options, drawn, submissions, plan)
    config.pluginmanager.register(controller, "vlite-families-controller")


def _plan(drawn: DrawnSet, submissions: Sequence[FamilySubmission]) -> list[PlannedAnswer]:
    plan = []
    for number, submission in enumerate(submissions, 1):
        label = [] if len(submissions) == 1 else [f"{submission.slug[:40]}_{number}"]
        for item in drawn.items:
            for sample in range(submission.samples):
                parts = [*label, "Families", *([str(sample)] if submission.samples > 1 else [])]
                name = f"{item.id}[{'-'.join(parts)}]"
                plan.append(PlannedAnswer(submission, item, sample, name))
    return plan


class NotRight(Exception):
    """Raised in an item whose answer did not pass."""


class AnswerItem(pytest.Item):
    """An answer to be judged."""

    planned: PlannedAnswer
    verdict: FamilyVerdict | None = None

    def attach(self, planned: PlannedAnswer) -> None:
        """Give the item its answer and what `-k` and `-m` select by."""
        self.planned = planned
        item = planned.item
        self.add_marker("families")
        self.add_marker(
            pytest.mark.vlite_family(
                family=item.family, seed=item.seed_id, mode=item.mode, language=item.language
            )
        )
        self.extra_keyword_matches.update({item.family, item.seed_id, item.mode, "families"})

    def runtest(self) -> None:
        """Judge, keep the verdict, fail unless passed."""
        planned = self.planned
        answer = planned.submission.answer(planned.item.id, planned.sample)
        verdict = judge_answer(planned.submission.name, planned.item, planned.sample, answer)
        self.verdict = verdict
        self.user_properties += [
            ("vlite.submission", verdict.submission),
            ("vlite.item", verdict.item_id),
            ("vlite.sample", str(verdict.sample)),
            ("vlite.status", verdict.status.value),
            ("vlite.detail", verdict.detail),
        ]
        if verdict.status is not Status.PASSED:
            question = planned.item.question
            shown = question if len(question) <= 300 else question[:300] + "..."
            raise NotRight(f"{verdict.status}: {verdict.detail}\n  question: {shown}")

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, NotRight):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class QuestionsFile(pytest.File):
    """The file of questions; collects an item for each answer that is owed."""

    def collect(self) -> Iterable[pytest.Item]:
        collection = self.config.pluginmanager.get_plugin("vlite-families")
        assert isinstance(collection, FamilyCollection)
        for planned in collection.plan:
            item = AnswerItem.from_parent(self, name=planned.name)
            item.attach(planned)
            yield item


class FamilyCollection:
    """Puts the plan into pytest's collection, on the controller and on every worker."""

    def __init__(self, path: Path, plan: Sequence[PlannedAnswer]) -> None:
        self._path = path
        self.plan = plan

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Any:
        if file_path == self._path:
            return QuestionsFile.from_parent(parent, path=file_path)
        return None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """Let the verdict travel with the report, as plain JSON types."""
        report = yield
        if isinstance(item, AnswerItem) and call.when == "call" and item.verdict is not None:
            report.vlite_answer = item.verdict.to_json()
        return report


class FamilyController:
    """Gathers verdicts, writes the results and prints the table, where reports arrive."""

    def __init__(
        self,
        config: pytest.Config,
        options: RunOptions,
        drawn: DrawnSet,
        submissions: Sequence[FamilySubmission],
        plan: Sequence[PlannedAnswer],
    ) -> None:
        self._options = options
        self._drawn = drawn
        self._submissions = submissions
        self._plan = plan
        self._planned = {planned.key: planned for planned in plan}
        self._names = {planned.name: planned.key for planned in plan}
        self._verdicts: dict[Key, FamilyVerdict] = {}
        self._crashed: set[Key] = set()
        self._document: dict[str, Any] | None = None
        # Why results could not be written; printed at the end.
        self._unwritten = ""
        self._writes = not config.option.collectonly
        if self._writes:
            try:
                options.output.mkdir(parents=True, exist_ok=True)
                lock = OutputLock(options.output)
                lock.acquire()
            except (OSError, InputError) as fault:
                raise InputError(f"--vlite-output={options.output}: {fault}") from None
            config.add_cleanup(lock.release)

    def pytest_report_header(self) -> list[str]:
        names = ", ".join(submission.name for submission in self._submissions)
        return [f"vlite: {len(self._drawn.items)} drawn items of {self._drawn.root}; {names}"]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["vlite_digest"] = self._drawn.sha256

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        record = getattr(report, "vlite_answer", None)
        if record is not None:
            try:
                verdict = FamilyVerdict.from_json(record)
            except ValueError as fault:
                raise HarnessError(f"a worker sent a broken verdict: {fault}") from None
            if verdict.key in self._planned:
                self._verdicts[verdict.key] = verdict
        elif report.failed:
            key = self._key_of(report.nodeid)
            if key is not None and key not in self._verdicts:
                said = str(report.longrepr or "").strip().splitlines()
                self._verdicts[key] = _unjudged(key, Status.ERROR, said[-1] if said else "")

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport, sched: Any) -> None:
        """A lost worker's item is judged once more elsewhere; a second loss is an `error`."""
        key = self._key_of(crashitem)
        if key is not None and key not in self._crashed:
            self._crashed.add(key)
            sched.mark_test_pending(crashitem)
            report.outcome = "rerun"  # type: ignore[assignment]

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> Any:
        if getattr(report, "outcome", None) == "rerun" and self._key_of(report.nodeid):
            return "judged again after a worker was lost", "R", "JUDGED AGAIN"
        return None

    def _key_of(self, node_id: str) -> Key | None:
        return self._names.get(str(node_id).rpartition("::")[2])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if not self._writes:
            return
        verdicts = [
            self._verdicts.get(planned.key)
            or _unjudged(planned.key, Status.NOT_RUN, "expected, but not judged in this run")
            for planned in self._plan
        ]
        samples = {submission.name: submission.samples for submission in self._submissions}
        self._document = families_document(self._drawn, samples, verdicts)
        lines = "".join(json_text(verdict.to_json()) + "\n" for verdict in verdicts)
        try:
            write_atomically(self._options.output / ATTEMPTS_NAME, lines.encode("ascii"))
            write_document(self._document, self._options.output / DOCUMENT_NAME)
        except VliteError as fault:
            self._unwritten = str(fault)
            session.exitstatus = _EXIT_HARNESS_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._document is None or terminalreporter.verbosity < -1:
            return
        terminalreporter.section("Drawn items", "=")
        notes = [note for submission in self._submissions for note in submission.notes]
        for note in notes[:_MOST_NOTES]:
            terminalreporter.write_line(f"note: {note}")
        if len(notes) > _MOST_NOTES:
            terminalreporter.write_line(f"note: {len(notes) - _MOST_NOTES} more")
        for line in document_lines(self._document):
            terminalreporter.write_line(line)
        if self._unwritten:
            terminalreporter.write_line(f"results are not written: {self._unwritten}", red=True)
        else:
            terminalreporter.write_line(f"results: {self._options.output / DOCUMENT_NAME}")


def document_lines(document: dict[str, Any]) -> list[str]:
    """The document as a table for people."""
    lines = []
    for entry in document["entries"]:
        others = {name: n for name, n in entry["by_status"].items() if name != "passed"}
        counts = ", ".join(f"{name} {count}" for name, count in others.items())
        lines.append(f"{entry['submission']}  Avg@{entry['samples']}  {counts}")
        for name, figures in entry["sets"].items():
            average = percent(figures["average"])
            lines.append(f"  {name:<10} {figures['items']:>6} items  {average:>7}")
        difference = entry["seeds_and_variants"]
        if difference is not None:
            low, high = difference["ci95"]
            lines.append(
                f"  variants less seeds: {difference['difference']:+.3f} "
                f"(95% {low:+.3f} to {high:+.3f}, {difference['clusters']} seeds)"
            )
        if not entry["complete"]:
            lines.append("  incomplete: not every answer was judged")
    if len(document["entries"]) > 1:
        means = ", ".join(f"{name} {percent(mean)}" for name, mean in document["panel"].items())
        lines.append(f"mean of {len(document['entries'])} systems: {means}")
    return lines


def _unjudged(key: Key, status: Status, detail: str) -> FamilyVerdict:
    submission, item_id, sample = key
    return FamilyVerdict(submission, item_id, sample, status, detail)
