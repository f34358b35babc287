"""The library lists what is at hand, fast and whatever lies there, and remembers where it came from."""

import os
import shutil
from pathlib import Path

import pytest

from app.core.errors import code_of
from app.core.files import sole_writer
from app.models.library.library import Library
from app.models.library.origin import read_origin, source_stamp
from app.models.recognition.inspect import inspect_model
from tests.formats.files import gguf_bytes, write_checkpoint
from tests.models.recognition.test_inspect import DRAFT_PAIRS, TARGET_CONFIG, TARGET_PAIRS, TARGET_TENSORS


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "models").mkdir()
    return Library(tmp_path / "models")


def names(library: Library) -> list[str]:
    return [model.entry.name for model in library.models()]


def put(library: Library, shared: Path, *fixtures: str) -> list[Path]:
    return [
        Path(shutil.copy(shared / f"fixtures/expected/{name}.bf16.gguf", library.folder / f"{name}.gguf"))
        for name in fixtures
    ]


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Library(tmp_path / "nothing").models() == ()


def test_models_are_listed_by_name_and_drafts_are_no_targets(library: Library, shared: Path) -> None:
    put(library, shared, "qwen3", "dspark_speculators_anchor", "llama31")
    assert names(library) == ["Dspark_Speculators_Anchor", "Llama31", "Qwen3"]
    assert [model.entry.name for model in library.targets()] == ["Llama31", "Qwen3"]


def test_half_made_files_are_not_listed_and_broken_ones_say_so(library: Library) -> None:
    (library.folder / "a.gguf.part").write_bytes(gguf_bytes(TARGET_PAIRS))
    (library.folder / "b.gguf").write_bytes(b"")
    (library.folder / "c.gguf").write_bytes(b"<html>")
    (library.folder / "d.gguf").write_bytes(gguf_bytes(TARGET_PAIRS)[:60])
    (library.folder / "e.gguf").mkdir()
    assert [model.entry.problem for model in library.models()] == ["file_empty", "file_is_web_page", "file_cut_short"]
    assert library.targets() == ()


@pytest.mark.skipif(os.name == "nt", reason="a part is held by being open there")
def test_what_killed_conversions_left_goes_and_what_is_being_written_stays(library: Library) -> None:
    abandoned, other = library.folder / "a.gguf.part", library.folder / "notes.part"
    abandoned.write_bytes(b"half")
    other.write_bytes(b"not ours")
    with sole_writer(library.folder / "b.gguf"):
        library.remove_remains()
        assert sorted(path.name for path in library.folder.iterdir()) == ["b.gguf.part", "notes.part"]


def test_a_model_in_parts_is_one(library: Library) -> None:
    for i in (1, 2):
        pairs = TARGET_PAIRS | {"split.count": 2} if i == 1 else {"split.count": 2}
        (library.folder / f"x-0000{i}-of-00002.gguf").write_bytes(gguf_bytes(pairs, {f"t{i}": (8,)}))
    assert names(library) == ["Qwen3 4B"]
    (library.folder / "x-00001-of-00002.gguf").unlink()
    assert [model.entry.problem for model in library.models()] == ["shard_missing"]


def test_drafts_for_a_target_come_with_their_reasons(library: Library, shared: Path) -> None:
    drafts = ["dspark_speculators_gemma4", "dspark_speculators_anchor", "eagle3_speculators", "dflash_zlab"]
    target, *_ = put(library, shared, "qwen3", *drafts)
    found = {
        choice.model.entry.path.stem: choice.reason and code_of(choice.reason)
        for choice in library.drafts_for(inspect_model(target))
    }
    assert found == {
        "dspark_speculators_anchor": None,
        "dflash_zlab": None,
        "dspark_speculators_gemma4": "pair_tokens",
        "eagle3_speculators": "pair_tokens",
    }
    assert list(found.values())[:2] == [None, None]


def test_the_draft_made_for_this_target_comes_first(library: Library, shared: Path) -> None:
    target, first, second = put(library, shared, "qwen3", "dflash_zlab", "dspark_deepspec")
    entry = inspect_model(target)
    source = shared / "fixtures/targets/qwen3"
    for made_for in (source, target):
        library.add(target, source, None, "bf16")
        library.add(second, shared / "fixtures/drafts/dspark_deepspec", made_for, "bf16")
        assert [choice.model.entry.path for choice in library.drafts_for(entry)] == [second, first]


def test_a_changed_pytorch_file_is_another_source(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"x")
    before = source_stamp(tmp_path)
    (tmp_path / "pytorch_model.bin").write_bytes(b"xx")
    assert source_stamp(tmp_path) != before


def test_an_origin_is_kept_beside_the_file(library: Library, shared: Path) -> None:
    (path,) = put(library, shared, "qwen3")
    source = shared / "fixtures/targets/qwen3"
    library.add(path, source, None, "q8_0")
    origin = library.models()[0].origin
    assert origin is not None
    assert (origin.source, origin.target, origin.output_type) == (source, None, "q8_0")
    assert origin.converted_at.endswith("+00:00")
    assert not list(library.folder.glob("*.part"))
    for content in (b"", b"{}", b"[]", b'{"source": 7}', b"\xff"):
        (library.folder / "qwen3.gguf.json").write_bytes(content)
        assert read_origin(path) is None
        assert library.models()[0].entry.target is not None


