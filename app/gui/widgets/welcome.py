"""What an empty chat page says: what will be here, and the first step."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.actions import keys_of
from app.gui.icons import draw_icon
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import push_button

Situation = Literal["empty", "loading", "ready", "crashed"]

_WIDEST_EMS = 40

_WORDS: dict[Situation, tuple[str, str]] = {
    "empty": (
        later("Pick a target and a draft"),
        later(
            "The target writes the answers. The draft is a small model made for it that guesses several tokens "
            "ahead; the target checks its guesses in one pass and keeps the right ones. The reply stays the target's "
            "own, sooner."
        ),
    ),
    "loading": (
        later("Loading the models"),
        later("The bar on top shows how far it is. You can write your first message meanwhile."),
    ),
    "ready": (
        later("What would you like to know?"),
        later("The numbers beside the chat show how many guesses of the draft came true."),
    ),
    "crashed": (later("The engine stopped"), later("Start it again to go on; your chats are kept.")),
}


class Welcome(QWidget):
    """Buttons depend on the situation; suggested questions are shown when something is loaded."""

    demo_asked = Signal()
    pair_asked = Signal()
    discover_asked = Signal()
    last_pair_asked = Signal()
    restart_asked = Signal()
    question_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._situation: Situation | None = None
        self._last_pair = ""
        self._questions: tuple[str, ...] = ()
        self.setObjectName("scrolled")
        self._logo = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        self._title = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._title.setFont(scaled_font(28, is_bold=True))
        self._text = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._text.setProperty("tone", "muted")
        self._text.setFont(scaled_font(15))
        self._buttons = QWidget()
        self._buttons_layout = QVBoxLayout(self._buttons)
        self._buttons_layout.setSpacing(2 * SPACE)
        self._arrange()
        self.show_situation("empty")

    def _arrange(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(4 * SPACE)
        column.addStretch(1)
        for part in (self._logo, self._title, self._text, self._buttons):
            column.addWidget(part)
        column.addStretch(2)
        layout = QHBoxLayout(self)
        layout.addStretch(1)
        layout.addLayout(column, 100)
        layout.addStretch(1)
        em = self.fontMetrics().height()
        for part in (self._text, self._title, self._buttons):
            part.setMaximumWidth(_WIDEST_EMS * em)
        self._logo.setPixmap(draw_icon("slipstream", "#000000", 4 * em, self.devicePixelRatioF()))

    def show_explanation(self, is_shown: bool) -> None:
        """Whether there is room for more than the title and the buttons."""
        self._logo.setVisible(is_shown)
        self._text.setVisible(is_shown)

    def show_situation(self, situation: Situation, last_pair: str = "", questions: Sequence[str] = ()) -> None:
        """Say what to do now; `last_pair` names what can be loaded again."""
        if (situation, last_pair, tuple(questions)) == (self._situation, self._last_pair, self._questions):
            return
        self._situation, self._last_pair, self._questions = situation, last_pair, tuple(questions)
        title, text = map(tr, _WORDS[situation])
        self._title.setText(title)
        self._text.setText(text)
        while (item := self._buttons_layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for button in self._make_buttons():
            self._buttons_layout.addWidget(button)

    def _make_buttons(self) -> list[QPushButton]:
        if self._situation == "empty":
            words, has_pair = tr("Load {pair} again", pair=self._last_pair), bool(self._last_pair)
            last = push_button(words, self.last_pair_asked.emit, is_primary=True)
            demo = push_button(tr("Try the demo"), self.demo_asked.emit, is_primary=not has_pair, keys=keys_of("demo"))
            others = (
                push_button(tr("Find a pair…"), self.discover_asked.emit, keys=keys_of("discover")),
                push_button(tr("Open a pair…"), self.pair_asked.emit, keys=keys_of("pair")),
            )
            return [last, *others, demo] if has_pair else [demo, *others]
        if self._situation == "crashed":
            return [push_button(tr("Start the engine again"), self.restart_asked.emit, is_primary=True)]
        questions = self._questions if self._situation == "ready" else ()
        return [self._make_question(question) for question in questions]

    def _make_question(self, question: str) -> QPushButton:
        button = push_button(question, self._asker(question))
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return button

    def _asker(self, question: str) -> Callable[[], None]:
        return lambda: self.question_chosen.emit(question)
