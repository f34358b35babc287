"""What a screen reader says by itself: that something is over or went wrong while nobody moved there."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.chat.conversation import Message
from app.core.translation import tr
from app.engine.protocol import Finished
from app.gui.widgets.banner import BannerMessage

# A reply is read out up to here; whoever wants the rest goes there.
_MOST_CHARACTERS = 2000


class Announcements(QObject):
    """Slots for what is worth saying; `said` carries the words of each."""

    said = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def say(self, words: str, *, is_urgent: bool = False) -> None:
        """Have it said once the screen reader is silent, or at once."""
        event = QAccessibleAnnouncementEvent(self._window, words)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)
        self.said.emit(words)

    def say_banner(self, message: BannerMessage) -> None:
        """Say what a banner shows, errors at once."""
        self.say(f"{message.text} {message.hint}".strip(), is_urgent=message.level == "error")

    def say_reply(self, reply: Message) -> None:
        """Read a reply that is over; of one that failed a banner tells."""
        if reply.finish_reason not in ("failed", "crashed"):
            self.say(tr("Reply: {text}", text=reply.text[:_MOST_CHARACTERS]))

    def say_loaded(self, event: Finished) -> None:
        """Say what is loaded."""
        if event.loaded is not None:
            self.say(tr("{name} is loaded.", name=event.loaded.target.name))

    def say_ended(self, title: str, words: str) -> None:
        """Say what is over, and of what."""
        self.say(f"{title}: {words}")
