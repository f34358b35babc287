"""How many bytes of a model come from a Hub on loopback in a second, beside the Hub's own `snapshot_download`."""

import os
import tempfile
from pathlib import Path

from bench.children import child, module_command
from bench.report import Goal, Runs, Section, ratio
from bench.settings import Settings
from bench.transferred import REPO
from tests.fakes.hub import StubHub

_SIZE_BYTES = 256_000_000
_OURS, _THEIRS = "Slipstream, verified", "snapshot_download"
_FIRST = "Slipstream: until the first byte"
_REMARKS = (
    "In turns. Slipstream's time includes the check of sha256, which the other leaves out, and asking what there is;",
    "starting the process is in neither. The Hub is a stub in Python, and takes a core of its own.",
)


def measure(settings: Settings) -> list[Section]:
    """One file of weights, fetched again and again into an empty folder."""
    runs = Runs()
    with StubHub() as hub:
        hub.add(REPO, {"config.json": b"{}", "model.safetensors": os.urandom(_SIZE_BYTES)})
        for _ in range(settings.repeats):
            for who, name in (("slipstream", _OURS), ("library", _THEIRS)):
                with tempfile.TemporaryDirectory(dir=settings.folder) as folder:
                    _fetch(who, name, hub.url, Path(folder), runs)
    figures = runs.figures()
    share = ratio(f"{_OURS} / {_THEIRS}", figures[_OURS], figures[_THEIRS], Goal("at least", 0.95))
    title = f"Fetching {_SIZE_BYTES / 1e6:.0f} MB from a Hub on loopback"
    return [Section(title, [figures[_OURS], figures[_THEIRS], share, figures[_FIRST]], _REMARKS)]


def _fetch(who: str, name: str, url: str, folder: Path, runs: Runs) -> None:
    with child(module_command("transferred", who, url, folder), folder) as running:
        found = running.answer()
    runs.add(name, "MB/s", _SIZE_BYTES / 1e6 / found["seconds"])
    if "first_byte_s" in found:
        runs.add(_FIRST, "ms", 1000 * found["first_byte_s"])
