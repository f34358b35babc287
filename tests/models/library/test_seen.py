"""What was read of headers is kept between runs, and read anew when file or program is another."""

from pathlib import Path

import pytest

from app.models.entry import ModelEntry
from app.models.library import library as library_module
from app.models.library import seen as seen_module
from app.models.library.last_used import last_used, note_used
from app.models.library.library import Library
from app.models.recognition.inspect import inspect_model
from tests.formats.files import gguf_bytes
from tests.models.recognition.test_inspect import TARGET_PAIRS

CONTENT = gguf_bytes(TARGET_PAIRS, {"token_embd.weight": (3, 8)})


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files whose headers were read."""
    names: list[str] = []

    def inspect(path: Path) -> ModelEntry:
        names.append(path.name)
        return inspect_model(path)

    monkeypatch.setattr(library_module, "inspect_model", inspect)
    return names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.gguf", "b.gguf"):
        (tmp_path / name).write_bytes(CONTENT)
    return tmp_path


def test_another_run_reads_no_header_again(folder: Path, read: list[str]) -> None:
    first = Library(folder).models()
    assert sorted(read) == ["a.gguf", "b.gguf"]
    assert Library(folder).models() == first and len(read) == 2


def test_a_changed_file_is_read_anew_and_a_deleted_one_forgotten(folder: Path, read: list[str]) -> None:
    Library(folder).models()
    (folder / "a.gguf").write_bytes(gguf_bytes(TARGET_PAIRS, {"token_embd.weight": (3, 16)}))
    (folder / "b.gguf").unlink()
    read.clear()
    Library(folder).models()
    assert read == ["a.gguf"] and "b.gguf" not in (folder / "seen.json").read_text()


def test_another_version_reads_everything_anew(folder: Path, read: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Library(folder).models()
    monkeypatch.setattr(seen_module, "reader_stamp", lambda: "another")
    Library(folder).models()
    assert len(read) == 4


@pytest.mark.parametrize("content", [b"", b"[]", b'{"reader": "x"}', b"\xff"])
def test_a_broken_file_costs_only_time(folder: Path, read: list[str], content: bytes) -> None:
    first = Library(folder).models()
    (folder / "seen.json").write_bytes(content)
    assert Library(folder).models() == first


def test_when_a_model_was_used_last_is_known(folder: Path) -> None:
    assert {model.last_used for model in Library(folder).models()} == {""}
    note_used(folder, folder / "b.gguf")
    used = {model.entry.path.name: model.last_used for model in Library(folder).models()}
    assert used["a.gguf"] == "" and used["b.gguf"].endswith("+00:00")
    (folder / "used.json").write_bytes(b"{")
    assert last_used(folder) == {}
