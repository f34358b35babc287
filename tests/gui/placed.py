"""A pair whose layers are known, as a real load tells it."""

from dataclasses import replace

from app.engine.machine import rooms_of, wish_of
from app.engine.protocol import DeviceFacts, LoadOptions, LoadResult, Notice
from app.models.layer_sizes import LayerSize, ModelSizes
from app.models.offload import plan_offload
from app.models.placing import PairSizes
from tests.gui.scripted_engine import LOADED

_MB = 10**6
# About those of Qwen3-4B in Q4_K_M, with a draft of two layers that borrows its tables.
TARGET = ModelSizes((LayerSize(56 * _MB, 20 * _MB, 2048),) * 36, 389 * _MB, 310 * _MB, 0, 0, 151_936, 2560, 37_000)
DRAFT = ModelSizes((LayerSize(100 * _MB, 35 * _MB, 2048),) * 2, 0, 120 * _MB, 0, 0, 151_936, 2560, 37_000)
SIZES = PairSizes(TARGET, DRAFT, draft_max=7)


def placed(devices: tuple[DeviceFacts, ...], options: LoadOptions | None = None) -> LoadResult:
    """What a load with these devices tells."""
    plan = plan_offload(SIZES, wish_of(options or LoadOptions(), 40_960), rooms_of(devices))
    return replace(
        LOADED,
        device=plan.device,
        draft=LOADED.draft if plan.has_draft else None,
        memory_bytes=plan.needed_bytes,
        notices=tuple(Notice(change.code, dict(change.facts)) for change in plan.changes),
        plan=plan,
        sizes=SIZES,
    )
