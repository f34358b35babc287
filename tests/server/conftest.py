"""The local API over the real engine with the trained pair, and over a writer that a test leads by the hand."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from app.engine.blocking import BlockingEngine
from app.engine.protocol import DraftOptions, Generate, LoadOptions, SamplingOptions
from app.server.api import Access, LocalApi
from app.server.writer import EngineWriter
from tests.engine.conftest import Trained, trained
from tests.server.asking import Client
from tests.server.led_writer import LedWriter

__all__ = ["trained"]

USUAL = Generate(job=0, sampling=SamplingOptions(temperature=0), drafting=DraftOptions(pacing="always"))
ANY_PORT = Access(port=0)


@pytest.fixture(scope="session")
def engine(trained: Trained) -> Iterator[BlockingEngine]:
    """An engine with the trained target and its draft."""
    with BlockingEngine() as started:
        started.load(trained.target, trained.drafts["draft-anchor-full"], LoadOptions(threads=1))
        yield started


@pytest.fixture
def client(engine: BlockingEngine) -> Iterator[Client]:
    """A client of an API over that engine."""
    with closing(LocalApi(ANY_PORT)) as api:
        api.serve(EngineWriter(engine, LoadOptions(threads=1), USUAL))
        yield Client(api)


@pytest.fixture
def writer() -> LedWriter:
    """Writes what the test says."""
    return LedWriter(USUAL)


@pytest.fixture
def led(writer: LedWriter) -> Iterator[Client]:
    """A client of an API over that writer."""
    with closing(LocalApi(ANY_PORT)) as api:
        api.serve(writer)
        yield Client(api)
