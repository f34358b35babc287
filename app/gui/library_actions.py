"""What the buttons of the library's page do: load, delete, fetch, update, look through folders."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.core.errors import AppError, Fact
from app.core.translation import tr, tr_n
from app.gui.background_jobs import BackgroundJobs
from app.gui.composition import Composition
from app.gui.dialogs.confirm import confirm, confirm_with_more
from app.gui.dialogs.files import ask_folder
from app.gui.engine_session import Pair
from app.gui.failures import HubWays, hub_message
from app.gui.folder_scans import FolderScans
from app.gui.model_list import ModelList
from app.gui.order_list import OrderList
from app.gui.pages.models import ModelsPage
from app.gui.view_models.library import drafts_of_one, incomplete_title
from app.gui.view_models.orders import OrderLine
from app.gui.widgets.banner import Action, BannerMessage
from app.hub.shelf import Incomplete
from app.jobs.check_updates import updates_of
from app.jobs.order import Order, OrderRequest, Source
from app.models.library.library import LibraryModel
from app.models.library.removal import Removal
from app.texts import size


class LibraryActions(QObject):
    """Lives as long as the page. `open_pair` shows the page for a pair with these models."""

    def __init__(
        self,
        composition: Composition,
        page: ModelsPage,
        models: ModelList,
        orders: OrderList,
        ways: HubWays,
        open_pair: Callable[[Sequence[Path]], object],
        library: Path,
    ) -> None:
        super().__init__(composition)
        self._composition = composition
        self._window = composition.window
        self._page = page
        self._models = models
        self._orders = orders
        self._ways = ways
        self._open_pair = open_pair
        self._library = library
        self._checks = BackgroundJobs(self)
        self.scans = FolderScans(library, self)
        self._is_first_listing = True
        self._is_checking = False
        self._connect()

    def close(self) -> None:
        """End what runs in the background."""
        self.scans.close()
        self._checks.close()

    def fetch(self, repo: str, revision: str, name: str) -> None:
        """Fetch a model, or what is missing of it; an order for it that stands still goes on instead."""
        line = self._order_of(repo, name)
        if line is None:
            shown = f"{repo.partition('/')[2]}{f' · {name}' if name else ''}"
            self._orders.add(OrderRequest(Source(shown, repo=repo, revision=revision, file=name)))
        elif not line.is_under_way:
            self._orders.resume(line.number)

    def _connect(self) -> None:
        page = self._page
        page.load_asked.connect(self._on_load_asked)
        page.folder_asked.connect(lambda path: self._show_folder(path.parent))
        page.open_asked.connect(self._show_folder)
        page.delete_asked.connect(self._on_delete_asked)
        page.convert_asked.connect(lambda path: self._open_pair([path]))
        page.update_asked.connect(self._on_update_asked)
        page.resume_asked.connect(lambda stopped: self.fetch(stopped.repo, stopped.revision, stopped.name))
        page.discard_asked.connect(self._on_discard_asked)
        page.folder_add_asked.connect(self._on_folder_add_asked)
        page.forget_asked.connect(self._models.remove_folder)
        page.scan_asked.connect(lambda path: self.scans.scan([path]))
        page.updates_asked.connect(self.check_updates)
        page.shown.connect(self._on_shown)
        page.hidden.connect(self._watch_folders)
        page.is_fetching = self._is_fetching
        self._models.changed.connect(self._on_models_changed)
        self._orders.finished.connect(self._on_order_finished)
        self._orders.line_changed.connect(page.mark_fetching)
        self._orders.line_removed.connect(self._models.refresh)
        self._window.activated.connect(self._scan_absent)
        self.scans.changed.connect(self._models.refresh)
        self.scans.failed.connect(self._composition.show_error)

    def check_updates(self) -> None:
        """Ask the Hub for newer revisions of everything that was fetched."""
        if self._is_checking:
            return
        # The button stays enabled: without it the focus would go on to a card, and the page scroll there.
        self._is_checking = True
        self._page.updates_button.setText(tr("Asking the Hub …"))
        arguments = {"library": str(self._library)}
        self._checks.run("check_updates", arguments, self._on_updates_told, self._on_updates_failed)

    def _on_load_asked(self, target: Path, draft: Path | None) -> None:
        self._composition.load(Pair(target, draft))

    def _show_folder(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _on_delete_asked(self, model: LibraryModel) -> None:
        path, name = model.entry.path, model.entry.name
        pair = self._composition.session.pair
        if pair is not None and path in (pair.target, pair.draft):
            action = Action(tr("Unload"), self._composition.session.unload)
            message = BannerMessage(
                tr("{name} is loaded.", name=name), tr("Unload it first."), action, level="notice", key="use"
            )
            self._window.show_banner(message)
        elif model.is_outside:
            self._models.delete(path)
        else:
            drafts = [draft.entry.path for draft in drafts_of_one(self._models.shelves, path)]
            self._models.plan_removals(
                ([path], [path, *drafts]), lambda plans: self._confirm_delete(model, drafts, *plans)
            )

    def _confirm_delete(self, model: LibraryModel, drafts: list[Path], alone: Removal, together: Removal) -> None:
        path, title = model.entry.path, tr("Delete {name}?", name=model.entry.name)
        text = tr(
            "This frees {freed}.{kept}\n{path}",
            freed=size(alone.freed_bytes),
            kept=_kept_words(model, alone),
            path=path,
        )
        if not drafts:
            is_wanted, with_drafts = confirm(self._window, title, text, tr("Delete")), False
        else:
            freed = size(together.freed_bytes - alone.freed_bytes)
            more = tr_n(
                "Delete its draft as well, which no other target here uses (frees {freed} more)",
                "Delete its {n} drafts as well, which no other target here uses (frees {freed} more)",
                len(drafts),
                freed=freed,
            )
            is_wanted, with_drafts = confirm_with_more(self._window, title, text, tr("Delete"), more)
        if is_wanted:
            self._models.delete(path, *(drafts if with_drafts else ()))

    def _on_update_asked(self, model: LibraryModel) -> None:
        if (note := model.fetched) is not None:
            self.fetch(note.repo, note.revision, note.name)

    def _on_discard_asked(self, stopped: Incomplete) -> None:
        text = tr(
            "This frees {present}; it can be fetched again from the beginning.", present=size(stopped.present_bytes)
        )
        if confirm(
            self._window,
            tr("Remove what is here of {model}?", model=incomplete_title(stopped)),
            text,
            tr("Remove"),
        ):
            if (line := self._order_of(stopped.repo, stopped.name)) is not None:
                # Else it would fetch it all again when it goes on.
                self._orders.cancel(line.number)
            self._models.discard(stopped)

    def _on_folder_add_asked(self) -> None:
        chosen = ask_folder(self._window, tr("A folder with models"), "model")
        if chosen is not None:
            self._models.add_folder(chosen)

    def _on_shown(self) -> None:
        self._models.refresh()
        self.scans.scan(folder.path for folder in self._models.shelves.folders)
        self._watch_folders()

    def _on_models_changed(self) -> None:
        folders = self._models.shelves.folders
        self.scans.scan(folder.path for folder in folders if self._is_first_listing or folder.is_there is None)
        self._is_first_listing = False
        self._watch_folders()

    def _scan_absent(self) -> None:
        self.scans.scan(folder.path for folder in self._models.shelves.folders if folder.is_there is False)

    def _watch_folders(self) -> None:
        self.scans.watch(self._models.shelves.folders, is_looked_at=self._page.isVisible())

    def _order_of(self, repo: str, name: str) -> OrderLine | None:
        lines = (line for line in self._orders.lines if not line.order.is_over)
        return next((line for line in lines if (repo, name) in _sources(line.order)), None)

    def _is_fetching(self, repo: str, name: str) -> bool:
        line = self._order_of(repo, name)
        return line is not None and line.is_under_way

    def _on_order_finished(self, order: Order) -> None:
        sources = _sources(order)
        self._models.note_updates(
            tuple(update for update in self._models.updates if (update.repo, update.name) not in sources)
        )
        self._models.refresh()

    def _on_updates_told(self, result: Mapping[str, Fact]) -> None:
        self._end_check()
        updates = updates_of(result)
        self._models.note_updates(updates)
        if not any(update.commit or update.problem for update in updates):
            self._window.show_banner(BannerMessage(tr("Everything is up to date."), level="done", key="updates"))

    def _on_updates_failed(self, error: AppError) -> None:
        self._end_check()
        self._window.show_banner(hub_message(error, self._ways, self.check_updates, key="updates"))

    def _end_check(self) -> None:
        self._is_checking = False
        self._page.updates_button.setText(tr("Check for updates"))
        self._window.banners.clear("updates")


def _sources(order: Order) -> set[tuple[str, str]]:
    """What an order fetches: repositories, with the file where one of several is meant."""
    return {(source.repo, source.file) for source in order.request.sources() if source.repo}


def _kept_words(model: LibraryModel, removal: Removal) -> str:
    kept = model.entry.size_bytes - removal.freed_bytes
    if kept <= 0:
        return ""
    return " " + tr("{kept} stay on the disk, as the same files have another place there.", kept=size(kept))
