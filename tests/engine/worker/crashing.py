"""Children that end: by a real assertion of llama.cpp, and by what a driver does to them."""

import os
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.core.parent import ParentLink
from app.engine import entry
from app.engine.inbox import Inbox
from app.engine.protocol import COMMANDS, EVENTS, PROTOCOL_VERSION, DeviceFacts, Generate, Ready
from app.engine.worker import devices, native_log
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


def with_cards(connection: "Connection[Any, Any]", cards: Sequence[DeviceFacts], fatal: str, ends: Path) -> None:
    """Entry: an engine with these graphics cards, of which the driver of one ends the process once models go there.

    It says a lot before, and each time a line is added to the file `ends`. The processor does the work of the others.
    """
    there, handles_of = devices.list_devices(), devices.handles_of
    added = [card.name for card in cards]

    def handles_or_end(names: Sequence[str]) -> tuple[int, ...]:
        if fatal in names:
            with ends.open("a", encoding="utf-8") as file:
                file.write(f"{' '.join(names)}\n")
            os.write(2, b"what a driver has to say\n" * 2000 + b"and half a line")
            os.abort()
        return handles_of([name for name in names if name not in added])

    devices.list_devices = lambda: replace(there, devices=(*cards, *there.devices))
    devices.handles_of = handles_or_end
    entry.run(connection)
