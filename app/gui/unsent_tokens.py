"""How many tokens the unsent message is: counted by the engine, estimated while that is busy."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from app.gui.engine_session import EngineSession

_TYPING_PAUSE_MS = 200
# What English text has, until the engine has counted something.
_CHARACTERS_PER_TOKEN = 4.0
# Too little to tell of other text.
_TELLING_CHARACTERS = 40


class UnsentTokens(QObject):
    """`counted` carries the counts of the texts, in their order, and whether they are only about right."""

    counted = Signal(object, bool)

    def __init__(self, session: EngineSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._texts: tuple[str, ...] = ()
        self._asked: tuple[str, ...] = ()
        self._job: int | None = None
        self._characters_per_token = _CHARACTERS_PER_TOKEN
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause_over)
        session.tokens_counted.connect(self._on_tokens_counted)
        session.state_changed.connect(self._pause.start)

    def watch(self, texts: Sequence[str]) -> None:
        """Count these, soon, when no others follow."""
        self._texts = tuple(texts)
        self._pause.start()

    def _on_pause_over(self) -> None:
        self._job = None
        if not any(self._texts) or self._session.loaded is None:
            self.counted.emit(tuple(0 for _ in self._texts), False)
        elif self._session.state == "ready":
            self._asked = self._texts
            self._job = self._session.count_tokens(self._texts)
        else:
            about = tuple(-int(-len(text) // self._characters_per_token) for text in self._texts)
            self.counted.emit(about, True)

    def _on_tokens_counted(self, job: int, counts: tuple[int, ...]) -> None:
        if job != self._job:
            return
        self._job = None
        characters_n, tokens_n = sum(map(len, self._asked)), sum(counts)
        if characters_n >= _TELLING_CHARACTERS and tokens_n:
            self._characters_per_token = characters_n / tokens_n
        self.counted.emit(counts, False)
