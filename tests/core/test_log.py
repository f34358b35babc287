"""The log: it rotates, and it never holds what is private."""

import logging
import os
import subprocess
import sys
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
        ("/run/media/ada/stick/m.gguf, '/mnt/ada'", "/run/media/***/stick/m.gguf, '/mnt/***'"),
        ("adapted by ada", "adapted by ada"),
        ("5 tokens: one, two", "5 tokens: one, two"),
    ],
)
def test_private_things_are_taken_out(text: str, redacted: str) -> None:
    assert redact(text, HOME) == redacted


def test_windows_paths_are_taken_out_in_every_spelling() -> None:
    home = Path("C:\\Users\\Ada")
    for text in ("C:\\Users\\Ada\\m.gguf", "C:\\\\Users\\\\Ada\\\\m.gguf", "C:/Users/Ada/m.gguf"):
        assert "Ada" not in redact(text, home) and redact(text, home).startswith("~")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root may become somebody else")
def test_somebody_without_a_home_is_no_obstacle() -> None:
    program = """
import os
from app.core.log import redact
del os.environ["HOME"]
os.setuid(54321)
print(redact("/home/ada"))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout == "/home/ada\n", ended.stderr


def test_what_is_logged_is_written_redacted(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "test.log"
    with logging_to(path):
        try:
            raise ValueError("what was being written")
        except ValueError:
            logging.getLogger("room").exception("%s/secret hf_aBcDeFgHiJkLmNoP1234 数据", Path.home())
    logging.getLogger("room").error("after the end")
    text = path.read_text(encoding="utf-8")
    assert "~/secret hf_*** 数据" in text and "in test_what_is_logged" in text and "ValueError" in text
    assert str(Path.home()) + "/" not in text and "being written" not in text and "after the end" not in text


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
