"""Brings a target with its draft into memory, in the order and with the settings that are known to work."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from app.core.progress import Progress
from app.engine.protocol import DraftLoaded, Load, LoadOptions, LoadResult, Notice, TargetLoaded
from app.engine.worker import devices
from app.engine.worker.admission import AdmittedDraft, AdmittedFile, AdmittedTarget, admit
from app.engine.worker.drafters import DRAFTERS
from app.engine.worker.drafters.block import BlockDrafter
from app.engine.worker.errors import ContextTooLarge
from app.engine.worker.measuring import cache_bytes
from app.engine.worker.native import Context, Model

DEFAULT_CONTEXT_SIZE = 8192
BATCH_SIZE = 512
# llama.cpp sets up its bookkeeping for every place of the context before it finds that there is no room for them.
LARGEST_CONTEXT_SIZE = 1 << 20
# A pass over so few weights is over before several threads have met; on a busy machine meeting costs 10 times the pass.
_ONE_THREAD_BYTES = 16 << 20
NO_ROLLBACK = "no_rollback"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is in memory, and `owned`, which frees it; `off_reason` is the code of why there is no drafter."""

    target: Context
    drafter: BlockDrafter | None
    off_reason: str | None
    result: LoadResult
    owned: ExitStack


def load_models(load: Load, progress: Progress) -> Loaded:
    """Load what `load` names and measure it; on an AppError or Cancelled nothing stays open."""
    if load.options.context_size > LARGEST_CONTEXT_SIZE:
        raise ContextTooLarge(context_size=load.options.context_size, most=LARGEST_CONTEXT_SIZE)
    target_file, draft_file = admit(load.target, load.draft)
    chosen, device = devices.chosen_devices(load.options.device)
    threads = load.options.threads or _threads_for(target_file.size_bytes)
    with ExitStack() as stack:
        model = stack.enter_context(_weights(target_file, "load_target", chosen, load.options, progress))
        draft_model: Model | None = None
        if draft_file:
            # Before the caches fill the memory.
            draft_model = stack.enter_context(_weights(draft_file, "load_draft", chosen, load.options, progress))
        context_size = load.options.context_size or min(model.context_trained, DEFAULT_CONTEXT_SIZE)
        rows_back = draft_file.facts.draft_max if draft_file else 0
        target = stack.enter_context(
            Context(
                model,
                context_size=context_size,
                batch_size=BATCH_SIZE,
                outputs_max=rows_back + 1,
                threads=threads,
                rows_back=rows_back,
            )
        )
        memory_bytes = model.size_bytes + cache_bytes(target, context_size)
        drafter: BlockDrafter | None = None
        if draft_file and draft_model and can_go_back(target, rows_back):
            kind = DRAFTERS[draft_file.facts.method]
            drafter = kind(draft_model, draft_file.facts, target, context_size=context_size, threads=threads)
            stack.enter_context(closing(drafter))
            memory_bytes += draft_model.size_bytes + drafter.warm_up() * context_size
        elif draft_model:
            draft_model.close()
        off_reason = _off_reason(draft_file, drafter)
        result = LoadResult(
            target=_target_loaded(target_file, model),
            draft=_draft_loaded(draft_file) if draft_file and drafter else None,
            context_size=context_size,
            device=device,
            memory_bytes=memory_bytes,
            plain_tokens_per_second=None,
            notices=_notices(context_size, model, off_reason),
        )
        return Loaded(target, drafter, off_reason, result, stack.pop_all())


def can_go_back(target: Context, rows: int) -> bool:
    """Whether rejected rows can be taken back: a family with running states does so only over its snapshots."""
    return not target.model.keeps_state or target.rows_back >= rows


def _threads_for(weights_bytes: int) -> int:
    return 1 if weights_bytes < _ONE_THREAD_BYTES else devices.core_count()


def _off_reason(draft_file: AdmittedDraft | None, drafter: BlockDrafter | None) -> str | None:
    if draft_file is None:
        return "no_draft"
    return None if drafter else NO_ROLLBACK


def _weights(
    file: AdmittedFile, stage: str, chosen: Sequence[int] | None, options: LoadOptions, progress: Progress
) -> Model:
    def is_wanted(share: float) -> bool:
        progress.update(stage, int(share * file.size_bytes), file.size_bytes)
        return True

    return Model(
        file.path,
        devices=chosen,
        gpu_layers=options.gpu_layers,
        on_one_device=isinstance(file, AdmittedDraft),
        is_wanted=is_wanted,
    )


def _target_loaded(file: AdmittedTarget, model: Model) -> TargetLoaded:
    return TargetLoaded(
        path=file.path,
        name=file.name,
        architecture=file.facts.architecture or "",
        description=model.description,
        size_bytes=model.size_bytes,
        layers=model.layers,
        hidden_size=model.hidden_size,
        vocabulary_n=model.vocabulary_n,
        context_trained=model.context_trained,
    )


def _draft_loaded(file: AdmittedDraft) -> DraftLoaded:
    facts = file.facts
    return DraftLoaded(
        path=file.path,
        name=file.name,
        method=facts.method,
        size_bytes=file.size_bytes,
        block_size=facts.block_size,
        draft_max=facts.draft_max,
        sample_from_anchor=facts.sample_from_anchor,
        has_confidence_head=facts.has_confidence_head,
        draft_vocabulary_n=facts.draft_vocabulary_n,
    )


def _notices(context_size: int, model: Model, off_reason: str | None) -> tuple[Notice, ...]:
    notices: list[Notice] = []
    if context_size > model.context_trained:
        facts = {"context_size": context_size, "context_trained": model.context_trained}
        notices.append(Notice("context_beyond_training", facts))
    if off_reason == NO_ROLLBACK:
        notices.append(Notice(NO_ROLLBACK))
    return tuple(notices)
