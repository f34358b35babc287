"""Which program the children of a bundle run."""

import multiprocessing.spawn
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core import child


@pytest.fixture
def executable() -> Iterator[None]:
    before = multiprocessing.spawn.get_executable()
    yield
    multiprocessing.set_executable(os.fsdecode(before))


@pytest.mark.usefixtures("executable")
@pytest.mark.parametrize(
    ("window", "engine"), [("slipstream", "slipstream-engine"), ("s.exe", "slipstream-engine.exe")]
)
def test_the_one_beside_the_window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, window: str, engine: str) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / window))
    child._choose_program()
    assert os.fsdecode(multiprocessing.spawn.get_executable()) == str(tmp_path / engine)


@pytest.mark.usefixtures("executable")
def test_from_sources_it_is_python() -> None:
    before = multiprocessing.spawn.get_executable()
    child._choose_program()
    assert multiprocessing.spawn.get_executable() == before
