"""The page that finds pairs, in a real window, with a Hub on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.core.settings import OFFLINE
from app.gui.actions import keys_of
from app.gui.pages.discover import DiscoverPage
from app.gui.view_models.discover import ROW_ROLE, OfferRow
from app.gui.view_models.offer import NO_DRAFT
from app.hub.ranking import RankedPair
from app.jobs.order import OrderRequest
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Stall, Status
from tests.gui.discovering import DRAFT, GATED, GGUF, MISFIT, TARGET, publish
from tests.gui.real_window import RealStage, open_real_stage
from tests.gui.test_accessibility import name_of

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared: Path) -> Iterator[StubHub]:
    with StubHub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        publish(hub, shared / "fixtures")
        yield hub


@pytest.fixture
def real(qapp: QApplication, stub: StubHub, tmp_path: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.composition.window.show_page("discover")
        stage.wait_until(lambda: stage.pages.discover_page.model.rowCount() > 0)
        yield stage


@pytest.fixture
def page(real: RealStage) -> DiscoverPage:
    return real.pages.discover_page


@pytest.fixture
def ordered(real: RealStage, monkeypatch: pytest.MonkeyPatch) -> list[OrderRequest]:
    """What was ordered; nothing of it is begun."""
    requests: list[OrderRequest] = []

    def add(request: OrderRequest) -> int:
        requests.append(request)
        return len(requests)

    monkeypatch.setattr(real.pages.orders, "add", add)
    return requests


def rows(page: DiscoverPage) -> list[OfferRow]:
    model: QAbstractItemModel = page.model
    return [model.index(number, 0).data(ROW_ROLE) for number in range(model.rowCount())]


def search(real: RealStage, words: str) -> None:
    page = real.pages.discover_page
    page.search_box.setFocus()
    page.search_box.setText(words)
    QTest.keyClick(page.search_box, Qt.Key.Key_Return)
    real.wait_until(lambda: not real.pages.discovery.is_searching)


def look_at(real: RealStage, repo: str) -> None:
    page = real.pages.discover_page
    page.list.choose_row(page.model.row_of(repo))
    real.wait_until(lambda: not real.pages.discovery.is_looking)


def test_the_catalogue_is_ranked_without_asking_anybody(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    found = rows(page)
    assert len(found) > 20 and found[0].mark_words == "Fits"
    page.list.choose_row(0)
    view = page.detail.view
    assert view and view.is_estimate and view.can_get and "Memory" in view.lines[-1].text
    assert [line.text.partition(":")[0] for line in view.lines][:3] == ["Download", "Disk", "Memory"]
    page.search_box.setText("gemma")
    assert rows(page) and all("gemma" in row.title for row in rows(page))
    page.filters.method_box.setCurrentIndex(page.filters.method_box.findData("mtp"))
    assert {row.title for row in rows(page)} >= {"gemma-4-E4B-it"} and page.filter_button.text() == "Filters (1)"
    page.search_box.setText("no such thing")
    assert not rows(page) and page.nothing.isVisible() and "Press Enter" in page.nothing.text()
    assert not stub.requests


def test_a_search_then_a_look_then_one_button(
    real: RealStage, page: DiscoverPage, stub: StubHub, ordered: list[OrderRequest]
) -> None:
    search(real, "tiny")
    assert {row.title: row.badge for row in rows(page)} == {
        TARGET: "Target",
        DRAFT: "Draft · DSpark",
        MISFIT: "Draft · DSpark",
        GATED: "Draft · EAGLE-3",
        GGUF: "GGUF",
    }
    look_at(real, TARGET)
    view = page.detail.view
    assert view and not view.is_estimate and view.can_get
    problems = {line.title: line.problem.sentence for line in view.partners if line.problem}
    assert problems.keys() == {MISFIT, GATED} and "hidden size" in problems[MISFIT] and "sign in" in problems[GATED]
    assert page.detail.partners.buttons[0].isChecked() and not page.detail.partners.buttons[1].isEnabled()
    assert "ready to use, by someone" in view.target_picks[view.target_pick]
    page.detail.get_button.click()
    (request,) = ordered
    assert (request.target.repo, request.target.file, request.target.output_type) == (GGUF, "Tiny-Qwen3-Q8_0.gguf", "")
    assert request.draft and (request.draft.repo, request.draft.file) == (DRAFT, "") and request.draft.output_type


def test_another_choice_changes_what_is_ordered(
    real: RealStage, page: DiscoverPage, ordered: list[OrderRequest]
) -> None:
    search(real, "tiny")
    look_at(real, TARGET)
    box = page.detail.pick_boxes["target"]
    row = next(
        row
        for row in range(box.count())
        if box.itemText(row).startswith("Target: Q8_0") and "converted" in box.itemText(row)
    )
    box.setCurrentIndex(row)
    box.activated.emit(row)
    assert page.detail.view and "Download" in page.detail.view.lines[0].text
    page.detail.partners.buttons[NO_DRAFT].click()
    assert page.detail.get_button.text() == "Get this model" and not page.detail.view.draft_picks
    page.detail.get_button.click()
    assert ordered[0].draft is None


def test_a_draft_brings_its_target(real: RealStage, page: DiscoverPage, ordered: list[OrderRequest]) -> None:
    search(real, "tiny")
    look_at(real, DRAFT)
    view = page.detail.view
    assert view and view.partners_title == "Targets it was made for" and not view.has_none
    page.detail.get_button.click()
    assert ordered[0].target.repo == GGUF and ordered[0].draft and ordered[0].draft.repo == DRAFT


def test_a_gate_is_told_with_what_to_do(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    search(real, "tiny")
    look_at(real, GATED)
    real.wait_until(lambda: bool(page.banners.messages))
    (message,) = page.banners.messages
    assert "sign in" in message.text and message.action
    real.pages.account.signed_in.emit()
    assert real.pages.discovery.is_looking and not page.banners.messages, "the Hub is asked again"
    real.wait_until(lambda: bool(page.banners.messages))
    look_at(real, TARGET)
    assert not page.banners.messages, "it goes with what it was about"
    asked_n = len(stub.requests)
    real.pages.account.signed_in.emit()
    assert real.pages.discovery.is_looking, "one of its drafts is behind a gate"
    real.wait_until(lambda: not real.pages.discovery.is_looking)
    assert len(stub.requests) > asked_n
    search(real, "tiny")
    assert page.detail.view is None, "of a new search nothing is chosen yet"


def test_a_hub_that_is_away_can_be_asked_again(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    stub.misbehave("", Status(418))
    search(real, "qwen3")
    real.wait_until(lambda: bool(page.banners.messages))
    assert rows(page)[0].badge.startswith("+"), "the catalogue is still there"
    next(button for button in page.banners.findChildren(QPushButton) if button.text() == "Try again").click()
    real.wait_until(lambda: real.pages.discovery.results is not None)
    assert not page.banners.messages and len(rows(page)) == 4


def test_offline_the_catalogue_stays_and_a_search_says_so(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    real.composition.settings.set(OFFLINE, True)
    search(real, "qwen3")
    real.wait_until(lambda: bool(page.banners.messages))
    (message,) = page.banners.messages
    assert (
        message.text == "Slipstream is set to stay offline." and message.action and message.action.text == "Go online"
    )
    assert len(rows(page)) > 0 and not stub.requests
    real.composition.settings.set(OFFLINE, False)


def test_beside_an_empty_list_no_pair_is_shown(real: RealStage, page: DiscoverPage) -> None:
    real.wait_until(lambda: page.detail.view is not None)
    shown = page.detail.view
    page.search_box.setText("nothing like this")
    assert not rows(page) and page.detail.view is None
    page.search_box.clear()
    assert page.detail.view == shown


def test_nothing_found_says_what_next_and_the_catalogue_comes_back(real: RealStage, page: DiscoverPage) -> None:
    search(real, "nothing like this")
    assert not rows(page) and "fewer words" in page.nothing.text() and page.back_button.isVisible()
    page.back_button.click()
    assert len(rows(page)) > 20 and not page.search_box.text()


def test_a_search_that_hangs_is_cancelled(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    stub.misbehave("config.json", *[Stall(3, 60)] * 9)
    search(real, "tiny")
    page.list.choose_row(page.model.row_of(TARGET))
    real.wait_until(lambda: bool(stub.fetched("config.json")))
    assert page.detail.cancel_button.isVisible() and TARGET in page.detail.state.text()
    page.detail.cancel_button.click()
    assert not real.pages.discovery.is_looking and page.detail.cancel_button.isHidden()


def test_what_is_too_large_shows_what_fits(real: RealStage, page: DiscoverPage) -> None:
    large = next(row for row in rows(page) if isinstance(row.value, RankedPair) and row.value.room == "too_large")
    page.list.choose_row(page.model.row_of(large.title))
    view = page.detail.view
    assert view and view.instead and view.lines[2].mark == "bad"
    page.detail.instead_button.click()
    assert page.detail.view and page.detail.view.title == view.instead
    chosen: OfferRow = page.list.currentIndex().data(ROW_ROLE)
    assert chosen.title == view.instead and chosen.mark_words == "Fits"


def test_keys_alone_get_a_pair(real: RealStage, page: DiscoverPage, ordered: list[OrderRequest]) -> None:
    QTest.keyClick(real.composition.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    QTest.keySequence(real.composition.window, QKeySequence(keys_of("discover")))
    assert real.composition.window.stack.currentWidget() is page and page.search_box.hasFocus()
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Home)
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert page.detail.get_button.hasFocus()
    QTest.keyClick(page.detail.get_button, Qt.Key.Key_Space)
    assert len(ordered) == 1
    QTest.keyClick(page.detail.get_button, Qt.Key.Key_Escape)
    assert real.composition.window.stack.currentWidget() is real.composition.chat_page


def test_whatever_takes_the_focus_has_a_name(real: RealStage, page: DiscoverPage) -> None:
    page.filter_button.click()
    page.list.choose_row(0)
    focusable = [
        part for part in page.findChildren(QWidget) if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert len(focusable) > 12 and not [part for part in focusable if not name_of(part).strip()]


def test_in_a_narrow_window_list_and_offer_take_turns(real: RealStage, page: DiscoverPage) -> None:
    real.composition.window.resize(720, 560)
    real.wait_until(lambda: page.detail.isHidden())
    page.list.choose_row(0)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert page.detail.isVisible() and not page.list.isVisible()
    QTest.keyClick(page.detail, Qt.Key.Key_Escape)
    assert page.list.isVisible() and page.list.hasFocus() and page.detail.isHidden()


def test_an_empty_chat_leads_here(real: RealStage, page: DiscoverPage) -> None:
    real.composition.window.show_page("chat")
    welcome = real.composition.chat_page.welcome
    next(button for button in welcome.findChildren(QPushButton) if button.text() == "Find a pair…").click()
    assert real.composition.window.stack.currentWidget() is page


def test_get_this_pair_ends_in_the_chat(real: RealStage, page: DiscoverPage, stub: StubHub) -> None:
    del stub.repos[GGUF]
    search(real, "tiny")
    look_at(real, TARGET)
    page.detail.get_button.click()
    assert not page.detail.get_button.isEnabled() and page.detail.get_button.text() == "On its way: see below"
    session = real.composition.session
    real.wait_until(lambda: session.loaded is not None)
    assert session.loaded and session.loaded.draft is not None
    assert real.composition.window.stack.currentWidget() is real.composition.chat_page
    button, before = page.detail.get_button, session.pair
    real.wait_until(lambda: button.text() == "Load it")
    assert page.detail.view and page.detail.view.summary and "Here already" in page.detail.view.summary.text
    session.unload()
    real.wait_until(lambda: session.state == "empty")
    button.click()
    real.wait_for_chat()
    assert session.pair == before and len(real.pages.orders.lines) <= 1, "nothing was ordered again"
