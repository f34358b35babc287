"""Keeps on disk which pair is loaded, for the next start to know if this one comes to a bad end."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError
from app.engine.last_load import LastLoad, Reached, clear, record
from app.gui.engine_session import EngineSession, State

_REACHED: dict[State, Reached] = {
    "loading": "loading",
    "ready": "loaded",
    "generating": "loaded",
    "unloading": "loaded",
    "crashed": "crashed",
}


class LoadRecord(QObject):
    """Follows a session; `failed` carries the AppError where the disk refuses.

    What an earlier run left is kept until something is loaded: it is still what came to a bad end last.
    """

    failed = Signal(object)

    def __init__(self, session: EngineSession, folder: Path) -> None:
        super().__init__(session)
        self._session = session
        self._folder = folder
        self._noted: LastLoad | None = None
        session.state_changed.connect(self._on_state_changed)

    def close(self) -> None:
        """The program ends as it should; a pair that crashed the engine stays noted."""
        if self._session.state != "crashed":
            self._note(None)

    def _on_state_changed(self) -> None:
        pair, reached = self._session.pair, _REACHED.get(self._session.state)
        self._note(LastLoad(pair.target, pair.draft, reached) if pair and reached else None)

    def _note(self, load: LastLoad | None) -> None:
        if load == self._noted:
            return
        self._noted = load
        try:
            if load is None:
                clear(self._folder)
            else:
                record(self._folder, load)
        except AppError as error:
            self.failed.emit(error)
