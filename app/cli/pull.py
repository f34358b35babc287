"""`pull`: fetch a model from the Hub into the library."""

import argparse
import json

from app.cli import pull_pair
from app.cli.console import Console
from app.cli.running import run_job
from app.core.paths import library_folder
from app.texts import notice, size


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Fetch; raises what keeps it from that, and Cancelled on Ctrl-C: the next run goes on where this one stopped."""
    if arguments.draft or arguments.output_type:
        return pull_pair.run(arguments, console)
    asked = {
        "repo": arguments.repo,
        "library": str(library_folder()),
        "revision": arguments.revision or "",
        "file": arguments.file or "",
        "is_offline": arguments.offline,
    }
    done = run_job("pull", asked, console)
    notes = [(code, facts) for code, facts in json.loads(str(done.get("notes", "[]")))]
    for code, facts in notes:
        console.text(notice(code, facts))
    size_bytes, fetched_bytes = int(done["size_bytes"] or 0), int(done["fetched_bytes"] or 0)
    console.line(f"{done['path']} ({size(size_bytes)}, {size(fetched_bytes)} fetched)")
    told = [{"code": code, "facts": facts, "sentence": notice(code, facts).sentence} for code, facts in notes]
    console.result({**done, "repo": arguments.repo, "notes": told})
    return 0