def test_a_conversion_is_found_again_until_its_checkpoint_changes(
    library: Library, shared: Path, tmp_path: Path
) -> None:
    (path,) = put(library, shared, "qwen3")
    source = write_checkpoint(tmp_path / "source 🚀", TARGET_CONFIG, TARGET_TENSORS)
    assert library.converted(source, None, "bf16") is None
    library.add(path, source, None, "bf16")
    assert library.converted(source, None, "bf16") == path
    assert library.converted(source, None, "f16") is None
    assert library.converted(source, source, "bf16") is None
    os.utime(source / "config.json", ns=(1, 1))
    assert library.converted(source, None, "bf16") is None
    library.add(path, source, None, "bf16")
    path.write_bytes(b"")
    assert library.converted(source, None, "bf16") is None


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_path_of_foreign_bytes_is_remembered_like_any_other(library: Library, shared: Path, tmp_path: Path) -> None:
    (path,) = put(library, shared, "qwen3")
    source = write_checkpoint(tmp_path / os.fsdecode(b"\xff\xfe"), TARGET_CONFIG, TARGET_TENSORS)
    library.add(path, source, None, "bf16")
    assert library.converted(source, None, "bf16") == path
    elsewhere = [tmp_path / "a.gguf", tmp_path / os.fsdecode(b"\xff.gguf")]
    for outside in elsewhere:
        library.remember(outside)
    assert {model.entry.path for model in library.models() if model.is_outside} == set(elsewhere)


def test_models_elsewhere_are_remembered(library: Library, shared: Path, tmp_path: Path) -> None:
    outside = tmp_path / "else where.gguf"
    outside.write_bytes(gguf_bytes(TARGET_PAIRS, {"output.weight": (3, 8)}))
    checkpoint = shared / "fixtures/targets/llama31"
    library.remember(outside)
    library.remember(checkpoint)
    library.remember(outside)
    assert [(model.entry.name, model.is_outside) for model in library.models()] == [
        ("llama31", True),
        ("Qwen3 4B", True),
    ]
    assert names(Library(library.folder)) == ["llama31", "Qwen3 4B"]
    outside.unlink()
    assert [model.entry.problem for model in library.models()] == ["path_missing", None]
    library.forget(outside)
    assert names(library) == ["llama31"]


@pytest.mark.parametrize("content", [b"", b"{", b"{}", b'{"paths": 7}', b'{"paths": [7, null, "zero\\u0000byte"]}'])
def test_a_broken_list_of_models_elsewhere_costs_only_itself(library: Library, shared: Path, content: bytes) -> None:
    put(library, shared, "qwen3")
    (library.folder / "outside.json").write_bytes(content)
    assert "Qwen3" in names(library)


def test_a_remembered_file_inside_the_folder_is_listed_once(library: Library, shared: Path) -> None:
    (path,) = put(library, shared, "qwen3")
    library.remember(path)
    assert names(library) == ["Qwen3"]


def test_a_file_is_read_again_only_after_it_changed(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    path = library.folder / "x.gguf"
    path.write_bytes(gguf_bytes(TARGET_PAIRS))
    reads: list[Path] = []

    def counted(model: Path) -> object:
        reads.append(model)
        return inspect_model(model)

    monkeypatch.setattr("app.models.library.library.inspect_model", counted)
    library.models()
    library.models()
    assert len(reads) == 1
    path.write_bytes(gguf_bytes(DRAFT_PAIRS | {"more": 1}))
    library.models()
    assert len(reads) == 2


def test_the_stamp_of_a_checkpoint_follows_its_files(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "x", TARGET_CONFIG, TARGET_TENSORS)
    before = source_stamp(folder)
    (folder / "notes.txt").write_text("not part of the model")
    assert source_stamp(folder) == before
    (folder / "chat_template.jinja").write_text("{{ messages }}")
    assert source_stamp(folder) != before
    assert source_stamp(tmp_path / "nothing") == ""


def test_a_removed_model_takes_its_note_and_its_parts_along(library: Library, shared: Path) -> None:
    (path,) = put(library, shared, "qwen3")
    library.add(path, shared / "fixtures/targets/qwen3", None, "bf16")
    for i in (1, 2):
        pairs = TARGET_PAIRS | {"split.count": 2} if i == 1 else {"split.count": 2}
        (library.folder / f"x-0000{i}-of-00002.gguf").write_bytes(gguf_bytes(pairs, {f"t{i}": (8,)}))
    library.remove(path)
    library.remove(library.folder / "x-00001-of-00002.gguf")
    assert list(library.folder.iterdir()) == []


def test_removing_a_model_that_lies_elsewhere_leaves_its_file(library: Library, shared: Path) -> None:
    path = shared / "fixtures/expected/qwen3.bf16.gguf"
    library.remember(path)
    library.remove(path)
    assert path.is_file()
    assert library.models() == ()
