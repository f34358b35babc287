"""Ten thousand broken files a run, and more by hand (SLIPSTREAM_FUZZ_CASES): each is read or refused, in bounds.

Without that variable the cases are the same every time; with it they are others.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.readers import READERS

_ROOT = Path(__file__).resolve().parent.parent.parent
_USUAL_CASES = sum(cases for _, cases in READERS.values())
_BY_HAND = os.environ.get("SLIPSTREAM_FUZZ_CASES", "")


@pytest.mark.process
@pytest.mark.timeout(0)
@pytest.mark.parametrize("name", READERS)
@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are among the cases")
def test_no_file_escapes_its_reader(name: str, tmp_path: Path) -> None:
    cases = READERS[name][1] * (int(_BY_HAND) if _BY_HAND else _USUAL_CASES) // _USUAL_CASES
    memory = Path("/dev/shm")
    folder = (
        memory if memory.is_dir() and os.access(memory, os.W_OK) else tmp_path.parent
    ) / f"fuzz-{os.getpid()}-{name}"
    command = [
        sys.executable,
        "-m",
        "tests.fuzz.child",
        name,
        str(cases),
        str(folder),
        *(["random"] if _BY_HAND else []),
    ]
    try:
        ended = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=60 if not _BY_HAND else None)
    finally:
        subprocess.run(["rm", "-rf", str(folder)], check=True)
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-6000:]


def test_a_run_has_ten_thousand_cases() -> None:
    assert _USUAL_CASES >= 10_000
