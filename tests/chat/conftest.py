"""What the tests of chats share: a store in a folder with an unusual name, and how often a writing child is killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.chat.store import ChatStore


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/chat --kills 500` does it more often."""
    parser.addoption("--kills", type=int, default=40, help="how often the program that writes chats is killed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store is, or is going to be."""
    return tmp_path / "Größe 😀 数据" / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[ChatStore]:
    """An empty store."""
    opened = ChatStore(path)
    yield opened
    opened.close()
