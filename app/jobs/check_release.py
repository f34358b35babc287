"""The job that asks whether there is a newer Slipstream."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.core.errors import Fact
from app.core.progress import Progress
from app.hub.releases import is_newer, newest_release


@dataclass(frozen=True, slots=True)
class Arguments:
    """Nothing is to be said: which version this is, the program knows."""


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Ask; the result holds "version" and "link" of the newest release, empty where this is it."""
    release = newest_release(progress)
    if release is None or not is_newer(release.version):
        return {"version": "", "link": ""}
    return {"version": release.version, "link": release.link}
