"""Collectors and items: one `pytest.Function` per planned attempt.

The tree follows the release's folders (`problems/leetcode/lc1/description.md::lc1[ProofGen]`), but
it is made from the plan and never from what lies in a folder: the release is not walked and a
submission is never looked into by pytest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_vlite.run import guards
from pytest_vlite.run.failures import NotPassed, describe
from pytest_vlite.run.plan import Plan, PlannedAttempt, longest_first
from pytest_vlite.selection.pinned import Subset
from pytest_vlite.vocabulary import Status, Verdict

if TYPE_CHECKING:
    from pytest_vlite.run.bench import RunBench

_ANCHOR = "description.md"


def marker_names(attempt: PlannedAttempt) -> list[str]:
    """The plain markers of an attempt: setting, source, level."""
    setting = attempt.setting.value.lower().replace("-", "_")
    names = [setting, _word(attempt.problem.source), level_marker(attempt.problem.level)]
    if attempt.setting.is_codegen:
        names.append("codegen")
    return names


def level_marker(level: str) -> str:
    """`Easy` -> `easy`, `800` -> `rated_800` (a marker cannot be a number)."""
    return f"rated_{level}" if level.isdigit() else _word(level)


def _word(text: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in text.lower())


class PlanFolder(pytest.Collector):
    """A folder of the release, or one on the way to it, holding only the planned problems.

    No `pytest.Directory`: pytest imports the conftest.py of those.
    """

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        collection = self.config.stash[COLLECTION]
        for path in collection.children.get(self.path, ()):
            if path.name == _ANCHOR and path.parent in collection.attempts:
                yield ProblemFile.from_parent(self, path=path)
            else:
                yield PlanFolder.from_parent(self, name=path.name, path=path)


class ProblemFile(pytest.File):
    """A problem, standing on its description; collects its attempts."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        collection = self.config.stash[COLLECTION]
        for attempt in collection.attempts[self.path.parent]:
            item = AttemptItem.from_parent(self, name=attempt.name, callobj=judge_attempt)
            item.attach(attempt)
            yield item


class AttemptItem(pytest.Function):
    """An attempt to be judged. After it ran, `verdict` holds what was decided."""

    attempt: PlannedAttempt
    verdict: Verdict | None = None

    def attach(self, attempt: PlannedAttempt) -> None:
        """Give the item its attempt and what `-k` and `-m` select by."""
        self.attempt = attempt
        problem = attempt.problem
        for name in marker_names(attempt):
            self.add_marker(name)
        self.add_marker(
            pytest.mark.vlite(
                problem=problem.id,
                setting=attempt.setting.value,
                source=problem.source,
                level=problem.level,
                stratum=problem.stratum,
                sample=attempt.sample,
                submission=attempt.submission.name,
            )
        )
        self.extra_keyword_matches.update({problem.stratum, problem.level})
        self._split_node_id()

    def _split_node_id(self) -> None:
        """Keep what is in brackets apart, as pytest does for parametrised tests.

        pytest 9.2 compares node ids in parts, and reads those of its cache back with the brackets
        apart; without this `--lf` would not know the items again.
        """
        structured = getattr(self, "_id", None)
        if structured is not None and hasattr(structured, "parse"):
            self._id = structured.parse(self.nodeid)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, NotPassed):
            return describe(excinfo.value.verdict, self.attempt, self.config)
        return super().repr_failure(excinfo)


def judge_attempt(
    request: pytest.FixtureRequest, vlite_selection: Subset, vlite_bench: RunBench
) -> None:
    """The body of every item: judge, keep the verdict, fail unless passed."""
    item = request.node
    assert isinstance(item, AttemptItem)
    item.verdict = vlite_bench.judge(item.attempt)
    # junit XML takes them from the item's last report, that of the teardown.
    item.user_properties.extend(properties(item.verdict))
    if item.verdict.status is not Status.PASSED:
        raise NotPassed(item.verdict)


class Collection:
    """The plan as a tree of folders, and the hooks that put it into pytest's collection."""

    def __init__(self, plan: Plan, *, alone: bool) -> None:
        """`alone`: nothing else is collected, so folders above the release are ours as well."""
        self.plan = plan
        self._alone = alone
        self.attempts: dict[Path, list[PlannedAttempt]] = {}
        # Folder -> its planned children; a dict, because it keeps the order and finds quickly.
        self.children: dict[Path, dict[Path, None]] = {}
        for attempt in plan.attempts:
            folder = attempt.problem.directory
            if folder not in self.attempts:
                self.attempts[folder] = []
                self._add_path(folder)
            self.attempts[folder].append(attempt)
        self._submissions = [submission.directory for submission in plan.submissions]

    def _add_path(self, folder: Path) -> None:
        child = folder / _ANCHOR
        while child != child.parent:
            siblings = self.children.setdefault(child.parent, {})
            if child in siblings:
                break
            siblings[child] = None
            child = child.parent

    @pytest.hookimpl(tryfirst=True)
    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> Any:
        root = self.plan.release.root
        above = path in root.parents and not path.is_relative_to(parent.config.rootpath)
        if path == root or (above and self._alone):
            return PlanFolder.from_parent(parent, name=path.name or "/", path=path)
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if guards.is_inside(collection_path, self._submissions):
            return True
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """On workers, put long attempts first; other people's tests keep their places after."""
        if not hasattr(config, "workerinput"):
            return
        ours = {item.attempt.key: item for item in items if isinstance(item, AttemptItem)}
        others = [item for item in items if not isinstance(item, AttemptItem)]
        ordered = longest_first(item.attempt for item in ours.values())
        items[:] = [*(ours[attempt.key] for attempt in ordered), *others]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        """Let the verdict travel with the report, as plain JSON types."""
        report = yield
        if isinstance(item, AttemptItem):
            report.vlite_key = list(item.attempt.key)
            if call.when == "call" and item.verdict is not None:
                report.vlite_verdict = item.verdict.to_json()
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, item: pytest.Item, settings: Any) -> bool | None:
        """Our items keep pytest-timeout's limit as a deadline of their own.

        Its alarm would raise in the middle of a wait, or end the worker and leave children behind.
        """
        if isinstance(item, AttemptItem):
            item.config.stash[DEADLINE_S] = float(settings.timeout or 0) or None
            return True
        return None

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_cancel_timer(self, item: pytest.Item) -> bool | None:
        return True if isinstance(item, AttemptItem) else None


def properties(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """The verdict as the flat strings that junit XML can hold."""
    yield "vlite.submission", verdict.submission
    yield "vlite.problem", verdict.problem_id
    yield "vlite.setting", verdict.setting
    yield "vlite.sample", str(verdict.sample)
    yield "vlite.status", verdict.status.value
    yield "vlite.stage", verdict.stage.value
    yield "vlite.detail", verdict.detail
    yield "vlite.cpu_s", f"{verdict.cpu_s:.3f}"
    yield "vlite.duration_s", f"{verdict.duration_s:.3f}"
    yield "vlite.peak_memory_bytes", str(verdict.peak_memory_bytes)


COLLECTION = pytest.StashKey[Collection]()
DEADLINE_S = pytest.StashKey["float | None"]()
