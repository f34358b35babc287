"""EAGLE-3: one layer that drafts from three of the target's hidden states, fused into one."""

from app.engine.worker.drafters.chain import ChainDrafter
from app.engine.worker.native import FINAL_STATE, Context, Floats, Model
from app.models.entry import DraftFacts


class Eagle3Drafter(ChainDrafter):
    """A loaded draft beside its target; a reduced vocabulary is mapped within the graph.

    The state behind a token is what the draft's encoder makes of the target's. A pair stands where its state does, a
    place before its token: so the drafts are trained, and so the first token has no pair.
    """

    method = "eagle3"
    shift = 1

    def __init__(self, model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> None:
        layers = target.model.layers
        super().__init__(
            model,
            target,
            layer_ids=tuple(FINAL_STATE if layer == layers else layer for layer in model.layer_ids),
            draft_max=facts.draft_max,
            context_size=context_size,
            threads=threads,
        )

    def _states(self, features: Floats) -> Floats:
        return self._context.encode(features)
