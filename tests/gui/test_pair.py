"""From two checkpoint folders to a chat, as a person does it: real engine, real conversions, a fresh library."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.gui.engine_session import Pair
from app.gui.widgets.message_view import ReplyMessage
from app.models.library.origin import read_origin
from app.models.survey import Seat
from tests.gui.real_window import RealStage, open_real_stage

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def real(qapp: QApplication, home: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, home) as stage:
        yield stage


@pytest.fixture
def target(shared: Path) -> Path:
    return shared / "fixtures/trained/target"


@pytest.fixture
def draft(shared: Path) -> Path:
    return shared / "fixtures/trained/draft-anchor-full"


def gguf_files(home: Path) -> list[str]:
    """Models of the library, whole and half-made."""
    return sorted(path.name for path in (home / "models").rglob("*.gguf*") if ".json" not in path.name)


def test_two_folders_become_a_chat_and_are_offered_the_next_time(
    qapp: QApplication, home: Path, target: Path, draft: Path, shared: Path
) -> None:
    with open_real_stage(qapp, home) as stage:
        stage.choose("target", target)
        seat = stage.page.seats["target"]
        assert "family qwen3: 6 layers" in seat.description.text()
        assert seat.facts.text() == "checkpoint folder, BF16, 2.3 MB"
        assert stage.page.start_button.text() == "Convert and chat"
        stage.choose("draft", draft)
        assert "DSpark, proposes 6 tokens at once" in stage.page.seats["draft"].description.text()
        assert "They fit." in stage.words
        assert "Disk: about" in stage.words
        assert "Memory: about" in stage.words
        stage.press_start()
        assert stage.page.cancel_button.isVisible()
        stage.wait_for_chat()
        assert gguf_files(home) == ["draft-anchor-full-BF16.gguf", "trained-target-BF16.gguf"]

        composer, panel = stage.composition.chat_page.composer, stage.composition.chat_page.panel
        assert panel.acceptance.text() == "–"
        # So small a target may be as quick without a draft, and drafting would pause.
        panel.drafting.setCurrentIndex(panel.drafting.findData("always"))
        panel.drafting.activated.emit(panel.drafting.currentIndex())
        QTest.keyClicks(composer.text, (shared / "fixtures/trained/prompts/0.txt").read_text().replace("\n", " "))
        QTest.keyClick(composer.text, Qt.Key.Key_Return)
        stage.wait_until(lambda: panel.acceptance.text().endswith("%"))
        reply = stage.composition.chat_page.messages.views[-1]
        assert isinstance(reply, ReplyMessage)
        stage.wait_until(lambda: bool(reply.text))
        stage.composition.controller.stop()
        stage.wait_until(lambda: stage.composition.session.state == "ready")
        assert "drafted accepted" in reply.footer.text()

    written = {path: path.stat().st_mtime_ns for path in (home / "models").glob("*.gguf")}
    with open_real_stage(qapp, home) as stage:
        stage.wait_until(lambda: bool(stage.pages.models.shelves.targets))
        (pair,) = stage.pages.models.shelves.recent
        assert {pair.target, pair.draft} == written.keys()
        buttons = stage.page.recent_buttons
        assert [button.text() for button in buttons] == ["trained-target + DSpark"]
        stage.pages.open(())
        QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
        stage.wait_for_chat()
        assert stage.composition.session.loaded is not None
        assert stage.composition.session.loaded.draft is not None
        # The folders themselves are known as well.
        stage.pages.wizard.clear()
        stage.choose("target", target)
        stage.choose("draft", draft)
        assert stage.page.start_button.text() == "Chat"
        assert stage.page.seats["draft"].state.text() == "Converted before: ready to load"
    assert written == {path: path.stat().st_mtime_ns for path in (home / "models").glob("*.gguf")}


def test_a_checkpoint_that_changed_is_converted_again(
    real: RealStage, home: Path, target: Path, tmp_path: Path
) -> None:
    mine = Path(shutil.copytree(target, tmp_path / "Modell 模型 🦙"))
    mine.chmod(0o755)
    real.convert_and_chat(mine, None)
    (first,) = gguf_files(home)
    real.choose("target", mine)
    assert real.page.start_button.text() == "Chat"
    os.utime(mine / "model.safetensors")
    real.choose("target", mine)
    assert real.page.start_button.text() == "Convert and chat"
    real.press_start()
    real.wait_until(lambda: len(gguf_files(home)) == 2)
    real.wait_for_chat()
    assert real.composition.session.pair is not None
    assert real.composition.session.pair.target.name != first


def choose_type(real: RealStage, seat: Seat, output_type: str) -> None:
    box = real.page.seats[seat].type_box
    box.setCurrentIndex(box.findData(output_type))
    box.activated.emit(box.currentIndex())
    real.wait_until(lambda: not real.pages.wizard.is_looking)


def test_another_number_format_is_another_file(real: RealStage, home: Path, target: Path, draft: Path) -> None:
    real.choose("target", target)
    seat = real.page.seats["target"]
    assert seat.type_box.currentText() == "BF16, as it is, proposed · 2.4 MB"
    assert seat.reason.text() == "A model of this size is quick as it is: rounding it would save little."
    choose_type(real, "target", "q4_k_m")
    assert seat.reason.text().startswith("Proposed here is BF16.")
    assert "needed while it is converted" in real.words
    real.choose("draft", draft)
    choose_type(real, "draft", "q8_0")
    real.press_start()
    real.wait_for_chat()
    assert gguf_files(home) == ["draft-anchor-full-Q8_0.gguf", "trained-target-Q4_K_M.gguf"]
    assert real.composition.session.loaded is not None
    assert real.composition.session.loaded.draft is not None
    origin = read_origin(home / "models/trained-target-Q4_K_M.gguf")
    assert origin is not None
    assert (origin.source, origin.output_type) == (target, "q4_k_m")
    # What was chosen counts as long as the program runs, and what was made then is found again.
    real.pages.wizard.clear()
    real.choose("target", target)
    assert seat.type_box.currentData() == "q4_k_m"
    assert seat.state.text() == "Converted before: ready to load"


def test_dropped_models_find_their_seats(real: RealStage, target: Path, draft: Path) -> None:
    window = real.composition.window
    drop(window, [draft, target])
    assert window.stack.currentWidget() is real.page
    real.wait_until(lambda: not real.pages.wizard.is_looking)
    assert real.page.seats["target"].name.text() == "trained-target"
    assert real.page.seats["draft"].name.text() == "draft-anchor-full"
    drop(window, [draft.with_name("draft-bonus-512")])
    real.wait_until(lambda: not real.pages.wizard.is_looking)
    assert real.page.seats["target"].name.text() == "trained-target"
    assert real.page.seats["draft"].name.text() == "draft-bonus-512"
    real.page.seats["draft"].remove_button.click()
    real.wait_until(lambda: not real.pages.wizard.is_looking)
    assert real.page.seats["draft"].name.text() == ""
    assert "the target writes alone" in real.words


def drop(window: object, paths: list[Path]) -> None:
    """What Qt sends when files are dragged onto the window and let go."""
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, content, left, none)
    QApplication.sendEvent(window, enter)  # type: ignore[arg-type]
    assert enter.isAccepted()
    letting_go = QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, content, left, none)
    QApplication.sendEvent(window, letting_go)  # type: ignore[arg-type]


def test_files_dropped_on_the_message_box_are_models_too(real: RealStage, target: Path) -> None:
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(target))])
    assert not real.composition.chat_page.composer.text.canInsertFromMimeData(content)
    content.clear()
    content.setText("words")
    assert real.composition.chat_page.composer.text.canInsertFromMimeData(content)


def test_a_foreign_draft_says_why_it_does_not_fit(real: RealStage, shared: Path, draft: Path) -> None:
    real.choose("target", shared / "fixtures/targets/qwen3")
    real.choose("draft", draft)
    assert "The draft was made for a target of another size: hidden size 128, this one has 64." in real.words
    assert not real.page.start_button.isEnabled()
    real.choose("draft", shared / "fixtures/drafts/eagle3_speculators")
    assert real.page.verdict.text()
    assert not real.page.start_button.isEnabled()


def test_two_gguf_files_need_no_conversion_and_are_remembered(real: RealStage, shared: Path, tmp_path: Path) -> None:
    files = [
        shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", tmp_path) for name in ("qwen3", "dspark_deepspec")
    ]
    real.choose("target", Path(files[0]))
    real.choose("draft", Path(files[1]))
    assert real.page.start_button.text() == "Chat"
    real.press_start()
    real.wait_for_chat()
    assert real.composition.session.pair == Pair(Path(files[0]), Path(files[1]))
    real.wait_until(lambda: bool(real.pages.models.shelves.recent))
    assert [choice.value for choice in real.pages.models.targets()] == [Path(files[0])]


def test_a_cut_checkpoint_is_refused_in_words(real: RealStage, target: Path, tmp_path: Path) -> None:
    mine = tmp_path / "cut"
    mine.mkdir()
    for file in target.iterdir():
        (mine / file.name).write_bytes(file.read_bytes())
    os.truncate(mine / "model.safetensors", 100_000)
    real.choose("target", mine)
    assert any("is cut short" in text for text in real.page.seats["target"].problem_texts)
    assert not real.page.start_button.isEnabled()


def test_a_library_that_cannot_be_written_fails_in_place(qapp: QApplication, tmp_path: Path, target: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    # A folder without rights would not stop an administrator; a file in its place stops anyone.
    (home / "models").write_text("in the way")
    with open_real_stage(qapp, home) as stage:
        stage.choose("target", target)
        stage.press_start()
        stage.wait_until(lambda: bool(stage.page.banners.messages))
        (message,) = stage.page.banners.messages
        assert "Nothing can be written to" in message.text
        assert message.details
        stage.wait_until(lambda: stage.page.start_button.isEnabled())
        assert stage.composition.session.state == "empty"
        (home / "models").unlink()
        stage.press_start()
        stage.wait_for_chat()


def test_a_conversion_that_fails_says_so_and_goes_on_from_there(
    real: RealStage, home: Path, target: Path, tmp_path: Path
) -> None:
    mine = Path(shutil.copytree(target, tmp_path / "mine"))
    mine.chmod(0o755)
    tokenizer = mine / "tokenizer.json"
    whole = tokenizer.read_bytes()
    tokenizer.chmod(0o644)
    tokenizer.write_text("{}")
    real.choose("target", mine)
    real.press_start()
    real.wait_until(lambda: bool(real.page.banners.messages))
    assert "tokenizer" in real.page.banners.messages[0].text
    # The page has it now: here is where it is begun again.
    real.wait_until(lambda: not real.pages.strip.isVisible())
    assert gguf_files(home) == []
    tokenizer.write_bytes(whole)
    real.wait_until(lambda: real.page.start_button.isEnabled())
    real.press_start()
    assert not real.page.banners.messages
    real.wait_until(lambda: [line.order.state for line in real.pages.orders.lines] == ["running"], timeout_s=20)
    real.wait_for_chat()
    assert [line.order.state for line in real.pages.orders.lines] in ([], ["finished"])


def test_a_path_that_was_only_typed_counts(real: RealStage, target: Path, draft: Path) -> None:
    real.composition.window.show_page("pair")
    seats = real.page.seats
    seats["target"].path_box.setText(str(target))
    seats["target"].path_box.setFocus()
    seats["draft"].path_box.setFocus()
    real.wait_until(lambda: seats["target"].name.text() == "trained-target")
    real.wait_until(lambda: not real.pages.wizard.is_looking)
    seats["draft"].path_box.setText(str(draft))
    real.press_start()
    real.wait_for_chat()
    assert real.composition.session.loaded is not None
    assert real.composition.session.loaded.draft is not None


def test_a_wrong_path_stays_to_be_mended(real: RealStage, target: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "nowhere"
    real.choose("target", wrong)
    seat = real.page.seats["target"]
    assert seat.path_box.text() == str(wrong) and not seat.has_typed and not real.page.start_button.isEnabled()
    assert str(wrong) not in real.page.verdict.text() and real.page.verdict.text().startswith("The target cannot")
    wrong.symlink_to(target, target_is_directory=True)
    QTest.keyClick(seat.path_box, Qt.Key.Key_Return)
    real.wait_until(lambda: not seat.problem_texts)
    assert seat.path_box.text() == ""


def test_the_steps_come_into_sight(real: RealStage, target: Path, draft: Path) -> None:
    real.composition.window.resize(1366, 620)
    real.choose("target", target)
    real.choose("draft", draft)
    real.press_start()
    steps, view = real.page.steps, real.page.scroll_area.viewport()
    real.wait_until(lambda: len(steps.lines) > 2)
    real.wait_until(lambda: steps.mapTo(view, steps.rect().bottomLeft()).y() <= view.height() >= steps.height())
    real.wait_for_chat()


def test_a_model_on_the_other_seat_is_told(real: RealStage, target: Path, draft: Path) -> None:
    real.choose("target", target)
    real.choose("draft", target)
    assert "That is a target, so it was put in the target's place." in real.words
    assert real.page.seats["draft"].path_box.text() == ""
    real.choose("draft", draft)
    assert "That is a" not in real.words


def test_a_draft_of_another_method_fits_as_well(real: RealStage, shared: Path) -> None:
    real.choose("target", shared / "fixtures/targets/llama31")
    real.choose("draft", shared / "fixtures/drafts/eagle3_speculators")
    assert "They fit." in real.words
    assert real.page.start_button.isEnabled()


def test_the_page_opens_at_its_top(real: RealStage, target: Path) -> None:
    real.composition.window.resize(800, 420)
    real.choose("target", target)
    bar = real.page.scroll_area.verticalScrollBar()
    real.wait_until(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    real.composition.window.show_page("chat")
    real.composition.window.show_page("pair")
    assert bar.value() == 0


def test_the_demo_goes_the_same_way_and_suggests_questions(qapp: QApplication, home: Path) -> None:
    with open_real_stage(qapp, home) as stage:
        welcome = stage.composition.chat_page.welcome
        welcome.demo_asked.emit()
        stage.wait_for_chat()
        assert len(gguf_files(home)) == 2
        stage.wait_until(lambda: bool(questions_on(welcome)))
        questions_on(welcome)[0].click()
        stage.wait_until(lambda: bool(stage.composition.controller.conversation.messages))
        stage.wait_until(lambda: stage.composition.session.state == "ready")
        reply = stage.composition.controller.conversation.path()[-1]
        assert reply.text
        assert reply.numbers is not None
        assert reply.numbers.acceptance_rate is not None
        assert reply.numbers.acceptance_rate > 0.3


def questions_on(page: QWidget) -> list[QPushButton]:
    return [button for button in page.findChildren(QPushButton) if "?" in button.text()]
