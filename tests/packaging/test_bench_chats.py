"""That the benchmark of saved chats measures what it says; never how fast anything is."""

from pathlib import Path

from bench.chats import measured


def test_saved_chats_are_listed_searched_and_opened(tmp_path: Path) -> None:
    section = measured(tmp_path, repeats=2, chats_n=3, long_chats=(7,))
    found = {figure.name: figure for figure in section.figures}
    assert {"list of all chats", "search for a phrase", "opening a chat of 7 messages"} < found.keys()
    assert all(len(figure.values) == 2 and figure.median > 0 for figure in found.values())
