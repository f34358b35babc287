"""Names of new files in the library: readable, allowed on every system, never one that is taken."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.library.place import file_name_of, new_place


def test_a_place_tells_name_and_type_and_is_free(tmp_path: Path) -> None:
    first = new_place(tmp_path, "Qwen3-4B", "bf16")
    assert first == tmp_path / "Qwen3-4B-BF16.gguf"
    first.touch()
    assert new_place(tmp_path, "Qwen3-4B", "bf16") == tmp_path / "Qwen3-4B-BF16-2.gguf"


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        ("Größe 😀 数据", "Größe 😀 数据"),
        ("../../etc/passwd", "etc-passwd"),
        ("org/model:v1?", "org-model-v1"),
        ("", "model"),
        ("...", "model"),
        ("con", "model-con"),
        ("COM1.gguf", "model-COM1.gguf"),
        ("a\nb\0c\x7f", "a-b-c"),
        ("数" * 100, "数" * 50),
    ],
)
def test_names_become_file_names(name: str, file_name: str) -> None:
    assert file_name_of(name) == file_name


@given(st.text())
def test_any_name_gives_one_plain_part_of_a_path(name: str) -> None:
    made = file_name_of(name)
    assert Path(made).name == made and 0 < len(made.encode()) <= 160
