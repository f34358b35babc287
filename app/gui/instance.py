"""What later starts of the program ask of this window, brought to the window's thread."""

from PySide6.QtCore import QObject, Signal

from app.core.instance import Instance
from app.gui.letters import Letters


class LaterStarts(QObject):
    """`asked` carries a WindowRequest; whoever started the program is told once it was served."""

    asked = Signal(object)

    def __init__(self, instance: Instance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._instance = instance
        self._letters = Letters(self._on_arrived)
        post = self._letters.post
        instance.attach(lambda request, tell_served: post((request, tell_served)))

    def close(self) -> None:
        """The window ends: who starts the program from now on waits for that, and gets a window of its own."""
        self._instance.stop_serving()

    def _on_arrived(self) -> None:
        for request, tell_served in self._letters.take():
            tell_served()
            self.asked.emit(request)
