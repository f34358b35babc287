"""Folders of the user's own: looked through once, remembered, and back by themselves when their drive is."""

import shutil
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.models.entry import ModelEntry
from app.models.library import user_folders
from app.models.library.library import Library
from app.models.library.user_folders import UserFolder, look_through, read_user_folder
from app.models.recognition.inspect import inspect_model
from tests.formats.files import gguf_bytes, write_checkpoint
from tests.models.recognition.test_inspect import TARGET_CONFIG, TARGET_PAIRS, TARGET_TENSORS


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "models").mkdir()
    return Library(tmp_path / "models")


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A folder with a target, a model in parts, a checkpoint, a broken file, and what is none of them."""
    folder = tmp_path / "drive" / "llm"
    (folder / "sub/deep").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    tensors = {"token_embd.weight": (3, 8)}
    (folder / "sub/deep/one.gguf").write_bytes(gguf_bytes(TARGET_PAIRS, tensors))
    (folder / ".hidden/no.gguf").write_bytes(gguf_bytes(TARGET_PAIRS, tensors))
    for i in (1, 2):
        pairs = TARGET_PAIRS | {"split.count": 2} if i == 1 else {"split.count": 2}
        (folder / f"x-0000{i}-of-00002.gguf").write_bytes(gguf_bytes(pairs, {f"t{i}": (8,)}))
    write_checkpoint(folder / "checkpoint", TARGET_CONFIG, TARGET_TENSORS)
    (folder / "checkpoint/inside.gguf").write_bytes(b"")
    (folder / "broken.gguf").write_bytes(b"<html>")
    (folder / "notes.txt").write_text("no model")
    return folder


def seen_files(folder: UserFolder) -> list[str]:
    return sorted(seen.entry.path.name for seen in folder.models)


def test_a_folder_shows_once_somebody_looked_through_it(library: Library, drive: Path) -> None:
    library.add_folder(drive)
    library.add_folder(drive)
    assert library.folders() == (UserFolder(drive),) and library.models() == ()
    seen = look_through(library.folder, drive, Progress())
    assert library.folders() == (seen,) and seen.is_there and not seen.is_cut
    assert seen_files(seen) == ["broken.gguf", "checkpoint", "inside.gguf", "one.gguf", "x-00001-of-00002.gguf"]
    assert {(model.entry.path.name, model.is_outside, model.folder) for model in library.models()} == {
        (name, True, drive) for name in ("broken.gguf", "inside.gguf", "one.gguf", "x-00001-of-00002.gguf")
    }
    assert [model.entry.path for model in library.checkpoints()] == [drive / "checkpoint"]
    assert {model.entry.path.name for model in library.targets()} == {"one.gguf", "x-00001-of-00002.gguf"}


def test_headers_are_read_once(library: Library, drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = look_through(library.folder, drive, Progress())
    read: list[Path] = []

    def inspect(path: Path) -> ModelEntry:
        read.append(path)
        return inspect_model(path)

    monkeypatch.setattr(user_folders, "inspect_model", inspect)
    assert look_through(library.folder, drive, Progress()) == first and read == []
    (drive / "sub/deep/one.gguf").write_bytes(gguf_bytes(TARGET_PAIRS, {"token_embd.weight": (3, 16)}))
    look_through(library.folder, drive, Progress())
    assert read == [drive / "sub/deep/one.gguf"]


@pytest.mark.parametrize("leaves_mount_point", [False, True])
def test_a_drive_that_is_away_takes_its_models_along_and_brings_them_back(
    library: Library, drive: Path, tmp_path: Path, leaves_mount_point: bool
) -> None:
    library.add_folder(drive)
    seen = look_through(library.folder, drive, Progress())
    shutil.move(drive, tmp_path / "unplugged")
    if leaves_mount_point:
        drive.mkdir()
    away = look_through(library.folder, drive, Progress())
    assert away.is_there is False and away.models == seen.models and away.entries == ()
    assert library.models() == () and library.checkpoints() == () and library.folders() == (away,)
    if leaves_mount_point:
        drive.rmdir()
    shutil.move(tmp_path / "unplugged", drive)
    assert look_through(library.folder, drive, Progress()) == seen
    assert len(library.models()) == 4


def test_an_empty_folder_is_there(library: Library, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert look_through(library.folder, tmp_path / "empty", Progress()).is_there


def test_a_removed_folder_leaves_the_list_and_keeps_its_files(library: Library, drive: Path) -> None:
    library.add_folder(drive)
    look_through(library.folder, drive, Progress())
    library.remove_folder(drive)
    assert library.folders() == () and library.models() == () and (drive / "broken.gguf").exists()
    assert not list(library.folder.glob("folders/*"))


def test_the_library_inside_a_folder_is_left_out(library: Library, tmp_path: Path) -> None:
    (library.folder / "own.gguf").write_bytes(gguf_bytes(TARGET_PAIRS, {"token_embd.weight": (3, 8)}))
    assert look_through(library.folder, tmp_path, Progress()).models == ()


def test_a_folder_without_an_end_is_cut(library: Library, drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_folders, "_MOST_MODELS", 2)
    seen = look_through(library.folder, drive, Progress())
    assert seen.is_cut and len(seen.models) == 2


def test_looking_can_be_stopped(library: Library, drive: Path) -> None:
    with pytest.raises(Cancelled):
        look_through(library.folder, drive, Progress(is_cancelled=lambda: True))


@pytest.mark.parametrize("content", [b"", b"{}", b'{"path": 7}', b"\xff"])
def test_a_broken_note_counts_as_none(library: Library, drive: Path, content: bytes) -> None:
    look_through(library.folder, drive, Progress())
    (note,) = library.folder.glob("folders/*.json")
    note.write_bytes(content)
    assert read_user_folder(library.folder, drive) == UserFolder(drive)
