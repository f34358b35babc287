"""The job that fetches a model from the Hub; started again, it goes on where it stopped."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.core.errors import Fact
from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import plan_pull, pull


@dataclass(frozen=True, slots=True)
class Arguments:
    """`library` is the folder to fetch into; `revision` is empty for the newest, `file` where it is the only model.

    The token is not among them: the job finds it where the program would.
    """

    repo: str
    library: Path
    revision: str = ""
    file: str = ""
    is_offline: bool = False


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Fetch; the result tells "path", "commit", "size_bytes" of the model and "fetched_bytes" of this run.

    "notes" is a JSON list of [code, facts], left out where there is nothing to tell.
    """
    client = HubClient.of_this_machine(is_offline=arguments.is_offline)
    revision = arguments.revision or None
    plan = plan_pull(client, arguments.repo, arguments.library, progress, revision=revision, name=arguments.file)
    pulled = pull(client, plan, progress)
    result: dict[str, Fact] = {
        "path": str(pulled.path),
        "commit": pulled.commit,
        "size_bytes": pulled.size_bytes,
        "fetched_bytes": pulled.fetched_bytes,
    }
    if pulled.notes:
        result["notes"] = dumps([[note.code, note.facts] for note in pulled.notes])
    return result
