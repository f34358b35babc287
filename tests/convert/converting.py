"""A child process that plans and converts what its arguments say, tells how it goes, and waits at a given report."""

import re
import sys
import time
from pathlib import Path

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.errors import AppError
from app.core.progress import Progress


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def peak_kib() -> int:
    """The most memory that this process had; 0 where the system does not tell."""
    if sys.platform == "linux":
        # Not ru_maxrss: there it begins at what the parent had when it started this process.
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0])
    elif sys.platform != "win32":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    else:
        return 0


def main() -> None:
    source, destination, output_type, stop_at = sys.argv[1:]

    def report(stage: str, done: int, total: int | None) -> None:
        tell(stage, done, total)
        if stop_at and re.match(stop_at, f"{stage} {done}"):
            time.sleep(60)

    try:
        progress = Progress(report)
        plan = plan_conversion(Path(source), output_type=output_type, progress=progress)  # type: ignore[arg-type]
        convert(plan, Path(destination), progress)
    except AppError as error:
        tell("failed", error.code)
    else:
        tell("done")
    tell("peak_kib", peak_kib())


if __name__ == "__main__":
    main()
