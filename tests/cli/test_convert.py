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

from app.models.output_types import OUTPUT_TYPES
from tests.cli.terminal import ROOT, Run, environment
from tests.convert.checkpoints import copied, edit_json
from tests.convert.recipes import write_checkpoint

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


def test_the_layers_to_draft_with_become_a_draft(run: Run, home: Path, tmp_path: Path) -> None:
    source = write_checkpoint("qwen3_5_mtp", tmp_path)
    told = run("convert", source, "--part", "mtp", "--json").json
    assert Path(told["path"]) == home / "models" / "qwen3_5_mtp-MTP-BF16.gguf"
    whole = run("convert", source, "--json").json
    assert whole["path"] != told["path"] and whole["size_bytes"] > told["size_bytes"]
    assert run("convert", source, "--part", "mtp", "--json").json["was_there"]
    assert "drafts for itself: MTP" in run("inspect", whole["path"]).out
    fitting = run("inspect", whole["path"], "--json").json["candidates"]
    assert [(Path(one["path"]), one["fits"]) for one in fitting] == [(Path(told["path"]), True)]
    named = run("convert", source, "--part", "mtp", "-o", tmp_path, "--json").json["path"]
    assert Path(named).name == "qwen3_5_mtp-MTP-BF16.gguf"
    asked = ("--raw", "--prompt", "one two three", "-n", 20, "--temperature", 0, "--pace", "always", "--json")
    alone = run("chat", "--target", whole["path"], *asked).json
    split = run("chat", "--target", whole["path"], "--draft", told["path"], *asked).json
    assert alone["method"] == split["method"] == "mtp" and alone["tokens"] == split["tokens"]
    assert alone["timings"]["draft_n"] == split["timings"]["draft_n"] > 20


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
    for sound in ("drafts/eagle3_speculators", "targets/llama31"):
        assert run("inspect", shared / "fixtures" / sound, "--json").json["model"]["limit"] is None


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
    program.send_signal(signal.SIGINT)
    _, told = program.communicate(timeout=30)
    assert (program.returncode, told.splitlines()[-1]) == (130, "Stopped.")
    assert list(out.iterdir()) == []


def test_a_file_that_is_there_is_replaced_only_if_told_so(run: Run, tmp_path: Path, shared: Path) -> None:
    source, path = shared / "fixtures/targets/qwen3", tmp_path / "x.gguf"
    path.write_bytes(b"GGUF of somebody")
    refused = run("convert", source, "-o", path, "--json")
    assert (refused.code, refused.json["error"]["code"]) == (1, "file_there")
    assert "--force" in refused.json["error"]["hint"] and path.read_bytes() == b"GGUF of somebody"
    assert run("convert", source, "-o", path, "--force").code == 0
    assert path.stat().st_size > 1000


def test_what_a_killed_conversion_left_in_a_folder_goes_with_the_next(
    run: Run, home: Path, tmp_path: Path, shared: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in ("other.gguf.part", "killed.gguf.part"):
        (out / name).write_bytes(b"GGUF half-written")
    (home / "models").mkdir(parents=True, exist_ok=True)
    (home / "models/unfinished.json").write_text(json.dumps({"paths": [str(out / "killed.gguf")]}))
    assert run("convert", shared / "fixtures/targets/qwen3", "-o", out / "next.gguf").code == 0
    assert sorted(path.name for path in out.iterdir()) == ["next.gguf", "other.gguf.part"]


def test_inspect_says_how_a_draft_drafts_and_for_whom_and_where_to_go_on(
    run: Run, tmp_path: Path, shared: Path
) -> None:
    draft = copied(shared / "fixtures/drafts/dspark_speculators_bonus_reduced", tmp_path / "Qwen3-8B-speculator.x")
    told = run("inspect", draft).out
    assert "blocks of 6, predicted after the anchor, vanilla Markov head of rank 16" in told
    assert "Made for example/qwen3, by its own word" in told
    edit_json(draft / "config.json", speculators_model_type="xpress")
    refused = run("inspect", draft)
    assert refused.code == 1 and "XPress" in refused.err and "Other drafts of the same target: " in refused.err
    others = run("inspect", draft, "--json").json["other_drafts"]
    assert others and {"repo", "method"} <= others[0].keys()
    edit_json(draft / "config.json", speculators_model_type="dspark", markov_head_type="gated")
    limited = run("inspect", draft)
    assert "is of the type gated, which the engine cannot run" in limited.err
    assert "Other drafts of the same target: " in limited.err
    listed = run("inspect", draft, "--json").json
    assert listed["model"]["limit"]["code"] == "draft_markov_type" and listed["other_drafts"] == others


def test_a_model_is_made_smaller(run: Run, tmp_path: Path, shared: Path) -> None:
    source, whole = shared / "fixtures/targets/qwen3", tmp_path / "whole.gguf"
    small, again = tmp_path / "small.gguf", tmp_path / "again.gguf"
    made = run("convert", source, "--type", "q4_k_m", "-o", small, "--json")
    assert made.code == 0 and "of disk needed" in made.err
    assert (made.json["output_type"], made.json["size_bytes"]) == ("q4_k_m", small.stat().st_size)
    assert run("convert", source, "-o", whole).code == 0
    assert run("convert", whole, "--type", "q4_k_m", "-o", again).code == 0
    assert small.read_bytes() == again.read_bytes()
    assert sorted(path.name for path in tmp_path.glob("*.gguf*")) == ["again.gguf", "small.gguf", "whole.gguf"]
    refused = run("convert", small, "--type", "q2_k", "-o", tmp_path / "smaller.gguf", "--json")
    assert refused.code == 1 and refused.json["error"]["code"] == "convert_quantized_already"
    assert "Converting" not in refused.err
    told = run("inspect", small, "--json").json["model"]
    assert (told["file_type"], told["kind"]) == ("Q4_K_M", "target")


def test_help_names_every_format(run: Run) -> None:
    told = run("convert", "--help").out
    assert all(f"{name}," in told or f"{name};" in told for name in OUTPUT_TYPES)
