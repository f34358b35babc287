"""`convert` and `inspect` on real checkpoints."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import ROOT, Run, environment
from tests.convert.checkpoints import copied, edit_json

pytestmark = pytest.mark.process


def test_a_checkpoint_lands_in_the_library_once(run: Run, home: Path, shared: Path) -> None:
    source = shared / "fixtures/targets/qwen3"
    first = run("convert", source, "--json")
    assert first.code == 0, first.err
    told = first.json
    path = Path(told["path"])
    assert path.parent == home / "models" and path.stat().st_size == told["size_bytes"]
    assert (told["output_type"], told["was_there"]) == ("bf16", False)
    again = run("convert", source, "--json").json
    assert again["path"] == told["path"] and again["was_there"]
    other = run("convert", source, "--json", "--outtype", "q8_0").json
    assert other["path"] != told["path"] and other["size_bytes"] < told["size_bytes"]


def test_a_file_or_a_folder_can_be_named(run: Run, tmp_path: Path, shared: Path) -> None:
    source = shared / "fixtures/targets/qwen3"
    named = tmp_path / "Größe 😀 数据.gguf"
    assert run("convert", source, "-o", named).code == 0
    assert named.read_bytes()[:4] == b"GGUF"
    ended = run("convert", source, "--out", tmp_path, "--json")
    assert Path(ended.json["path"]).parent == tmp_path


def test_a_draft_takes_its_target(run: Run, tmp_path: Path, shared: Path) -> None:
    draft = shared / "fixtures/drafts/dspark_speculators_anchor"
    without = run("convert", draft)
    assert without.code == 1 and "needs the target" in without.err
    wrong = run("convert", draft, "--target", shared / "fixtures/targets/llama31", "--json")
    assert wrong.code == 1 and wrong.json["error"]["code"].startswith("pair_")
    right = run("convert", draft, "--target", shared / "fixtures/targets/qwen3", "-o", tmp_path / "draft.gguf")
    assert right.code == 0 and (tmp_path / "draft.gguf").is_file()


def test_inspect_tells_what_fits_and_why_the_rest_does_not(run: Run, tmp_path: Path, shared: Path) -> None:
    target, drafts = shared / "fixtures/targets/qwen3", shared / "fixtures/drafts"
    told = run("inspect", target, "--among", drafts, "--json").json
    assert told["model"]["kind"] == "target" and told["model"]["target"]["architecture"] == "qwen3"
    verdicts = {candidate["name"]: candidate for candidate in told["candidates"]}
    assert verdicts["dspark_deepspec"]["fits"] and verdicts["dspark_deepspec"]["reason"] is None
    misfit = verdicts["dspark_speculators_gemma4"]
    assert not misfit["fits"] and misfit["reason"]["sentence"]
    people = run("inspect", target, "--among", drafts).out
    assert "fits: dspark_deepspec" in people and misfit["reason"]["sentence"] in people

    run("convert", target)
    draft = run("inspect", drafts / "dspark_deepspec", "--among", shared / "fixtures/targets", "--json").json
    assert draft["model"]["draft"]["block_size"] == 6
    fitting = [Path(candidate["path"]).name for candidate in draft["candidates"] if candidate["fits"]]
    assert {"qwen3", "qwen3-BF16.gguf"} <= set(fitting) and "llama31" not in fitting


def test_inspect_tells_what_this_version_cannot_do(run: Run, tmp_path: Path, shared: Path) -> None:
    folder = copied(shared / "fixtures/targets/qwen3", tmp_path / "other")
    edit_json(folder / "config.json", architectures=["NanbeigeForCausalLM"])
    ended = run("inspect", folder, "--json")
    assert ended.json["model"]["limit"]["code"] == "target_not_convertible"
    assert "cannot convert models of the kind NanbeigeForCausalLM" in run("inspect", folder).err
    draft, target = shared / "fixtures/drafts/eagle3_speculators", shared / "fixtures/targets/llama31"
    assert run("inspect", draft, "--json").json["model"]["limit"]["code"] == "draft_method_not_yet"
    ended = run("convert", draft, "--target", target, "-o", tmp_path / "draft.gguf")
    assert ended.code == 0 and "EAGLE-3 drafts, but cannot run them yet" in ended.err
    assert run("inspect", target, "--json").json["model"]["limit"] is None


@pytest.mark.parametrize("content", [b"", b"<!doctype html><html>sign in</html>", b"GGUF\x03\0\0\0" + b"\xff" * 16])
def test_what_is_no_model_is_refused_in_a_sentence(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    for verb in ("convert", "inspect"):
        ended = run(verb, path, "--json")
        assert ended.code == 1 and "Traceback" not in ended.err
        assert ended.json["error"]["sentence"].startswith(str(path))


def test_nothing_is_left_where_nothing_can_be_written(run: Run, tmp_path: Path, shared: Path) -> None:
    (tmp_path / "file").touch()
    ended = run("convert", shared / "fixtures/targets/qwen3", "-o", tmp_path / "file" / "x.gguf")
    assert ended.code == 1 and ended.err.splitlines()[-2].startswith("Nothing can be written to")


@pytest.fixture
def slow_checkpoint(tmp_path: Path, shared: Path) -> Path:
    """A target that takes a second or more to convert: 96 million weights in a file that is mostly a hole."""
    small, folder = shared / "fixtures/targets/llama31", tmp_path / "slow"
    folder.mkdir()
    for file in small.iterdir():
        if file.suffix != ".safetensors":
            (folder / file.name).write_bytes(file.read_bytes())
    config = json.loads((folder / "config.json").read_text())
    width = config["intermediate_size"] = 100_000
    (folder / "config.json").write_text(json.dumps(config))

    header = _header_of(small / "model.safetensors")
    end = 0
    for name, entry in header.items():
        if "mlp" in name:
            entry["shape"] = [width if size == 128 else size for size in entry["shape"]]
        begin, end = end, end + 2 * math.prod(entry["shape"])
        entry["data_offsets"] = [begin, end]
    text = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as stream:
        stream.write(len(text).to_bytes(8, "little") + text)
        stream.truncate(8 + len(text) + end)
    return folder


def _header_of(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    header: dict[str, Any] = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    header.pop("__metadata__", None)
    return header


@pytest.mark.skipif(os.name != "posix", reason="Windows sends Ctrl-C to a whole console")
def test_ctrl_c_stops_a_conversion_and_leaves_nothing(home: Path, tmp_path: Path, slow_checkpoint: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    arguments = ["convert", str(slow_checkpoint), "--outtype", "q8_0", "-o", str(out / "slow.gguf")]
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), *arguments], env=environment(home), stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 30
    while not list(out.iterdir()) and program.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    began = time.monotonic()
    program.send_signal(signal.SIGINT)
    _, told = program.communicate(timeout=30)
    assert (program.returncode, told.splitlines()[-1]) == (130, "Stopped.")
    assert time.monotonic() - began < 2
    assert list(out.iterdir()) == []
