"""The presets that a chat can be set to: those that come along and a person's own, kept, read and written."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.chat.keeper import ChatKeeper
from app.chat.presets import Preset, presets_json, presets_of
from app.chat.shipped_presets import SHIPPED
from app.chat.store import ChatStore
from app.core.errors import PathNotReadable
from app.core.files import write_bytes
from app.core.translation import tr
from app.gui.answers import Answers


class PresetList(QObject):
    """`changed` when there are others than before; `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, keeper: ChatKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._own: Sequence[Preset] = ()
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """All of them, those that come along first."""
        own = {preset.name: preset for preset in self._own}
        shipped = tuple(own.pop(preset.name, preset) for preset in SHIPPED)
        return (*shipped, *own.values())

    def named(self, name: str) -> Preset | None:
        """The preset of that name."""
        return next((preset for preset in self.presets if preset.name == name), None)

    def words_of(self, name: str) -> str:
        """The name as it is shown: those that come along are called by words of the window's language."""
        return name if self.is_own(name) or all(name != preset.name for preset in SHIPPED) else tr(name)

    def is_own(self, name: str) -> bool:
        """Whether it can be renamed and deleted."""
        return any(preset.name == name for preset in self._own)

    def read(self) -> None:
        """Read a person's own anew."""
        self._answers.wait_for(self._keeper.ask(lambda store: store.presets()), self._on_read)

    def keep(self, preset: Preset) -> None:
        """Keep a preset, in place of one of the same name."""
        self._keeper.tell(lambda store: store.keep_preset(preset))
        self.read()

    def rename(self, name: str, new_name: str) -> None:
        """Give one of a person's own another name."""
        preset = self.named(name)
        if preset is not None and new_name != name:
            renamed = Preset(new_name, preset.system_prompt, preset.sampling)
            self._keeper.tell(lambda store: store.keep_preset(renamed))
            self._keeper.tell(lambda store: store.delete_preset(name))
            self.read()

    def delete(self, name: str) -> None:
        """Forget one of a person's own."""
        self._keeper.tell(lambda store: store.delete_preset(name))
        self.read()

    def import_from(self, path: Path) -> None:
        """Keep the presets of a file."""
        self._answers.wait_for(self._keeper.ask(lambda store: _take_in(store, path)), self._on_read)

    def export_to(self, path: Path, presets: Sequence[Preset]) -> None:
        """Write presets to a file."""
        content = presets_json(presets).encode()
        self._answers.wait_for(self._keeper.ask(lambda store: write_bytes(path, content)), lambda _: None)

    def _on_read(self, presets: Sequence[Preset]) -> None:
        if presets != self._own:
            self._own = presets
            self.changed.emit()


def _take_in(store: ChatStore, path: Path) -> tuple[Preset, ...]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=str(error)) from error
    for preset in presets_of(content):
        store.keep_preset(preset)
    return store.presets()
