"""Runs the measurements that are named, and prints what they found."""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from app.core.errors import AppError
from app.models.output_types import WRITTEN_TYPES
from bench import machine
from bench.children import ChildFailed
from bench.report import Section, as_json, table
from bench.settings import Settings

MEASUREMENTS = ("start", "bundle", "rounds", "pace", "conversion", "transfer", "streaming", "chats")
_CORES = "from app.engine.worker.devices import core_count; print(core_count())"


def main(argv: Sequence[str]) -> int:
    """Measure in the order of MEASUREMENTS; what is written meanwhile lies in a temporary folder, and goes.

    Returns 1 when a measurement failed; the others are told all the same.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    if unknown := set(options.names) - set(MEASUREMENTS):
        parser.error(f"there is no measurement {sorted(unknown)[0]}")
    if (options.target is None) != (options.draft is None):
        parser.error("--target and --draft go together")
    facts = machine.facts()
    sections: list[Section] = []
    has_failed = False
    with TemporaryDirectory(prefix="slipstream-bench-") as folder:
        threads = options.threads or int(subprocess.check_output([sys.executable, "-c", _CORES]))
        settings = Settings(Path(folder), options.repeats, threads, options.target, options.draft, options.outtype)
        for name in MEASUREMENTS:
            if name in (options.names or MEASUREMENTS):
                print(f"Measuring: {name}", file=sys.stderr, flush=True)
                try:
                    sections += import_module(f"bench.{name}").measure(settings)
                except (AppError, ChildFailed) as error:
                    print(f"{name} failed: {error}", file=sys.stderr, flush=True)
                    has_failed = True
    if options.json:
        print(json.dumps(as_json(facts, sections), indent=1))
    else:
        print("\n".join(f"{name}: {fact}" for name, fact in facts.items()))
        print(f"\n{table(sections)}")
    return 1 if has_failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py bench",
        description="Measure Slipstream on this machine. Close what else is running first.",
        epilog="In a window where there is a display, else offscreen; QT_QPA_PLATFORM chooses.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASUREMENTS)}; usual: all")
    parser.add_argument("--json", action="store_true", help="print JSON, with the values of single runs")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="runs of each, 3 unless told otherwise")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="for decoding; usual: the cores")
    parser.add_argument("--target", type=Path, help="a GGUF file, instead of a made-up target")
    parser.add_argument("--draft", type=Path, help="a GGUF file made for it")
    parser.add_argument("--outtype", choices=WRITTEN_TYPES, default="bf16", help="of made-up models; usual: bf16")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
