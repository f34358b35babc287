"""Pairs that ran are kept, newest first, as long as their files are there."""

from pathlib import Path

import pytest

from app.models.library.recent_pairs import RecentPair, recent_pairs, remember_pair


@pytest.fixture
def pairs(tmp_path: Path) -> list[RecentPair]:
    files = [tmp_path / name for name in ("ziel 🎯.gguf", "draft.gguf", "other.gguf")]
    for file in files:
        file.touch()
    return [RecentPair(files[0], files[1]), RecentPair(files[2])]


def test_the_newest_is_first_and_none_is_twice(tmp_path: Path, pairs: list[RecentPair]) -> None:
    folder = tmp_path / "models"
    assert recent_pairs(folder) == ()
    for pair in (pairs[0], pairs[1], pairs[0]):
        remember_pair(folder, pair)
    assert recent_pairs(folder) == (pairs[0], pairs[1])


def test_a_pair_without_its_files_is_not_offered(tmp_path: Path, pairs: list[RecentPair]) -> None:
    for pair in pairs:
        remember_pair(tmp_path, pair)
    (tmp_path / "draft.gguf").unlink()
    assert recent_pairs(tmp_path) == (pairs[1],)


@pytest.mark.parametrize("content", ["", "[]", '{"pairs": 1}', '{"pairs": [{"target": 1}]}', "\x00"])
def test_a_broken_list_is_an_empty_one(tmp_path: Path, pairs: list[RecentPair], content: str) -> None:
    (tmp_path / "pairs.json").write_text(content)
    assert recent_pairs(tmp_path) == ()
    remember_pair(tmp_path, pairs[0])
    assert recent_pairs(tmp_path) == (pairs[0],)
