"""One conversion in a process of its own, as the program runs it; tells how long it took and what it held."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.output_types import WRITTEN_TYPES
from bench.children import print_result
from bench.machine import peak_bytes


def main(argv: Sequence[str]) -> int:
    """Convert a checkpoint folder to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("output_type", choices=WRITTEN_TYPES)
    parser.add_argument("destination", type=Path)
    options = parser.parse_args(argv)
    before_bytes = peak_bytes()
    began_s = time.perf_counter()
    convert(plan_conversion(options.source, output_type=options.output_type), options.destination, Progress())
    seconds = time.perf_counter() - began_s
    print_result(seconds=seconds, peak_bytes=peak_bytes(), before_bytes=before_bytes)
    return 0
