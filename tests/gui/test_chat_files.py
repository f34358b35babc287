"""Chats go to files and come from them, with a look at what comes in; files go with a message."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.chat.conversation import Conversation
from app.core.errors import AppError
from app.engine.protocol import Generate
from app.gui.attached_files import MOST_FILES
from app.gui.chat_files import place_and_form
from app.gui.view_models.chats import Line
from app.texts import sentence_of
from tests.chat.foreign_files import CARD_V2, KCPPS, LOREBOOK, SHAREGPT, card_text, chunk, json_lines, png_with
from tests.chat.pdf_file import pdf_with
from tests.gui.scripted_engine import Script
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("does not support propagateSizeHints")]


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def agree(stage: Stage, *, is_again: bool = False) -> None:
    """Wait for the look at what comes in, and take it over; what is here already too, where `is_again`."""
    files = stage.composition.files
    stage.wait_until(lambda: files.preview is not None and files.preview.isVisible())
    assert files.preview is not None
    files.preview.again_check.setChecked(is_again)
    QTest.keyClick(files.preview.accept_button, Qt.Key.Key_Space)


def opened(stage: Stage) -> Conversation:
    return stage.composition.controller.conversation


def last_request(stage: Stage) -> Generate:
    return [command for command in stage.engine.sent if isinstance(command, Generate)][-1]


def banner_texts(stage: Stage) -> list[str]:
    return [message.text for message in stage.composition.window.banners.messages]


def listed(stage: Stage) -> list[Line]:
    model = stage.composition.chats.model
    return [line for row in range(model.rowCount()) if (line := model.line(model.index(row))) is not None]


def test_a_character_opens_a_chat_that_is_answered_in_its_role(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    picture = written(tmp_path, "mara.png", png_with(chunk(b"tEXt", b"chara\0" + card_text(CARD_V2))))
    stage.composition.files.look([picture])
    agree(stage)
    stage.wait_until(lambda: opened(stage).title == "Mara")
    assert stage.reply.message.text == "Come in, User!"
    stage.reply_to("Thanks")
    system, greeting, question = last_request(stage).messages
    assert system.content.startswith("Be Mara.") and greeting.content == "Come in, User!"
    assert system.content.endswith("[Note: It rains.]") and question.content == "Thanks\n\n[Stay brief.]"
    stage.wait_until(lambda: "Mara" in [line.text for line in listed(stage)])


def test_chats_come_in_and_nothing_before_it_is_wanted(stage: Stage, tmp_path: Path) -> None:
    files = stage.composition.files
    path = written(tmp_path, "many.jsonl", json_lines(*[SHAREGPT] * 3))
    files.look([path])
    stage.wait_until(lambda: files.preview is not None)
    assert files.preview is not None
    files.preview.reject()
    stage.wait_until(lambda: files.preview is None)
    assert stage.keeper.ask(lambda store: store.chats()).result() == ()
    files.look([path])
    agree(stage)
    stage.wait_until(lambda: len(stage.keeper.ask(lambda store: store.chats()).result()) == 3)
    stage.wait_until(lambda: any("3" in text for text in banner_texts(stage)))


def test_a_file_that_is_none_is_told_and_a_dropped_one_attached(stage: Stage, tmp_path: Path) -> None:
    path = written(tmp_path, "notes.txt", b"Dear diary")
    files = stage.composition.files
    told: list[AppError] = []
    files.failed.connect(told.append)
    files.look([path])
    stage.wait_until(lambda: bool(told))
    assert "notes.txt" in sentence_of(told[0]).sentence
    unknown: list[tuple[Path, ...]] = []
    files.unknown.connect(unknown.append)
    files.look([path], is_unknown_fine=True)
    stage.wait_until(lambda: unknown == [(path,)])


def test_settings_of_koboldcpp_bring_a_preset_and_name_a_pair(stage: Stage, tmp_path: Path) -> None:
    found: list[object] = []
    stage.composition.files.pair_found.connect(lambda path, pair: found.append(pair.target.path))
    stage.composition.files.look([written(tmp_path, "mine.kcpps", KCPPS)])
    agree(stage)
    stage.wait_until(lambda: found == [Path("/models/target.gguf")])
    stage.wait_until(lambda: stage.composition.presets.named("mine") is not None)
    files = stage.composition.files
    files.look([tmp_path / "mine.kcpps"])
    stage.wait_until(lambda: files.preview is not None and files.preview.isVisible())
    assert files.preview is not None
    assert "•  Yours of the same name is replaced: “mine”" in [
        label.text() for label in files.preview.findChildren(QLabel)
    ]


@pytest.mark.parametrize("form", ["markdown", "html", "json"])
def test_a_chat_is_exported_and_as_json_read_again(stage: Stage, tmp_path: Path, form: str) -> None:
    stage.load()
    stage.reply_to("Why?")
    files = stage.composition.files
    path = tmp_path / "chat"
    files.export(opened(stage).id, path, form)
    stage.wait_until(path.exists)
    assert "Why?" in path.read_text(encoding="utf-8") and "Hello" in path.read_text(encoding="utf-8")
    files.export_all(tmp_path / "all", form)
    stage.wait_until((tmp_path / "all").exists)
    if form == "json":
        first = opened(stage)
        files.look([path])
        agree(stage, is_again=True)
        stage.wait_until(lambda: opened(stage).id != first.id)
        assert [message.text for message in opened(stage).path()] == [message.text for message in first.path()]


def test_chats_that_are_here_already_come_in_again_only_when_that_is_wanted(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    for question in ("Why?", "How?"):
        stage.composition.controller.new_chat()
        stage.reply_to(question)
    files, last = stage.composition.files, opened(stage)
    files.export_all(tmp_path / "all.json", "json")
    files.export(last.id, tmp_path / "one.json", "json")
    stage.wait_until((tmp_path / "one.json").exists)
    stage.composition.controller.new_chat()
    files.look([tmp_path / "one.json"])
    agree(stage)
    stage.wait_until(lambda: opened(stage).id == last.id)
    files.look([tmp_path / "all.json"])
    stage.wait_until(lambda: files.preview is not None and files.preview.isVisible())
    assert files.preview is not None and files.preview.again_check.isVisible()
    assert any(label.text() == "All of these chats are here already." for label in files.preview.findChildren(QLabel))
    agree(stage)
    stage.wait_until(lambda: "All of these chats were here already: 2." in banner_texts(stage))
    assert len(stage.keeper.ask(lambda store: store.chats()).result()) == 2
    files.look([tmp_path / "all.json"])
    stage.wait_until(lambda: files.preview is not None and files.preview.isVisible())
    agree(stage, is_again=True)
    stage.wait_until(lambda: len(stage.keeper.ask(lambda store: store.chats()).result()) == 4)


def test_a_character_is_taken_anew_for_another_chat(stage: Stage, tmp_path: Path) -> None:
    picture = written(tmp_path, "mara.png", png_with(chunk(b"tEXt", b"chara\0" + card_text(CARD_V2))))
    ids = set()
    for _ in range(2):
        stage.composition.files.look([picture])
        agree(stage)
        stage.wait_until(lambda: opened(stage).title == "Mara" and opened(stage).id not in ids)
        ids.add(opened(stage).id)


def test_a_lorebook_becomes_a_part_of_the_open_chat(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    stage.reply_to("Why?")
    book = written(tmp_path, "coast.json", LOREBOOK)
    for _ in range(2):
        stage.composition.files.look([book])
        agree(stage)
        stage.wait_until(lambda: any("coast.json, entries: 3" in text for text in banner_texts(stage)))
        stage.composition.window.banners.clear("chat files")
    assert [entry.content for entry in opened(stage).setup.world] == ["The tower is old.", "The sea.", "A boat."]
    kept = stage.keeper.ask(lambda store: store.load(opened(stage).id)).result()
    assert kept.setup.world == opened(stage).setup.world


@pytest.mark.parametrize(
    ("typed", "suffixes", "name", "form"),
    [
        ("a", {"markdown": ".md", "json": ".json"}, "a.md", "markdown"),
        ("a.MD", {"markdown": ".md", "json": ".json"}, "a.MD", "markdown"),
        ("a.json", {"markdown": ".md", "json": ".json"}, "a.json", "json"),
        ("v1.2", {"markdown": ".md", "json": ".json"}, "v1.2.md", "markdown"),
        ("all.zip", {"markdown": ".zip", "html": ".zip"}, "all.zip", "markdown"),
    ],
)
def test_the_name_that_is_typed_tells_the_form(typed: str, suffixes: dict[str, str], name: str, form: str) -> None:
    assert place_and_form(Path(typed), "markdown", suffixes) == (Path(name), form)


def test_the_menus_offer_it(stage: Stage) -> None:
    stage.load()
    stage.reply_to("Why?")
    sidebar = stage.composition.sidebar
    assert [action.text() for action in sidebar.more_menu().actions()] == [
        "Import…",
        "Export all chats…",
        "Recently deleted…",
    ]
    stage.wait_until(lambda: any(line.chat_id for line in listed(stage)))
    line = next(line for line in listed(stage) if line.chat_id)
    asked: list[tuple[str, str]] = []
    sidebar.export_asked.disconnect(stage.composition.files.ask_export)
    sidebar.export_asked.connect(lambda chat_id, title: asked.append((chat_id, title)))
    next(action for action in sidebar.menu_for(line).actions() if action.text() == "Export…").trigger()
    assert asked == [(opened(stage).id, "Why?")]


def test_a_file_goes_with_the_message(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    page = stage.composition.chat_page
    page.files.attach([written(tmp_path, "a.py", b"print('hi')"), written(tmp_path, "b.txt", b"two")])
    assert [line.detail for line in page.composer.files.lines] == ["being read…"] * 2
    page.composer.submitted.emit("Too early")
    stage.wait_until(lambda: len(page.files.attachments) == 2)
    assert not opened(stage).messages
    stage.wait_until(lambda: all("token" in line.detail for line in page.composer.files.lines))
    assert [file.name for file in page.files.attachments] == ["a.py", "b.txt"]
    page.composer.files.removed.emit(1)
    page.composer.text.setPlainText("Explain")
    page.composer.send_button.click()
    stage.wait_until(lambda: len(opened(stage).messages) == 2 and stage.composition.session.state == "ready")
    assert last_request(stage).messages[0].content == "Attached file “a.py”:\n```\nprint('hi')\n```\n\nExplain"
    assert [file.name for file in opened(stage).path()[0].attachments] == ["a.py"]
    assert page.files.attachments == () and page.composer.files.isHidden()


def test_what_is_pasted_and_too_long_for_the_box_goes_as_a_file(stage: Stage) -> None:
    stage.load()
    page, pasted = stage.composition.chat_page, QMimeData()
    pasted.setText("short enough")
    page.composer.text.insertFromMimeData(pasted)
    pasted.setText("a line of many words\n" * 20_000)
    page.composer.text.insertFromMimeData(pasted)
    assert page.composer.text.toPlainText() == "short enough"
    assert [file.name for file in page.files.attachments] == ["Pasted text"]
    page.composer.send_button.click()
    stage.wait_until(lambda: len(opened(stage).messages) == 2 and stage.composition.session.state == "ready")
    assert pasted.text() in last_request(stage).messages[0].content
    pasted.setText("x" * 5_000_000)
    page.composer.text.insertFromMimeData(pasted)
    assert not page.files.attachments
    (told,) = banner_texts(stage)
    assert "Pasted text" in told


def test_a_file_needs_no_words(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    page = stage.composition.chat_page
    assert not page.composer.send_button.isEnabled()
    page.files.attach([written(tmp_path, "plan.pdf", pdf_with("one"))])
    stage.wait_until(lambda: bool(page.files.attachments))
    page.composer.send_button.click()
    stage.wait_until(lambda: len(opened(stage).messages) == 2 and stage.composition.session.state == "ready")
    assert last_request(stage).messages[0].content.endswith("one\n```")
    stage.wait_until(lambda: "plan.pdf" in [line.text for line in listed(stage)])
    assert not page.composer.send_button.isEnabled()


def test_each_chat_has_its_own_files_and_a_failed_reply_gives_them_back(stage: Stage, tmp_path: Path) -> None:
    stage.load()
    page = stage.composition.chat_page
    page.files.attach([written(tmp_path, "a.txt", b"one")])
    stage.wait_until(lambda: len(page.files.attachments) == 1)
    stage.engine.script = Script((), ending="context_full")
    stage.reply_to("Explain")
    stage.wait_until(lambda: len(page.files.attachments) == 1)
    stage.composition.controller.new_chat()
    assert page.files.attachments == () and page.composer.files.isHidden()


def test_a_file_that_takes_too_long_is_given_up(stage: Stage, tmp_path: Path) -> None:
    page = stage.composition.chat_page
    told: list[AppError] = []
    page.files.failed.connect(told.append)
    page.files.longest_reading_ms = 0
    page.files.attach([written(tmp_path, "a.txt", b"one")])
    stage.wait_until(lambda: bool(told))
    assert "takes too long" in sentence_of(told[0]).sentence and page.files.names_on_their_way == ()


def test_a_file_without_text_is_told_and_many_are_bounded(stage: Stage, tmp_path: Path) -> None:
    page = stage.composition.chat_page
    told: list[AppError] = []
    page.files.failed.connect(told.append)
    page.files.attach([written(tmp_path, "a.bin", bytes(100))])
    stage.wait_until(lambda: bool(told))
    assert "a.bin" in sentence_of(told[0]).sentence and page.files.names_on_their_way == ()
    page.files.attach([tmp_path / f"{number}.txt" for number in range(MOST_FILES + 5)])
    assert len(page.files.names_on_their_way) == MOST_FILES
    for number in reversed(range(MOST_FILES)):
        page.files.remove(number)
    stage.wait_until(lambda: page.composer.files.isHidden())
