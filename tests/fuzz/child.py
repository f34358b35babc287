"""A process that fuzzes one reader within bounds: memory, time for each case, and its own folder.

python -m tests.fuzz.child READER CASES FOLDER [random]
"""

import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.changes import Step
from tests.fuzz.readers import READERS

# What one case may take: far more than any needs, far less than what would hurt.
MOST_MEMORY_BYTES = 1 << 30
MOST_S = 10
_NUMBERS = st.integers(0, (1 << 32) - 1)
_STEPS = st.lists(st.tuples(_NUMBERS, _NUMBERS, _NUMBERS), min_size=1, max_size=4)


def main() -> None:
    name, cases, folder, *mode = sys.argv[1:]
    reader, _ = READERS[name]
    root = Path(folder)
    case = root / "case"
    (root / "samples").mkdir(parents=True)
    guard = root / "guard"
    guard.write_bytes(b"untouched")

    @settings(
        max_examples=int(cases),
        deadline=None,
        database=None,
        derandomize=not mode,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(_STEPS)
    def fuzz(steps: Sequence[Step]) -> None:
        shutil.rmtree(case, ignore_errors=True)
        case.mkdir()
        with _within_time():
            reader(case, steps)
        assert sorted(path.name for path in root.iterdir()) == ["case", "guard", "samples"]
        assert guard.read_bytes() == b"untouched"

    _bound_memory()
    fuzz()


def _bound_memory() -> None:
    """From here on, this process may grow by MOST_MEMORY_BYTES."""
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + MOST_MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


@contextmanager
def _within_time() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(MOST_S)
    try:
        yield
    finally:
        signal.alarm(0)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"a case took over {MOST_S} s")


if __name__ == "__main__":
    main()
