"""One attempt through the stages of its setting, to a verdict.

The stages of a setting run in order, cheapest first, and the first that decides ends it. Whatever a
stage raises becomes the verdict `error`: a failure of the harness never looks like one of the
answer, and never like a pass.
"""

from __future__ import annotations

import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from pytest_vlite.errors import VliteError
from pytest_vlite.judge import spec_stage, stages
from pytest_vlite.judge.attempt import Attempt, Workbench
from pytest_vlite.judge.machine_faults import check_room
from pytest_vlite.judge.progress import Decision, Progress
from pytest_vlite.printable import printable
from pytest_vlite.vocabulary import CaseEvidence, Setting, Stage, Status, Verdict

StageFunction = Callable[[Progress], Decision | None]

_CODEGEN = (stages.extract, stages.erase_ghost, stages.compile_program, stages.run_tests)
_STAGES: dict[Setting, tuple[StageFunction, ...]] = {
    Setting.CODEGEN_NL: _CODEGEN,
    Setting.CODEGEN_SPEC: _CODEGEN,
    Setting.CODEGEN_NLSPEC: _CODEGEN,
    Setting.SPECGEN: (
        stages.extract,
        stages.signature,
        stages.type_check,
        spec_stage.run,
    ),
    Setting.PROOFGEN: (stages.extract, stages.examine_proof, stages.verify_assembled),
    Setting.END2END: (
        stages.extract,
        stages.gate,
        stages.signature,
        stages.verify_answer,
        stages.erase_ghost,
        stages.compile_program,
        stages.run_tests,
        spec_stage.run,
    ),
}
# Stages whose tools fail, as if the answer had, where they cannot write.
_WRITING = (Stage.COMPILE, Stage.VERIFY, Stage.SPECIFICATION)
_MOST_DETAIL = 500


def cases_read(setting: Setting) -> tuple[bool, bool]:
    """Whether judging in a setting reads the positive and the negative test cases."""
    run = _STAGES[setting]
    checks_specification = spec_stage.run in run
    return checks_specification or stages.run_tests in run, checks_specification


def judge(attempt: Attempt, bench: Workbench) -> Verdict:
    """Judge one attempt. Never raises; what went wrong in the harness is the verdict `error`."""
    started = time.monotonic()
    work_dir: Path | None = None
    progress: Progress | None = None
    try:
        work_dir = Path(tempfile.mkdtemp(prefix="attempt-", dir=bench.scratch))
        progress = Progress(attempt, bench, work_dir)
        decision = _run_stages(progress)
    except VliteError as fault:
        decision = Decision(Status.ERROR, _stage(progress), str(fault))
    except Exception as fault:
        if progress is not None:
            progress.log("harness-error.txt", traceback.format_exc())
        text = f"unexpected {type(fault).__name__}: {fault}"
        decision = Decision(Status.ERROR, _stage(progress), text)
    finally:
        if work_dir is not None:
            shutil.rmtree(work_dir, ignore_errors=True)
    return _verdict(attempt, decision, progress, time.monotonic() - started)


def _run_stages(progress: Progress) -> Decision:
    for stage in _STAGES[progress.attempt.setting]:
        progress.bench.check_deadline()
        decision = stage(progress)
        if decision is not None:
            if decision.stage in _WRITING:
                check_room(progress.work_dir)
            return decision
    return Decision(Status.PASSED, Stage.DONE, "")


def _stage(progress: Progress | None) -> Stage:
    return Stage.COLLECT if progress is None else progress.stage


def _verdict(
    attempt: Attempt, decision: Decision, progress: Progress | None, duration_s: float
) -> Verdict:
    problem = attempt.problem
    return Verdict(
        submission=attempt.submission,
        problem_id=problem.id,
        source=problem.source,
        level=problem.level,
        stratum=problem.stratum,
        setting=attempt.setting.value,
        sample=attempt.sample,
        status=decision.status,
        stage=decision.stage,
        detail=printable(decision.detail, _MOST_DETAIL),
        case=_sanitised(decision.case),
        duration_s=round(duration_s, 3),
        cpu_s=round(progress.cpu_s, 3) if progress else 0.0,
        peak_memory_bytes=progress.peak_memory_bytes if progress else 0,
        program_sha256=progress.program_sha256 if progress else None,
        tool_versions=dict(progress.tool_versions) if progress else {},
        measurements=dict(progress.measurements) if progress else {},
    )


def _sanitised(case: CaseEvidence | None) -> CaseEvidence | None:
    if case is None:
        return None

    def shown(text: str | None) -> str | None:
        if text is None:
            return None
        return "\n".join(printable(line, _MOST_DETAIL) for line in text.split("\n"))

    return CaseEvidence(
        case.index, shown(case.input) or "", shown(case.expected), shown(case.got), case.kind
    )
