"""Chats to files and from files: export, import with a look at what comes in first."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.chat.errors import ImportUnknown
from app.chat.exports.exporting import ARCHIVE_SUFFIX, FORMATS, export_chat, export_chats, stem_of
from app.chat.imports.imported import Imported
from app.chat.imports.importing import read_import
from app.chat.keeper import ChatKeeper
from app.chat.likeness import already_here
from app.chat.store import ChatStore
from app.core.errors import AppError
from app.core.translation import later, tr
from app.gui.answers import Answers
from app.gui.chat_controller import ChatController
from app.gui.dialogs.files import ask_files, ask_place
from app.gui.dialogs.import_preview import ImportPreview
from app.gui.main_window import MainWindow
from app.gui.preset_list import PresetList
from app.gui.view_models.imports import ImportLines, import_lines
from app.gui.widgets.banner import BannerMessage
from app.texts import notice

_WORDS = {"markdown": later("Markdown"), "html": later("Web page"), "json": later("JSON, to import again")}
_FILES = later("Chats, characters, settings (*.json *.jsonl *.png *.webp *.charx *.kcpps);;All files (*)")
_TOLD_MS = 10_000

Read = tuple[Path, Imported | AppError]
Found = Sequence[tuple[Path, Imported]]
# By the id of a chat that is here already, the id of the kept one; for each file.
Known = Sequence[Mapping[str, str]]


class ChatFiles(QObject):
    """`pair_found` carries the path of a file and the PairFile that it amounts to, `unknown` paths of no known format.

    `world_found` carries the entries of world info for the open chat, `failed` an AppError.
    """

    pair_found = Signal(object, object)
    world_found = Signal(object)
    unknown = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        keeper: ChatKeeper,
        controller: ChatController,
        presets: PresetList,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._controller = controller
        self._presets = presets
        self.preview: ImportPreview | None = None
        """What was asked last, while it is open."""
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)

    def close(self) -> None:
        """Read nothing more."""
        self._reading.shutdown(wait=False, cancel_futures=True)

    def ask_export(self, chat_id: str, title: str) -> None:
        """Ask where to, and write one chat."""
        path, form = self._ask_place(stem_of(title), {name: form.suffix for name, form in FORMATS.items()})
        if path is not None:
            self.export(chat_id, path, form)

    def ask_export_all(self) -> None:
        """Ask where to, and write all chats."""
        suffixes = {name: form.suffix if form.holds_many else ARCHIVE_SUFFIX for name, form in FORMATS.items()}
        path, form = self._ask_place(tr("Chats"), suffixes)
        if path is not None:
            self.export_all(path, form)

    def export(self, chat_id: str, path: Path, form: str) -> None:
        """Write one chat to a file."""
        written = self._keeper.ask(lambda store: export_chat(path, store.load(chat_id), form))
        self._answers.wait_for(written, lambda _: self._tell("chat_exported", path=str(path)))

    def export_all(self, path: Path, form: str) -> None:
        """Write all chats to one file."""
        written = self._keeper.ask(partial(_export_all, path, form))
        self._answers.wait_for(written, lambda chats_n: self._tell("chats_exported", path=str(path), chats_n=chats_n))

    def ask_import(self) -> None:
        """Ask for files, and look what they bring."""
        if paths := ask_files(self._window, tr("Import"), "chat", tr(_FILES)):
            self.look(paths)

    def look(self, paths: Sequence[Path], *, is_unknown_fine: bool = False) -> None:
        """Show what these files would bring; those of no known format fail, or are told as `unknown`."""
        read = self._reading.submit(lambda: [(path, _read(path)) for path in paths])
        self._answers.wait_for(read, partial(self._on_read, is_unknown_fine))

    def take(self, path: Path, imported: Imported) -> None:
        """Keep what a file brings, and show it."""
        chats, presets = imported.conversations, imported.presets

        def keep(store: ChatStore) -> None:
            store.keep_chats(chat for chat in chats if chat.messages)
            for preset in presets:
                store.keep_preset(preset)

        self._answers.wait_for(self._keeper.ask(keep), partial(self._on_kept, path, imported))

    def _ask_place(self, stem: str, suffixes: dict[str, str]) -> tuple[Path | None, str]:
        filters = {f"{tr(_WORDS[name])} (*{suffix})": name for name, suffix in suffixes.items()}
        usual = stem + next(iter(suffixes.values()))
        chosen, kind = ask_place(self._window, tr("Export"), "chat", usual, ";;".join(filters))
        form = filters.get(kind, next(iter(suffixes)))
        return place_and_form(chosen, form, suffixes) if chosen is not None else (None, form)

    def _on_read(self, is_unknown_fine: bool, results: Sequence[Read]) -> None:
        unknown, found = [], []
        for path, result in results:
            if isinstance(result, Imported):
                found.append((path, result))
            elif is_unknown_fine and isinstance(result, ImportUnknown):
                unknown.append(path)
            else:
                self.failed.emit(result)
        if unknown:
            self.unknown.emit(tuple(unknown))
        if found:
            self._answers.wait_for(self._keeper.ask(partial(_known, found)), partial(self._on_compared, found))

    def _on_compared(self, found: Found, known: Known) -> None:
        lines = [self._lines(path, imported, here) for (path, imported), here in zip(found, known, strict=True)]
        self.preview = ImportPreview(self._window, lines, partial(self._on_agreed, found, known))
        self.preview.destroyed.connect(self._on_preview_gone)
        self.preview.open()

    def _lines(self, path: Path, imported: Imported, here: Mapping[str, str]) -> ImportLines:
        replaced = [preset.name for preset in imported.presets if self._presets.is_own(preset.name)]
        return import_lines(path.name, imported, len(here), replaced)

    def _on_preview_gone(self) -> None:
        self.preview = None

    def _on_agreed(self, found: Found, known: Known, is_again: bool) -> None:
        for (path, imported), here in zip(found, known, strict=True):
            if is_again or not here:
                self.take(path, imported)
                continue
            new = tuple(chat for chat in imported.conversations if chat.id not in here)
            self.take(path, replace(imported, conversations=new))
            if not new:
                self._show_kept(tuple(here.values()))

    def _show_kept(self, chat_ids: Sequence[str]) -> None:
        if len(chat_ids) == 1:
            self._controller.open_chat(chat_ids[0])
            self._window.show_page("chat")
        else:
            self._tell("chats_here", chats_n=len(chat_ids))

    def _on_kept(self, path: Path, imported: Imported, _: None) -> None:
        chats = imported.conversations
        if imported.presets:
            self._presets.read()
        if len(chats) == 1:
            self._controller.show(chats[0])
            self._window.show_page("chat")
        elif chats:
            self._tell("chats_imported", name=path.name, chats_n=len(chats))
        elif imported.presets:
            self._tell("preset_imported", preset=imported.presets[0].name)
        if imported.world:
            self._window.show_page("chat")
            self.world_found.emit(imported.world)
            self._tell("world_imported", name=path.name, entries_n=len(imported.world))
        if imported.pair is not None:
            self.pair_found.emit(path, imported.pair)
        self._controller.chats_changed.emit()

    def _tell(self, code: str, **facts: str | int) -> None:
        text = notice(code, facts)
        message = BannerMessage(text.sentence, text.hint, level="done", key="chat files", shown_ms=_TOLD_MS)
        self._window.show_banner(message)


def place_and_form(typed: Path, form: str, suffixes: Mapping[str, str]) -> tuple[Path, str]:
    """Where to write and in which form: a name that has the suffix of one other form alone means that form."""
    meant = [name for name, suffix in suffixes.items() if suffix == typed.suffix.lower()]
    if len(meant) == 1:
        form = meant[0]
    return typed if form in meant else typed.with_name(typed.name + suffixes[form]), form


def _read(path: Path) -> Imported | AppError:
    try:
        return read_import(path)
    except AppError as error:
        return error


def _known(found: Found, store: ChatStore) -> Known:
    """A character is there to begin another chat with: its greeting alone makes no chat the same."""
    return [already_here(store, imported.conversations if imported.kind != "card" else ()) for _, imported in found]


def _export_all(path: Path, form: str, store: ChatStore) -> int:
    return export_chats(path, (store.load(chat.id) for chat in store.chats()), form)
