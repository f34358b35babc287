"""How many bytes of a checkpoint are converted in a second, beside `cp` of the same bytes, and in how much memory."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.children import child, module_command
from bench.machine import drop_from_cache
from bench.made_models import Shape, write_filled
from bench.report import Goal, Runs, Section, ratio
from bench.settings import Settings

# Qwen3-0.6B with a smaller vocabulary: 0.5 billion parameters.
SHAPE = Shape(layers=28, hidden_size=1024, feed_forward_size=3072, heads=16, kv_heads=8, head_dim=128)
_TYPES = ("bf16", "f16", "q8_0")
_COPY, _SYNCED_COPY = "cp", "cp, then fsync"
_HALF = Goal("at least", 0.5)
_REMARKS = (
    "Bytes of the checkpoint that are read, in a second. A conversion ends with fsync and a check of what was written;",
    "cp alone leaves its bytes in the page cache. In turns; what the run before wrote is on the disk when one begins.",
)
_COLD = (
    "Before each run the checkpoint was dropped from the page cache; the disk, or a host, may still have it in its own."
)


def measure(settings: Settings) -> list[Section]:
    """With the checkpoint in the page cache, and dropped from it where the system can do that."""
    source = settings.folder / "checkpoint"
    size_bytes = write_filled(source, SHAPE)
    title = f"Conversion of a checkpoint of {size_bytes / 1e9:.2f} GB"
    sections = [_section(f"{title}, in the page cache", source, settings, _REMARKS, is_cold=False)]
    if drop_from_cache([source]):
        remarks = (*_REMARKS, _COLD)
        sections.append(_section(f"{title}, from the disk", source, settings, remarks, is_cold=True))
    shutil.rmtree(source)
    return sections


def _section(title: str, source: Path, settings: Settings, remarks: tuple[str, ...], *, is_cold: bool) -> Section:
    rates, memory = Runs(), Runs()
    for _ in range(settings.repeats):
        for output_type in (None, *_TYPES):
            with _fresh(settings.folder, source, is_cold=is_cold) as destination:
                if output_type is None:
                    _copy(source, destination, rates)
                else:
                    _convert(source, output_type, destination, rates, memory)
    figures = rates.figures()
    ratios = [ratio(f"{name} / {_COPY}", figures[name], figures[_COPY], _HALF) for name in _TYPES]
    ratios += [ratio(f"{name} / {_SYNCED_COPY}", figures[name], figures[_SYNCED_COPY]) for name in _TYPES]
    return Section(title, [*figures.values(), *ratios, *memory.figures().values()], remarks)


@contextmanager
def _fresh(folder: Path, source: Path, *, is_cold: bool) -> Iterator[Path]:
    """A place for a result that goes afterwards, on a disk with nothing left to write."""
    destination = folder / "result"
    try:
        if hasattr(os, "sync"):
            os.sync()
        if is_cold:
            drop_from_cache([source])
        yield destination
    finally:
        destination.unlink(missing_ok=True)


def _copy(source: Path, destination: Path, rates: Runs) -> None:
    weights = source / "model.safetensors"
    size_mb = weights.stat().st_size / 1e6
    began_s = time.perf_counter()
    if shutil.which("cp"):
        subprocess.run(["cp", weights, destination], check=True)
    else:
        shutil.copyfile(weights, destination)
    rates.add(_COPY, "MB/s", size_mb / (time.perf_counter() - began_s))
    with destination.open("rb+") as file:
        os.fsync(file.fileno())
    rates.add(_SYNCED_COPY, "MB/s", size_mb / (time.perf_counter() - began_s))


def _convert(source: Path, output_type: str, destination: Path, rates: Runs, memory: Runs) -> None:
    size_mb = (source / "model.safetensors").stat().st_size / 1e6
    with child(module_command("converted", source, output_type, destination), destination.parent) as running:
        found = running.answer()
    rates.add(output_type, "MB/s", size_mb / found["seconds"])
    memory.add(f"{output_type}: peak memory", "MB", found["peak_bytes"] / 1e6)
    memory.add(f"{output_type}: of that, before it began", "MB", found["before_bytes"] / 1e6)
