"""`devices`: what models can run on."""

import argparse
from dataclasses import asdict

from app.cli.console import Console
from app.engine.blocking import BlockingEngine
from app.engine.protocol import DeviceFacts
from app.texts import size

_KINDS = {"cpu": "processor", "gpu": "graphics card", "integrated": "integrated graphics", "accelerator": "accelerator"}


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List backends and devices."""
    with BlockingEngine() as engine:
        found = engine.devices()
    for device in found.devices:
        console.line(device_line(device))
    console.line(f"Backends: {', '.join(found.backends) or 'none'}")
    console.result(asdict(found))
    return 0


def device_line(device: DeviceFacts) -> str:
    """A device in words: name, what it is, memory."""
    memory = ""
    if device.memory_total_bytes:
        # Of a processor llama.cpp reports all its memory as free, whatever is in use, on every system but Windows.
        is_known = device.memory_free_bytes is not None and device.kind != "cpu"
        free = f"{size(device.memory_free_bytes or 0)} free of " if is_known else ""
        memory = f", {free}{size(device.memory_total_bytes)}"
    return f"{device.name}: {device.description} ({_KINDS[device.kind]}{memory})"
