"""Carrying out a conversion: whole or not at all, whatever happens on the way."""

import errno
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from app.convert.errors import SourceChanged, WouldReplaceOther, WouldReplaceSource, WrittenFileWrong
from app.convert.plan import ConversionPlan, plan_conversion
from app.convert.run import convert
from app.convert.write import verify_gguf, write_gguf
from app.core import files
from app.core.errors import BeingWritten, Cancelled, DiskFull, PathNotWritable
from app.core.files import replacing
from app.core.progress import Progress
from tests.convert.checkpoints import copied, make_large

ROOT = Path(__file__).resolve().parents[2]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="limits and signals of POSIX")


@pytest.fixture
def source(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/targets/qwen3", tmp_path / "in" / "qwen3")


@pytest.fixture
def plan(source: Path) -> ConversionPlan:
    return plan_conversion(source)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


@pytest.fixture
def large(shared: Path, tmp_path: Path) -> Path:
    """300 MB, without taking the room."""
    return make_large(tmp_path / "large", shared / "fixtures/targets/qwen3", layers=36)


def child(*arguments: object, **options: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.convert.converting", *map(str, arguments)]
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, **options)  # type: ignore[call-overload,no-any-return]


def test_stages_are_reported_in_bytes(plan: ConversionPlan, out: Path) -> None:
    reports: list[tuple[str, int, int | None]] = []
    convert(plan, out / "m.gguf", Progress(lambda *report: reports.append(report)))
    total = sum(tensor.size_bytes for tensor in plan.tensors)
    assert reports[0] == ("write", 0, total)
    assert ("write", total, total) in reports
    assert reports[-1] == ("verify", plan.output_bytes, plan.output_bytes)


@pytest.mark.parametrize("name", ["with spaces.gguf", "😀👩‍🚀.gguf", "模型/转换.gguf", "a/b/c.gguf"])
def test_any_name_will_do(name: str, plan: ConversionPlan, out: Path) -> None:
    assert convert(plan, out / name, Progress()).stat().st_size == plan.output_bytes


def test_a_checkpoint_in_a_folder_with_any_name(source: Path, out: Path) -> None:
    plain = convert(plan_conversion(source), out / "a.gguf", Progress()).read_bytes()
    folder = source.rename(source.with_name("qwen3 😀 模型"))
    assert plain != convert(plan_conversion(folder), out / "b.gguf", Progress()).read_bytes()  # it names the folder


def test_an_older_file_is_replaced_at_once(plan: ConversionPlan, out: Path) -> None:
    path = out / "m.gguf"
    path.write_bytes(b"GGUF old")

    def is_cancelled() -> bool:
        return len((out / "m.gguf.part").read_bytes()) > 0

    with pytest.raises(Cancelled):
        convert(plan, path, Progress(is_cancelled=is_cancelled))
    assert path.read_bytes() == b"GGUF old"
    convert(plan, path, Progress())
    assert path.stat().st_size == plan.output_bytes


def test_remains_of_a_killed_conversion_are_removed_first(
    plan: ConversionPlan, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = out / "m.gguf.part"
    part.write_bytes(b"half")
    monkeypatch.setattr(files.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(1, 1, part.stat().st_size))  # type: ignore[attr-defined]
    with pytest.raises(DiskFull) as caught:
        convert(plan, out / "m.gguf", Progress())
    assert caught.value.facts == {"path": str(out), "needed_bytes": plan.output_bytes, "free_bytes": 0}
    assert list(out.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_disk_that_fills_up_on_the_way(plan: ConversionPlan, out: Path) -> None:
    with pytest.raises(DiskFull), replacing(out / "m.gguf") as part:
        part.symlink_to("/dev/full")
        write_gguf(plan, part, Progress())
    assert list(out.iterdir()) == []


def test_a_place_where_nothing_can_be_written(plan: ConversionPlan, out: Path) -> None:
    (out / "file").write_bytes(b"")
    with pytest.raises(PathNotWritable):
        convert(plan, out / "file" / "m.gguf", Progress())
    (out / "m.gguf").mkdir()
    with pytest.raises(PathNotWritable):
        convert(plan, out / "m.gguf", Progress())
    assert sorted(path.name for path in out.iterdir()) == ["file", "m.gguf"]


@posix_only
def test_a_name_that_leads_in_a_circle(plan: ConversionPlan, out: Path) -> None:
    (out / "m.gguf").symlink_to(out / "m.gguf")
    assert convert(plan, out / "m.gguf", Progress()).stat().st_size == plan.output_bytes


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(plan: ConversionPlan, out: Path) -> None:
    out.chmod(0o500)
    with pytest.raises(PathNotWritable):
        convert(plan, out / "m.gguf", Progress())


def test_the_checkpoint_itself_is_never_replaced(plan: ConversionPlan, source: Path) -> None:
    weights = source / "model.safetensors"
    before = weights.read_bytes()
    for path in (weights, source / ".." / source.name / weights.name):
        with pytest.raises(WouldReplaceSource):
            convert(plan, path, Progress())
    assert weights.read_bytes() == before


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "../thesis.txt", "pipe"])
def test_nor_is_anything_else_that_is_no_gguf(name: str, plan: ConversionPlan, source: Path) -> None:
    (source / "../thesis.txt").write_text("Chapter 1")
    if sys.platform != "win32":
        os.mkfifo(source / "pipe")
    before = sorted(path.stat().st_size for path in source.iterdir())
    with pytest.raises(WouldReplaceOther):
        convert(plan, source / name, Progress())
    assert sorted(path.stat().st_size for path in source.iterdir()) == before
    assert (source / "../thesis.txt").read_text() == "Chapter 1"


def test_nor_is_the_target_of_a_draft(shared: Path, out: Path) -> None:
    target = shutil.copyfile(shared / "fixtures/expected/qwen3.bf16.gguf", out / "target.gguf")
    plan = plan_conversion(shared / "fixtures/drafts/dspark_deepspec", target=target)
    with pytest.raises(WouldReplaceSource):
        convert(plan, target, Progress())


def test_a_checkpoint_that_becomes_shorter_meanwhile(plan: ConversionPlan, source: Path, out: Path) -> None:
    weights = source / "model.safetensors"
    os.truncate(weights, weights.stat().st_size - 1)
    with pytest.raises(SourceChanged):
        convert(plan, out / "m.gguf", Progress())
    assert list(out.iterdir()) == []


def test_a_file_that_is_not_as_planned_is_found_out(plan: ConversionPlan, out: Path) -> None:
    path = convert(plan, out / "m.gguf", Progress())
    verify_gguf(plan, path, Progress())
    with pytest.raises(WrittenFileWrong):
        verify_gguf(replace(plan, tensors=plan.tensors[:-1]), path, Progress())
    with pytest.raises(WrittenFileWrong):
        verify_gguf(replace(plan, metadata=plan.metadata[:-1]), path, Progress())
    first, second, *rest = plan.tensors
    with pytest.raises(WrittenFileWrong):
        verify_gguf(replace(plan, tensors=(second, first, *rest)), path, Progress())
    os.truncate(path, plan.output_bytes - 32)
    with pytest.raises(WrittenFileWrong):
        verify_gguf(plan, path, Progress())


def test_cancelling_takes_effect_soon_and_leaves_nothing(large: Path, out: Path) -> None:
    plan = plan_conversion(large, output_type="q8_0")
    asked = threading.Event()
    asked_s = [0.0]

    def report(stage: str, done: int, total: int | None) -> None:
        if done > 10_000_000 and not asked.is_set():
            asked_s[0] = time.process_time()
            asked.set()

    with pytest.raises(Cancelled):
        convert(plan, out / "m.gguf", Progress(report, asked.is_set))
    assert time.process_time() - asked_s[0] < 2
    assert list(out.iterdir()) == []
    assert threading.active_count() == 1


@posix_only
@pytest.mark.process
@pytest.mark.parametrize("output_type", ["bf16", "q8_0"])
def test_memory_does_not_grow_with_the_model(output_type: str, large: Path, source: Path, out: Path) -> None:
    peaks = []
    for checkpoint in (source, large):
        lines = child(checkpoint, out / "m.gguf", output_type, "").communicate(timeout=120)[0].split("\n")
        assert "done" in lines
        peaks.append(int(next(line for line in lines if line.startswith("peak_kib")).split()[1]) / 1024)
    assert peaks[1] - peaks[0] < 40, peaks
    assert peaks[1] < 200


@posix_only
@pytest.mark.process
@pytest.mark.parametrize("moment", ["plan", "write 0", "write [1-9]", "verify"])
def test_a_killed_conversion_leaves_at_most_a_part(moment: str, source: Path, out: Path) -> None:
    path = out / "m.gguf"
    process = child(source, path, "bf16", moment)
    assert process.stdout is not None
    while not re.match(moment, process.stdout.readline()):
        assert process.poll() is None
    process.kill()
    process.communicate(timeout=30)
    assert {found.name for found in out.iterdir()} <= {"m.gguf.part"}
    assert (path.with_name("m.gguf.part").is_file()) == (moment != "plan")
    assert convert(plan_conversion(source), path, Progress()).is_file()
    assert [found.name for found in out.iterdir()] == ["m.gguf"]


@pytest.mark.process
def test_two_conversions_to_one_file_do_not_meet(source: Path, out: Path) -> None:
    path = out / "m.gguf"
    first = child(source, path, "bf16", "verify")
    assert first.stdout is not None
    while not first.stdout.readline().startswith("verify"):
        assert first.poll() is None
    with pytest.raises(BeingWritten if sys.platform != "win32" else PathNotWritable):
        convert(plan_conversion(source), path, Progress())
    assert [found.name for found in out.iterdir()] == ["m.gguf.part"]
    first.kill()
    first.communicate(timeout=30)
    convert(plan_conversion(source), path, Progress())
    assert [found.name for found in out.iterdir()] == ["m.gguf"]


@posix_only
@pytest.mark.process
def test_a_limit_on_the_size_of_files(large: Path, out: Path) -> None:
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000_000, 50_000_000))

    process = child(large, out / "m.gguf", "bf16", "", preexec_fn=limited)
    lines = process.communicate(timeout=60)[0].split("\n")
    assert "failed path_not_writable" in lines
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("most_bytes", [0, 1, 1000])
def test_a_system_that_copies_nothing_or_only_the_beginning_changes_no_byte(
    most_bytes: int, plan: ConversionPlan, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = convert(plan, out / "before.gguf", Progress()).read_bytes()
    real, left = getattr(os, "copy_file_range", None), [most_bytes]

    def copy_file_range(source: int, destination: int, count: int, offset: int) -> int:
        if not left[0] or real is None:
            raise OSError(errno.EXDEV, "other volume")
        copied = int(real(source, destination, min(count, left[0]), offset))
        left[0] -= copied
        return copied

    monkeypatch.setattr(os, "copy_file_range", copy_file_range, raising=False)
    assert convert(plan, out / "after.gguf", Progress()).read_bytes() == before
