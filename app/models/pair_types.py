"""The number formats that are proposed for the checkpoints of a pair, each with the other's room in mind."""

from app.core.errors import AppError
from app.models.entry import ModelEntry
from app.models.expected import context_shape, expected_memory, keeps_own_quantization, own_output_type, weights_n
from app.models.proposal import Machine, Role, TypeProposal, propose


def propose_for_pair(
    target: ModelEntry | None,
    draft: ModelEntry | None,
    draft_type: str,
    machine: Machine | None,
    context_size: int,
    cache_type: str = "f16",
) -> tuple[TypeProposal | None, TypeProposal | None]:
    """The proposals for target and draft; None for what is no checkpoint that can be rounded, or without a machine.

    `draft_type` is what was chosen for the draft, empty where nothing was.
    """
    if machine is None:
        return None, None
    for_draft = _proposal(draft, "draft", machine, context_size, 0)
    chosen = draft_type or (for_draft.output_type if for_draft else "")
    beside = _draft_bytes(draft, chosen, context_size) if draft else 0
    return _proposal(target, "target", machine, context_size, beside, cache_type), for_draft


def _proposal(
    entry: ModelEntry | None,
    role: Role,
    machine: Machine,
    context_size: int,
    other_bytes: int,
    cache_type: str = "f16",
) -> TypeProposal | None:
    if entry is None or entry.form != "checkpoint" or entry.problem is not None or keeps_own_quantization(entry):
        return None
    try:
        shape = context_shape(entry)
    except AppError:
        # Whoever converts the model finds out and says why.
        return None
    own_bytes = shape.cache_bytes(context_size, cache_type) + shape.work_bytes(context_size)
    return propose(role, weights_n(entry), machine, own_bytes + other_bytes)


def _draft_bytes(draft: ModelEntry, draft_type: str, context_size: int) -> int:
    try:
        return expected_memory(draft, draft_type or own_output_type(draft), None, "", context_size).total_bytes
    except AppError:
        return 0
