"""What is written outside the library is noted, and what a kill leaves of it is found again."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.core.files import sole_writer
from app.models.library.unfinished import noted_as_unfinished, remove_unfinished
from tests.conftest import ROOT

pytestmark = pytest.mark.process

_KILLED = """
import os, sys
from pathlib import Path
from app.models.library.unfinished import noted_as_unfinished
library, destination = map(Path, sys.argv[1:])
with noted_as_unfinished(library, destination):
    destination.with_name(destination.name + ".part").write_bytes(b"half")
    os._exit(9)
"""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out [1]"
    folder.mkdir()
    return folder


def killed(library: Path, destination: Path) -> None:
    """A program that ends without a word while it writes."""
    command = [sys.executable, "-c", _KILLED, str(library), str(destination)]
    assert subprocess.run(command, cwd=ROOT).returncode == 9


def test_remains_of_what_was_noted_go_and_all_else_stays(tmp_path: Path, out: Path) -> None:
    killed(tmp_path, out / "a.gguf")
    for name in ("b.gguf.part", "a.gguf", "my a.gguf.part"):
        (out / name).write_bytes(b"x")
    remove_unfinished(tmp_path)
    assert sorted(path.name for path in out.iterdir()) == ["a.gguf", "b.gguf.part", "my a.gguf.part"]
    (out / "a.gguf.part").write_bytes(b"later, of another program")
    remove_unfinished(tmp_path)
    assert (out / "a.gguf.part").exists()


def test_what_is_being_written_stays(tmp_path: Path, out: Path) -> None:
    with noted_as_unfinished(tmp_path, out / "a.gguf"), sole_writer(out / "a.gguf"):
        remove_unfinished(tmp_path)
        assert (out / "a.gguf.part").exists()


def test_what_was_finished_is_not_in_the_list_any_more(tmp_path: Path, out: Path) -> None:
    with noted_as_unfinished(tmp_path, out / "a.gguf"):
        pass
    (out / "a.gguf.part").write_bytes(b"x")
    remove_unfinished(tmp_path)
    assert (out / "a.gguf.part").exists()


@pytest.mark.parametrize("content", ["", "{}", '{"paths": 7}', '{"paths": [7, "a\\u0000b"]}', "["])
def test_a_broken_list_hinders_nothing(tmp_path: Path, out: Path, content: str) -> None:
    (tmp_path / "unfinished.json").write_text(content)
    remove_unfinished(tmp_path)
    killed(tmp_path, out / "a.gguf")
    remove_unfinished(tmp_path)
    assert list(out.iterdir()) == []
