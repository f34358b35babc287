"""Crash reports: nothing private in them, not too many, and the last word of a process that was shot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.crash_reports import keep_report, last_lines, left_traces, private, read_report, reports
from app.core.tracebacks import frames_of

ROOT = Path(__file__).resolve().parents[2]
HOME = Path("/home/ada")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("cannot read /home/ada/My Novels/secret plot.gguf: no such file", "cannot read ~/…: no such file"),
        ("opened '/home/ada/x.gguf' (2 GB)", "opened “…” (2 GB)"),
        ("ValueError: cannot parse 'tell me a story of a whale'", "ValueError: cannot parse “…”"),
        ('ProtocolError: "a long reply, never seen" is not int', "ProtocolError: “…” is not int"),
        ("KeyError: 'hidden_size'", "KeyError: 'hidden_size'"),
        ("AttributeError: 'Chip' object has no attribute 'x'", "AttributeError: 'Chip' object has no attribute 'x'"),
        ("key hf_aBcDeFgHiJkLmNoP1234", "key hf_***"),
        ("loaded /models/Qwen3-4B.gguf", "loaded /models/Qwen3-4B.gguf"),
    ],
)
def test_private_things_are_taken_out(text: str, left: str) -> None:
    assert private(text, HOME) == left


def test_frames_keep_their_place_in_the_program_and_nothing_else() -> None:
    trace = (
        "Traceback (most recent call last):\n"
        f'  File "{ROOT}/app/gui/run.py", line 7, in run\n'
        "    shown.show('what was written in a chat')\n"
        "    ^^^^^^^^^^\n"
        '  File "/home/ada/py/lib/python3.11/site-packages/gguf/reader.py", line 12 in read\n'
        '  File "/home/ada/py/lib/python3.11/json/decoder.py", line 3, in decode\n'
        "ValueError: what was written in a chat\n"
        "and went on in another line\n"
        "2026-01-01 10:00:00 ERROR it failed\n"
        "AttributeError: 'Chip' object has no attribute 'x'\n"
    )
    assert private(frames_of(trace), HOME).splitlines() == [
        "Traceback (most recent call last):",
        "  File app/gui/run.py, line 7, in run",
        "  File gguf/reader.py, line 12, in read",
        "  File json/decoder.py, line 3, in decode",
        "ValueError",
        "2026-01-01 10:00:00 ERROR it failed",
        "AttributeError: 'Chip' object has no attribute 'x'",
    ]


def test_only_the_newest_reports_are_kept(tmp_path: Path) -> None:
    kept = [keep_report(tmp_path / "crash reports", f"report {number} 数据\n") for number in range(13)]
    found = reports(tmp_path / "crash reports")
    assert found == tuple(reversed(kept[3:]))
    assert read_report(found[0]) == "report 12 数据\n"
    assert read_report(tmp_path / "gone").startswith("It cannot be read")


def test_a_folder_that_cannot_be_written_costs_only_the_report(tmp_path: Path) -> None:
    (tmp_path / "in the way").touch()
    assert keep_report(tmp_path / "in the way", "words") is None
    assert reports(tmp_path / "in the way") == () and left_traces(tmp_path / "in the way") == ()


def test_the_end_of_a_log_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("\n".join(map(str, range(100))))
    assert last_lines(tmp_path / "a.log").splitlines() == [str(number) for number in range(60, 100)]
    assert last_lines(tmp_path / "none.log") == ""


@pytest.mark.process
@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "Segmentation fault"),
        ("os.abort()", "Aborted"),
        ("pass", ""),
        ("os.kill(os.getpid(), signal.SIGKILL)", ""),
    ],
)
def test_the_last_word_of_a_process_is_left_for_the_next(tmp_path: Path, ending: str, words: str) -> None:
    if os.name != "posix":
        pytest.skip("signals of POSIX")
    code = (
        "import os, signal, sys; from pathlib import Path; from app.core.crash_reports import hard_crashes_noted\n"
        f"def end_like_this():\n    {ending}\n"
        "with hard_crashes_noted(Path(sys.argv[1])):\n    end_like_this()\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)
    traces = left_traces(tmp_path)
    assert len(traces) == bool(words)
    assert not words or (words in traces[0] and "end_like_this" in traces[0])
    assert list(tmp_path.iterdir()) == []
