"""DFlash2: drafts a block as DFlash does, and picks its tokens from a lattice of candidates."""

from app.engine.worker.drafters.block import BlockDrafter


class Dflash2Drafter(BlockDrafter):
    """A loaded draft beside its target.

    Instead of logits, each row of a block holds k candidates and k times k scores: one for every candidate of the row
    before, if that is picked, and every candidate of its own (llama.cpp's build_dflash2_selector).
    """

    _outputs = "none"

    def _picks(self, rows_n: int) -> list[int]:
        size = self._context.model.candidates_n
        picked: list[int] = []
        # The last token's own row has one successor for all: any row of its scores will do.
        before = 0
        for row in self._context.states(rows_n)[self._first_row :]:
            scores = row[size + before * size :][:size]
            before = int(scores.argmax())
            picked.append(int(row[before]))
        return picked
