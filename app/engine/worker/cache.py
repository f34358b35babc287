"""The text that stands in the KV caches of the target and of its drafter, which grow and shrink alike."""

from collections.abc import Sequence

from app.engine.worker.drafters.base import Drafter
from app.engine.worker.native import Context, Outputs


class TextCache:
    """Knows which tokens the target's cache holds, and keeps a drafter that is in use up with them.

    Without drafting the target's layers are not captured: plain decoding then costs what it costs without a draft.
    """

    def __init__(self, target: Context, drafter: Drafter | None) -> None:
        self.target = target
        self._drafter = drafter
        self._tokens: list[int] = []
        self._shown: Drafter | None = None

    def __len__(self) -> int:
        return len(self._tokens)

    def begin(self, prompt: Sequence[int], *, drafting: bool) -> int:
        """Keep what the caches share with `prompt`, drop the rest; returns how many tokens were kept.

        With `drafting`, only what the drafter was shown as well counts. Families with running states cannot go back to
        any place: unless all that they hold is shared, they start over.
        """
        self._shown = self._drafter if drafting else None
        self.target.capture(self._shown.layer_ids if self._shown else ())
        known = min(len(self._tokens), self._shown.length) if self._shown else len(self._tokens)
        pairs = zip(self._tokens[:known], prompt, strict=False)
        shared = next((index for index, (held, wanted) in enumerate(pairs) if held != wanted), min(known, len(prompt)))
        if shared < len(self._tokens) and (self.target.model.keeps_state or not self.target.trim(shared)):
            shared = 0
        if shared == 0:
            self.clear()
        del self._tokens[shared:]
        if self._drafter:
            self._drafter.trim(shared)
        return shared

    def evaluate(self, tokens: Sequence[int], outputs: Outputs) -> None:
        """Decode `tokens` (one batch at most) behind the text; they are part of it only after `keep`."""
        self.target.decode(tokens, len(self._tokens), outputs)

    def keep(self, tokens: Sequence[int], evaluated_n: int) -> None:
        """Make the first of the `evaluated_n` tokens just decoded, `tokens`, part of the text; drop the others."""
        position = len(self._tokens)
        if self._shown:
            # Rows are only shown once they are certain, so that nothing has to be taken back here.
            self._shown.observe(self.target.captured(len(tokens)), position)
        self._tokens += tokens
        if len(tokens) < evaluated_n and not self.target.trim(len(self._tokens)):
            raise RuntimeError("the target cannot take back what it was given to verify")

    def drop_partial(self) -> None:
        """Put the caches right after a decode that was stopped half-way."""
        if self.target.model.keeps_state or not self.target.trim(len(self._tokens)):
            self.clear()

    def clear(self) -> None:
        """Empty both caches."""
        self.target.clear()
        self._tokens.clear()
        if self._drafter:
            self._drafter.clear()
