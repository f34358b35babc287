"""A stub Hub and a client that asks it, impatient."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from huggingface_hub import close_session

from app.hub.client import HubClient
from app.hub.patience import Patience
from tests.fakes.hub import StubHub

IMPATIENT = Patience(
    connect_s=2,
    silence_s=0.6,
    stall_told_s=0.15,
    first_wait_s=0.01,
    longest_wait_s=0.05,
    longest_asked_wait_s=2,
    tries=4,
)

MakeClient = Callable[..., HubClient]


@pytest.fixture
def stub() -> Iterator[StubHub]:
    """A Hub without repositories."""
    with StubHub() as hub:
        yield hub
        close_session()


@pytest.fixture
def make_client(stub: StubHub, tmp_path: Path) -> MakeClient:
    """A client of the stub, as whom and how is said."""

    def make(token: str | None = None, *, is_offline: bool = False, patience: Patience = IMPATIENT) -> HubClient:
        return HubClient(stub.url, token, tmp_path / "cache", is_offline=is_offline, patience=patience)

    return make


@pytest.fixture
def client(make_client: MakeClient) -> HubClient:
    """A client without a token."""
    return make_client()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The folder of the library."""
    return tmp_path / "models"
