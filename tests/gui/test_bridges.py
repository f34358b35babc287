"""From the thread that reads to the window's: order, what is joined, how often."""

import threading
import time

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.client import Crashed
from app.engine.protocol import Finished, Piece, Ready, ReportProgress, Speculation, Stats, Timings
from app.gui.bridges import EngineBridge

pytestmark = pytest.mark.gui


def heard_by(bridge: EngineBridge) -> list[tuple[str, object]]:
    heard: list[tuple[str, object]] = []
    bridge.ready.connect(lambda event: heard.append(("ready", event)))
    bridge.pieces_written.connect(lambda job, pieces: heard.append(("pieces", pieces)))
    bridge.stats_counted.connect(lambda event: heard.append(("stats", event)))
    bridge.progress_reported.connect(lambda event: heard.append(("progress", event)))
    bridge.job_finished.connect(lambda event: heard.append(("finished", event)))
    bridge.job_failed.connect(lambda event: heard.append(("failed", event)))
    bridge.engine_crashed.connect(lambda event: heard.append(("crashed", event)))
    return heard


def test_pieces_are_joined_and_only_the_newest_numbers_pass(qtbot: QtBot) -> None:
    bridge = EngineBridge()
    heard = heard_by(bridge)
    newest = Stats(1, Timings(predicted_n=3), Speculation())
    for event in (
        Ready(1, "llama.cpp"),
        ReportProgress(1, "prefill", 1, 2),
        ReportProgress(1, "prefill", 2, 2),
        Piece(1, "a"),
        Stats(1, Timings(predicted_n=1), Speculation()),
        Piece(1, "b", 0),
        newest,
        Finished(1, "stop"),
        Crashed(-6, None, ""),
    ):
        bridge.post(event)
    qtbot.waitUntil(lambda: len(heard) == 6, timeout=30_000)
    assert [name for name, _ in heard] == ["ready", "pieces", "progress", "stats", "finished", "crashed"]
    assert heard[1][1] == (Piece(1, "a"), Piece(1, "b", 0))
    assert heard[2][1] == ReportProgress(1, "prefill", 2, 2)
    assert heard[3][1] == newest


def test_nothing_is_lost_or_turned_around_at_full_speed(qtbot: QtBot, qapp: QApplication) -> None:
    bridge = EngineBridge()
    main = threading.get_ident()
    texts: list[str] = []
    threads: set[int] = set()
    batches: list[float] = []

    def on_pieces(job: int, pieces: tuple[Piece, ...]) -> None:
        threads.add(threading.get_ident())
        batches.append(time.monotonic())
        texts.extend(piece.text for piece in pieces)

    bridge.pieces_written.connect(on_pieces)

    def write() -> None:
        for number in range(20_000):
            bridge.post(Piece(1, str(number)))

    writer = threading.Thread(target=write)
    start_s = time.monotonic()
    writer.start()
    qtbot.waitUntil(lambda: len(texts) == 20_000, timeout=60_000)
    writer.join()
    assert texts == [str(number) for number in range(20_000)]
    assert threads == {main}
    assert len(batches) <= 2 + (batches[-1] - start_s) / 0.025
