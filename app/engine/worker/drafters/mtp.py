"""MTP: the layer that a target was trained with to predict the token after the next."""

from app.engine.worker.drafters.chain import ChainDrafter
from app.engine.worker.native import FINAL_STATE, Context, Model
from app.models.entry import DraftFacts


class MtpDrafter(ChainDrafter):
    """A layer for multi-token prediction beside its target, from the target's own file or split off.

    The state behind a token is the target's last; a token is paired with that of the one before.
    """

    method = "mtp"

    def __init__(self, model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> None:
        super().__init__(
            model,
            target,
            layer_ids=(FINAL_STATE,),
            draft_max=facts.draft_max,
            context_size=context_size,
            threads=threads,
            runs_mtp=True,
        )
