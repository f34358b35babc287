"""A window with a scripted engine and everything else real, for tests and for looking at it."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chat.keeper import ChatKeeper
from app.core.errors import AppError
from app.core.settings import Settings
from app.engine.client import Crashed
from app.engine.protocol import Event
from app.gui.bridges import EngineBridge
from app.gui.composition import Composition
from app.gui.engine_session import Pair
from app.gui.view_models.choices import Choice
from app.gui.widgets.message_view import ReplyMessage
from tests.gui.scripted_engine import ScriptedEngine

PAIR = Pair(Path("/models/Qwen3-4B-Q4_K_M.gguf"), Path("/models/dspark-qwen3-4b.gguf"))


class ListedModels:
    """Two targets, and drafts of which one fits the first."""

    def targets(self) -> Sequence[Choice]:
        return (
            Choice(PAIR.target, "Qwen3-4B", "qwen3 · Q4_K_M · 2.5 GB"),
            Choice(Path("/models/llama.gguf"), "Llama-3.1-8B", "llama · Q4_K_M · 4.9 GB"),
        )

    def drafts(self, target: Path) -> Sequence[Choice]:
        problem = "" if target == PAIR.target else "It was made for a target with hidden size 2560, not 4096."
        return (Choice(PAIR.draft, "dspark-qwen3-4b", "DSpark, proposes 7 tokens at once · 320 MB", problem),)

    def small_models(self, target: Path) -> Sequence[Choice]:
        return ()


@dataclass
class Stage:
    """A window with everything behind it."""

    composition: Composition
    engine: ScriptedEngine
    settings: Settings
    failures: list[AppError]
    keeper: ChatKeeper

    @property
    def reply(self) -> ReplyMessage:
        """The newest reply as it is drawn."""
        view = self.composition.chat_page.messages.views[-1]
        assert isinstance(view, ReplyMessage)
        return view

    def wait_until(self, is_so: Callable[[], bool], timeout_s: float = 30) -> None:
        """Let the window live until something is so."""
        deadline_s = time.monotonic() + timeout_s
        while not is_so():
            assert time.monotonic() < deadline_s, "it did not happen in time"
            QTest.qWait(5)

    def load(self) -> None:
        """Load the pair."""
        self.composition.load(PAIR)
        self.wait_until(lambda: self.composition.session.state == "ready")

    def reply_to(self, text: str) -> None:
        """Send a message and wait for the end of the reply."""
        self.composition.chat_page.composer.submitted.emit(text)
        self.wait_until(lambda: self.composition.session.state == "ready")


AnyStage = TypeVar("AnyStage", bound=Stage)
MakeEngine = Callable[[Callable[[Event | Crashed], None]], Any]


@contextmanager
def open_stage(folder: Path) -> Iterator[Stage]:
    """A started window, 1180 x 760; at its end nothing may have failed to be saved."""
    with open_stage_over(folder, ScriptedEngine, Stage) as stage:
        yield stage


@contextmanager
def open_stage_over(folder: Path, make_engine: MakeEngine, kind: type[AnyStage]) -> Iterator[AnyStage]:
    """The same over another engine, as another kind of stage."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    failures: list[AppError] = []
    settings = Settings(folder / "settings.json")
    bridge = EngineBridge()
    engine = make_engine(bridge.post)
    keeper = ChatKeeper(folder / "chats.db", failures.append)
    composition = Composition(application, settings, bridge, engine, keeper, ListedModels())
    composition.start()
    composition.window.resize(1180, 760)
    stage = kind(composition, engine, settings, failures, keeper)
    stage.wait_until(lambda: bool(composition.session.devices))
    try:
        yield stage
    finally:
        composition.session.stop()
        composition.close()
        keeper.close()
        composition.window.close()
        composition.window.deleteLater()
        QTest.qWait(0)
    assert not failures
