"""What is known of this program and the machine it runs on, gathered for a person to read or to report."""

import platform
from collections.abc import Iterator

from PySide6.QtCore import QObject, qVersion

from app.core.crash_reports import private
from app.core.licences import licences
from app.core.paths import folders
from app.core.versions import versions
from app.engine.protocol import DevicesResult
from app.gui.answers import Answers
from app.gui.composition import Composition
from app.gui.dialogs.about import AboutDialog
from app.models.library.keeper import LibraryKeeper
from app.texts import notice, size


class About(QObject):
    """Lives as long as the window."""

    def __init__(self, composition: Composition, keeper: LibraryKeeper) -> None:
        super().__init__(composition)
        self._window = composition.window
        self._keeper = keeper
        self._answers = Answers(self)
        self._found = DevicesResult((), ())
        self.dialog: AboutDialog | None = None
        """The box, while it is open."""
        composition.session.devices_listed.connect(self._on_devices_listed)

    def show(self) -> None:
        """Open the box; nothing waits for it."""
        dialog = self.dialog = AboutDialog(self._window, "\n".join(self.lines()), folders())
        dialog.licences_asked.connect(self._on_licences_asked)
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def lines(self) -> Iterator[str]:
        """Versions, system, backends and devices; no paths, no names of files."""
        yield from (f"{name} {version or 'missing'}" for name, version in versions().items())
        yield f"Qt {qVersion()}"
        if self._found.build:
            yield f"llama.cpp's ggml {self._found.build}"
        yield f"{platform.platform()}, {platform.machine()}"
        yield ""
        yield f"Backends: {', '.join(self._found.backends) or 'none yet'}"
        for device in self._found.devices:
            memory = f", {size(device.memory_total_bytes)}" if device.memory_total_bytes else ""
            yield f"Device {device.name}: {device.description}{memory}"
        yield from (private(notice(told.code, told.facts).sentence) for told in self._found.notices)

    def _on_licences_asked(self) -> None:
        # They are read from many files.
        self._answers.wait_for(self._keeper.ask(lambda _: licences()), self._on_licences_read)

    def _on_licences_read(self, text: str) -> None:
        if self.dialog is not None:
            self.dialog.show_licences(text)

    def _on_closed(self) -> None:
        self.dialog = None

    def _on_devices_listed(self, found: DevicesResult) -> None:
        self._found = found
