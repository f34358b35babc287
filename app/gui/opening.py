"""Does what starts, drops and double-clicks ask of the window: shows models, loads pairs, comes to the front."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.instance import WindowRequest
from app.core.settings import LOAD_LAST
from app.core.translation import tr
from app.engine.last_load import LastLoad
from app.gui.composition import Composition
from app.gui.engine_session import Pair
from app.gui.model_list import ModelList
from app.gui.pair_files import PairFiles
from app.gui.pair_wizard import PairWizard
from app.gui.widgets.banner import Action, BannerMessage
from app.models.pair_file import SUFFIX
from app.texts import notice

# Of anything else, what it holds tells whether it is a chat or a character, or a file to attach.
_OF_MODELS = (".gguf", ".safetensors", ".bin", ".pt", ".pth", ".ckpt", ".index.json")


class Opening(QObject):
    """`suspect` is what came to a bad end in an earlier run: it is loaded by a click and by nothing else.

    `serve_asked` carries the port to listen on for other programs, 0 for that of the settings.
    """

    serve_asked = Signal(int)

    def __init__(self, composition: Composition, wizard: PairWizard, models: ModelList, files: PairFiles) -> None:
        super().__init__(composition)
        self._composition = composition
        self._window = composition.window
        self._wizard = wizard
        self._models = models
        self._files = files
        self.suspect: LastLoad | None = None
        files.found.connect(self._show_pair)
        composition.files.pair_found.connect(files.show)
        composition.files.unknown.connect(self._attach)

    def begin(self, request: WindowRequest) -> None:
        """Do what the first start asks; where that is nothing, load the last pair if that is wanted."""
        if request.serves:
            self.serve_asked.emit(request.port)
        if request.asks_anything:
            self._do(request)
        elif self._composition.settings.get(LOAD_LAST):
            self._models.changed.connect(self._on_models_known)

    def serve(self, request: WindowRequest) -> None:
        """Come to the front, and do what a later start asks."""
        self._window.come_to_front(request.activation)
        if request.serves:
            self.serve_asked.emit(request.port)
        self._do(request)

    def open(self, paths: Sequence[Path]) -> None:
        """Show what these files are: models, the pair that a file names, chats to import, or files to attach."""
        file = next((path for path in paths if path.suffix.lower() == SUFFIX), None)
        if file is not None:
            self._files.open(file, starts=False)
            return
        models = [path for path in paths if path.is_dir() or path.name.lower().endswith(_OF_MODELS)]
        others = [path for path in paths if path not in models]
        if models:
            self._window.show_page("pair")
            self._wizard.take(models)
        if others:
            self._composition.files.look(others, is_unknown_fine=True)

    def _attach(self, paths: Sequence[Path]) -> None:
        self._window.show_page("chat")
        self._composition.chat_page.files.attach(paths)

    def _do(self, request: WindowRequest) -> None:
        if request.config is not None:
            self._files.open(request.config, starts=True)
        elif request.target is not None:
            self._show_pair(request.target, request.draft, starts=True)
        self.open(request.paths)

    def _show_pair(self, target: Path, draft: Path | None, starts: bool) -> None:
        self._window.show_page("pair")
        is_suspect = self._is_suspect(target, draft)
        self._wizard.open(target, draft, starts=starts and not is_suspect)
        if starts and is_suspect:
            self._tell_suspect(Pair(target, draft))

    def _on_models_known(self) -> None:
        self._models.changed.disconnect(self._on_models_known)
        recent = next(iter(self._models.shelves.recent), None)
        # Somebody may have been quicker.
        if recent is None or self._composition.session.pair is not None:
            return
        if self._is_suspect(recent.target, recent.draft):
            self._tell_suspect(Pair(recent.target, recent.draft))
        else:
            self._composition.load(Pair(recent.target, recent.draft))

    def _is_suspect(self, target: Path, draft: Path | None) -> bool:
        return self.suspect is not None and (self.suspect.target, self.suspect.draft) == (target, draft)

    def _tell_suspect(self, pair: Pair) -> None:
        text = notice("last_pair_suspect", {"target": pair.target.stem})
        load = Action(tr("Load it all the same"), partial(self._composition.load, pair))
        self._window.show_banner(BannerMessage(text.sentence, text.hint, load, level="notice", key="suspect"))
