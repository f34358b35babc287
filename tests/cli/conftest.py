"""A fresh home for each test of the command line."""

from functools import partial
from pathlib import Path

import pytest

from tests.cli.terminal import Run, run_program


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder that the program keeps its own files in."""
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Run:
    """Run the program with these arguments to its end."""
    return partial(run_program, home)
