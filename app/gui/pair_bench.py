"""The measurement of what is loaded, on the window's own engine: one reply after the other, stopped at any time."""

import time

from PySide6.QtCore import QObject, Signal

from app.core.settings import Settings
from app.engine.bench.plan import SIZES, Mode, Plan, plan_for
from app.engine.bench.report import Measured, Report
from app.engine.options import draft_method
from app.engine.protocol import Failed, Finished, LoadResult, Stats
from app.gui.engine_session import EngineSession


class PairBench(QObject):
    """`changed` when there is more to show: the engine's state, progress or numbers."""

    changed = Signal()

    def __init__(self, session: EngineSession, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self.mode: Mode = "quick"
        self.report: Report | None = None
        """What is measured so far of what is loaded."""
        self.is_whole = False
        """Whether that is all that was to be measured."""
        self._plan: Plan | None = None
        self._next = 0
        self._job: int | None = None
        self._written_n = 0
        self._began_s = 0.0
        session.state_changed.connect(self._on_state_changed)
        session.load_finished.connect(self._on_load_finished)
        session.reply_finished.connect(self._on_reply_finished)
        session.reply_failed.connect(self._on_reply_failed)
        session.jobs_lost.connect(self._on_jobs_lost)
        session.bridge.stats_counted.connect(self._on_stats_counted)

    @property
    def is_running(self) -> bool:
        """Whether it measures now."""
        return self._plan is not None

    @property
    def can_start(self) -> bool:
        """Whether the engine is free and there is something that drafts."""
        return self._session.state == "ready" and self.has_drafter

    @property
    def has_drafter(self) -> bool:
        """Whether what is loaded can be drafted for: by a draft, or by a look-up that the settings name."""
        loaded = self._session.loaded
        return loaded is not None and (loaded.draft is not None or draft_method(self._settings) != "auto")

    @property
    def loaded(self) -> LoadResult | None:
        """What would be measured."""
        return self._session.loaded

    @property
    def estimate_s(self) -> float | None:
        """How long it would take from the start; None where that is not known."""
        loaded = self._session.loaded
        return self._plan_of(loaded).estimate_s(loaded.plain_tokens_per_second) if loaded else None

    @property
    def share_done(self) -> float:
        """How much of the plan is done, from 0 to 1."""
        if self._plan is None:
            return 0.0
        written = min(1.0, self._written_n / self._plan.reply_tokens)
        return (self._next + written) / len(self._plan.runs)

    @property
    def left_s(self) -> float | None:
        """How long it goes on at the pace so far; None as long as that tells nothing."""
        done = self.share_done
        return (time.monotonic() - self._began_s) * (1 - done) / done if done else None

    def start(self) -> None:
        """Measure what is loaded in the chosen mode; only while `can_start`."""
        loaded = self._session.loaded
        if not self.can_start or loaded is None:
            return
        self.report = Report(loaded.target.name, loaded.draft.name if loaded.draft else "")
        self.is_whole = False
        self._plan, self._next, self._began_s = self._plan_of(loaded), 0, time.monotonic()
        self._session.begin_measuring()
        self._go_on()

    def cancel(self) -> None:
        """Stop; what is measured so far stays."""
        if self.is_running:
            self._session.stop_reply()

    def choose(self, mode: Mode) -> None:
        """Measure so much the next time."""
        self.mode = mode
        self.changed.emit()

    def _plan_of(self, loaded: LoadResult) -> Plan:
        return plan_for(loaded, SIZES[self.mode], draft_method(self._settings))

    def _go_on(self) -> None:
        assert self._plan is not None
        self._written_n = 0
        if self._next == len(self._plan.runs):
            self.is_whole = True
            self._end()
            return
        self._job = self._session.answer(self._plan.request(self._plan.runs[self._next], 0))
        self.changed.emit()

    def _end(self) -> None:
        self._plan = self._job = None
        self._session.end_measuring()
        self.changed.emit()

    def _on_reply_finished(self, event: Finished) -> None:
        if event.job != self._job or self._plan is None or self.report is None:
            return
        # Something else may be loaded already, though the reply came to its end.
        if event.reason == "cancelled" or event.generated is None or self._session.state != "generating":
            self._end()
            return
        run = self._plan.runs[self._next]
        if run.counts:
            self.report = self.report.with_one(Measured(run, event.generated.timings, event.generated.speculation))
        self._next += 1
        self._go_on()

    def _on_reply_failed(self, event: Failed) -> None:
        if event.job == self._job:
            self._end()

    def _on_jobs_lost(self) -> None:
        if self.is_running:
            self._end()

    def _on_stats_counted(self, stats: Stats) -> None:
        if stats.job == self._job:
            self._written_n = stats.timings.predicted_n
            self.changed.emit()

    def _on_load_finished(self, event: Finished) -> None:
        self.report = None
        self.changed.emit()

    def _on_state_changed(self) -> None:
        if not self.is_running:
            self.changed.emit()
