"""A pair ready to chat: checkpoints converted into the library first, then loaded into the engine."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from app.cli.console import Console
from app.core.errors import AppError, ReportedError
from app.core.paths import library_folder
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine
from app.engine.protocol import LoadOptions, LoadResult
from app.models.entry import ModelEntry
from app.models.library.last_used import note_used
from app.models.offload import AUTO, PROCESSOR
from app.models.pairing import as_draft, check_pair, check_runnable
from app.models.recognition.inspect import inspect_model
from app.texts import notice


@contextmanager
def loaded_pair(target: Path, draft: Path | None, options: LoadOptions, console: Console) -> Iterator[BlockingEngine]:
    """An engine with the pair loaded; raises why the two cannot be used before anything long is begun."""
    target_path, draft_path = ready_pair(target, draft, console)
    with BlockingEngine() as engine:
        _check_device(options.device, engine)
        loaded = engine.load(target_path, draft_path, options, Progress(console.progress))
        for told in loaded.notices:
            console.text(notice(told.code, told.facts))
        with suppress(AppError):
            note_used(library_folder(), *(path.absolute() for path in (target_path, draft_path) if path is not None))
        yield engine


def load_json(loaded: LoadResult | None) -> dict[str, Any]:
    """What `--json` prints of how a pair was loaded: where it runs and why, what it takes there, what was changed."""
    if loaded is None or loaded.plan is None:
        return {}
    plan = loaded.plan
    memory = [
        {**asdict(share.room), **{key: value for key, value in asdict(share).items() if key != "room"}}
        for share in plan.shares
    ]
    return {
        "device": loaded.device,
        "device_reason": plan.reason,
        "gpu_layers": plan.target_layers,
        "gpu_layers_all": plan.target_layers_all,
        "is_draft_loaded": loaded.draft is not None,
        "is_draft_offloaded": plan.is_draft_offloaded,
        "context_size": loaded.context_size,
        "memory": memory,
        "notices": [{"code": told.code, **told.facts} for told in loaded.notices],
    }


def _check_device(name: str, engine: BlockingEngine) -> None:
    """Raise for a device that is not there: here it was typed, and not remembered from another day."""
    if name not in (AUTO, PROCESSOR) and name not in [device.name for device in engine.devices().devices]:
        raise ReportedError("device_missing", {"device": name})


def ready_pair(
    target: Path, draft: Path | None, console: Console, *, may_lack_head: bool = False
) -> tuple[Path, Path | None]:
    """The GGUF files of both, converted now where they are none yet; raises why the two are no pair.

    That the draft's file lost its head is none where it `may_lack_head`.
    """
    target_entry = _usable(target)
    if target_entry.target is None:
        raise ReportedError("not_a_target", {"path": str(target)})
    draft_entry = None if draft is None else _usable(draft)
    if draft_entry is not None:
        facts = as_draft(draft_entry)
        if facts is None:
            raise ReportedError("not_a_draft", {"path": str(draft)})
        check_pair(target_entry.target, replace(facts, ties_own_embedding=False) if may_lack_head else facts)
        check_runnable(facts)

    def gguf_of(entry: ModelEntry, its_target: Path | None) -> Path:
        if entry.form == "gguf":
            return entry.path
        # Half of what starting takes, and needed for checkpoints alone.
        from app.cli.converting import convert_into_library

        return convert_into_library(entry.path, its_target, "bf16", console).path

    target_path = gguf_of(target_entry, None)
    return target_path, None if draft_entry is None else gguf_of(draft_entry, target_entry.path)


def _usable(path: Path) -> ModelEntry:
    entry = inspect_model(path)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    return entry
