"""Brings a target with its draft into memory, in the order and with the settings that are known to work."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace

from app.core.progress import Progress
from app.engine.machine import rooms_of, wish_of
from app.engine.protocol import CacheType, DraftLoaded, Load, LoadOptions, LoadResult, Notice, TargetLoaded
from app.engine.worker import devices
from app.engine.worker.admission import AdmittedDraft, AdmittedFile, AdmittedTarget, admit, pair_sizes
from app.engine.worker.drafters import DRAFTERS, LOOK_UPS
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.drafters.look_up_first import LookUp
from app.engine.worker.errors import (
    ContextNotMade,
    ContextTooLarge,
    DeviceMissing,
    ModelNotLoaded,
)
from app.engine.worker.measuring import cache_bytes
from app.engine.worker.native import Context, Model
from app.engine.worker.tries import Tries
from app.models.offload import OffloadPlan

BATCH_SIZE = 512
# llama.cpp sets up its bookkeeping for every place of the context before it finds that there is no room for them.
LARGEST_CONTEXT_SIZE = 1 << 20
# A pass over so few weights is over before several threads have met; on a busy machine meeting costs 10 times the pass.
_ONE_THREAD_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class Loaded:
    """What is in memory, and `owned`, which frees it: `drafter` is the draft model's, `look_ups` need no model.

    `saved_texts_bytes` is the most that may be kept of texts that were left.
    """

    target: Context
    drafter: Drafter | None
    look_ups: Mapping[str, LookUp]
    result: LoadResult
    owned: ExitStack
    saved_texts_bytes: int


def load_models(load: Load, progress: Progress) -> Loaded:
    """Load what `load` names; on an AppError or Cancelled nothing stays open.

    What fails is tried with less, or elsewhere, as long as there is anything to give up. What a target brings along to
    draft with never keeps it from being used.
    """
    if load.options.context_size > LARGEST_CONTEXT_SIZE:
        raise ContextTooLarge(context_size=load.options.context_size, most=LARGEST_CONTEXT_SIZE)
    target_file, draft_file = admit(load.target, load.draft)
    sizes, wish = pair_sizes(target_file, draft_file), wish_of(load.options, target_file.facts.context_trained)
    tries = Tries(load, sizes, wish, rooms_of(devices.list_devices().devices))
    while True:
        progress.check()
        plan = tries.plan
        devices.tell_loading_onto(plan.devices)
        try:
            loaded = _loaded(target_file, draft_file if plan.has_draft else None, plan, load.options, progress)
        except (ModelNotLoaded, ContextNotMade, DeviceMissing) as error:
            if not tries.go_on(error):
                raise
        else:
            return replace(loaded, result=replace(loaded.result, sizes=sizes, devices_left_out=tries.left_out.names))


def _loaded(
    target_file: AdmittedTarget,
    draft_file: AdmittedDraft | None,
    plan: OffloadPlan,
    options: LoadOptions,
    progress: Progress,
) -> Loaded:
    threads, context_size = options.threads or _threads_for(target_file.size_bytes), plan.context_size
    with ExitStack() as stack:
        model, draft_model = _models(target_file, draft_file, plan, progress, stack)
        look_ups = {method: make() for method, make in LOOK_UPS.items()}
        rows_back = draft_file.facts.draft_max if draft_file else 0
        outputs_max = 1 + max(rows_back, *(look_up.draft_max for look_up in look_ups.values()))
        target, cache_notices = _target_context(model, context_size, outputs_max, threads, rows_back, options)
        stack.enter_context(target)
        memory_bytes = model.size_bytes + cache_bytes(target, context_size)
        drafter: Drafter | None = None
        if draft_file and draft_model:
            make = DRAFTERS[draft_file.facts.method]
            drafter = make(draft_model, draft_file.facts, target, context_size=context_size, threads=threads)
            stack.enter_context(closing(drafter))
            memory_bytes += drafter.warm_up() * context_size
            memory_bytes += draft_model.size_bytes if draft_model is not model else 0
        changes = (Notice(change.code, dict(change.facts)) for change in plan.changes)
        result = LoadResult(
            target=_target_loaded(target_file, model),
            draft=_draft_loaded(draft_file) if draft_file else None,
            context_size=context_size,
            device=plan.device,
            memory_bytes=memory_bytes,
            plain_tokens_per_second=None,
            notices=(*changes, *_notices(context_size, model), *cache_notices),
            plan=plan,
        )
        return Loaded(target, drafter, look_ups, result, stack.pop_all(), plan.saved_texts_bytes)


def _target_context(
    model: Model, context_size: int, outputs_max: int, threads: int, rows_back: int, options: LoadOptions
) -> tuple[Context, tuple[Notice, ...]]:
    """With the cache type that was asked for, else F16: not every family and device can have it otherwise."""

    def made(cache_type: CacheType) -> Context:
        return Context(
            model,
            context_size=context_size,
            batch_size=BATCH_SIZE,
            outputs_max=outputs_max,
            threads=threads,
            rows_back=rows_back,
            cache_type=cache_type,
        )

    try:
        return made(options.cache_type), ()
    except ContextNotMade:
        if options.cache_type == "f16":
            raise
    return made("f16"), (Notice("cache_type_left_out", {"cache_type": options.cache_type.upper()}),)


def _models(
    target_file: AdmittedTarget,
    draft_file: AdmittedDraft | None,
    plan: OffloadPlan,
    progress: Progress,
    stack: ExitStack,
) -> tuple[Model, Model | None]:
    """The weights of both, before the caches fill the memory; a draft within the target's file is the same model.

    Both are given the same devices: a draft may use its target's embeddings and head. It lies on the first one, whole.
    """
    handles = devices.handles_of(plan.devices)

    def weights(file: AdmittedFile, stage: str, *, layers: int, split: Sequence[float], with_mtp: bool) -> Model:
        def is_wanted(share: float) -> bool:
            progress.update(stage, int(share * file.size_bytes), file.size_bytes)
            return True

        model = Model(
            file.path, devices=handles, gpu_layers=layers, split=split, with_mtp=with_mtp, is_wanted=is_wanted
        )
        return stack.enter_context(model)

    is_within = draft_file is not None and draft_file.path == target_file.path
    model = weights(
        target_file, "load_target", layers=plan.target_layers, split=plan.split or (1.0,), with_mtp=is_within
    )
    if draft_file is None or is_within:
        return model, model if is_within else None
    layers, with_mtp = -1 if plan.is_draft_offloaded else 0, draft_file.facts.method == "mtp"
    return model, weights(draft_file, "load_draft", layers=layers, split=(1.0,), with_mtp=with_mtp)


def _threads_for(weights_bytes: int) -> int:
    return 1 if weights_bytes < _ONE_THREAD_BYTES else devices.core_count()


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


def _notices(context_size: int, model: Model) -> tuple[Notice, ...]:
    if context_size <= model.context_trained:
        return ()
    facts = {"context_size": context_size, "context_trained": model.context_trained}
    return (Notice("context_beyond_training", facts),)
