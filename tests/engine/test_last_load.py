"""What came to a bad end the last time is known at the next start."""

import os
from pathlib import Path

import pytest

from app.core.errors import PathNotWritable
from app.engine.last_load import LastLoad, clear, record, suspect


def test_what_was_recorded_is_found_until_it_is_cleared(tmp_path: Path) -> None:
    folder = tmp_path / "not there yet"
    assert suspect(folder) is None
    for load in (LastLoad(Path("/m/größe 語.gguf")), LastLoad(Path("/m/t.gguf"), Path("/m/d.gguf"), "crashed")):
        record(folder, load)
        assert suspect(folder) == load
    clear(folder)
    clear(folder)
    assert suspect(folder) is None


@pytest.mark.parametrize("content", [b"", b"[]", b'{"target": 1}', b'{"target": "/x", "reached": "heaven"}', b"\xff"])
def test_a_damaged_record_accuses_nobody(tmp_path: Path, content: bytes) -> None:
    record(tmp_path, LastLoad(Path("/x")))
    next(tmp_path.iterdir()).write_bytes(content)
    assert suspect(tmp_path) is None


@pytest.mark.skipif(os.name == "nt", reason="names of bytes")
def test_a_path_may_hold_bytes_that_are_no_text(tmp_path: Path) -> None:
    load = LastLoad(Path(os.fsdecode(b"/m/\xff.gguf")))
    record(tmp_path, load)
    assert suspect(tmp_path) == load


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(PathNotWritable):
        record(tmp_path / "file", LastLoad(Path("/x")))
