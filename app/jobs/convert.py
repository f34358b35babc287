"""The job that turns a checkpoint into a GGUF file, or a GGUF file into a smaller one."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.convert.blueprint import Note
from app.convert.plan import Part, plan_conversion
from app.convert.quantizing import plan_quantizing
from app.convert.run import convert, quantize
from app.core.errors import Fact
from app.core.progress import Progress
from app.engine.tasks import quantize_file
from app.models.output_types import OutputType
from app.models.recognition.inspect import inspect_model


@dataclass(frozen=True, slots=True)
class Arguments:
    """`target` is the target's checkpoint folder or GGUF, needed for a draft; `destination` the file to write.

    The `part` "mtp" of a target's checkpoint is the draft that it brings along.
    """

    source: Path
    destination: Path
    target: Path | None = None
    output_type: OutputType = "bf16"
    part: Part = "whole"


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Plan and convert; the result names the file ("path"), and what was done in an unusual way.

    "notes" is a JSON list of [code, facts], left out where there is nothing to tell.
    """
    path, notes = _made(arguments, progress)
    result: dict[str, Fact] = {"path": str(path)}
    if notes:
        result["notes"] = dumps([[note.code, dict(note.facts)] for note in notes])
    return result


def _made(arguments: Arguments, progress: Progress) -> tuple[Path, tuple[Note, ...]]:
    source, target, output_type = arguments.source, arguments.target, arguments.output_type
    if inspect_model(source).form == "gguf":
        smaller = plan_quantizing(source, output_type)
        return quantize(smaller, arguments.destination, progress, quantize_file), smaller.notes
    plan = plan_conversion(source, target=target, output_type=output_type, part=arguments.part, progress=progress)
    return convert(plan, arguments.destination, progress, quantize_file), plan.notes
