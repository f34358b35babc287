"""The local API of the window: other programs ask what is loaded, in turn with the chat."""

import queue
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError, Cancelled, ReportedError
from app.core.origins import origins_in
from app.core.settings import SERVE, SERVE_ORIGINS, SERVE_PORT, Setting, Settings
from app.engine.client import EngineNotRunning
from app.engine.options import draft_options, sampling_options, thinking_options
from app.engine.protocol import Event, Failed, Finished, Generate, LoadResult, Piece, Stats
from app.gui.engine_session import EngineSession
from app.gui.letters import Letters
from app.server.errors import ApiNothingLoaded

if TYPE_CHECKING:
    from app.server.api import Access, LocalApi

_GLANCE_S = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class _Ask:
    """A request on its way to the window's thread, and what is told back."""

    request: Generate
    told: "queue.SimpleQueue[Event | AppError]" = field(default_factory=queue.SimpleQueue)


@dataclass(frozen=True, slots=True)
class _Over:
    """Whoever asked has all it wanted, or is gone."""

    ask: _Ask


class WindowWriter:
    """For the threads of the API (app.server.writer.Writer); holds nothing of the window's."""

    def __init__(self, post: Callable[[object], None]) -> None:
        self._post = post
        self.loaded: LoadResult | None = None
        self.usual = Generate(job=0)

    def write(self, request: Generate, is_wanted: Callable[[], bool]) -> Generator[Event, None, None]:
        """See Writer."""
        ask = _Ask(request)
        self._post(ask)
        try:
            while True:
                try:
                    told = ask.told.get(timeout=_GLANCE_S)
                except queue.Empty:
                    if not is_wanted():
                        raise Cancelled from None
                    continue
                if isinstance(told, AppError):
                    raise told
                yield told
                if isinstance(told, Finished):
                    return
        finally:
            self._post(_Over(ask))


class Serving(QObject):
    """Listens while it is wanted: `changed` when there is another state to show, `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, session: EngineSession, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._api: LocalApi | None = None
        self._access: Access | None = None
        self.error: AppError | None = None
        """Why it does not listen though it should."""
        self._letters = Letters(self._on_arrived)
        self._writer = WindowWriter(self._letters.post)
        self._asks: deque[_Ask] = deque()
        self._current: _Ask | None = None
        self._job: int | None = None
        session.state_changed.connect(self._on_state_changed)
        session.bridge.pieces_written.connect(self._on_pieces_written)
        session.bridge.stats_counted.connect(self._on_stats_counted)
        session.served.connect(self._on_served)
        session.jobs_lost.connect(self._on_jobs_lost)

    @property
    def address(self) -> str:
        """Where other programs ask; empty while nobody may."""
        return self._api.address if self._api else ""

    @property
    def is_answering(self) -> bool:
        """Whether something is written for another program now."""
        return self._current is not None

    def note_setting(self, setting: Setting[Any]) -> None:
        """Do what a setting that was just changed says."""
        self._note_usual()
        if setting is SERVE:
            self.apply()
        elif setting is SERVE_PORT and self.address:
            self.begin()
        elif setting is SERVE_ORIGINS and self.address:
            self.begin(self._access.port if self._access else 0)

    def apply(self) -> None:
        """Listen, or not, as the settings say."""
        if self._settings.get(SERVE):
            self.begin()
        else:
            self.end()

    def begin(self, port: int = 0) -> None:
        """Listen on a port, 0 for that of the settings, until `end` or the end of the program."""
        # Most windows never do.
        from app.server.api import Access, LocalApi

        origins = origins_in(self._settings.get(SERVE_ORIGINS))
        access = Access(port=port or self._settings.get(SERVE_PORT), origins=origins)
        if self._api is not None and access == self._access:
            return
        self.end()
        try:
            self._api = LocalApi(access)
        except AppError as error:
            self.error = error
            self.failed.emit(error)
        else:
            self._access = access
            self._note_usual()
            self._on_state_changed()
            self._api.serve(self._writer)
        self.changed.emit()

    def end(self) -> None:
        """Listen no more; what is written for others is stopped."""
        api, self._api, self.error = self._api, None, None
        if api is not None:
            api.close()
        self.changed.emit()

    def _note_usual(self) -> None:
        think, effort = thinking_options(self._settings)
        self._writer.usual = Generate(
            job=0,
            sampling=sampling_options(self._settings),
            drafting=draft_options(self._settings),
            think=think,
            effort=effort,
        )

    def _on_arrived(self) -> None:
        for letter in self._letters.take():
            if isinstance(letter, _Ask):
                self._asks.append(letter)
            elif letter.ask is self._current:
                # Where all was told already, there is nothing to stop.
                self._session.stop_serving()
            elif letter.ask in self._asks:
                self._asks.remove(letter.ask)
        self._go_on()

    def _go_on(self) -> None:
        """Hand the next request to the engine, which takes it after what the chat has asked for."""
        if self._current is not None or self._session.is_measuring or not self._asks:
            return
        self._current = ask = self._asks.popleft()
        if self._session.loaded is None:
            self._tell_end(ApiNothingLoaded())
            self._go_on()
        else:
            self._job = self._session.serve(ask.request)
            self.changed.emit()

    def _tell_end(self, end: Finished | AppError) -> None:
        current, self._current, self._job = self._current, None, None
        if current is not None:
            current.told.put(end)
        self.changed.emit()

    def _on_state_changed(self) -> None:
        self._writer.loaded = self._session.loaded
        self._go_on()

    def _on_pieces_written(self, job: int, pieces: tuple[Piece, ...]) -> None:
        if self._current is not None and job == self._job:
            for piece in pieces:
                self._current.told.put(piece)

    def _on_stats_counted(self, stats: Stats) -> None:
        if self._current is not None and stats.job == self._job:
            self._current.told.put(stats)

    def _on_served(self, event: Finished | Failed) -> None:
        if isinstance(event, Failed):
            self._tell_end(ReportedError(event.code, event.facts, event.log))
        else:
            self._tell_end(event)
        self._go_on()

    def _on_jobs_lost(self) -> None:
        if self._current is not None:
            self._tell_end(EngineNotRunning())
