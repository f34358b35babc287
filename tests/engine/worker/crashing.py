"""A child that runs into a real assertion of llama.cpp."""

from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.core.parent import ParentLink
from app.engine.inbox import Inbox
from app.engine.protocol import COMMANDS, EVENTS, PROTOCOL_VERSION, Generate, Ready
from app.engine.worker import native_log
from app.engine.worker.native import Context, Model


def assert_in_llama(connection: "Connection[Any, Any]", target: Path) -> None:
    """Entry: says Ready, and at the first Generate captures a layer that the model does not have."""
    link = ParentLink(connection, sends=EVENTS, receives=COMMANDS)
    inbox = Inbox()
    link.listen(inbox.put, inbox.close)
    link.send(Ready(PROTOCOL_VERSION, "crashing"))
    native_log.listen()
    for command, _ in inbox.commands():
        if isinstance(command, Generate):
            with (
                Model(target) as model,
                Context(model, context_size=64, batch_size=32, outputs_max=32, threads=1) as context,
            ):
                context.capture((model.layers,))
                context.decode([1, 2], 0, "all")
