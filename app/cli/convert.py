"""`convert`: turn a checkpoint folder into a GGUF file, or a GGUF file into a smaller or a whole one."""

import argparse

from app.cli.console import Console
from app.cli.converting import convert_into_library, convert_to
from app.cli.repairing import is_repair, repair
from app.texts import notice, size


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Convert; raises what keeps the checkpoint from it, and Cancelled on Ctrl-C."""
    source, output_type, part = arguments.source, arguments.output_type, arguments.part
    # A part of a target is a draft for it.
    target = arguments.target or (None if part == "whole" else source)
    if part == "whole" and target is not None and is_repair(source, output_type):
        done = repair(arguments.out, source, target, console, may_replace=arguments.force)
    elif arguments.out is None:
        done = convert_into_library(source, target, output_type, console, part=part)
    else:
        done = convert_to(arguments.out, source, target, output_type, console, part=part, may_replace=arguments.force)
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
