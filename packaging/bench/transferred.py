"""One download from a Hub on loopback, by Slipstream's job or the Hub's own library, timed in a process of its own."""

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path

from bench.children import print_result

REPO = "bench/model"


def main(argv: Sequence[str]) -> int:
    """Fetch REPO into a folder, and print how long that took, and the first of its bytes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("who", choices=("slipstream", "library"))
    parser.add_argument("url")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args(argv)
    # Read when the library is imported.
    os.environ |= {"HF_ENDPOINT": options.url, "HF_HOME": str(options.folder / "home"), "NO_PROXY": "127.0.0.1"}
    os.environ.pop("HF_TOKEN", None)
    if options.who == "slipstream":
        _pull(options.folder)
    else:
        _snapshot(options.folder)
    return 0


def _pull(folder: Path) -> None:
    from app.core.progress import Progress
    from app.jobs.pull import Arguments, run

    begun_s = time.perf_counter()
    arrivals: list[float] = []

    def note(stage: str, done: int, total: int | None) -> None:
        if stage == "hub_fetch" and done:
            arrivals.append(time.perf_counter() - begun_s)

    run(Arguments(REPO, folder), Progress(note))
    print_result(seconds=time.perf_counter() - begun_s, first_byte_s=arrivals[0])


def _snapshot(folder: Path) -> None:
    from huggingface_hub import snapshot_download

    begun_s = time.perf_counter()
    snapshot_download(REPO, cache_dir=folder)
    print_result(seconds=time.perf_counter() - begun_s)
