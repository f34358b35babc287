"""The job that asks the Hub whether it has newer revisions of what was fetched."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path

from app.core.errors import Fact
from app.core.messages import from_json, to_json
from app.core.progress import Progress
from app.hub.updates import Update, check_updates
from app.models.library.library import Library


@dataclass(frozen=True, slots=True)
class Arguments:
    """`library` is its folder."""

    library: Path


def updates_of(result: Mapping[str, Fact]) -> tuple[Update, ...]:
    """What was found out, from the job's result; raises ProtocolError."""
    found: tuple[Update, ...] = from_json(tuple[Update, ...], loads(str(result["updates"])))
    return found


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Ask; the result holds an Update for each model as JSON text ("updates")."""
    # Here, as the window reads results with this module and keeps the Hub's library out of its process.
    from app.hub.client import HubClient

    fetched = Library(arguments.library).fetched()
    updates = check_updates(HubClient.of_this_machine(), fetched, progress)
    return {"updates": dumps(to_json(updates))}
