"""The log: it rotates, and it never holds what is private."""

import logging
from pathlib import Path

import pytest

from app.core.log import logging_to, redact

HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("loading /home/ada/models/a.gguf", "loading ~/models/a.gguf"),
        ("/home/adaline/x and /home/ada", "/home/adaline/x and ~"),
        ("key hf_aBcDeFgHiJkLmNoP1234", "key hf_***"),
        ("Authorization: Bearer abcdefgh12345678", "Authorization: Bearer ***"),
        ("GET https://x.org/?token=abcdefgh1234&n=5", "GET https://x.org/?token=***&n=5"),
        ("proxy http://ada:secret@proxy:80/", "proxy http://***@proxy:80/"),
        ("5 tokens: one, two", "5 tokens: one, two"),
    ],
)
def test_private_things_are_taken_out(text: str, redacted: str) -> None:
    assert redact(text, HOME) == redacted


def test_windows_paths_are_taken_out_in_every_spelling() -> None:
    home = Path("C:\\Users\\Ada")
    for text in ("C:\\Users\\Ada\\m.gguf", "C:\\\\Users\\\\Ada\\\\m.gguf", "C:/Users/Ada/m.gguf"):
        assert "Ada" not in redact(text, home) and redact(text, home).startswith("~")


def test_what_is_logged_is_written_redacted(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "test.log"
    with logging_to(path):
        try:
            raise ValueError(f"{Path.home()}/secret hf_aBcDeFgHiJkLmNoP1234 数据")
        except ValueError:
            logging.getLogger("room").exception("it failed")
    logging.getLogger("room").error("after the end")
    text = path.read_text(encoding="utf-8")
    assert "it failed" in text and "ValueError" in text and "数据" in text and "~/secret hf_***" in text
    assert str(Path.home()) + "/" not in text and "after the end" not in text


def test_a_name_that_is_no_text_is_written_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(tmp_path / "test.log"):
        logging.getLogger("room").warning("cannot read %s", "m\udcff.gguf")
    assert "cannot read m\\udcff.gguf" in (tmp_path / "test.log").read_text(encoding="utf-8")
    assert capsys.readouterr().err == ""


def test_the_log_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "test.log"
    with logging_to(path):
        for _ in range(60):
            logging.getLogger("room").info("x" * 100_000)
    sizes = [file.stat().st_size for file in tmp_path.iterdir()]
    assert len(sizes) == 4 and max(sizes) <= 1_000_000


def test_a_folder_that_cannot_be_written_costs_only_the_log(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("in the way")
    with logging_to(tmp_path / "logs" / "test.log"):
        logging.getLogger("room").info("nobody hears this")
