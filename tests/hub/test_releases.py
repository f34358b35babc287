"""Asking for a newer version: only where a feed is known and the program may go online, and no answer is trusted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import close_session

from app import __version__
from app.core.errors import AppError
from app.core.paths import settings_path
from app.core.progress import Progress
from app.core.settings import OFFLINE, Settings
from app.hub.errors import HubOffline, HubRefused, HubServerTrouble, HubUnreachable
from app.hub.releases import Release, ReleasesUnknown, ReleasesUnreadable, is_newer, newest_release
from tests.fakes.releases import ReleasesFeed


@pytest.fixture(autouse=True)
def feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReleasesFeed]:
    """A feed that the program is told of."""
    with ReleasesFeed() as served:
        monkeypatch.setenv("SLIPSTREAM_RELEASES", served.address)
        monkeypatch.setenv("SLIPSTREAM_HOME", str(tmp_path))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("HF_TOKEN", "hf_goodgoodgood")
        yield served
        close_session()


def test_the_newest_release_is_told_and_nobody_signs_in_for_it(feed: ReleasesFeed) -> None:
    feed.publish("7.1.0")
    assert newest_release(Progress()) == Release("7.1.0", "https://example.org/releases/v7.1.0")
    (headers,) = feed.asked
    assert headers["User-Agent"] == f"slipstream/{__version__}" and "hf_good" not in str(headers)


def test_without_a_release_there_is_none(feed: ReleasesFeed) -> None:
    feed.status = 404
    assert newest_release(Progress()) is None


@pytest.mark.parametrize(
    ("version", "than", "is_later"),
    [("1.0.0", "0.9.9", True), ("v0.10.0", "0.9.0", True), ("0.1.0", "0.1.0", False), ("0.1.0", "0.2.0", False)],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, is_later: bool) -> None:
    assert is_newer(version, than) is is_later


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {},
        b"<html>",
        {"tag_name": "latest", "html_url": "https://example.org"},
        {"tag_name": "v2.0.0-rc1", "html_url": "https://example.org"},
        {"tag_name": "v2.0.0", "html_url": "file:///etc/passwd"},
        {"tag_name": "v2.0.0", "html_url": "javascript:alert(1)"},
        {"tag_name": "v2.0.0", "html_url": "https://example.org/" + "x" * 600},
        {"tag_name": 2, "html_url": 3},
        b" " * (2 << 20),
    ],
    ids=lambda answer: str(answer)[:40],
)
def test_an_answer_that_is_none_is_refused(feed: ReleasesFeed, answer: Any) -> None:
    feed.answer = answer
    with pytest.raises(ReleasesUnreadable):
        newest_release(Progress())


@pytest.mark.parametrize(("status", "kind"), [(403, HubRefused), (503, HubServerTrouble)])
def test_a_refusal_is_told_at_once(feed: ReleasesFeed, status: int, kind: type[AppError]) -> None:
    feed.status = status
    with pytest.raises(kind):
        newest_release(Progress())
    assert len(feed.asked) == 1


def test_offline_and_without_a_feed_nothing_is_asked(feed: ReleasesFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    Settings(settings_path()).set(OFFLINE, True)
    with pytest.raises(HubOffline):
        newest_release(Progress())
    monkeypatch.delenv("SLIPSTREAM_RELEASES")
    with pytest.raises(ReleasesUnknown):
        newest_release(Progress())
    assert feed.asked == []


def test_nobody_there_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIPSTREAM_RELEASES", "http://127.0.0.1:9/")
    with pytest.raises(HubUnreachable):
        newest_release(Progress())
