"""The token: where it is looked for, how it is kept, whose it is, and that it goes nowhere else."""

import logging
import sys
from pathlib import Path

import pytest
from huggingface_hub import constants

from app.core.log import redact
from app.core.progress import Progress
from app.core.session_token import hold_session_token
from app.hub.account import Token, checked_token, token_at_hand
from app.hub.client import HubClient
from app.hub.errors import (
    HubAccessDenied,
    HubKeyringMissing,
    HubKeyringRefused,
    HubOffline,
    HubTokenInvalid,
    HubTokenMalformed,
    HubTokenNeeded,
)
from app.hub.sign_in import Account, account_at_hand, checked_account, sign_in, sign_out
from app.hub.token_keyring import forget_token, has_keyring, keep_token, read_token
from tests.fakes.hub import GOOD_TOKEN, OTHER_TOKEN, StubHub
from tests.fakes.hub_faults import Status
from tests.fakes.keyring import NO_KEYRING, keyring_variables
from tests.hub.conftest import MakeClient
from tests.hub.repositories import REPO, one_file

BAD_TOKEN = "hf_nobodyknowsme"


@pytest.fixture(autouse=True)
def _machine(stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a keyring, without a login, whose Hub is the stub."""
    for name, value in keyring_variables(tmp_path / "ring.json").items():
        monkeypatch.setenv(name, value)
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SLIPSTREAM_HOME", str(tmp_path / "home"))
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, stub.url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr(constants, "ENDPOINT", stub.url)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))


def _without_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NO_KEYRING.items():
        monkeypatch.setenv(name, value)


def test_the_variable_goes_before_the_keyring_and_that_before_the_login(
    stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert token_at_hand(stub.url) is None
    (tmp_path / "token").write_text("hf_login\n")
    assert token_at_hand(stub.url) == Token("hf_login", "login")
    keep_token(stub.url, "hf_kept")
    assert token_at_hand(stub.url) == Token("hf_kept", "keyring")
    monkeypatch.setenv("HF_TOKEN", " hf_variable ")
    assert token_at_hand(stub.url) == Token("hf_variable", "variable")
    monkeypatch.setenv("HF_TOKEN", "")
    assert forget_token(stub.url) and not forget_token(stub.url)
    assert token_at_hand(stub.url) == Token("hf_login", "login")


def test_a_token_is_kept_for_the_hub_it_was_entered_for(stub: StubHub) -> None:
    keep_token(stub.url, GOOD_TOKEN)
    assert read_token(stub.url) == GOOD_TOKEN and read_token("https://mirror.invalid") is None


def test_a_token_for_the_session_goes_before_the_login(stub: StubHub, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("hf_login")
    hold_session_token(OTHER_TOKEN)
    try:
        assert token_at_hand(stub.url) == Token(OTHER_TOKEN, "session")
    finally:
        hold_session_token("")


def test_signing_in_tells_whose_token_it_is_and_keeps_it(stub: StubHub) -> None:
    assert sign_in(f"  {GOOD_TOKEN}\n", Progress()) == Account(stub.url, "keyring", True, "ada")
    assert account_at_hand() == Account(stub.url, "keyring", True)
    assert checked_account(Progress()).name == "ada"
    assert sign_out() == Account(stub.url, "", True)
    with pytest.raises(HubTokenNeeded):
        checked_account(Progress())


def test_a_token_that_the_hub_does_not_know_is_not_kept(stub: StubHub) -> None:
    with pytest.raises(HubTokenInvalid) as caught:
        sign_in(BAD_TOKEN, Progress())
    assert caught.value.facts["link"] == f"{stub.url}/settings/tokens" and read_token(stub.url) is None
    assert [request.path for request in stub.requests] == ["/api/whoami-v2"], "it is not asked without it"


@pytest.mark.parametrize("text", ["", " ", "two words", "hf_\x1b[31m", "hf_é", "hf_a\nX-Evil: 1", "x" * 1001])
def test_what_cannot_be_a_token_is_refused_before_anything_is_asked(stub: StubHub, text: str) -> None:
    with pytest.raises(HubTokenMalformed):
        sign_in(text, Progress())
    assert not stub.requests


@pytest.mark.parametrize("text", ["two words", "hf_é", "hf_a\nX-Evil: 1"])
def test_a_variable_that_cannot_be_a_token_does_not_close_what_is_public(
    stub: StubHub, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    stub.add(REPO, one_file())
    monkeypatch.setenv("HF_TOKEN", text)
    client = HubClient.of_this_machine()
    assert client.listing(REPO, None, Progress()).repo == REPO
    assert client.token_was_refused and not any(request.has_token for request in stub.requests)


@pytest.mark.parametrize(
    "words",
    ['User Access Token "laptop" is expired', "Invalid user token.", "Invalid credentials in Authorization header"],
)
def test_an_expired_token_is_told_as_one(stub: StubHub, make_client: MakeClient, words: str) -> None:
    stub.add(REPO, one_file(), gated="auto", members=frozenset({GOOD_TOKEN}))
    stub.misbehave("", Status(401, {"X-Error-Message": words}))
    client = make_client(GOOD_TOKEN)
    assert client.listing(REPO, None, Progress()).repo == REPO and client.token_was_refused


def test_a_token_without_the_right_for_gated_models_is_told(stub: StubHub, make_client: MakeClient) -> None:
    words = "not enabled for your fine-grained token: enable access to public gated repositories in its settings"
    stub.add(REPO, one_file(), gated="auto", refusal=words)
    client = make_client(OTHER_TOKEN)
    listing = client.listing(REPO, None, Progress())
    with pytest.raises(HubAccessDenied) as caught:
        client.content(listing, listing.files[0], 10, Progress())
    assert caught.value.facts["link"] == f"{stub.url}/settings/tokens"


def test_only_the_hub_itself_gets_the_token(stub: StubHub, make_client: MakeClient) -> None:
    stub.add(REPO, one_file())
    client = make_client(GOOD_TOKEN)
    listing = client.listing(REPO, None, Progress())
    file = listing.file("model.gguf")
    assert file and client.content(listing, file, 10, Progress())
    assert [(request.server, request.has_token) for request in stub.requests] == [
        ("hub", True),
        ("hub", True),
        ("store", False),
    ]


def test_without_a_keyring_it_is_said_and_nothing_is_kept(stub: StubHub, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_keyring(monkeypatch)
    assert not has_keyring() and read_token(stub.url) is None and not forget_token(stub.url)
    with pytest.raises(HubKeyringMissing):
        keep_token(stub.url, GOOD_TOKEN)
    assert sign_in(GOOD_TOKEN, Progress()) == Account(stub.url, "", False, "ada")


def test_a_portable_copy_leaves_nothing_in_a_keyring(
    stub: StubHub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert has_keyring()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "slipstream"))
    (tmp_path / "portable").touch()
    assert not has_keyring() and read_token(stub.url) is None
    assert sign_in(GOOD_TOKEN, Progress()).source == ""


def test_a_keyring_that_keeps_nothing_counts_as_none(stub: StubHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    with pytest.raises(HubKeyringMissing):
        keep_token(stub.url, GOOD_TOKEN)


def test_a_locked_keyring_closes_nothing_that_is_public(stub: StubHub, tmp_path: Path) -> None:
    keep_token(stub.url, GOOD_TOKEN)
    (tmp_path / "ring.json.locked").touch()
    assert token_at_hand(stub.url) is None
    with pytest.raises(HubKeyringRefused):
        forget_token(stub.url)
    with pytest.raises(HubKeyringRefused):
        keep_token(stub.url, GOOD_TOKEN)


def test_a_keyring_that_hangs_is_left_alone(stub: StubHub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.hub.token_keyring._LONGEST_WAIT_S", 0.2)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.fakes.keyring.HangingKeyring")
    assert read_token(stub.url) is None


def test_offline_nobody_is_asked_whose_token_it_is(stub: StubHub, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/settings.json").write_text('{"offline": true}')
    with pytest.raises(HubOffline):
        sign_in(GOOD_TOKEN, Progress())
    assert not stub.requests


def test_a_token_shows_in_no_log_whatever_it_looks_like(
    stub: StubHub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HF_TOKEN", "Mirror-Key:0815/4711")
    token = token_at_hand(stub.url)
    assert token and "0815" not in repr(token)
    assert redact("asked as Mirror-Key:0815/4711 of the mirror") == "asked as *** of the mirror"
    checked_token("another.secret", stub.url)
    assert redact("another.secret") == "***"
    with caplog.at_level(logging.DEBUG), pytest.raises(HubTokenInvalid):
        sign_in(BAD_TOKEN, Progress())
    assert BAD_TOKEN not in caplog.text
