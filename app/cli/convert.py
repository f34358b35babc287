"""`convert`: turn a checkpoint folder into a GGUF file."""

import argparse

from app.cli.console import Console
from app.cli.converting import convert_into_library, convert_to
from app.cli.interrupt import interruptible
from app.texts import notice, size


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Convert; raises what keeps the checkpoint from it, and Cancelled on Ctrl-C."""
    source, target, output_type = arguments.source, arguments.target, arguments.outtype
    with interruptible() as interrupted:
        if arguments.out is None:
            done = convert_into_library(source, target, output_type, console, interrupted.is_set)
        else:
            done = convert_to(arguments.out, source, target, output_type, console, interrupted.is_set)
    written_bytes = done.path.stat().st_size
    console.line(f"{done.path} ({size(written_bytes)}{', was there already' if done.was_there else ''})")
    notes = [
        {"code": note.code, "facts": dict(note.facts), "sentence": notice(note.code, dict(note.facts)).sentence}
        for note in done.notes
    ]
    console.result(
        {
            "path": str(done.path),
            "size_bytes": written_bytes,
            "output_type": output_type,
            "was_there": done.was_there,
            "notes": notes,
        }
    )
    return 0
