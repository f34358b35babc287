"""The command line as such: verbs, exit codes, output that survives locales and pipes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.parser import VERBS
from tests.cli.terminal import ROOT, Run, environment

pytestmark = pytest.mark.process


def _children_s() -> float:
    """Processor time of all that was run so far: what else the machine does does not count."""
    spent = os.times()
    return spent.children_user + spent.children_system


def test_help_names_every_verb_and_loads_nothing_heavy(run: Run) -> None:
    before_s = _children_s()
    ended = run("--help")
    took_s = _children_s() - before_s
    assert ended.code == 0 and all(verb in ended.out for verb in VERBS)
    assert took_s < 1.0
    loaded = run("--help", PYTHONPROFILEIMPORTTIME="1").err
    for heavy in ("numpy", "gguf", "PySide6", "llama_cpp", "huggingface_hub", "jinja2", "sqlite3"):
        assert f" {heavy}\n" not in loaded, heavy


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_and_json(run: Run, verb: str) -> None:
    ended = run(verb, "--help")
    assert ended.code == 0 and "--json" in ended.out
    assert ended.out.startswith(f"usage: slipstream {verb} [-h]")


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith("Slipstream 0.")


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-verb"],
        ["--no-such-option"],
        ["--target"],
        ["--draft", "d.gguf"],
        ["--target", "t.gguf", "--config", "c.slipstream"],
        ["--target", "t.gguf", "no-such-file.gguf"],
        ["chat"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--messages", "b"],
        ["chat", "--target", "x.gguf", "--messages", "b", "--raw"],
        ["chat", "--target", "x.gguf"],
        ["chat", "--target", "x.gguf", "--prompt", ""],
        ["chat", "--target", "", "--prompt", "a"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--temperature", "nan"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--temperature", "inf"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--top-p", "1.5"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--top-k", "-1"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--seed", "4294967296"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "-n", "1e3"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--method", "magic"],
        ["chat", "--target", "x.gguf", "--prompt", "a", "--stop", ""],
        ["chat", "--target", "x.gguf", "--temp", "1", "--prompt", "a"],
        ["convert"],
        ["convert", "x", "--outtype", "q4_k"],
        ["inspect"],
        ["devices", "all"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_exit_code_2_with_usage(run: Run, arguments: list[str]) -> None:
    ended = run(*arguments)
    assert ended.code == 2 and ended.out == ""
    assert "usage: slipstream" in ended.err and "Traceback" not in ended.err


def test_without_a_display_the_window_is_refused_in_a_sentence(run: Run) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux runs without a display")
    for nowhere in ({}, {"DISPLAY": ":4711"}, {"DISPLAY": "unix:4711.0"}):
        ended = run(**nowhere)
        assert ended.code == 1 and "no display" in ended.err and "slipstream demo" in ended.err


def test_a_path_that_is_there_is_for_the_window(run: Run, tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux runs without a display")
    assert run(tmp_path).code == 1


def test_a_window_library_that_does_not_load_is_told_with_the_reason(run: Run, tmp_path: Path) -> None:
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6/__init__.py").write_text("raise ImportError('libEGL.so.1: cannot open')")
    ended = run(tmp_path, PYTHONPATH=str(tmp_path), QT_QPA_PLATFORM="offscreen")
    assert ended.code == 1 and ended.err.startswith("The window cannot be opened: libEGL.so.1: cannot open.")


def test_the_program_without_a_window_says_that_it_has_none(run: Run, tmp_path: Path) -> None:
    # As in a bundle, whose second program comes without the rooms of the window.
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['app.gui'] = None")
    ended = run(PYTHONPATH=str(tmp_path), QT_QPA_PLATFORM="offscreen")
    assert ended.code == 1 and ended.err.startswith("This is the program for the command line: it has no window.")


def test_failures_are_one_sentence_and_a_hint_for_people_and_json_for_programs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "nothing here 😀.gguf"
    ended = run("inspect", path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"There is nothing at {path}.") and len(ended.err.splitlines()) == 2
    told = run("inspect", path, "--json")
    assert told.code == 1 and told.err == ended.err
    error = told.json["error"]
    assert error["code"] == "path_missing" and error["facts"] == {"path": str(path)}
    assert error["sentence"] in told.err and error["hint"] in told.err


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_output_is_utf8_whatever_the_locale(run: Run, tmp_path: Path, locale: str) -> None:
    ended = run("inspect", tmp_path / "数据 😀", "--json", LC_ALL=locale, PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    assert ended.err.startswith(f"There is nothing at {tmp_path}/数据 😀.")
    assert ended.json["error"]["sentence"] == ended.err.splitlines()[0]


def test_a_pipe_that_closes_early_is_no_failure_to_read_about(home: Path, tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("pipes end differently on Windows")
    command = f"{sys.executable} {ROOT / 'main.py'} inspect {tmp_path} --json 2>{tmp_path}/err | true"
    subprocess.run(command, shell=True, env=environment(home), check=True, timeout=60)
    assert "Broken" not in (tmp_path / "err").read_text() and "Traceback" not in (tmp_path / "err").read_text()
