"""Models that are switched faster than they load, in the real engine: the last one wins, and nothing is left behind."""

import multiprocessing
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.engine.client import EngineClient
from app.gui.engine_session import Pair
from tests.gui.stage import Stage, open_stage_over

pytestmark = [pytest.mark.process, pytest.mark.native]


@pytest.mark.parametrize("between_ms", [0, 40])
def test_of_three_quick_switches_the_last_one_wins(
    qapp: QApplication, shared: Path, tmp_path: Path, between_ms: int
) -> None:
    expected = shared / "fixtures" / "expected"
    with open_stage_over(tmp_path, EngineClient, Stage) as stage:
        session = stage.composition.session
        loaded: list[str] = []
        session.load_finished.connect(
            lambda event: loaded.append(event.loaded.target.path.name if event.loaded else "")
        )
        for round_n in range(2):
            for name in ("llama31", "gemma4", "qwen3"):
                stage.composition.load(Pair(expected / f"{name}.bf16.gguf"))
                QTest.qWait(between_ms)
            stage.wait_until(lambda: session.state == "ready", timeout_s=60)
            assert session.loaded is not None and session.loaded.target.path.name == "qwen3.bf16.gguf"
            assert loaded[-1:] == ["qwen3.bf16.gguf"] and round_n == loaded[:-1].count("qwen3.bf16.gguf")
        assert len([child for child in multiprocessing.active_children() if child.name == "slipstream engine"]) == 1
        assert stage.composition.window.banners.messages == ()
    assert not [child for child in multiprocessing.active_children() if child.name == "slipstream engine"]
