"""The controller's side of a run: gathers verdicts, writes the results, sets the exit code.

Registered only where reports arrive from all workers (and in runs without workers). The expected
set is known from the plan, so whatever happens to a worker, an item or the run, every expected
attempt ends with exactly one verdict: the one that arrived, else `error` or `not_run`.
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pytest_vlite.errors import HarnessError
from pytest_vlite.leaderboard.context import RunContext
from pytest_vlite.leaderboard.document import build_document
from pytest_vlite.leaderboard.history import change_lines, changes_since
from pytest_vlite.leaderboard.load import ATTEMPTS_NAME
from pytest_vlite.run import summary
from pytest_vlite.run.context import narrowed
from pytest_vlite.run.options import RunOptions
from pytest_vlite.run.output import ResultsFolder
from pytest_vlite.run.plan import Key, Plan, PlannedAttempt
from pytest_vlite.vocabulary import Setting, Stage, Status, Verdict

# As the `vlite` command's: the harness or the machine failed.
EXIT_HARNESS_ERROR = 3


class Controller:
    """Collects one verdict per expected attempt and turns them into files and an exit code."""

    def __init__(
        self,
        config: pytest.Config,
        options: RunOptions,
        plan: Plan,
        context: RunContext,
        *,
        results: ResultsFolder | None,
        kept: Mapping[Key, Verdict],
    ) -> None:
        """`results`: None where nothing is judged. `kept`: verdicts that hold from before."""
        self._config = config
        self._options = options
        self._plan = plan
        self._context = context
        self._results = results
        self._verdicts: dict[Key, Verdict] = dict(kept)
        self._crashed: set[Key] = set()
        self._by_node_id: dict[str, Key] = {}
        self._planned = {attempt.key: attempt for attempt in plan.expected}
        self._previous_handlers: dict[int, Any] = {}
        # Why results could not be written; printed at the end.
        self._unwritten = ""
        self.document: dict[str, Any] | None = None
        self.further_documents: list[dict[str, Any]] = []

    # -- before and after --------------------------------------------------------------------

    def pytest_sessionstart(self) -> None:
        if self._results is None:
            return
        for number in (signal.SIGTERM, signal.SIGHUP):
            handler = signal.getsignal(number)
            # `nohup` means what it says.
            if handler is not signal.SIG_IGN:
                self._previous_handlers[number] = handler
                signal.signal(number, _interrupt)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Write before xdist waits for its workers: a second signal must not lose the results."""
        if self._results is None:
            return
        self._write_results()
        if self._unwritten:
            session.exitstatus = EXIT_HARNESS_ERROR
        else:
            self._set_exit_status(session, exitstatus)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        if self._results is not None and self._results.started:
            self._write_results()
            self._results.close()
        for number, handler in self._previous_handlers.items():
            signal.signal(number, handler)
        self._previous_handlers.clear()

    # -- verdicts arriving -------------------------------------------------------------------

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        key = self._key_of(report)
        if key is None:
            return
        record = getattr(report, "vlite_verdict", None)
        if record is not None:
            try:
                self._keep(Verdict.from_json(record))
            except ValueError as fault:
                self._keep(self._fault(key, f"a worker sent a broken verdict: {fault}"))
        elif report.failed and key not in self._verdicts:
            where = report.when if report.when in ("setup", "call", "teardown") else "worker"
            text = str(report.longrepr or "").strip().splitlines()
            detail = text[-1] if text else "no reason given"
            self._keep(self._fault(key, f"the harness failed in {where}: {detail}"))

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport, sched: Any) -> None:
        """A lost worker's item is judged once more elsewhere; a second loss is an `error`."""
        key = self._by_node_id.get(crashitem)
        if key is None or key in self._crashed:
            return
        self._crashed.add(key)
        sched.mark_test_pending(crashitem)
        report.outcome = "rerun"  # type: ignore[assignment]

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> Any:
        if getattr(report, "outcome", None) == "rerun" and self._key_of(report):
            return "judged again after a worker was lost", "R", "JUDGED AGAIN"
        return None

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        self._learn_node_ids(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._learn_node_ids([item.nodeid for item in session.items])

    def _learn_node_ids(self, node_ids: list[str]) -> None:
        if self._by_node_id:
            return
        by_place = {
            (attempt.problem.directory.name, attempt.name): attempt.key
            for attempt in self._plan.attempts
        }
        for node_id in map(str, node_ids):
            path, _, name = node_id.partition("::")
            key = by_place.get((Path(path).parent.name, name))
            if key is not None:
                self._by_node_id[node_id] = key

    def _key_of(self, report: Any) -> Key | None:
        key = getattr(report, "vlite_key", None)
        if key is not None and tuple(key) in self._planned:
            return tuple(key)
        return self._by_node_id.get(str(report.nodeid))

    def _keep(self, verdict: Verdict) -> None:
        """Keep the first verdict of an attempt; a harness failure gives way to a real one."""
        known = self._verdicts.get(verdict.key)
        if known is not None and (known.status is not Status.ERROR or known == verdict):
            return
        self._verdicts[verdict.key] = verdict
        if self._results is not None:
            try:
                self._results.append(verdict)
            except HarnessError as fault:
                # What cannot be kept need not be judged.
                self._unwritten = str(fault)
                pytest.exit(f"the run is stopped: {fault}", returncode=EXIT_HARNESS_ERROR)
        self._config.hook.pytest_vlite_verdict(config=self._config, verdict=verdict)

    def _fault(self, key: Key, detail: str) -> Verdict:
        return unjudged(self._planned[key], Status.ERROR, detail)

    # -- results -----------------------------------------------------------------------------

    def final_verdicts(self) -> list[Verdict]:
        """One verdict per expected attempt, in the plan's order."""
        return [
            self._verdicts.get(attempt.key) or self._missing(attempt)
            for attempt in self._plan.expected
        ]

    def _missing(self, attempt: PlannedAttempt) -> Verdict:
        if attempt.key in self._crashed:
            return unjudged(
                attempt, Status.ERROR, "its worker was lost, and it was not judged again"
            )
        return unjudged(attempt, Status.NOT_RUN, "expected, but not judged in this run")

    def _write_results(self) -> None:
        assert self._results is not None
        verdicts = self.final_verdicts()
        documents = [self._document(verdicts, self._context)]
        for subset in self._plan.further_subsets:
            ids = frozenset(subset.ids)
            part = [verdict for verdict in verdicts if verdict.problem_id in ids]
            documents.append(self._document(part, narrowed(self._context, subset)))
        self.document, *self.further_documents = documents
        try:
            self._results.write_final(verdicts, self.document)
            for subset, document in zip(
                self._plan.further_subsets, self.further_documents, strict=True
            ):
                self._results.write_document(document, f"leaderboard-{subset.name}.json")
        except HarnessError as fault:
            self._unwritten = self._unwritten or str(fault)

    def _document(self, verdicts: list[Verdict], context: RunContext) -> dict[str, Any]:
        document = build_document(verdicts, context)
        self._config.hook.pytest_vlite_leaderboard(config=self._config, document=document)
        return document

    def _set_exit_status(self, session: pytest.Session, exitstatus: int) -> None:
        errors = any(verdict.status is Status.ERROR for verdict in self.final_verdicts())
        if exitstatus == pytest.ExitCode.OK and errors:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if not self._options.fail_under or exitstatus not in (
            pytest.ExitCode.OK,
            pytest.ExitCode.TESTS_FAILED,
        ):
            return
        below = self.rates_below()
        session.exitstatus = pytest.ExitCode.TESTS_FAILED if below or errors else pytest.ExitCode.OK

    def rates_below(self) -> list[str]:
        """Sentences on every `--vlite-fail-under` that was missed."""
        assert self.document is not None
        missed = []
        for setting, wanted in self._options.fail_under:
            for entry in self.document["entries"]:
                rate = self._rate(entry, setting)
                if rate is None:
                    missed.append(f"{entry['submission']['name']} was not judged on {setting}")
                elif rate < wanted:
                    missed.append(
                        f"{entry['submission']['name']}: {setting} {rate:.4f} is under {wanted:g}"
                    )
        return missed

    @staticmethod
    def _rate(entry: dict[str, Any], setting: Setting) -> float | None:
        result = entry["settings"].get(setting.value)
        return None if result is None else float(result["pass_rate"])

    def _changes(self) -> list[str]:
        earlier = self._results.earlier.verdicts if self._results is not None else ()
        return change_lines(changes_since(earlier, self.final_verdicts()))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.document is None:
            return
        summary.write(
            terminalreporter,
            [self.document, *self.further_documents],
            self.final_verdicts(),
            notes=self._plan.notes,
            changes=self._changes(),
            output=self._options.output,
            missed_rates=self.rates_below() if self._options.fail_under else [],
            expected=len(self._plan.expected),
            selected=len(self._by_node_id),
        )
        if self._unwritten:
            terminalreporter.write_line(
                f"results are not written: {self._unwritten}. What {ATTEMPTS_NAME} holds is whole: "
                "mend the cause and go on with --vlite-resume",
                red=True,
            )


def unjudged(attempt: PlannedAttempt, status: Status, detail: str) -> Verdict:
    """The verdict of an attempt that no judge decided."""
    problem = attempt.problem
    return Verdict(
        submission=attempt.submission.name,
        problem_id=problem.id,
        source=problem.source,
        level=problem.level,
        stratum=problem.stratum,
        setting=attempt.setting.value,
        sample=attempt.sample,
        status=status,
        stage=Stage.COLLECT,
        detail=detail,
    )


def _interrupt(signum: int, frame: FrameType | None) -> None:
    """What a CI system's cancel sends is treated like Ctrl-C: results are written."""
    raise KeyboardInterrupt(f"signal {signum}")
