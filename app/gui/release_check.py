"""Asks whether there is a newer Slipstream, and tells of it."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject

from app import __version__
from app.core.errors import AppError, Fact, code_of
from app.core.translation import tr
from app.gui.background_jobs import BackgroundJobs
from app.gui.failures import HubWays, hub_message
from app.gui.widgets.banner import Action, Banner, BannerMessage
from app.texts import notice

_KEY = "release"


class ReleaseCheck(QObject):
    """`show` shows a banner. Nothing is downloaded: a page is opened in the browser, once somebody agrees."""

    def __init__(self, show: Callable[[BannerMessage], Banner], ways: HubWays, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._show = show
        self._ways = ways
        self._jobs = BackgroundJobs(self)
        self._running: int | None = None

    def look(self) -> None:
        """Ask, and tell only of something newer."""
        self._start(is_asked_for=False)

    def ask(self) -> None:
        """Ask, and tell whatever comes of it."""
        self._tell("release_asking", {})
        self._start(is_asked_for=True)

    def close(self) -> None:
        """End what still runs."""
        self._jobs.close()

    def _start(self, *, is_asked_for: bool) -> None:
        if self._running is not None:
            self._jobs.drop(self._running)
        on_told, on_failed = partial(self._on_told, is_asked_for), partial(self._on_failed, is_asked_for)
        self._running = self._jobs.run("check_release", {}, on_told, on_failed)

    def _on_told(self, is_asked_for: bool, result: Mapping[str, Fact]) -> None:
        self._running = None
        version, link = str(result["version"]), str(result["link"])
        if version:
            action = Action(tr("Open its page"), partial(self._ways.open_link, link))
            self._tell("release_newer", {"version": version, "own": __version__}, action)
        elif is_asked_for:
            self._tell("release_newest", {"own": __version__})

    def _on_failed(self, is_asked_for: bool, error: AppError) -> None:
        self._running = None
        if is_asked_for:
            # Where no address is known, asking again helps nobody.
            retry = self.ask if code_of(error) != "releases_unknown" else None
            self._show(hub_message(error, self._ways, retry, key=_KEY))

    def _tell(self, code: str, facts: Mapping[str, Fact], action: Action | None = None) -> None:
        text = notice(code, facts)
        self._show(BannerMessage(text.sentence, text.hint, action, level="notice", key=_KEY))
