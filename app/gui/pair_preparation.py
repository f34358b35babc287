"""Makes a pair ready to chat: what is not converted yet is converted, then both are loaded."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError, Fact, ReportedError
from app.core.files import write_failure
from app.core.settings import Settings
from app.engine.protocol import Failed, Finished, ReportProgress
from app.gui.answers import Answers
from app.gui.engine_session import EngineSession, Pair
from app.gui.job_list import JobList
from app.gui.options import load_options
from app.gui.view_models.jobs import JobLine, notes_of
from app.jobs.job import Job
from app.models.keeper import LibraryKeeper
from app.models.library import Library
from app.models.place import new_place
from app.texts import stage

StepKind = Literal["target", "draft", "load"]
StepState = Literal["waiting", "running", "done", "failed", "stopped"]


@dataclass(frozen=True, slots=True)
class Source:
    """A model of the pair: `gguf` is the file to load, None where the checkpoint at `path` has to become one first."""

    path: Path
    name: str
    output_type: str = ""
    gguf: Path | None = None


@dataclass(frozen=True, slots=True)
class PairPlan:
    """What is to be loaded in the end."""

    target: Source
    draft: Source | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the way; `share` goes from 0 to 1, None while there is no telling."""

    kind: StepKind
    title: str
    state: StepState = "waiting"
    words: str = ""
    share: float | None = None


