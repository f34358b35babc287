"""What is on the screen only for a moment, for its texts: menus, lists that drop down, boxes, banners of failures."""

import json
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from app.core.errors import ReportedError
from app.core.paths import folders
from app.gui.dialogs.deleted_chats import DeletedChatsDialog
from app.gui.dialogs.details import show_details
from app.gui.failures import hub_message
from app.gui.widgets.message_actions import MessageActions
from app.hub.shelf import Incomplete
from app.texts import ERRORS, sentence
from app.texts.entry import facts_named
from tests.gui.real_window import RealStage
from tests.gui.stage import PAIR
from tests.gui.tour import Stop

# What a model, a folder, a preset or a fact is called where the text says a name.
NAME = "Qwen"


def walk_asides(stage: RealStage) -> Iterator[Stop]:
    """Each of them with its name."""
    yield from _lists(stage)
    yield from _messages(stage)
    yield from _names(stage)
    yield from _import(stage)
    yield from _questions(stage)
    yield from _failures(stage)


def _lists(stage: RealStage) -> Iterator[Stop]:
    composition = stage.composition
    sidebar, bar, model = composition.sidebar, composition.model_bar, composition.chats.model
    yield "more", sidebar.more_menu()
    yield "of-presets", composition.setups.preset_menu()
    composition.chats.move(model.chats[0].id, NAME)
    stage.wait_until(lambda: model.folders == (NAME,))
    for line in filter(None, (model.line(model.index(row)) for row in range(model.rowCount()))):
        if line.kind != "heading":
            yield f"of-a-{line.kind}", sidebar.menu_for(line)
    for name, chip in (("targets", bar.target_chip), ("drafts", bar.draft_chip), ("devices", bar.device_chip)):
        chip.click()
        popup = QApplication.activePopupWidget()
        assert popup is not None
        yield name, popup
        popup.close()


def _messages(stage: RealStage) -> Iterator[Stop]:
    """The buttons of a message, which are made when it is looked at, and its menu."""
    stage.composition.window.show_page("chat")
    rows = stage.composition.chat_page.findChildren(MessageActions)
    assert rows
    for row in rows:
        row.wake()
        yield "message", row
        menu = row.popup_menu(QPoint(0, 0), "text")
        yield "of-a-message", menu
        menu.close()


def _names(stage: RealStage) -> Iterator[Stop]:
    bound = stage.composition.commands.actions.bound
    for name in ("rename", "save_preset"):
        yield from _dialog(stage, name, bound[name].trigger)


def _import(stage: RealStage) -> Iterator[Stop]:
    path = folders().data / f"{NAME}.json"
    chat = [{"role": "system", "content": "-"}, {"role": "user", "content": "-"}, {"role": "tool", "content": "-"}]
    path.write_text(json.dumps(chat), encoding="utf-8")
    yield from _dialog(stage, "import", lambda: stage.composition.files.look([path]))


def _dialog(stage: RealStage, name: str, show: Callable[[], object]) -> Iterator[Stop]:
    window = stage.composition.window
    show()
    stage.wait_until(lambda: any(each.isVisible() for each in window.findChildren(QDialog)))
    dialog = next(each for each in window.findChildren(QDialog) if each.isVisible())
    yield name, dialog
    dialog.close()
    QTest.qWait(0)


def _questions(stage: RealStage) -> Iterator[Stop]:
    """The boxes that wait for an answer; here they are shown without waiting, so nothing is wanted."""
    composition, pages = stage.composition, stage.pages
    composition.session.unload()
    stage.wait_until(lambda: composition.session.pair is None)
    composition.window.show_page("models")
    boxes: list[QMessageBox] = []

    def show(box: QMessageBox) -> None:
        box.show()
        boxes.append(box)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QMessageBox, "exec", show)
        for shelf in pages.models.shelves.targets:
            pages.models_page.delete_asked.emit(shelf.model)
        pages.models_page.discard_asked.emit(Incomplete(f"{NAME}/{NAME}", "main", f"{NAME}.gguf", 2_000, 1_000))
        stage.wait_until(lambda: len(boxes) == 3)
        chat = composition.chats.model.chats[0].id
        composition.chats.rename(chat, NAME)
        composition.chats.delete(chat)
        composition.commands.actions.bound["deleted"].trigger()
        (dialog,) = composition.window.findChildren(DeletedChatsDialog)
        stage.wait_until(lambda: dialog.list.count() > 0)
        yield "deleted-chats", dialog
        dialog.wipe_all_button.click()
        assert len(boxes) == 4
        for box in boxes:
            yield "question", box
            box.close()
        dialog.close()
    composition.load(PAIR)
    stage.wait_until(lambda: composition.session.state == "ready")


def _failures(stage: RealStage) -> Iterator[Stop]:
    """The banner of each failure with its buttons, and the details of one."""
    window = stage.composition.window
    for code, entry in ERRORS.items():
        facts = dict.fromkeys(facts_named(entry.sentence + entry.hint), NAME)
        message = hub_message(ReportedError(code, {"link": NAME, **facts}, ""), stage.pages.hub_ways, lambda: None)
        window.show_banner(message)
        yield code, window.banners
        window.banners.clear(code)
    dialog = show_details(window, sentence("unexpected").sentence, "", "")
    yield "details", dialog
    dialog.close()
