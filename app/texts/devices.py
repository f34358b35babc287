"""Words for devices and what models take of their memory."""

from collections.abc import Mapping

from app.core.translation import tr
from app.models.offload import OffloadPlan
from app.models.placing import Share
from app.texts.amounts import size
from app.texts.engine import DEVICE_REASONS

KINDS: Mapping[str, str] = {
    "cpu": "processor",
    "gpu": "graphics card",
    "integrated": "integrated graphics",
    "accelerator": "accelerator",
}


def place_words(plan: OffloadPlan, names: Mapping[str, str]) -> str:
    """Where what of a pair runs; `names` are what devices are called by."""
    if not plan.devices:
        return tr("All runs on the processor")
    called = tr(" and ").join(names.get(device, device) for device in plan.devices)
    layers, layers_all = plan.target_layers, plan.target_layers_all
    draft = (
        "" if not plan.has_draft else tr(" and the draft") if plan.is_draft_offloaded else tr(", but not the draft,")
    )
    if layers == layers_all:
        return tr("All {layers} layers{draft} run on {called}", layers=layers, draft=draft, called=called)
    return tr(
        "{layers} of {layers_all} layers{draft} run on {called}, the others on the processor",
        layers=layers,
        layers_all=layers_all,
        draft=draft,
        called=called,
    )


def reason_words(plan: OffloadPlan) -> str:
    """Why a device was picked, as the second half of a sentence."""
    return tr(DEVICE_REASONS[plan.reason]) if plan.reason in DEVICE_REASONS else plan.reason.replace("_", " ")


def share_words(share: Share, name: str) -> str:
    """What of one memory is taken by what."""
    parts = [f"{words} {size(amount)}" for words, amount in share_parts(share) if amount]
    total, free = share.room.total_bytes, share.room.free_bytes
    if share.kept_bytes:
        parts.append(tr("up to {kept} for chats that you come back to", kept=size(share.kept_bytes)))
    told = f"{name}: {', '.join(parts)}" if parts else name
    if not total or free is None:
        return tr("{told}; {total} in all", told=told, total=size(total)) if total else told
    left = free - share.needed_bytes
    return (
        tr("{told}; {left} of {total} stay free", told=told, left=size(left), total=size(total))
        if left >= 0
        else tr("{told}; {missing} too much", told=told, missing=size(-left))
    )


def share_parts(share: Share) -> tuple[tuple[str, int], ...]:
    """What is in use by others, by the target, its draft and their contexts, in words and bytes."""
    total, free = share.room.total_bytes, share.room.free_bytes
    others = max(0, total - free) if total and free is not None else 0
    contexts = share.context_bytes + share.work_bytes
    return (
        (tr("in use by others"), others),
        (tr("target"), share.target_bytes),
        (tr("draft"), share.draft_bytes),
        (tr("contexts"), contexts),
    )
