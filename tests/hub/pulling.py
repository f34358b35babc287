"""A process that fetches one repository as the job does, to be killed: `python -m tests.hub.pulling REPO LIBRARY`."""

import json
import sys
from pathlib import Path

from app.core.progress import Progress
from app.jobs.pull import Arguments, run

if __name__ == "__main__":
    result = run(Arguments(sys.argv[1], Path(sys.argv[2])), Progress())
    print(json.dumps(dict(result)))  # noqa: T201
