"""First function of the engine process: light to import, so that it answers a stop before anything heavy is loaded."""

from multiprocessing.connection import Connection
from typing import Any

from app.core.parent import ParentLink, end_with_parent
from app.engine.inbox import Inbox
from app.engine.protocol import COMMANDS, EVENTS


def run(connection: "Connection[Any, Any]") -> None:
    """Serve the commands that arrive until asked to stop."""
    end_with_parent()
    link = ParentLink(connection, sends=EVENTS, receives=COMMANDS)
    inbox = Inbox()
    link.listen(inbox.put, inbox.close)
    from app.engine.worker.main import serve

    serve(link, inbox)
