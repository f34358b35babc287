"""In the window: a crash leaves a report that can be read, and tells nothing of what was written or where it lies."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from app.core.crash_reports import keep_report, reports
from app.core.paths import Folders
from app.core.settings import REPORT_SEEN
from app.gui.crash_reports import CrashReports, keep_report_of_start
from app.gui.failures import message_of
from app.jobs.events import JobEvent, JobFinished
from app.jobs.runner import JobRunner
from tests.fakes.jobs import fake_jobs
from tests.gui.stage import Stage

pytestmark = pytest.mark.gui

SECRET = "The whale dreamt of typewriters."


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Folders of the test's own, with a log that holds what a log may hold."""
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "window.log").write_text(f"2026-01-01 ERROR could not read {Path.home()}/My Novels/plot.gguf: '{SECRET}'\n")
    return Folders(tmp_path, tmp_path, logs)


@pytest.fixture
def crash_reports(stage: Stage, folders: Folders) -> Iterator[CrashReports]:
    """The reports of the stage's window."""
    made = CrashReports(stage.composition, folders)
    yield made
    made.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_crash_of_the_engine_leaves_a_report_beside_its_banner(
    stage: Stage, folders: Folders, crash_reports: CrashReports
) -> None:
    stage.load()
    stage.reply_to(SECRET)
    stage.engine.crash()
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    banners = stage.composition.window.banners
    (path,) = reports(folders.reports)
    text = path.read_text(encoding="utf-8")
    assert "The engine crashed." in text and "SIGABRT" in text and "Going on: ready" in text
    assert "PySide6-Essentials" in text and "DSpark, up to 7" in text and "RX 7800 XT" in text
    assert "whale" not in text and "plot" not in text and str(Path.home()) not in text
    message = next(message for message in banners.messages if message.key == "crash")
    show = next(action for action in message.others if action.text == "Show the report")
    show.run()
    shown = stage.composition.window.findChildren(QPlainTextEdit)
    assert any(body.toPlainText() == text for body in shown)
    # What else can be done about the crash is still there.
    message = next(message for message in banners.messages if message.key == "crash")
    assert message.action is not None
    message.action.run()
    stage.wait_until(lambda: stage.composition.session.state == "ready")


def test_a_crash_of_a_job_leaves_a_report(stage: Stage, folders: Folders, crash_reports: CrashReports) -> None:
    events: queue.SimpleQueue[JobEvent] = queue.SimpleQueue()
    runner = JobRunner(events.put, fake_jobs())
    runner.start("convert", {"does": "finish"})
    while not isinstance(events.get(timeout=60), JobFinished):
        pass
    runner.close()
    runner.start("convert", {"does": "abort"})
    stage.wait_until(lambda: bool(stage.composition.window.banners.messages))
    runner.close()
    (path,) = reports(folders.reports)
    text = path.read_text(encoding="utf-8")
    assert "The task convert crashed." in text and "SIGABRT" in text and "GGML_ASSERT(job) failed" in text
    assert "whale" not in text and "plot" not in text
    (message,) = stage.composition.window.banners.messages
    assert [action.text for action in message.others] == ["Show the report", "Open its folder"]
    assert stage.settings.get(REPORT_SEEN) == path.name


def test_an_exception_leaves_a_report_but_not_one_for_each_tick_of_a_clock(
    stage: Stage, folders: Folders, crash_reports: CrashReports
) -> None:
    trace = f'Traceback (most recent call last):\n  File "{__file__}", line 1, in tick\nValueError: "{SECRET}"\n'
    for _ in range(8):
        crash_reports.show_caught(message_of(ValueError(SECRET), trace), trace)
    assert len(reports(folders.reports)) == 3
    text = reports(folders.reports)[0].read_text(encoding="utf-8")
    assert "in tick" in text and "ValueError" in text and "whale" not in text
    (message,) = [message for message in stage.composition.window.banners.messages if message.key == "uncaught"]
    assert message.details


def test_a_report_of_an_earlier_run_is_told_of_once(
    stage: Stage, folders: Folders, crash_reports: CrashReports
) -> None:
    crash_reports.tell_of_earlier()
    assert not stage.composition.window.banners.messages
    crash_reports.tell_of_earlier(["Fatal Python error: Aborted\n"])
    (path,) = reports(folders.reports)
    (message,) = stage.composition.window.banners.messages
    assert message.level == "notice" and [action.text for action in message.others] == [
        "Show the report",
        "Open its folder",
    ]
    assert stage.settings.get(REPORT_SEEN) == path.name
    stage.composition.window.banners.clear("report")
    crash_reports.tell_of_earlier()
    assert not stage.composition.window.banners.messages
    keep_report(folders.reports, "a later one")
    crash_reports.tell_of_earlier()
    assert stage.composition.window.banners.messages


def test_a_window_that_cannot_be_opened_leaves_a_report_too(folders: Folders) -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        words = keep_report_of_start(error, folders)
    (path,) = reports(folders.reports)
    text = path.read_text(encoding="utf-8")
    assert "The window could not be opened." in text and "ValueError" in text and "Slipstream 0." in text
    assert "whale" not in text and str(folders.reports) in words.hint
