"""A stub Hub with a pair on it, and queues that are closed in the end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fakes.hub import StubHub
from tests.jobs.ordering import DRAFT_REPO, TARGET_REPO, Watched, files_of


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    """A Hub without repositories, which every job asks."""
    with StubHub() as hub:
        for name, value in hub_environment(hub, tmp_path).items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield hub


def hub_environment(hub: StubHub, home: Path) -> dict[str, str]:
    """What makes a process ask the stub and keep everything else of its own in `home`."""
    return {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home / "hf"),
        "NO_PROXY": "127.0.0.1",
        "SLIPSTREAM_HOME": str(home / "home"),
    }


@pytest.fixture
def pair(stub: StubHub, shared: Path) -> StubHub:
    """The Hub with a target and a draft that fits."""
    stub.add(TARGET_REPO, files_of(shared / "fixtures/trained/target"))
    stub.add(DRAFT_REPO, files_of(shared / "fixtures/trained/draft-anchor-full"))
    return stub


@pytest.fixture
def open_queue(tmp_path: Path) -> Iterator[Callable[..., Watched]]:
    """Make a queue over `home` in the folder of the test."""
    opened: list[Watched] = []

    def open_one(**options: object) -> Watched:
        opened.append(Watched(tmp_path / "home", **options))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    for one in opened:
        one.queue.close()
