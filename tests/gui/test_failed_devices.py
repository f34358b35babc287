"""A graphics card whose driver ends the real engine: done without while the window is open, until it is chosen."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.engine.client import EngineClient
from app.engine.protocol import DeviceFacts
from app.gui.engine_session import Pair
from app.gui.view_models.choices import Choice
from tests.engine.worker.crashing import with_cards
from tests.gui.stage import Stage, open_stage_over

pytestmark = [pytest.mark.process, pytest.mark.native]

CARD = DeviceFacts("CUDA0", "A card with a fault", "gpu", 24 << 30, 20 << 30)


class CardStage(Stage):
    """A window over the real engine; `ends` has a line for each time that the card ended it."""

    ends: Path
    target: Path

    def load_and_wait(self) -> None:
        """Load the target with what is set."""
        self.composition.load(Pair(self.target))
        self.wait_until(lambda: self.composition.session.state == "ready", 120)

    @property
    def ends_n(self) -> int:
        """How often the card ended the engine."""
        return len(self.ends.read_text("utf-8").splitlines())

    @property
    def line(self) -> Choice:
        """What the list of devices says of the card."""
        return next(line for line in self.composition.model_bar._device_lines() if line.value == CARD.name)


@pytest.fixture
def stage(qapp: QApplication, shared: Path, tmp_path: Path) -> Iterator[CardStage]:
    ends = tmp_path / "ends"
    entry = partial(with_cards, cards=(CARD,), fatal=CARD.name, ends=ends)
    with open_stage_over(tmp_path, lambda on_event: EngineClient(on_event, entry), CardStage) as opened:
        opened.ends, opened.target = ends, shared / "fixtures" / "expected" / "qwen3.bf16.gguf"
        yield opened


def test_a_card_that_failed_is_left_out_until_it_is_chosen(stage: CardStage) -> None:
    assert not stage.line.warning
    for _ in range(2):
        stage.load_and_wait()
        told = [message.text for message in stage.composition.window.banners.messages]
        assert told == ["CUDA0 could not be used, so the models run on CPU."]
        assert stage.ends_n == 1, "the second load does not try it"
        assert "left out for now" in stage.line.warning
        assert stage.composition.session.usable_devices and CARD not in stage.composition.session.usable_devices
    stage.composition.model_bar.device_chip.chosen.emit(stage.line)
    stage.wait_until(lambda: stage.ends_n == 2)
    stage.wait_until(lambda: stage.composition.session.state == "ready", 120)
    assert "left out for now" in stage.line.warning
    stage.load_and_wait()
    assert stage.ends_n == 2, "though it is the one that is chosen"
