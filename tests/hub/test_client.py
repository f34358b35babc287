"""Asking the Hub: who may, who may not and why, and what its answers are worth."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import AppError, UnsafePath
from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.errors import (
    HubAccessDenied,
    HubAnswerUnreadable,
    HubFileMissing,
    HubLicenceNotAccepted,
    HubNameInvalid,
    HubOffline,
    HubRateLimited,
    HubRefused,
    HubRepoMissing,
    HubRevisionMissing,
    HubServerTrouble,
    HubTokenInvalid,
    HubTokenNeeded,
    HubUnreachable,
    HubWebPage,
)
from app.hub.listing import Listing, RemoteFile, listing_of
from tests.fakes.hub import GOOD_TOKEN, OTHER_TOKEN, StubHub
from tests.fakes.hub_faults import Status, WebPage
from tests.hub.conftest import IMPATIENT, MakeClient
from tests.hub.repositories import REPO, one_file

BAD_TOKEN = "hf_nobodyknowsme"


def _listing(client: HubClient, repo: str = REPO, revision: str | None = None) -> Listing:
    return client.listing(repo, revision, Progress())


def _small(client: HubClient, name: str = "README.md") -> bytes:
    listing = _listing(client)
    return client.content(listing, listing.file(name) or RemoteFile(name, 5), 1 << 20, Progress())


def test_a_listing_tells_sizes_and_hashes(stub: StubHub, client: HubClient) -> None:
    repo = stub.add(REPO, one_file(), tags=("gguf",))
    listing = _listing(client)
    assert listing.commit == repo.commit and listing.revision == "main" and listing.tags == ("gguf",)
    assert listing.file("model.gguf") == RemoteFile("model.gguf", 300_000, sha256=repo.files["model.gguf"].tag)
    assert listing.file("README.md") == RemoteFile("README.md", 6, git_oid=repo.files["README.md"].git_oid)


def test_only_what_was_asked_for_leaves_the_machine(stub: StubHub, client: HubClient) -> None:
    stub.add(REPO, one_file())
    assert _small(client) == b"# Tiny"
    assert [request.path for request in stub.requests] == [
        f"/api/models/{REPO}/revision/main",
        f"/{REPO}/resolve/{stub.repos[REPO].commit}/README.md",
        f"/api/resolve-cache/models/{REPO}/{stub.repos[REPO].commit}/README.md",
    ]


def test_the_first_bytes_of_a_large_file_are_all_that_is_sent(stub: StubHub, client: HubClient) -> None:
    stub.add(REPO, one_file())
    listing = _listing(client)
    file = listing.file("model.gguf")
    assert file and client.content(listing, file, 100, Progress()) == stub.repos[REPO].files["model.gguf"].content[:100]


@pytest.mark.parametrize(
    ("token", "refusal", "kind"),
    [
        (None, "", HubTokenNeeded),
        (BAD_TOKEN, "", HubTokenInvalid),
        (
            OTHER_TOKEN,
            "restricted and you are not in the authorized list. Visit it to ask for access.",
            HubLicenceNotAccepted,
        ),
        (OTHER_TOKEN, "restricted. Your request has been rejected by the repo's authors.", HubAccessDenied),
    ],
)
def test_a_gate_is_told_by_who_stands_before_it(
    stub: StubHub, make_client: MakeClient, token: str | None, refusal: str, kind: type[AppError]
) -> None:
    stub.add(REPO, one_file(), gated="manual", members=frozenset({GOOD_TOKEN}), refusal=refusal)
    with pytest.raises(kind) as caught:
        _small(make_client(token))
    assert str(caught.value.facts["link"]).startswith(stub.url)
    assert _small(make_client(GOOD_TOKEN)) == b"# Tiny"


def test_a_token_without_the_right_to_read_is_told(stub: StubHub, make_client: MakeClient) -> None:
    stub.add(REPO, one_file())
    stub.misbehave("README.md", Status(403, {"X-Error-Message": "Please enable access to gated repositories"}))
    with pytest.raises(HubAccessDenied) as caught:
        _small(make_client(GOOD_TOKEN))
    assert "enable access" in str(caught.value.facts["detail"])


def test_a_bad_token_does_not_close_what_is_public(stub: StubHub, make_client: MakeClient) -> None:
    stub.add(REPO, one_file())
    client = make_client(BAD_TOKEN)
    assert client.models({"search": "tiny"}, lambda found: found["id"], Progress()) == [REPO]
    assert client.token_was_refused and _small(client) == b"# Tiny"
    assert [request.has_token for request in stub.requests] == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("repo", "revision", "kind"),
    [
        ("Nobody/Nothing", None, HubRepoMissing),
        (REPO, "v9", HubRevisionMissing),
        ("plain", None, HubNameInvalid),
        ("a/b/c", None, HubNameInvalid),
        ("a/../b", None, HubNameInvalid),
        ("a/..", None, HubNameInvalid),
        ("a/b--c", None, HubNameInvalid),
        ("a/b?x=1", None, HubNameInvalid),
    ],
)
def test_what_is_not_there_is_named(
    stub: StubHub, client: HubClient, repo: str, revision: str | None, kind: type[AppError]
) -> None:
    stub.add(REPO, one_file())
    with pytest.raises(kind):
        _listing(client, repo, revision)


def test_a_file_that_is_not_there_is_named(stub: StubHub, client: HubClient) -> None:
    stub.add(REPO, one_file())
    with pytest.raises(HubFileMissing):
        _small(client, "nothing.json")


@pytest.mark.parametrize("fault", [Status(500), Status(502), Status(429, {"Retry-After": "0"})])
def test_trouble_that_passes_is_waited_for(stub: StubHub, client: HubClient, fault: Status) -> None:
    stub.add(REPO, one_file())
    stub.misbehave("", fault, fault)
    assert _listing(client).repo == REPO


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Status(503), HubServerTrouble),
        (Status(418), HubRefused),
        (Status(429, {"Retry-After": "3000"}), HubRateLimited),
        (Status(429, {"RateLimit": '"api";r=0;t=3000'}), HubRateLimited),
        (Status(429, {"Retry-After": "Fri, 31 Dec 2100 23:59:59 GMT"}), HubRateLimited),
        (WebPage(), HubWebPage),
    ],
)
def test_trouble_that_stays_is_named(
    stub: StubHub, client: HubClient, fault: Status | WebPage, kind: type[AppError]
) -> None:
    stub.add(REPO, one_file())
    stub.misbehave("", *[fault] * IMPATIENT.tries)
    with pytest.raises(kind):
        _listing(client)


def test_a_server_that_asks_to_wait_is_obeyed(stub: StubHub, client: HubClient) -> None:
    stub.add(REPO, one_file())
    stub.misbehave("", Status(429, {"Retry-After": "1"}))
    waits = []
    client.listing(REPO, None, Progress(lambda stage, done, total: waits.append((stage, total))))
    assert ("hub_wait", 1000) in waits


def test_where_nobody_listens_is_named(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(HubUnreachable) as caught:
        _listing(HubClient(address, None, tmp_path, patience=IMPATIENT))
    assert str(caught.value.facts["detail"])[0] != "[", "the system's numbers are for programs"


def test_offline_nothing_is_asked(stub: StubHub, make_client: MakeClient) -> None:
    client = make_client(is_offline=True)
    with pytest.raises(HubOffline):
        _listing(client)
    with pytest.raises(HubOffline):
        client.models({}, lambda found: found, Progress())
    assert not stub.requests


_GOOD: dict[str, Any] = {"sha": "a" * 40, "siblings": [{"rfilename": "a.json", "size": 3, "blobId": "b" * 40}]}


@pytest.mark.parametrize(
    "change",
    [
        {"sha": None},
        {"sha": "../../etc"},
        {"sha": 7},
        {"siblings": None},
        {"siblings": 3},
        {"siblings": [{}]},
        {"siblings": [{"rfilename": "a"}]},
        {"siblings": [{"rfilename": "a", "size": -1}]},
        {"siblings": [{"rfilename": "a", "size": 1 << 60}]},
        {"siblings": [{"rfilename": "a", "size": True}]},
        {"siblings": [{"rfilename": 5, "size": 1}]},
        {"siblings": [{"rfilename": "a", "size": 1, "blobId": "../x"}]},
        {"siblings": [{"rfilename": "a", "size": 1, "lfs": {"size": 1, "sha256": "x"}}]},
        {"siblings": [{"rfilename": "a", "size": 1, "lfs": "x"}]},
    ],
)
def test_a_listing_that_lies_is_not_believed(stub: StubHub, client: HubClient, change: dict[str, Any]) -> None:
    stub.add(REPO, {"a.json": b"{}"})
    body = json.dumps({**_GOOD, **change}).encode()
    stub.misbehave("", Status(200, {}, body))
    with pytest.raises(HubAnswerUnreadable):
        _listing(client)


@pytest.mark.parametrize("body", [b"", b"[]", b"nonsense", b"null", b'"text"'])
def test_an_answer_of_another_kind_is_not_believed(stub: StubHub, client: HubClient, body: bytes) -> None:
    stub.misbehave("", Status(200, {}, body or b" "))
    with pytest.raises(HubAnswerUnreadable):
        _listing(client)


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../b", "C:x", "a//b", ""])
def test_a_name_that_points_outside_is_refused(name: str) -> None:
    with pytest.raises(UnsafePath):
        listing_of({**_GOOD, "siblings": [{"rfilename": name, "size": 1}]}, REPO, "main")
