"""Compares replies as exactly as matrix kernels allow."""

from collections.abc import Sequence
from pathlib import Path

from app.engine.worker.native import Context, Model

# A pass over several rows may round otherwise than one over a single row: beyond this, a difference is an error.
NEAR_TIE = 0.05


def assert_same_but_for_near_ties(target: Path, prompt: str, plain: Sequence[int], drafted: Sequence[int]) -> None:
    """The first difference may stand where what was drafted is nearly as good as plain decoding's best."""
    pairs = zip(plain, drafted, strict=False)
    at = next((index for index, (one, other) in enumerate(pairs) if one != other), None)
    if at is None:
        assert len(plain) == len(drafted)
        return
    with Model(target) as model, Context(model, context_size=512, batch_size=512, outputs_max=8, threads=1) as context:
        context.decode([*model.tokenize(prompt, add_special=True), *plain[:at]], 0, "last")
        logits = context.logits()[0]
        gap = float(logits.max() - logits[drafted[at]])
    assert gap < NEAR_TIE, f"at token {at} the drafted reply said what is {gap} below the best"
