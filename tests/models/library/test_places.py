"""Pair files meet the library: where the models of one are here, and how those here are told of."""

import json
import shutil
from pathlib import Path

import pytest

from app.models.library.library import Library
from app.models.library.manifest import Manifest, RemoteFile, write_manifest
from app.models.library.origin import write_origin
from app.models.library.places import find_pair, place_of
from app.models.pair_file import ModelPlace

COMMIT = "c" * 40


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library of the test's own."""
    return Library(tmp_path / "library")


def fetched(library: Library, repo: str, source: Path, name: str) -> Path:
    """A model in the library as if it came from the Hub: a file by that name, or a folder where there is none."""
    folder = library.folder / "hub" / repo.replace("/", "--") / COMMIT[:12]
    if name:
        folder.mkdir(parents=True)
        shutil.copyfile(source, folder / name)
    else:
        shutil.copytree(source, folder)
    files = tuple(RemoteFile(path.name, path.stat().st_size) for path in folder.iterdir())
    write_manifest(folder, Manifest("https://hub", repo, "main", COMMIT, name, "2026-11-30", files))
    return folder / name if name else folder


def opened(tmp_path: Path, **content: object) -> Path:
    path = tmp_path / "p.slipstream"
    path.write_text(json.dumps({"slipstream": 1, **content}))
    return path


def test_a_model_from_the_hub_is_told_with_its_repository_and_found_by_it(
    tmp_path: Path, library: Library, shared: Path
) -> None:
    path = fetched(library, "Someone/Tiny-GGUF", shared / "fixtures/expected/qwen3.bf16.gguf", "tiny.gguf")
    assert place_of(path, library) == ModelPlace(path, "Someone/Tiny-GGUF", COMMIT, "tiny.gguf")
    known = {"repo": "Someone/Tiny-GGUF"}
    for target in (known, {**known, "path": "gone.gguf", "file": "tiny.gguf"}):
        found = find_pair(opened(tmp_path, target=target), library)
        assert found.target == path and not found.missing
    for target in ({"repo": "Someone/Other"}, {**known, "file": "large.gguf"}):
        found = find_pair(opened(tmp_path, target=target), library)
        assert found.target is None and [place.repo for place in found.missing] == [target["repo"]]


def test_a_converted_model_is_told_with_the_repository_of_its_checkpoint(
    tmp_path: Path, library: Library, shared: Path
) -> None:
    checkpoint = fetched(library, "Someone/Tiny", shared / "fixtures/targets/qwen3", "")
    converted = library.folder / "tiny-BF16.gguf"
    shutil.copyfile(shared / "fixtures/expected/qwen3.bf16.gguf", converted)
    write_origin(converted, checkpoint, None, "bf16")
    place = place_of(converted, library)
    assert (place.path, place.repo, place.revision) == (converted, "Someone/Tiny", COMMIT)
    # Where the converted file is not, the checkpoint does as well.
    found = find_pair(opened(tmp_path, target={"path": "elsewhere.gguf", "repo": "Someone/Tiny"}), library)
    assert found.target == checkpoint


def test_a_file_of_ones_own_is_told_by_its_path_alone(tmp_path: Path, library: Library) -> None:
    assert place_of(tmp_path / "mine.gguf", library) == ModelPlace(tmp_path / "mine.gguf")
    (tmp_path / "mine.gguf").touch()
    found = find_pair(opened(tmp_path, target="mine.gguf", draft="gone.gguf"), library)
    assert found.target == tmp_path / "mine.gguf" and found.draft is None
    assert [place.path for place in found.missing] == [tmp_path / "gone.gguf"]
