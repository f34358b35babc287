"""Pair files: what is written is read the same, also elsewhere, and what is hostile or broken is refused in words."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, PathMissing
from app.core.settings import SettingRejected, SettingUnknown
from app.formats.errors import FormatError
from app.models.pair_file import (
    FilePreset,
    ModelPlace,
    PairFile,
    PairFileInvalid,
    read_pair_file,
    write_pair_file,
)
from app.texts import sentence_of

WHOLE = {
    "slipstream": 1,
    "target": "models/数据 😀.gguf",
    "draft": {"path": "d.gguf", "repo": "Someone/a-draft", "revision": "main", "file": "q8/d.gguf"},
    "preset": {"name": "Precise", "system_prompt": "Be brief.", "sampling": {"temperature": 0.2, "thinking": "off"}},
    "load": {"context_size": 8192, "cache_type": "q8_0"},
}


def written(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_everything_that_a_file_can_say_is_read(tmp_path: Path) -> None:
    pair = read_pair_file(written(tmp_path / "a.slipstream", WHOLE))
    assert pair.target == ModelPlace(tmp_path / "models/数据 😀.gguf")
    assert pair.draft == ModelPlace(tmp_path / "d.gguf", "Someone/a-draft", "main", "q8/d.gguf")
    assert pair.preset == FilePreset("Precise", "Be brief.", {"temperature": 0.2, "thinking": "off"})
    assert pair.load == {"context_size": 8192, "cache_type": "q8_0"}


def test_what_is_written_is_read_the_same_and_moves_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    pair = PairFile(
        ModelPlace(tmp_path / "old/t.gguf", "A/B", "c0ffee", "t.gguf"),
        ModelPlace(Path("/elsewhere/d.gguf")),
        FilePreset("", "Speak like a pirate.", {"top_k": 3}),
        {"cache_type": "q4_0"},
    )
    write_pair_file(tmp_path / "old/p.slipstream", pair)
    assert read_pair_file(tmp_path / "old/p.slipstream") == pair
    moved = (tmp_path / "old").rename(tmp_path / "new")
    target = read_pair_file(moved / "p.slipstream").target
    assert target is not None and target.path == moved / "t.gguf"


def test_a_file_does_not_tell_whose_home_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    pair = PairFile(ModelPlace(tmp_path / "ada/models/t.gguf"))
    write_pair_file(tmp_path / "stick/p.slipstream", pair)
    assert "ada" not in (tmp_path / "stick/p.slipstream").read_text()
    assert read_pair_file(tmp_path / "stick/p.slipstream") == pair


def test_a_name_that_is_no_text_survives(tmp_path: Path) -> None:
    pair = PairFile(ModelPlace(tmp_path / os.fsdecode(b"m\xff.gguf")))
    write_pair_file(tmp_path / "p.slipstream", pair)
    assert read_pair_file(tmp_path / "p.slipstream") == pair


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"slipstream": 2}, "newer Slipstream"),
        ({"slipstream": "1"}, "not understood"),
        ({"slipstream": None}, "not understood"),
        ({"target": None}, "no target"),
        ({"target": 5}, "not understood"),
        ({"target": {}}, "neither a path nor a repository"),
        ({"target": "//server/share/m.gguf"}, "out of this computer"),
        ({"target": "\\\\server\\share\\m.gguf"}, "out of this computer"),
        ({"target": "/\\server\\share\\m.gguf"}, "out of this computer"),
        ({"target": "a\0b"}, "out of this computer"),
        ({"target": "x" * 5000}, "out of this computer"),
        ({"target": {"repo": "../../etc"}}, "no repository"),
        ({"target": {"repo": "A/B", "file": "../x.gguf"}}, "outside the repository"),
        ({"draft": {"repo": "A/B", "run": "rm"}}, "not understood"),
        ({"preset": {"sampling": {"temperature": [1]}}}, "not understood"),
        ({"run": "rm -rf"}, "not understood"),
    ],
    ids=lambda value: json.dumps(value)[:40],
)
def test_what_cannot_be_meant_is_refused_in_words(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(PairFileInvalid) as failure:
        read_pair_file(written(tmp_path / "a.slipstream", {**WHOLE, **changes}))
    assert words in sentence_of(failure.value).sentence


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"load": {"no_such": 1}}, SettingUnknown),
        ({"load": {"context_size": -5}}, SettingRejected),
        ({"load": {"context_size": True}}, SettingRejected),
        ({"preset": {"sampling": {"temperature": 99}}}, SettingRejected),
    ],
)
def test_values_keep_the_rules_of_their_settings(tmp_path: Path, changes: dict[str, Any], kind: type[AppError]) -> None:
    with pytest.raises(kind):
        read_pair_file(written(tmp_path / "a.slipstream", {**WHOLE, **changes}))


def test_a_file_sets_nothing_but_how_models_load_and_answer(tmp_path: Path) -> None:
    content = {**WHOLE, "load": {"offline": True, "theme": "dark"}, "preset": {"sampling": {"check_release": True}}}
    pair = read_pair_file(written(tmp_path / "a.slipstream", content))
    assert pair.load == {} and pair.preset == FilePreset()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"\xff\xfe", b'{"slipstream": 1, "slipstream": 1}', b"[" * 10_000]
)
def test_what_is_no_such_file_at_all_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.slipstream").write_bytes(content)
    with pytest.raises((PairFileInvalid, FormatError)):
        read_pair_file(tmp_path / "a.slipstream")
    with pytest.raises(PathMissing):
        read_pair_file(tmp_path / "b.slipstream")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["path", "repo", "file"]), inner),
    max_leaves=6,
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from([*WHOLE, "other"]), _VALUES))
def test_no_content_does_worse_than_fail_in_words(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[str, Any]
) -> None:
    path = written(tmp_path_factory.getbasetemp() / "any.slipstream", {**WHOLE, **changes})
    try:
        read_pair_file(path)
    except AppError as error:
        assert sentence_of(error).sentence
