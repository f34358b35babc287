"""Writes a report of what crashed, tells of it, and lets a person read it; it is sent by nobody but them."""

import platform
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.core.crash_reports import keep_report, last_lines, private, read_report, reports
from app.core.errors import AppError
from app.core.paths import Folders
from app.core.settings import REPORT_SEEN
from app.core.tracebacks import frames_of
from app.core.translation import tr
from app.core.versions import versions
from app.engine.client import Crashed
from app.engine.protocol import Finished, LoadResult
from app.gui.composition import Composition
from app.gui.dialogs.details import show_details
from app.gui.letters import Letters
from app.gui.widgets.banner import Action, BannerMessage
from app.jobs.runner import JobRunner
from app.texts import Text, draft_words, notice, size

# An exception in a timer comes again and again: the first ones tell all there is.
_MOST_OF_A_RUN = 3


class CrashReports(QObject):
    """Lives as long as the window. `folders` are those of the logs and of the reports."""

    def __init__(self, composition: Composition, folders: Folders) -> None:
        super().__init__(composition)
        self._window = composition.window
        self._session = composition.session
        self._settings = composition.settings
        self._folders = folders
        self._loaded: LoadResult | None = None
        self._traced_n = 0
        self._session.load_finished.connect(self._on_load_finished)
        self._session.crashed.connect(self._on_crashed)
        self._letters = Letters(self._on_job_crashed)
        JobRunner.crash_listeners.append(self._letters.post)

    def close(self) -> None:
        """Hear of no more crashes of jobs."""
        JobRunner.crash_listeners.remove(self._letters.post)

    def tell_of_earlier(self, traces: Sequence[str] = ()) -> None:
        """Say that an earlier run has left a report, once for each; `traces` is what crashes of the window left."""
        for trace in traces:
            self._keep("The window crashed.", "in an earlier run", f"Trace\n{frames_of(trace)}")
        newest = next(iter(reports(self._folders.reports)), None)
        if newest is None or newest.name <= self._settings.get(REPORT_SEEN):
            return
        text = notice("crash_report_left")
        message = BannerMessage(text.sentence, text.hint, level="notice", key="report")
        self._window.show_banner(self._with_ways(message, newest))
        self._note_told(newest)

    def show_caught(self, message: BannerMessage, trace: str) -> None:
        """Show the banner for an exception that nobody caught, and a report of it beside."""
        self._traced_n += 1
        path = None
        if self._traced_n <= _MOST_OF_A_RUN:
            path = self._keep("An exception that nobody caught.", self._session.state, f"Trace\n{frames_of(trace)}")
        self._tell(message, path)

    def _on_load_finished(self, event: Finished) -> None:
        self._loaded = event.loaded

    def _on_crashed(self, event: Crashed, happened_in: str) -> None:
        words = _end_words(event.exit_code, event.signal_name, event.detail, event.log)
        path = self._keep("The engine crashed.", happened_in, words)
        banner = next((message for message in self._window.banners.messages if message.key == "crash"), None)
        if banner is not None:
            self._tell(banner, path)

    def _on_job_crashed(self) -> None:
        for crash in self._letters.take():
            end = crash.end
            words = _end_words(end.code, end.signal_name, end.fault, end.log)
            path = self._keep(f"The task {crash.kind} crashed.", self._session.state, words)
            text = notice("task_crashed")
            self._tell(BannerMessage(text.sentence, text.hint, level="notice", key="report"), path)

    def _tell(self, message: BannerMessage, path: Path | None) -> None:
        if path is not None:
            message = self._with_ways(message, path)
            self._note_told(path)
        self._window.show_banner(message)

    def _note_told(self, path: Path) -> None:
        # Where it cannot be kept, it is told once more.
        with suppress(AppError):
            self._settings.set(REPORT_SEEN, path.name)

    def _keep(self, what: str, happened_in: str, words: str) -> Path | None:
        return _keep(self._folders, (what, f"Going on: {happened_in}", "", *self._situation()), words)

    def _situation(self) -> Iterator[str]:
        for device in self._session.devices:
            memory = f", {size(device.memory_total_bytes)}" if device.memory_total_bytes else ""
            yield f"Device {device.name}: {device.description}{memory}"
        if (loaded := self._loaded) is not None:
            yield f"Target: {loaded.target.description}, {size(loaded.target.size_bytes)}"
            yield f"Draft: {draft_words(loaded.draft.method, loaded.draft.draft_max) if loaded.draft else 'none'}"
            yield f"Context: {loaded.context_size} on {loaded.device}"

    def _with_ways(self, message: BannerMessage, path: Path) -> BannerMessage:
        def show() -> None:
            # A button takes its banner away, and what else can be done is still to be chosen.
            self._window.show_banner(told)
            show_details(self._window, tr("Report of a crash"), notice("crash_report").sentence, read_report(path))

        def open_folder() -> None:
            self._window.show_banner(told)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

        ways = (Action(tr("Show the report"), show), Action(tr("Open its folder"), open_folder))
        told = replace(message, others=(*message.others, *ways))
        return told


def _end_words(exit_code: int | None, signal_name: str | None, detail: str | None, log: str) -> str:
    facts = {"exit code": exit_code, "signal": signal_name, "detail": detail}
    ended = [f"{name}: {value}" for name, value in facts.items() if value is not None]
    return "\n".join((*ended, "", "Its last words", frames_of(log)))


def keep_report_of_start(error: BaseException, folders: Folders) -> Text:
    """Write a report of a window that could not be opened; what to tell of it."""
    trace = "".join(traceback.format_exception(error))
    _keep(folders, ("The window could not be opened.",), f"Trace\n{frames_of(trace)}")
    return notice("window_not_opened", {"path": str(folders.reports)})


def _keep(folders: Folders, situation: Iterable[str], words: str) -> Path | None:
    head = ["Slipstream: a report of a crash", f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z}", *situation, ""]
    made_of = [f"{name} {version or 'missing'}" for name, version in versions().items()]
    log = last_lines(folders.logs / "window.log")
    content = "\n".join((*head, *made_of, platform.platform(), "", words, "", "Log", log))
    return keep_report(folders.reports, private(content) + "\n")
