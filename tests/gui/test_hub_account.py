"""The account in the settings: entered, checked, removed; and what the banners of the Hub offer."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from app.core.errors import AppError, ReportedError
from app.core.log import redact
from app.core.paths import HOME_VARIABLE
from app.core.session_token import hold_session_token, session_token
from app.gui.failures import HubWays, hub_message
from app.gui.widgets.account_card import AccountCard
from app.gui.widgets.banner import BannerMessage
from app.hub.errors import (
    HubAccessDenied,
    HubLicenceNotAccepted,
    HubOffline,
    HubTokenInvalid,
    HubTokenNeeded,
    HubUnreachable,
)
from tests.fakes.hub import GOOD_TOKEN, OTHER_TOKEN, StubHub
from tests.fakes.keyring import NO_KEYRING, keyring_variables
from tests.gui.real_window import RealStage, open_real_stage
from tests.hub.repositories import REPO

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    """A Hub that the jobs of the window ask, on a machine with a keyring."""
    with StubHub() as hub:
        told = {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "NO_PROXY": "127.0.0.1"}
        told |= {HOME_VARIABLE: str(tmp_path / "home"), **keyring_variables(tmp_path / "ring.json")}
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub
    hold_session_token("")


@pytest.fixture
def stage(qapp: QApplication, stub: StubHub, tmp_path: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.pages.hub_ways.enter_token()
        wait_for(stage, "No token")
        yield stage


def card(stage: RealStage) -> AccountCard:
    return stage.pages.account_card


def wait_for(stage: RealStage, words: str) -> None:
    stage.wait_until(lambda: card(stage).words.text().startswith(words))


def sign_in(stage: RealStage, token: str) -> None:
    card(stage).token_box.setText(token)
    card(stage).sign_in_button.click()
    stage.wait_until(lambda: not stage.pages.account.state.is_busy)


def test_a_token_is_checked_kept_and_removed(stage: RealStage, tmp_path: Path) -> None:
    assert card(stage).token_box.echoMode() is QLineEdit.EchoMode.Password
    assert not card(stage).sign_in_button.isEnabled() and not card(stage).remove_button.isVisible()
    sign_in(stage, f" {GOOD_TOKEN}\n")
    assert card(stage).words.text() == "Signed in as ada. The token is the one in the system's keyring."
    assert card(stage).token_box.text() == "" and session_token() == ""
    assert GOOD_TOKEN in (tmp_path / "ring.json").read_text()
    card(stage).remove_button.click()
    wait_for(stage, "No token")
    assert GOOD_TOKEN not in (tmp_path / "ring.json").read_text()


def test_a_token_that_the_hub_does_not_know_is_not_kept(stage: RealStage, tmp_path: Path) -> None:
    sign_in(stage, "hf_nobodyknowsme")
    assert "does not know your token" in card(stage).problem.text() and not (tmp_path / "ring.json").exists()
    sign_in(stage, "two words")
    assert "is no token of the Hub" in card(stage).problem.text()
    sign_in(stage, GOOD_TOKEN)
    assert not card(stage).problem.isVisible()


def test_without_a_keyring_a_token_lasts_as_long_as_the_window(
    qapp: QApplication, stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in NO_KEYRING.items():
        monkeypatch.setenv(name, value)
    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.composition.window.show_page("settings")
        wait_for(stage, "No token")
        assert "counts until Slipstream is closed" in card(stage).hint.text()
        sign_in(stage, GOOD_TOKEN)
        assert card(stage).words.text() == "Signed in as ada. The token is the one entered for this session."
        card(stage).check_button.click()
        stage.wait_until(lambda: not stage.pages.account.state.is_busy)
        assert session_token() == GOOD_TOKEN and stub.requests[-1].has_token
        card(stage).remove_button.click()
        wait_for(stage, "No token")
        assert session_token() == ""
    written = [path for path in tmp_path.rglob("*") if path.is_file() and GOOD_TOKEN.encode() in path.read_bytes()]
    assert not written


def test_a_token_of_the_variable_is_shown_and_cannot_be_replaced_here(
    qapp: QApplication, stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", OTHER_TOKEN)
    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.composition.window.show_page("settings")
        wait_for(stage, "The token: the one in HF_TOKEN")
        assert not card(stage).token_box.isVisible() and not card(stage).remove_button.isVisible()
        card(stage).check_button.click()
        wait_for(stage, "Signed in as otto")
        everything = " ".join(widget.text() for widget in card(stage).findChildren(QPushButton))
        assert OTHER_TOKEN not in everything + card(stage).words.text()


def test_the_page_where_tokens_are_made_is_opened_after_asking(stage: RealStage, stub: StubHub) -> None:
    card(stage).make_button.click()
    (message,) = stage.composition.window.banners.messages
    assert (message.text, message.hint) == ("Open this link outside Slipstream?", f"{stub.url}/settings/tokens")


def banner(stage: RealStage, words: str) -> dict[str, Callable[[], object]]:
    """The buttons of the banner with these words, once it is there."""

    def found() -> list[BannerMessage]:
        return [message for message in stage.composition.window.banners.messages if words in message.text]

    stage.wait_until(lambda: bool(found()))
    message = found()[0]
    return {action.text: action.run for action in (message.action, *message.others) if action is not None}


def test_a_gated_model_is_got_step_by_step_without_a_restart(stage: RealStage, stub: StubHub, shared: Path) -> None:
    repo = stub.add(REPO, {"m.gguf": (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()}, gated="manual")
    stage.pages.library_actions.fetch(REPO, "", "")
    banner(stage, "is open only to people who sign in")["Enter a token…"]()
    assert stage.composition.window.stack.currentWidget() is stage.pages.settings_page
    sign_in(stage, GOOD_TOKEN)
    stage.pages.library_actions.fetch(REPO, "", "")
    buttons = banner(stage, "terms of Someone/Tiny-Chat are not accepted yet")
    buttons["Read the terms…"]()
    links = [message.hint for message in stage.composition.window.banners.messages if message.key == "link"]
    assert links == [f"{stub.url}/{REPO}"]
    repo.members = frozenset({GOOD_TOKEN})
    buttons["Try again"]()
    stage.wait_until(lambda: [choice.title for choice in stage.pages.models.targets()] == ["Qwen3"])
    stage.wait_until(lambda: not stage.pages.orders.lines)


def actions_of(error: AppError, called: list[str], retry: Callable[[], object] | None) -> list[str]:
    ways = HubWays(called.append, lambda: called.append("token"), lambda: called.append("online"))
    message = hub_message(error, ways, retry)
    actions = [message.action, *message.others] if message.action else []
    for action in actions:
        action.run()
    return [action.text for action in actions]


@pytest.mark.parametrize(
    ("error", "offered", "led_to"),
    [
        (HubTokenNeeded(repo="a/b", link="T"), ["Enter a token…", "Make a token…"], ["token", "T"]),
        (HubTokenInvalid(link="T"), ["Enter a token…", "Make a token…"], ["token", "T"]),
        (HubLicenceNotAccepted(repo="a/b", link="P"), ["Read the terms…"], ["P"]),
        (HubAccessDenied(repo="a/b", detail="no", link="P"), ["Ask for access…"], ["P"]),
        (HubOffline(), ["Go online"], ["online"]),
        (HubUnreachable(host="h", detail="d"), [], []),
    ],
)
def test_each_refusal_offers_its_own_way_on(error: AppError, offered: list[str], led_to: list[str]) -> None:
    called: list[str] = []
    assert actions_of(error, called, None) == offered and called == led_to
    told = ReportedError(error.code, error.facts)
    assert actions_of(told, called, lambda: called.append("again")) == [*offered, "Try again"] and called[-1] == "again"


def test_details_to_copy_hold_no_token() -> None:
    error = ReportedError("unexpected", {"detail": "boom"}, f"Authorization: Bearer {GOOD_TOKEN}")
    ways = HubWays(str, lambda: None, lambda: None)
    assert GOOD_TOKEN not in hub_message(error, ways).details and redact(GOOD_TOKEN) != GOOD_TOKEN
