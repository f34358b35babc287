"""A job's process whose Hub is given up on soon, for tests that wait for that."""

from multiprocessing.connection import Connection
from typing import Any

from app.hub.client import HubClient
from app.hub.patience import Patience
from app.jobs import entry

IMPATIENT = Patience(
    connect_s=2,
    silence_s=1.5,
    stall_told_s=0.3,
    first_wait_s=0.01,
    longest_wait_s=0.05,
    longest_asked_wait_s=2,
    tries=2,
)


def run(connection: "Connection[Any, Any]") -> None:
    """As a real job, with a client that soon loses patience."""
    defaults = HubClient.__init__.__kwdefaults__
    assert defaults is not None
    defaults["patience"] = IMPATIENT
    entry.run(connection)
