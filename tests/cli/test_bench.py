"""`bench`: a small measurement of the trained pair by the real program."""

import csv
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import ROOT, Run, environment

pytestmark = [pytest.mark.process, pytest.mark.native]
STAND_IN = ROOT / "tests" / "fakes" / "llama_server.py"


@pytest.fixture
def pair(shared: Path) -> tuple[object, ...]:
    trained = shared / "fixtures" / "trained"
    return "bench", "--target", trained / "target", "--draft", trained / "draft-anchor-full", "-n", 6


def test_it_tells_numbers_and_a_verdict(run: Run, pair: tuple[object, ...], tmp_path: Path) -> None:
    table = tmp_path / "numbers.csv"
    ended = run(*pair, "--lengths", 2, 5, "--csv", table)
    assert ended.code == 0, ended.err
    lines = ended.out.splitlines()
    assert [line.split("  ")[0] for line in lines[:5]] == ["all texts", "no draft", "automatic", "always 2", "always 5"]
    assert [line.split("  ")[0] for line in lines[7:13]] == [
        *("code", "prose", "chat", "translation", "summary", "long context"),
    ]
    assert lines[-1].endswith(".") and ("draft" in lines[-1] or "machine" in lines[-1])
    assert "Takes" in ended.err
    with table.open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 4 * 6
    again = run(*pair, "--csv", table)
    assert again.code == 1 and "is there already" in again.err


def test_for_programs_it_tells_all(run: Run, pair: tuple[object, ...]) -> None:
    ended = run(*pair, "--lengths", 5, "--json")
    assert ended.code == 0, ended.err
    told = ended.json
    assert [(way["pace"], way["length"]) for way in told["ways"]] == [("plain", None), ("auto", None), ("always", 5)]
    fixed = told["ways"][-1]
    drafted = [row for row in told["replies"] if row["pace"] == "always"]
    accepted = sum(row["draft_n_accepted"] for row in drafted) / sum(row["draft_n"] for row in drafted)
    assert fixed["all"]["acceptance_rate"] == pytest.approx(accepted)
    assert set(fixed["by_kind"]) == {row["kind"] for row in drafted} and len(fixed["by_kind"]) == 6
    assert told["verdict"]["sentence"] and told["method"] == "dspark" and told["llama_server"] is None


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")
def test_llama_server_stands_beside_it(run: Run, pair: tuple[object, ...]) -> None:
    ended = run(*pair, "--lengths", 4, "--server", STAND_IN)
    assert ended.code == 0, ended.err
    _, server = ended.out.split("llama-server 1.2.3")
    assert "no draft" in server and "always 4" in server and server.count("ours against it") == 2
    # 50 tokens/s without a draft and 100 with it, as the stand-in says.
    assert "2.0x" in server and "33 %" in server


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")
@pytest.mark.parametrize("method", ["small_model", "ngram"])
def test_llama_server_drafts_in_the_way_that_was_asked_for(run: Run, pair: tuple[object, ...], method: str) -> None:
    target = pair[2]
    drafts = ("--draft", target) if method == "small_model" else ()
    ended = run("bench", "--target", target, *drafts, "-n", 6, "--method", method, "--lengths", 3, "--server", STAND_IN)
    assert ended.code == 0, ended.err
    _, server = ended.out.split("llama-server 1.2.3")
    # The stand-in tells of drafts where it was given one, or a way that needs none.
    assert "always 3" in server and "33 %" in server


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script")
def test_a_server_that_does_not_start_is_told_in_words(run: Run, pair: tuple[object, ...]) -> None:
    ended = run(*pair, "--server", STAND_IN, FAKE_SERVER="broken")
    assert ended.code == 1 and "did not come up" in ended.err and "failed to load model" in ended.err
    missing = run(*pair, "--server", "/nowhere/llama-server")
    assert missing.code == 1 and "did not come up" in missing.err


def test_without_anything_that_drafts_it_is_wrong_use(run: Run, shared: Path) -> None:
    target = shared / "fixtures" / "trained" / "target"
    ended = run("bench", "--target", target)
    assert ended.code == 2 and "--draft" in ended.err
    look_up = run("bench", "--target", target, "--method", "ngram", "-n", 6, "--lengths", 4)
    assert look_up.code == 0, look_up.err
    assert look_up.out.splitlines()[3].startswith("always 4")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for another process")
def test_stopped_in_the_middle_it_tells_what_it_has(home: Path, run: Run, pair: tuple[object, ...]) -> None:
    assert run(*pair, "--lengths", 2).code == 0, "converts the two"
    command = [sys.executable, str(ROOT / "main.py"), *map(str, pair), "-n", "150", "--mode", "thorough"]
    ours, its = os.openpty()
    with subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, stderr=its, text=True) as program:
        os.close(its)
        told = ""
        # Far enough for replies of each kind to be done.
        while not re.search(r"Takes.*\d\d %", told, re.DOTALL):
            told += os.read(ours, 4096).decode()
        os.kill(program.pid, signal.SIGINT)
        while "Stopped." not in told:
            told += os.read(ours, 4096).decode()
        out, _ = program.communicate(timeout=60)
    os.close(ours)
    assert program.returncode == 130
    assert "no draft" in out and out.rstrip().endswith(".")
