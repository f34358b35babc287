"""Ends the window in time when the system asks for it: a signal, a logout, a shutdown."""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class EndRequests(QObject):
    """`asked` once when the program is to end now; `logging_out` when the session asks first who still has work.

    While installed it holds the handlers of the signals; the second signal has its usual effect.
    """

    asked = Signal()
    logging_out = Signal()
    _signalled = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        # Python's own handlers run only when Python code does: the byte that a signal writes wakes Qt for it.
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_woken)
        self._before = {
            number: signal.signal(number, self._on_signal)
            for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name))
        }
        self._woken_before = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        # Through the queue: nothing ends an event loop that has not begun.
        self._signalled.connect(self.asked, Qt.ConnectionType.QueuedConnection)
        application.commitDataRequest.connect(self._on_commit_data)

    def close(self) -> None:
        """Give the handlers back."""
        signal.set_wakeup_fd(self._woken_before)
        self._restore()
        self._notifier.setEnabled(False)
        self._reading.close()
        self._writing.close()

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._restore()
        self._signalled.emit()

    def _on_woken(self) -> None:
        # To be here is enough: Python has called the handler on the way.
        try:
            self._reading.recv(64)
        except BlockingIOError:
            return

    def _on_commit_data(self, manager: QSessionManager) -> None:
        self.logging_out.emit()
