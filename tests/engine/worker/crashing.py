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


def with_a_fatal_card(connection: "Connection[Any, Any]") -> None:
    """Entry: an engine with a graphics card whose driver ends the process once models are to go there."""
    there, handles_of = devices.list_devices(), devices.handles_of
    card = DeviceFacts("CUDA0", "A card with a fault", "gpu", 24 << 30, 20 << 30)

    def handles_or_end(names: Sequence[str]) -> tuple[int, ...]:
        if card.name in names:
            os.abort()
        return handles_of(names)

    devices.list_devices = lambda: replace(there, devices=(card, *there.devices))
    devices.handles_of = handles_or_end
    entry.run(connection)
