"""What people type or paste for a path."""

from pathlib import Path

import pytest

from app.gui.widgets.model_seat import typed_path


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("/models/a b", "/models/a b"),
        ('"/models/a b"', "/models/a b"),
        ("'/models/a b'", "/models/a b"),
        ("file:///models/a%20b", "/models/a b"),
        ("~no such person/model", "~no such person/model"),
        ("it's", "it's"),
    ],
)
def test_a_path_as_people_paste_it(words: str, path: str) -> None:
    assert typed_path(words) == Path(path)


def test_a_path_in_the_home_folder() -> None:
    assert typed_path("~/model") == Path.home() / "model"
