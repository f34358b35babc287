"""A pair ready to chat: checkpoints converted into the library first, then loaded into the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.cli.console import Console
from app.cli.converting import convert_into_library
from app.cli.interrupt import interruptible
from app.core.errors import ReportedError
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine
from app.engine.protocol import LoadOptions
from app.models.entry import ModelEntry
from app.models.inspect import inspect_model
from app.models.pairing import check_pair, check_runnable
from app.texts import notice


@contextmanager
def loaded_pair(target: Path, draft: Path | None, options: LoadOptions, console: Console) -> Iterator[BlockingEngine]:
    """An engine with the pair loaded; raises why the two cannot be used before anything long is begun."""
    target_path, draft_path = _ready(target, draft, console)
    with BlockingEngine() as engine:
        loaded = engine.load(target_path, draft_path, options, Progress(console.progress))
        for told in loaded.notices:
            console.text(notice(told.code, told.facts))
        yield engine


def _ready(target: Path, draft: Path | None, console: Console) -> tuple[Path, Path | None]:
    """The GGUF files of both."""
    target_entry = _usable(target)
    if target_entry.target is None:
        raise ReportedError("not_a_target", {"path": str(target)})
    draft_entry = None if draft is None else _usable(draft)
    if draft_entry is not None:
        if draft_entry.draft is None:
            raise ReportedError("not_a_draft", {"path": str(draft)})
        check_pair(target_entry.target, draft_entry.draft)
        check_runnable(draft_entry.draft)
    with interruptible() as interrupted:

        def gguf_of(entry: ModelEntry, its_target: Path | None) -> Path:
            if entry.form == "gguf":
                return entry.path
            return convert_into_library(entry.path, its_target, "bf16", console, interrupted.is_set).path

        target_path = gguf_of(target_entry, None)
        return target_path, None if draft_entry is None else gguf_of(draft_entry, target_entry.path)


def _usable(path: Path) -> ModelEntry:
    entry = inspect_model(path)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    return entry
