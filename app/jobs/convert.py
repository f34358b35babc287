"""The job that turns a checkpoint into a GGUF file."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.convert.matching import OutputType
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.errors import Fact
from app.core.progress import Progress


@dataclass(frozen=True, slots=True)
class Arguments:
    """`target` is the target's checkpoint folder or GGUF, needed for a draft; `destination` the file to write."""

    source: Path
    destination: Path
    target: Path | None = None
    output_type: OutputType = "bf16"


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Plan and convert; the result names the file ("path"), and what was done in an unusual way.

    "notes" is a JSON list of [code, facts], left out where there is nothing to tell.
    """
    plan = plan_conversion(
        arguments.source, target=arguments.target, output_type=arguments.output_type, progress=progress
    )
    result: dict[str, Fact] = {"path": str(convert(plan, arguments.destination, progress))}
    if plan.notes:
        result["notes"] = dumps([[note.code, dict(note.facts)] for note in plan.notes])
    return result
