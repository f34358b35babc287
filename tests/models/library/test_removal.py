"""Deleting frees what it says, and leaves nothing behind."""

import os
from pathlib import Path

import pytest

from app.models.library.library import Library
from app.models.library.manifest import MANIFEST_NAME, Manifest, RemoteFile, read_manifest, write_manifest
from app.models.library.origin import write_origin
from app.models.library.removal import plan_removal, remove
from tests.formats.files import gguf_bytes
from tests.models.recognition.test_inspect import TARGET_PAIRS

CONTENT = gguf_bytes(TARGET_PAIRS, {"token_embd.weight": (3, 8)})


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "models").mkdir()
    return Library(tmp_path / "models")


def fetched(library: Library, files: dict[str, bytes], name: str = "") -> Path:
    """A folder of fetched files as the Hub's shelf leaves it."""
    folder = library.folder / "hub/Someone--Tiny" / "0123456789ab"
    for file, content in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    told = tuple(RemoteFile(file, len(content)) for file, content in files.items())
    (folder.parent / ".lock").touch()
    write_manifest(folder, Manifest("", "Someone/Tiny", "main", "0" * 40, name, "2026-11-30", told))
    return folder


def bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_a_fetched_checkpoint_goes_with_its_folder(library: Library) -> None:
    folder = fetched(library, {"config.json": b"{}", "model.safetensors": b"x" * 1000, "LICENSE": b"free"})
    (model,) = library.checkpoints()
    assert model.fetched is not None and model.fetched.repo == "Someone/Tiny"
    plan = plan_removal(library.folder, [model.entry.path])
    assert plan.freed_bytes == 1006
    library.remove(folder)
    assert library.checkpoints() == () and not list((library.folder / "hub").iterdir())


def test_of_two_fetched_files_the_other_stays_with_its_note(library: Library) -> None:
    folder = fetched(library, {"a.gguf": CONTENT, "sub/b.gguf": CONTENT, "README.md": b"#"}, name="sub/b.gguf")
    named = {model.entry.path.name: model.fetched and model.fetched.name for model in library.models()}
    assert named == {"a.gguf": "a.gguf", "b.gguf": "sub/b.gguf"}
    library.remove(folder / "a.gguf")
    note = read_manifest(folder)
    assert note is not None and [file.name for file in note.files] == ["sub/b.gguf", "README.md"]
    library.remove(folder / "sub/b.gguf")
    assert not (library.folder / "hub/Someone--Tiny").exists()


def test_what_is_still_being_fetched_of_the_same_repository_stays(library: Library) -> None:
    folder = fetched(library, {"a.gguf": CONTENT})
    part = folder.with_name("ba9876543210.part")
    part.mkdir()
    (part / "a.gguf.part").write_bytes(b"half")
    library.remove(folder / "a.gguf")
    assert not folder.exists() and (part / "a.gguf.part").exists()


def test_a_model_in_parts_goes_with_all_of_them_and_its_note(library: Library) -> None:
    for i in (1, 2):
        (library.folder / f"x-0000{i}-of-00002.gguf").write_bytes(b"x" * 100)
    path = library.folder / "x-00001-of-00002.gguf"
    write_origin(path, library.folder, None, "bf16")
    before = bytes_below(library.folder)
    plan = plan_removal(library.folder, [path])
    remove(library.folder, plan)
    assert plan.freed_bytes == before and list(library.folder.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links may not be made there")
def test_what_has_another_name_frees_nothing_until_both_go(library: Library, tmp_path: Path) -> None:
    one, other = library.folder / "one.gguf", library.folder / "other.gguf"
    one.write_bytes(CONTENT)
    os.link(one, other)
    assert plan_removal(library.folder, [one]).freed_bytes == 0
    assert plan_removal(library.folder, [one, other]).freed_bytes == len(CONTENT)
    os.link(one, tmp_path / "cached")
    assert plan_removal(library.folder, [one, other]).freed_bytes == 0


def test_what_lies_outside_is_never_touched(library: Library, tmp_path: Path) -> None:
    outside = tmp_path / "mine.gguf"
    outside.write_bytes(CONTENT)
    library.remember(outside)
    plan = plan_removal(library.folder, [outside])
    assert plan.files == () and plan.freed_bytes == 0
    library.remove(outside)
    assert outside.exists() and library.models() == ()


def test_a_name_in_a_note_that_points_outside_deletes_nothing(library: Library, tmp_path: Path) -> None:
    victim = tmp_path / "victim.safetensors"
    victim.write_bytes(b"x")
    folder = fetched(library, {"config.json": b"{}", "model.safetensors": b"x"})
    note = read_manifest(folder)
    assert note is not None
    evil = Manifest(
        "", note.repo, "main", note.commit, "", "", (*note.files, RemoteFile("../../../../victim.safetensors", 1))
    )
    write_manifest(folder, evil)
    library.remove(folder)
    assert victim.exists() and not (folder / MANIFEST_NAME).exists()
