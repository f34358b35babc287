"""`devices`: what models can run on."""

import argparse
from dataclasses import asdict

from app.cli.console import Console
from app.engine.blocking import BlockingEngine
from app.engine.protocol import DeviceFacts, DevicesResult
from app.texts import notice, size
from app.texts.devices import KINDS


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List backends and devices."""
    with BlockingEngine() as engine:
        found = engine.devices()
    for device in found.devices:
        console.line(device_line(device))
    console.line(f"Backends: {', '.join(found.backends) or 'none'}")
    for line in notice_lines(found):
        console.line(line)
    console.result(asdict(found))
    return 0


def notice_lines(found: DevicesResult) -> list[str]:
    """Why backends that lie there are not used, and what to do."""
    texts = (notice(told.code, told.facts) for told in found.notices)
    return [f"{text.sentence} {text.hint}" for text in texts]


def device_line(device: DeviceFacts) -> str:
    """A device in words: name, what it is, memory."""
    memory = ""
    if device.memory_total_bytes:
        free = "" if device.memory_free_bytes is None else f"{size(device.memory_free_bytes)} free of "
        memory = f", {free}{size(device.memory_total_bytes)}"
    return f"{device.name}: {device.description} ({KINDS[device.kind]}{memory})"
