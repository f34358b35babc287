"""What can be done has keys, which are shown wherever it is done with the mouse; Esc leaves what is on top."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu

from app.gui.actions import ESCAPE, MAIN_KEYS, WINDOW_ACTIONS, keys_of
from app.gui.view_models.chats import Line
from app.gui.view_models.message_actions import ACTIONS, STEPS
from app.gui.widgets.banner import BannerMessage
from tests.gui.real_window import RealStage, open_real_stage
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage
from tests.gui.test_reach import focus

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("This plugin does not support")]

STANDARD = QKeySequence.StandardKey
EDITING = (
    *(STANDARD.Undo, STANDARD.Redo, STANDARD.Cut, STANDARD.Copy, STANDARD.Paste, STANDARD.SelectAll),
    *(STANDARD.Delete, STANDARD.Backspace, STANDARD.DeleteStartOfWord, STANDARD.DeleteEndOfWord),
    *(STANDARD.MoveToNextWord, STANDARD.MoveToPreviousWord, STANDARD.SelectNextWord, STANDARD.SelectPreviousWord),
    *(STANDARD.MoveToStartOfLine, STANDARD.MoveToEndOfLine, STANDARD.SelectStartOfLine, STANDARD.SelectEndOfLine),
    *(STANDARD.MoveToStartOfDocument, STANDARD.SelectStartOfDocument, STANDARD.SelectEndOfDocument),
)
# Of desktops where the tests don't run: Qt takes them from the platform (QPlatformThemePrivate::keyBindings).
EDITING_ELSEWHERE = ("Ctrl+D", "Ctrl+E", "Ctrl+U", "Ctrl+Y", "Ctrl+H", "Ctrl+Shift+Z", "Ctrl+Shift+V", "Ctrl+Shift+U")


@pytest.fixture(scope="module")
def real(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealStage]:
    with open_real_stage(qapp, tmp_path_factory.mktemp("keys") / "home") as stage:
        yield stage


def native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def test_no_keys_are_those_of_text() -> None:
    taken = {keys.toString() for known in EDITING for keys in QKeySequence.keyBindings(known)}
    taken |= set(EDITING_ELSEWHERE)
    own = {keys for action in WINDOW_ACTIONS for keys in action.keys} | {action.keys for action in ACTIONS}
    assert not own & taken
    # Alone, with Shift or with Alt, letters and figures are characters on some keyboard.
    single = {keys for keys in own if len(keys.split("+")[-1]) == 1}
    assert all("Ctrl" in keys and "Alt" not in keys for keys in single)


@pytest.mark.process
@pytest.mark.native
def test_buttons_show_the_keys_of_what_they_do(real: RealStage) -> None:
    pages, composition = real.pages, real.composition
    chat, bar, side = composition.chat_page, composition.model_bar, composition.sidebar
    first, models, bench = pages.first_start, pages.models_page, pages.bench_page
    shown: dict[str, tuple[QAbstractButton, ...]] = {
        keys_of("new_chat"): (side.new_button,),
        keys_of("discover"): (side._buttons["discover"], first.buttons["discover"]),
        keys_of("bench"): (side._buttons["bench"], chat.panel.measure_button),
        keys_of("models"): (side._buttons["models"],),
        keys_of("settings"): (side._buttons["settings"],),
        keys_of("pair"): (first.buttons["pair"], models.add_button, bench.pair_button),
        keys_of("demo"): (first.buttons["demo"],),
        keys_of("save_pair"): (models.save_button,),
        keys_of("add_folder"): (models.folder_button,),
        keys_of("updates"): (models.updates_button,),
        keys_of("save_numbers"): (bench.csv_button,),
        keys_of("save_picture"): (bench.png_button,),
        keys_of("reset_settings"): (pages.settings_page.reset_button,),
        keys_of("about"): (pages.about_card.about_button,),
        keys_of("release"): (pages.about_card.release_button,),
        keys_of("unload"): (bar.unload_button,),
        keys_of("stop"): (bar.cancel_button, bench.cancel_button),
        keys_of("tint"): (chat.composer.tint_button,),
        keys_of("attach"): (chat.composer.attach_button,),
        keys_of("setup"): (chat.composer.setup_button,),
        keys_of("preset"): (chat.composer.preset_button,),
        keys_of("think"): (chat.composer.think_button,),
        keys_of("target"): (bar.target_chip,),
        keys_of("draft"): (bar.draft_chip,),
        keys_of("device"): (bar.device_chip,),
        MAIN_KEYS: (pages.pair_page.start_button, pages.discover_page.detail.get_button, bench.start_button),
        ESCAPE: (first.skip_button, models.close_button),
    }
    silent = [
        (keys, button.text())
        for keys, buttons in shown.items()
        for button in buttons
        if native(keys) not in button.toolTip()
    ]
    assert not silent
    # Whatever its words are by now, a button has the keys that it shows.
    assert pages.pair_page.start_button.shortcut() == bench.start_button.shortcut() == QKeySequence(MAIN_KEYS)


@pytest.mark.process
@pytest.mark.native
def test_whatever_has_keys_of_its_own_shows_them(real: RealStage) -> None:
    window = real.composition.window
    for name in ("pair", "discover", "bench"):
        window.page(name)
    buttons = window.findChildren(QAbstractButton)
    with_keys = [button for button in buttons if not button.shortcut().isEmpty()]
    assert len(with_keys) >= 4
    assert not [button.text() for button in with_keys if native(button.shortcut().toString()) not in button.toolTip()]


def lines_without_keys(menu: QMenu) -> set[str]:
    """The lines of a menu, and of those in it, that show no keys."""
    lines = [action for action in menu.actions() if not action.isSeparator()]
    assert all(action.isShortcutVisibleInContextMenu() for action in lines if not action.shortcut().isEmpty())
    inner = [action.menu() for action in lines if action.menu() is not None]
    bare = {action.text() for action in lines if action.shortcut().isEmpty()}
    return bare.union(*(lines_without_keys(menu) for menu in inner if isinstance(menu, QMenu)))


def test_menus_show_the_keys_of_every_line_but_of_names_to_choose(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("Hello")
    sidebar, setups = stage.composition.sidebar, stage.composition.setups
    chat = Line("Hello", "c0", kind="chat", folder="Papers")
    names = {"No folder", "New folder…"}
    assert lines_without_keys(sidebar.menu_for(chat)) == names
    assert lines_without_keys(sidebar.menu_for(Line("Papers", kind="folder", folder="Papers"))) == set()
    assert lines_without_keys(sidebar.more_menu()) == set()
    assert lines_without_keys(setups.preset_menu()) == set()
    actions = stage.composition.chat_page.messages.actions_of(stage.reply.message_id)
    menu = actions.popup_menu(QPoint(0, 0), "Yes.")
    assert lines_without_keys(menu) == set()
    assert len(menu.actions()) > len(ACTIONS)
    menu.close()
    stage.composition.chat_page.composer.preset_button.click()
    (presets,) = (menu for menu in stage.composition.chat_page.findChildren(QMenu) if menu.isVisible())
    assert lines_without_keys(presets) == {preset.name for preset in stage.composition.presets.presets}
    presets.close()
    assert len({step.keys for step in (*ACTIONS, *STEPS)}) == len(ACTIONS) + len(STEPS)


def test_esc_leaves_what_is_on_top_alone(stage: Stage) -> None:
    composition = stage.composition
    window, page = composition.window, composition.chat_page
    window.activateWindow()
    page.open_sheet()
    banner = window.show_banner(BannerMessage("Something was done.", level="done"))
    close = banner.findChildren(QAbstractButton)[-1]
    page.sheet.prompt.setFocus()
    close.setFocus()
    QTest.keyClick(close, Qt.Key.Key_Escape)
    assert not window.banners.messages and not page.sheet.isHidden()
    assert page.sheet.prompt.hasFocus(), "where the keys went before"
    QTest.keyClick(page.sheet.prompt, Qt.Key.Key_Escape)
    assert page.sheet.isHidden() and page.composer.text.hasFocus()
    composition.sidebar.focus_search()
    QTest.keyClicks(composition.sidebar.search, "zebra")
    QTest.keyClick(composition.sidebar.search, Qt.Key.Key_Escape)
    assert not composition.sidebar.search.text() and composition.sidebar.search.hasFocus()
    QTest.keyClick(composition.sidebar.search, Qt.Key.Key_Escape)
    assert page.composer.text.hasFocus()


@pytest.mark.process
@pytest.mark.native
def test_esc_goes_back_to_the_chat_from_wherever_the_focus_is(real: RealStage) -> None:
    window = real.composition.window
    window.activateWindow()
    real.wait_until(window.isActiveWindow)
    for name in ("first_start", "pair", "discover", "bench", "models", "settings"):
        for focused in (window.page(name), real.composition.sidebar.list):
            window.show_page(name)
            focused.setFocus()
            QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
            assert window.current_page == "chat", name


def test_actions_of_the_open_chat_are_done_by_keys(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("Zebras")
    chats, window = stage.composition.chats.model, stage.composition.window
    stage.wait_until(lambda: [chat.title for chat in chats.chats] == ["Zebras"])
    window.activateWindow()
    QTest.keySequence(window, QKeySequence(keys_of("pin")))
    stage.wait_until(lambda: chats.chats[0].is_pinned)
    QTest.keySequence(window, QKeySequence(keys_of("rename")))
    stage.wait_until(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    QTest.keyClicks(focus(), "Stripes")
    QTest.keyClick(focus(), Qt.Key.Key_Return)
    stage.wait_until(lambda: [chat.title for chat in chats.chats] == ["Stripes"])
    window.activateWindow()
    stage.wait_until(window.isActiveWindow)
    QTest.keySequence(window, QKeySequence(keys_of("delete")))
    stage.wait_until(lambda: not chats.chats)
