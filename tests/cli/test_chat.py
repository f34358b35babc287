"""`chat`, `devices` and `doctor` over the real engine, on the small pair that has learned a text."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest

from app.engine.protocol import Timings
from tests.cli.terminal import ROOT, Ended, Run, environment, run_program

pytestmark = [pytest.mark.process, pytest.mark.native]

_POSIX = pytest.mark.skipif(os.name != "posix", reason="terminals and pipes work differently on Windows")
GREEDY = ("--temperature", "0")


@pytest.fixture(scope="module")
def library_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One home for all tests here: what the first one converts, the others find in its library."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def run(library_home: Path) -> Run:
    return lambda *arguments, **more: run_program(library_home, *arguments, **more)


def _pair(shared: Path) -> tuple[str, ...]:
    trained = shared / "fixtures/trained"
    return ("--target", str(trained / "target"), "--draft", str(trained / "draft-anchor-full"))


def _asked(shared: Path) -> tuple[str, ...]:
    prompt = (shared / "fixtures/trained/prompts/0.txt").read_text(encoding="utf-8")
    return ("--raw", "--prompt", prompt, "-n", "60", "--pace", "always", *GREEDY)


@pytest.fixture(scope="module")
def drafted(library_home: Path, shared: Path) -> Ended:
    """A reply of 60 tokens, greedy and with the draft; both models are converted for it."""
    return run_program(library_home, "chat", *_pair(shared), *_asked(shared), "--json")


def test_checkpoints_are_converted_into_the_library(drafted: Ended, library_home: Path) -> None:
    assert drafted.code == 0, drafted.err
    assert len(list((library_home / "models").glob("*.gguf"))) == 2
    assert [line.split()[0] for line in drafted.err.splitlines()] == ["Converting", "Converting"]


def test_a_reply_tells_its_numbers(drafted: Ended) -> None:
    told = drafted.json
    assert told["thinking"] == ""
    numbers = {"text", "thinking", "tokens", "finish_reason", "method", "timings", "speculation"}
    assert told.keys() == {*numbers, "notices", "load"}
    assert (told["finish_reason"], told["method"], len(told["tokens"])) == ("length", "dspark", 60)
    timings, speculation = told["timings"], told["speculation"]
    assert timings.keys() == {field.name for field in fields(Timings)}
    assert timings["predicted_n"] == 60 and 0 < timings["draft_n_accepted"] < timings["draft_n"]
    assert speculation["state"] == "drafting" and speculation["reason"] in (None, "slower")
    assert speculation["acceptance_rate"] == pytest.approx(timings["draft_n_accepted"] / timings["draft_n"])
    assert len(speculation["acceptance_by_position"]) == 6 and speculation["mean_accepted_length"] > 1.5
    assert speculation["draft_ms"] > 0 and speculation["verify_ms"] > 0 and speculation["rounds"] > 0


def test_without_the_draft_the_reply_is_the_same(run: Run, shared: Path, drafted: Ended) -> None:
    plain = run("chat", *_pair(shared), *_asked(shared), "--json", "--method", "none").json
    assert plain["text"] == drafted.json["text"] and plain["tokens"] == drafted.json["tokens"]
    assert plain["method"] == "none" and plain["timings"]["draft_n"] == 0
    assert plain["speculation"]["state"] == "off" and plain["speculation"]["reason"] == "turned_off"


def test_other_ways_to_draft_can_be_chosen(run: Run, shared: Path, drafted: Ended) -> None:
    pair = _pair(shared)
    for models, method in ((pair[:2], "ngram"), (pair, "ngram_map"), (pair, "ngram_first")):
        told = run("chat", *models, *_asked(shared), "--json", "--method", method).json
        assert (told["method"], told["tokens"]) == (method, drafted.json["tokens"])
    itself = run("chat", *pair[:2], "--draft", pair[1], *_asked(shared), "--pace", "always", "--json").json
    assert (itself["method"], itself["tokens"]) == ("small_model", drafted.json["tokens"])
    assert itself["timings"]["draft_n_accepted"] > 40


def test_what_is_asked_for_in_vain_is_said(run: Run, shared: Path, drafted: Ended) -> None:
    wishes = ("--method", "mtp", "--think", "--effort", "high")
    ended = run("chat", *_pair(shared), *_asked(shared), *wishes, "--json")
    assert ended.json["notices"] == [
        {"code": "method_not_there", "method": "mtp"},
        {"code": "think_not_offered"},
        {"code": "effort_not_offered", "effort": "high"},
    ]
    assert "draft by MTP" in ended.err and "“high”" in ended.err
    assert ended.json["tokens"] == drafted.json["tokens"] and drafted.json["notices"] == []


def test_people_read_text_on_stdout_and_numbers_on_stderr(run: Run, shared: Path, drafted: Ended) -> None:
    asked = _asked(shared)
    through_a_pipe = asked[asked.index("--prompt") + 1].encode()
    ended = run("chat", *_pair(shared), "--raw", "-n", 60, "--pace", "always", *GREEDY, stdin=through_a_pipe)
    assert (ended.code, ended.out) == (0, drafted.json["text"] + "\n")
    assert re.search(r"^DSpark: \d+ % of \d+ drafted accepted · [\d.]+ per pass · \d+", ended.err)


def test_a_conversation_comes_from_a_file(run: Run, shared: Path, tmp_path: Path) -> None:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What is a class?"},
        {"role": "assistant", "content": "Größe 😀 数据 " * 10},
        {"role": "user", "content": "And an instance?"},
    ]
    path = tmp_path / "messages 😀.json"
    path.write_text(json.dumps(messages, ensure_ascii=False), encoding="utf-8")
    told = run("chat", *_pair(shared), "--messages", path, "-n", 10, *GREEDY, "--json").json
    assert told["timings"]["prompt_n"] > 100 and 0 < len(told["tokens"]) <= 10


def test_a_conversation_too_long_for_the_context_is_read_from_its_end(run: Run, shared: Path, tmp_path: Path) -> None:
    turns = [{"role": "user", "content": f"{number}: where is a name looked up?"} for number in range(20)]
    answer = {"role": "assistant", "content": "In the local scope first, then in the module."}
    messages = [part for turn in turns for part in (turn, answer)][:-1]
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(messages), encoding="utf-8")
    small = ("--ctx-size", 256, "--cache-type", "q8_0", "--messages", path, "-n", 10, *GREEDY, "--json")
    ended = run("chat", *_pair(shared), *small)
    timings = ended.json["timings"]
    assert 20 < timings["dropped_n"] < 39 and timings["dropped_n"] % 2 == 0
    assert timings["context_n"] < 256 and len(ended.json["tokens"]) > 0
    assert "Earlier messages are no longer read by the model." in ended.err


def test_a_seed_repeats_a_reply_and_a_stop_string_ends_it(run: Run, shared: Path) -> None:
    asked = ("chat", *_pair(shared), *_asked(shared), "--temperature", "1.5", "--seed", "7", "--json")
    whole = run(*asked).json["text"]
    word = whole.split()[5]
    stopped = run(*asked, "--stop", "that never comes", "--stop", word).json
    assert stopped["finish_reason"] == "stop" and stopped["text"] == whole.partition(word)[0]


def test_what_does_not_belong_together_is_refused_before_converting(run: Run, shared: Path) -> None:
    pair = _pair(shared)
    drafts = shared / "fixtures/drafts"
    wrong_draft = run("chat", *pair[:2], "--draft", drafts / "dspark_deepspec", "--prompt", "x", "--json")
    assert wrong_draft.code == 1 and wrong_draft.json["error"]["code"].startswith("pair_")
    swapped = run("chat", "--target", pair[3], "--draft", pair[1], "--prompt", "x", "--json")
    assert swapped.code == 1 and swapped.json["error"]["code"] == "not_a_target"
    no_device = run("chat", *pair, "--prompt", "x", "--device", "Abacus", "--json")
    assert no_device.code == 1 and no_device.json["error"]["facts"] == {"device": "Abacus"}


@_POSIX
def test_ctrl_c_stops_a_reply(library_home: Path, shared: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "chat", *_pair(shared), *_asked(shared), "-n", "0"],
        env=environment(library_home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert program.stdout is not None
    assert program.stdout.read(20)
    began = time.monotonic()
    # As a terminal does it: the engine's process gets the signal as well.
    os.killpg(program.pid, signal.SIGINT)
    _, told = program.communicate(timeout=30)
    assert (program.returncode, told.decode().splitlines()[-1]) == (130, "Stopped.")
    assert time.monotonic() - began < 15


@_POSIX
def test_at_a_terminal_a_dialogue_is_led(library_home: Path, shared: Path, drafted: Ended) -> None:
    ours, its = os.openpty()
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "chat", *_pair(shared), "-n", "8", *GREEDY],
        env=environment(library_home, TERM="dumb"),
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    )
    os.close(its)
    seen = b""
    for typed in (b"What is a class?\n", b"\n", b"And an instance?\n", b"\x04"):
        while not seen.endswith(b"> "):
            seen += os.read(ours, 1000)
        os.write(ours, typed)
        seen += b"|"
    with suppress(OSError):
        while more := os.read(ours, 1000):
            seen += more
    os.close(ours)
    assert program.wait(timeout=30) == 0
    turns = seen.decode().split("> |")
    assert len(turns) == 5 and "Loading" in turns[0]
    assert "tokens/s" in turns[1] and "tokens/s" not in turns[2] and "tokens/s" in turns[3]


@_POSIX
def test_a_reader_that_leaves_is_no_failure(library_home: Path, shared: Path, tmp_path: Path) -> None:
    err = tmp_path / "err"
    command = (
        f"{sys.executable} {ROOT / 'main.py'} chat {' '.join(_pair(shared))} --prompt x -n 400 2>{err} | head -c 5"
    )
    subprocess.run(command, shell=True, env=environment(library_home), check=True, timeout=60, capture_output=True)
    assert "Traceback" not in err.read_text() and "BrokenPipe" not in err.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("form", ["", "--json"])
def test_an_output_that_takes_nothing_is_told_in_one_sentence(form: str, library_home: Path) -> None:
    command = f"{sys.executable} {ROOT / 'main.py'} devices {form} >/dev/full"
    ended = subprocess.run(command, shell=True, env=environment(library_home), timeout=60, capture_output=True)
    assert ended.returncode == 1
    assert ended.stderr.decode().startswith("Nothing can be written to the output: ")
    assert len(ended.stderr.splitlines()) == 2


def test_a_reply_tells_where_it_was_written(drafted: Ended) -> None:
    told = drafted.json["load"]
    assert told["is_draft_loaded"] and told["context_size"] == 2048
    assert 0 <= told["gpu_layers"] <= told["gpu_layers_all"] == 7 and told["device_reason"]
    main = told["memory"][-1]
    assert (main["kind"], main["name"]) == ("cpu", "CPU")
    assert sum(memory["target_bytes"] + memory["draft_bytes"] for memory in told["memory"]) > 3_000_000


def test_a_device_that_is_not_there_is_refused(run: Run, shared: Path, drafted: Ended) -> None:
    gone = run("chat", *_pair(shared), *_asked(shared), "--device", "Vulkan77")
    assert gone.code == 1 and "The device Vulkan77 is not there." in gone.err
    assert run("chat", *_pair(shared), "--gpu-layers", "many").code == 2


_WITH_A_GIB = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process so exactly")
def test_where_memory_is_short_the_options_that_take_less_are_named(
    shared: Path, drafted: Ended, library_home: Path
) -> None:
    # Of so long a context, keys and values alone take 1.5 GiB.
    asked = [*_pair(shared)[:2], "--prompt", "Hello", "-n", "4", "--ctx-size", str(1 << 20)]
    short = subprocess.run(
        [sys.executable, "-c", _WITH_A_GIB, str(ROOT / "main.py"), "chat", *asked],
        capture_output=True,
        env=environment(library_home),
        timeout=120,
        check=False,
        text=True,
    )
    assert short.returncode == 1
    assert "There is not enough memory" in short.stderr
    assert short.stderr.rstrip().endswith("it takes less memory.") and "--ctx-size" in short.stderr


def test_devices_are_listed(run: Run) -> None:
    told = run("devices", "--json").json
    assert "CPU" in told["backends"] and any(device["kind"] == "cpu" for device in told["devices"])
    assert told["devices"][0]["name"] in run("devices").out


def test_doctor_tells_enough_and_nothing_private(run: Run, library_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    person = library_home / "ada-lovelace"
    own = person / "slipstream"
    (own / "logs").mkdir(parents=True)
    line = f"2030-01-01 10:00:00,000 ERROR 1 app: no room in {person}/models hf_abcdefghijklmnop\nTraceback 数据\n"
    (own / "logs/window.log").write_text("2030-01-01 09:00:00,000 INFO 1 app: started\n" + line, encoding="utf-8")
    (own / "settings.json").write_text(
        json.dumps({"theme": "dark", "temperature": "hot", "target_path": f"{person}/secret.gguf"})
    )
    ended = run("doctor", "--json", HOME=str(person), USERPROFILE=str(person), SLIPSTREAM_HOME=str(own))
    told = ended.json
    assert ended.code == 0
    assert told["packages"]["llama-cpp-python"] == "0.3.36" and told["engine"]["backends"] == ["CPU"]
    assert told["settings"] == {"chosen": {"theme": "dark"}, "broken": ["temperature"]}
    assert told["log"]["window.log"] == [
        "2030-01-01 10:00:00,000 ERROR 1 app: no room in ~/models hf_***",
        "Traceback 数据",
    ]
    people = run("doctor", HOME=str(person), USERPROFILE=str(person), SLIPSTREAM_HOME=str(own))
    for text in (ended.out, people.out):
        assert "lovelace" not in text and "secret" not in text and "abcdefgh" not in text
    assert "Folder ~/slipstream" in people.out and "no room in ~/models" in people.out