class PairPreparation(QObject):
    """One plan at a time. `finished` carries the Pair that is loaded, `failed` the AppError of the step that failed.

    A load that fails or crashes is told by the session to everyone, so here it only ends the preparation: `stopped`.
    """

    changed = Signal()
    finished = Signal(object)
    failed = Signal(object)
    stopped = Signal()

    def __init__(
        self,
        keeper: LibraryKeeper,
        jobs: JobList,
        session: EngineSession,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._jobs = jobs
        self._session = session
        self._settings = settings
        self._answers = Answers(self)
        self._answers.failed.connect(self._fail)
        self.steps: tuple[Step, ...] = ()
        self._plan: PairPlan | None = None
        self._job: int | None = None
        self._destination: Path | None = None
        self._is_waiting = False
        self._is_cancelled = False
        jobs.line_changed.connect(self._on_line_changed)
        jobs.ended.connect(self._on_job_ended)
        session.state_changed.connect(self._on_state_changed)
        session.progress_reported.connect(self._on_load_progress)
        session.load_finished.connect(self._on_load_finished)
        session.load_failed.connect(self._on_load_failed)
        session.jobs_lost.connect(self._on_jobs_lost)

    @property
    def is_running(self) -> bool:
        """Whether a plan is being carried out."""
        return self._plan is not None

    @property
    def is_loading(self) -> bool:
        """Whether the last step goes on."""
        return self._current_kind() == "load"

    def start(self, plan: PairPlan) -> None:
        """Carry a plan out."""
        steps = [Step("target", f"Convert the target ({plan.target.name})")] if plan.target.gguf is None else []
        if plan.draft is not None and plan.draft.gguf is None:
            steps.append(Step("draft", f"Convert the draft ({plan.draft.name})"))
        self.steps = (*steps, Step("load", "Load and chat"))
        self._plan = plan
        self._go_on()

    def clear(self) -> None:
        """Forget the steps of a plan that is over."""
        if not self.is_running:
            self.steps = ()

    def cancel(self) -> None:
        """Stop; what was converted before stays, what is half-made goes."""
        if self.is_loading and not self._is_waiting:
            self._session.cancel_load()
        elif self._job is not None:
            # It may be over already, though not yet known to be.
            self._is_cancelled = True
            self._jobs.cancel(self._job)
        elif self.is_running:
            self._stop()

    def _go_on(self) -> None:
        step = next((step for step in self.steps if step.state == "waiting"), None)
        plan = self._plan
        if step is None or plan is None:
            return
        self._show(step.kind, state="running", words="Starting")
        if step.kind == "load":
            self._load(plan)
            return
        source = plan.target if step.kind == "target" else plan.draft
        assert source is not None
        place = self._keeper.ask(lambda library: place_for(library, source))
        self._answers.wait_for(place, self._during(plan, partial(self._convert, source)))

    def _convert(self, source: Source, destination: Path) -> None:
        arguments: dict[str, Fact] = {
            "source": str(source.path),
            "destination": str(destination),
            "output_type": source.output_type,
        }
        if (target := self._target_of(source)) is not None:
            arguments["target"] = str(target)
        self._destination = destination
        self._job = self._jobs.start("convert", arguments, f"Converting {source.name}")

    def _load(self, plan: PairPlan) -> None:
        if self._session.state == "generating":
            self._show("load", words="Waits for the end of the reply that is being written")
            self._is_waiting = True
            return
        assert plan.target.gguf is not None
        pair = Pair(plan.target.gguf, plan.draft.gguf if plan.draft else None)
        self._session.load(pair, load_options(self._settings))

    def _target_of(self, source: Source) -> Path | None:
        """The target that a draft takes its tokenizer from; None for the target itself."""
        plan = self._plan
        return plan.target.path if plan is not None and source is plan.draft else None

    def _on_line_changed(self, line: JobLine) -> None:
        kind = self._current_kind()
        if line.job.job == self._job and kind is not None:
            self._show(kind, words=line.words, share=line.share)

    def _on_job_ended(self, job: Job) -> None:
        plan, destination = self._plan, self._destination
        if job.job != self._job or plan is None or destination is None:
            return
        self._job = self._destination = None
        if job.state == "finished":
            self._note(plan, destination, notes_of(job))
            return
        # A process that had to be killed could not take its part along; that of another window is being written.
        self._keeper.ask(lambda library: library.remove_remains())
        if job.state == "failed":
            self._fail(ReportedError(job.code, job.facts, job.log))
        else:
            self._stop()

    def _note(self, plan: PairPlan, gguf: Path, words: str) -> None:
        source = plan.target if self._current_kind() == "target" else plan.draft
        assert source is not None
        target = self._target_of(source)
        noted = self._keeper.ask(lambda library: library.add(gguf, source.path, target, source.output_type))
        self._answers.wait_for(noted, self._during(plan, lambda _: self._on_converted(gguf, words)))

    def _on_converted(self, gguf: Path, words: str) -> None:
        plan, kind = self._plan, self._current_kind()
        if plan is None or kind is None:
            return
        if kind == "target":
            self._plan = replace(plan, target=replace(plan.target, gguf=gguf))
        elif plan.draft is not None:
            self._plan = replace(plan, draft=replace(plan.draft, gguf=gguf))
        self._show(kind, state="done", words=words, share=1.0)
        if self._is_cancelled:
            self._stop()
        else:
            self._go_on()

    def _on_state_changed(self) -> None:
        if self._is_waiting and self._plan is not None and self._session.state not in ("generating", "crashed"):
            self._is_waiting = False
            self._load(self._plan)

    def _on_load_progress(self, progress: ReportProgress) -> None:
        if self.is_loading and self._session.state == "loading":
            share = progress.done / progress.total if progress.total else None
            self._show("load", words=stage(progress.stage), share=share)

    def _on_load_finished(self, event: Finished) -> None:
        if not self.is_loading:
            return
        if event.loaded is None or self._session.pair is None:
            self._end("stopped")
            self.stopped.emit()
            return
        self._end("done")
        self.finished.emit(self._session.pair)

    def _on_load_failed(self, event: Failed) -> None:
        if self.is_loading:
            self._end("failed")
            self.stopped.emit()

    def _on_jobs_lost(self) -> None:
        if self.is_loading:
            self._end("failed")
            self.stopped.emit()

    def _stop(self) -> None:
        self._end("stopped")
        self.stopped.emit()

    def _fail(self, error: AppError) -> None:
        self._end("failed")
        self.failed.emit(error)

    def _end(self, state: StepState) -> None:
        words = {"done": "", "stopped": "Stopped", "failed": "Failed"}
        if (kind := self._current_kind()) is not None:
            self._show(kind, state=state, words=words[state])
        self._plan = self._job = self._destination = None
        self._is_waiting = self._is_cancelled = False
        self.changed.emit()

    def _current_kind(self) -> StepKind | None:
        return next((step.kind for step in self.steps if step.state == "running"), None)

    def _show(
        self, kind: StepKind, *, state: StepState | None = None, words: str = "", share: float | None = None
    ) -> None:
        self.steps = tuple(
            replace(step, state=state or step.state, words=words, share=share) if step.kind == kind else step
            for step in self.steps
        )
        self.changed.emit()

    def _during(self, plan: PairPlan, act: Callable[[Path], None]) -> Callable[[object], None]:
        """`act`, unless the plan was given up meanwhile."""

        def act_if_current(answer: object) -> None:
            if self._plan is plan:
                act(answer)  # type: ignore[arg-type]

        return act_if_current


def place_for(library: Library, source: Source) -> Path:
    """A file of the library that a conversion may write; makes the folder. Raises DiskFull or PathNotWritable."""
    try:
        library.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failure(error, library.folder) from error
    return new_place(library.folder, source.name, source.output_type)
