"""Pairs on their way beside the chat: ordered, followed, paused, moved, given up, loaded; a Hub on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.gui.widgets.order_row import OrderRow
from app.jobs.order import OrderRequest, Source
from tests.fakes.hub import GOOD_TOKEN, StubHub
from tests.fakes.hub_faults import Drip
from tests.gui.loop_gaps import LoopGaps
from tests.gui.real_window import RealStage, open_real_stage
from tests.jobs.ordering import ALONE, DRAFT_REPO, REQUEST, TARGET_REPO, files_of

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]

WEIGHTS = "model.safetensors"
SLOWLY = Drip(30_000, 0.1)


@pytest.fixture
def stub(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    """A Hub with a pair, which every job asks."""
    with StubHub() as hub:
        hub.add(TARGET_REPO, files_of(shared / "fixtures/trained/target"))
        hub.add(DRAFT_REPO, files_of(shared / "fixtures/trained/draft-anchor-full"))
        for name, value in {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def real(qapp: QApplication, home: Path, stub: StubHub) -> Iterator[RealStage]:
    with open_real_stage(qapp, home) as stage:
        yield stage


def row_of(real: RealStage, number: int) -> OrderRow:
    """An order's row, once it is there."""
    real.wait_until(lambda: number in real.pages.strip.rows)
    return real.pages.strip.rows[number]


def open_list(real: RealStage) -> None:
    """Unfold the strip."""
    real.wait_until(lambda: real.pages.strip.isVisible())
    real.pages.strip.fold_button.click()


def test_an_order_is_loaded_where_somebody_waits_for_it(real: RealStage, stub: StubHub) -> None:
    real.composition.window.show_page("models")
    with LoopGaps() as gaps:
        real.pages.orders.add(REQUEST)
        real.wait_for_chat()
    pair = real.composition.session.pair
    assert pair is not None and pair.draft is not None
    assert (pair.target.name, pair.draft.name) == ("Tiny-Target-BF16.gguf", "Tiny-Target-DSpark-F32.gguf")
    assert gaps.longest_ms < 100, gaps
    real.wait_until(lambda: not real.pages.strip.isVisible(), timeout_s=10)


@pytest.mark.parametrize("page", ["chat", "discover"])
def test_who_has_another_pair_is_offered_it(real: RealStage, shared: Path, page: str) -> None:
    real.convert_and_chat(shared / "fixtures/trained/target", None)
    real.composition.window.show_page(page)
    before = real.composition.session.pair
    real.pages.orders.add(ALONE)
    banners = real.composition.window.banners
    real.wait_until(lambda: bool(banners.messages))
    (message,) = banners.messages
    assert message.text == "Tiny-Target is ready." and real.composition.session.pair == before
    next(button for button in banners.findChildren(QPushButton) if button.text() == "Load it").click()
    real.wait_until(lambda: real.composition.session.pair != before)
    real.wait_for_chat()
    after = real.composition.session.pair
    assert after is not None and after.target.name == "Tiny-Target-BF16.gguf" and after.draft is None


def test_what_is_no_target_is_only_fetched(real: RealStage) -> None:
    real.composition.window.show_page("models")
    number = real.pages.orders.add(OrderRequest(Source("Tiny-Target-DSpark", repo=DRAFT_REPO)))
    row_of(real, number)
    real.wait_until(lambda: number not in real.pages.strip.rows, timeout_s=20)
    assert real.composition.session.state == "empty" and not real.composition.window.banners.messages


def test_the_buttons_of_a_row(real: RealStage, stub: StubHub) -> None:
    stub.misbehave(WEIGHTS, SLOWLY, SLOWLY)
    orders = real.pages.orders
    first = orders.add(ALONE)
    other = orders.add(OrderRequest(Source("Other", repo=TARGET_REPO, output_type="q8_0")))
    open_list(real)
    row, second = row_of(real, first), row_of(real, other)
    real.wait_until(lambda: "/s" in row.steps.lines[0].words.text())
    assert second.words.text() == "Waits for its turn"
    assert not row.earlier_button.isEnabled() and row.later_button.isEnabled()
    row.pause_button.click()
    real.wait_until(lambda: row.words.text() == "Paused")
    assert row.resume_button.isVisible() and row.resume_button.text() == "Resume" and not row.pause_button.isVisible()
    second.earlier_button.click()
    layout = real.pages.strip._list_layout
    real.wait_until(lambda: layout.indexOf(second) == 0)
    assert [line.number for line in orders.lines] == [other, first] and not second.earlier_button.isEnabled()
    second.cancel_button.click()
    real.wait_until(lambda: other not in real.pages.strip.rows)
    assert not row.earlier_button.isVisible(), "there is nothing to go before"
    row.resume_button.setFocus()
    QTest.keyClick(row.resume_button, Qt.Key.Key_Space)
    real.wait_until(lambda: row.line.order.state == "running")
    row.cancel_button.click()
    real.wait_until(lambda: not real.pages.strip.isVisible())
    real.wait_until(lambda: not list((orders_home(real) / "models").rglob("*.part")))


def orders_home(real: RealStage) -> Path:
    """The folder of everything."""
    return real.pages.library_actions._library.parent


def test_a_gate_shows_its_ways_and_goes_on(real: RealStage, stub: StubHub, monkeypatch: pytest.MonkeyPatch) -> None:
    stub.repos[TARGET_REPO].gated = "auto"
    stub.repos[TARGET_REPO].members = frozenset({GOOD_TOKEN})
    real.composition.window.show_page("models")
    number = real.pages.orders.add(ALONE)
    banners = real.composition.window.banners
    real.wait_until(lambda: bool(banners.messages))
    (message,) = banners.messages
    buttons = [button.text() for button in banners.findChildren(QPushButton)]
    assert "sign in to the Hub" in message.text and {"Enter a token…", "Make a token…", "Try again"} <= set(buttons)
    open_list(real)
    row = row_of(real, number)
    assert row.resume_button.text() == "Retry" and row.details_button.isVisible()
    monkeypatch.setenv("HF_TOKEN", GOOD_TOKEN)
    row.resume_button.click()
    real.wait_until(lambda: not banners.messages)
    real.wait_for_chat()


def test_an_order_outlives_its_window(qapp: QApplication, home: Path, stub: StubHub) -> None:
    stub.misbehave(WEIGHTS, SLOWLY)
    with open_real_stage(qapp, home) as before:
        number = before.pages.orders.add(ALONE)
        row = row_of(before, number)
        before.wait_until(lambda: "/s" in row.words.text())
    with open_real_stage(qapp, home) as after:
        after.wait_until(lambda: bool(after.pages.orders.lines))
        after.composition.window.show_page("pair")
        after.wait_for_chat()
    assert max(request.first_byte for request in stub.fetched(WEIGHTS)) > 0
