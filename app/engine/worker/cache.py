"""The text that stands in the KV caches of the target and of its drafters, which grow and shrink alike."""

from collections.abc import Sequence

import numpy as np

from app.engine.worker.checkpoints import Checkpoint
from app.engine.worker.drafters.base import Drafter, Restorable
from app.engine.worker.native import Bytes, Context, Floats, Outputs
from app.engine.worker.saved_texts import SavedText, SavedTexts, shared_n
from app.models.memory import CHECKPOINTS_MOST, CHECKPOINTS_MOST_BYTES

# Showing a row costs a third when dozens are shown at once; more than this would only take memory.
_ROWS_WAITING = 64
# Tokens that may be decoded a second time in the passes after a rejection, before they get a pass of their own.
_OWED_MOST = 32


class TextCache:
    """Knows which tokens the target's cache holds, and keeps the drafter that is in use up with them.

    Without drafting the target's layers are not captured: plain decoding then costs what it costs without a draft.
    With it, captured rows wait until the drafter is asked (`catch_up`), so that a pause costs little.

    A family with running states can take rows back only as far as it keeps snapshots. For more, the states are copied
    before a draft is verified; where it is not accepted whole they are put back, and what was accepted is owed: the
    next pass decodes it again, ahead of its own tokens. Back into a text that was there before, they go to the nearest
    checkpoint.

    A text that makes room for quite another one, as when chats are switched, is saved for its return; such texts take
    `saved_texts_bytes` at most.
    """

    def __init__(self, target: Context, drafters: Sequence[Drafter] = (), saved_texts_bytes: int = 0) -> None:
        self.target = target
        self._drafters = drafters
        self._tokens: list[int] = []
        self._owed: list[int] = []
        self._states: Bytes | None = None
        self._checkpoints: list[Checkpoint] = []
        self._saved_most = saved_texts_bytes
        self._saved = SavedTexts(saved_texts_bytes)
        self._shown: Drafter | None = None
        self._waiting: Floats = np.zeros((_ROWS_WAITING, 0), np.float32)
        self._waiting_n = 0

    def __len__(self) -> int:
        return len(self._tokens)

    def begin(self, prompt: Sequence[int], shown: Drafter | None) -> int:
        """Keep what the caches share with `prompt`, drop the rest; returns how many tokens were kept.

        Of a drafter that is `shown` the text, only what it was shown before counts as well, unless it needs nothing
        but the tokens. Families with running states go back to a checkpoint, or start over.
        """
        self.catch_up()
        self._settle()
        self._shown = shown
        self.target.capture(shown.layer_ids if shown else ())
        self._change_text(prompt)
        shared = shared_n(self._tokens, prompt)
        if not self.target.model.keeps_state:
            self._trim(shared, shown)
        else:
            shared = min(shared, shown.length) if shown and shown.layer_ids else shared
            if shared < len(self._tokens):
                self._go_back(shared)
            self.mark()
        if shown and not shown.layer_ids:
            self.remind(shown)
        return len(self._tokens)

    def _change_text(self, prompt: Sequence[int]) -> None:
        """Save the text if little of it is wanted now, and take back one of which more is."""
        found = self._saved.take(prompt, shared_n(self._tokens, prompt))
        is_worth_it = self._saved.is_worth_it(self._tokens, prompt)
        if is_worth_it and self._saved.has_room_for(self.target.state_bytes()):
            known = {at: drafter.save() for at, drafter in enumerate(self._drafters) if isinstance(drafter, Restorable)}
            self._saved.add(SavedText(tuple(self._tokens), self.target.copy_text(), known, tuple(self._checkpoints)))
        if found is not None:
            self._take_back(found)

    def _take_back(self, found: SavedText) -> None:
        """Hold a text that was saved."""
        self.target.load_text(found.target)
        self._tokens, self._checkpoints = list(found.tokens), list(found.checkpoints)
        for at, drafter in enumerate(self._drafters):
            if isinstance(drafter, Restorable):
                drafter.restore(found.drafters[at])
            else:
                drafter.clear()
                self.remind(drafter)

    def mark(self) -> None:
        """Keep a checkpoint here, for a family with running states."""
        if not self._tokens or (self._checkpoints and self._checkpoints[-1].position == len(self._tokens)):
            return
        self._checkpoints.append(Checkpoint(len(self._tokens), self.target.running_state()))
        most = max(1, min(CHECKPOINTS_MOST, CHECKPOINTS_MOST_BYTES // self._checkpoints[-1].states.nbytes))
        del self._checkpoints[:-most]

    def _trim(self, position: int, shown: Drafter | None) -> None:
        """Forget everything from `position` on, and what `shown` forgets beyond that."""
        for drafter in self._drafters:
            drafter.trim(position)
        if shown and shown.layer_ids:
            position = min(position, shown.length)
        if position == 0 or (position < len(self._tokens) and not self.target.trim(position)):
            self.clear()
        del self._tokens[position:]

    def _go_back(self, position: int) -> None:
        """Go back to the last checkpoint that is not behind `position`."""
        while self._checkpoints and self._checkpoints[-1].position > position:
            self._checkpoints.pop()
        if not self._checkpoints:
            self.clear()
            return
        checkpoint = self._checkpoints[-1]
        self.target.restore(checkpoint.states, checkpoint.position)
        for drafter in self._drafters:
            drafter.trim(checkpoint.position)
        del self._tokens[checkpoint.position :]

    def remind(self, drafter: Drafter) -> None:
        """Show a drafter that needs nothing but the tokens what it missed while another was in use."""
        self.catch_up()
        missed = self._tokens[drafter.length :]
        if missed:
            drafter.observe(missed, np.zeros((len(missed), 0), np.float32), drafter.length)

    def evaluate(self, tokens: Sequence[int], outputs: Outputs) -> None:
        """Decode `tokens` (one batch at most) behind the text; they are part of it only after `keep`."""
        if len(self._owed) > _OWED_MOST:
            self._settle()
        may_reject = outputs == "all" and len(tokens) - 1 > self.target.rows_back
        if may_reject and self.target.model.keeps_state and not self._owed:
            self._states = self.target.running_state()
        owed_n = len(self._owed)
        self.target.decode([*self._owed, *tokens], len(self._tokens) - owed_n, outputs, silent_n=owed_n)

    def keep(self, tokens: Sequence[int], evaluated_n: int) -> None:
        """Make the first of the `evaluated_n` tokens just decoded, `tokens`, part of the text; drop the others."""
        position = len(self._tokens)
        if self._shown:
            # Rows are only shown once they are certain, so that nothing has to be taken back here.
            self._show(self._shown, tokens, position)
        self._tokens += tokens
        if len(tokens) == evaluated_n:
            self._owed.clear()
            self._states = None
        elif self._states is not None:
            self.target.restore(self._states, position - len(self._owed))
            self._owed += tokens
        elif not self.target.trim(len(self._tokens)):
            raise RuntimeError("the target cannot take back what it was given to verify")

    def _settle(self) -> None:
        """Decode what is owed."""
        if self._owed:
            self.target.decode(self._owed, len(self._tokens) - len(self._owed), "none")
            self._owed.clear()
            self._states = None

    def catch_up(self) -> None:
        """Show the drafter what waits for it: before it is asked."""
        if self._shown and self._waiting_n:
            count, self._waiting_n = self._waiting_n, 0
            position = len(self._tokens) - count
            self._shown.observe(self._tokens[position:], self._waiting[:count], position)

    def _show(self, drafter: Drafter, tokens: Sequence[int], position: int) -> None:
        """Let `tokens`, just decoded, wait behind those that do, unless there are too many of them."""
        count = len(tokens)
        if self._waiting_n + count > _ROWS_WAITING:
            self.catch_up()
        rows = self.target.captured(count)
        if count > _ROWS_WAITING:
            drafter.observe(tokens, rows, position)
            return
        if self._waiting.shape[1] != rows.shape[1]:
            self._waiting = np.zeros((_ROWS_WAITING, rows.shape[1]), np.float32)
        self._waiting[self._waiting_n : self._waiting_n + count] = rows
        self._waiting_n += count

    def drop_partial(self) -> None:
        """Put the caches right after a decode that was stopped half-way."""
        if self.target.model.keeps_state:
            self.catch_up()
            self._go_back(len(self._tokens))
        elif not self.target.trim(len(self._tokens)):
            self.clear()

    def forget(self) -> None:
        """Empty all caches, and drop the texts that were saved."""
        self.clear()
        self._saved = SavedTexts(self._saved_most)

    def clear(self) -> None:
        """Empty all caches."""
        self.target.clear()
        self._tokens.clear()
        self._owed.clear()
        self._states = None
        self._checkpoints.clear()
        self._waiting_n = 0
        for drafter in self._drafters:
            drafter.clear()
