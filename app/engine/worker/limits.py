"""What a reply may not say, token by token: a grammar that it follows, strings that it never holds."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from app.core.errors import AppError
from app.engine.protocol import SamplingOptions
from app.engine.worker.grammar.gbnf import Grammar
from app.engine.worker.grammar.matcher import Matcher
from app.engine.worker.native import Context, Floats, Model
from app.engine.worker.native_sampler import CANDIDATE, Candidates, Sampler
from app.engine.worker.reply_parts import ReplyText
from app.engine.worker.thinking import Part

_AT_ONCE = 256
# Tokens that have less than this share of the chances, beside those that are allowed, are not looked at.
_NEGLIGIBLE = 1e-6

Flags = npt.NDArray[np.bool_]


class NothingFits(AppError):
    """No token of the model's vocabulary may come next."""

    code = "nothing_fits"


class Limit(Protocol):
    """Tells which tokens may come next, and follows the reply."""

    def possible(self) -> Flags | None:
        """Tokens that might be allowed, by their first character; None tells nothing."""

    def allows(self, token: int) -> bool:
        """Whether the token may come next."""

    def accept(self, token: int) -> None:
        """The token came."""


class FirstCharacters:
    """The first character of each token's text as a code point: -1 where it has none, -2 where it is not whole."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._codes: npt.NDArray[np.int32] | None = None

    @property
    def codes(self) -> npt.NDArray[np.int32]:
        """For each token of the vocabulary; read at the first call, which takes a moment."""
        if self._codes is None:
            pieces = (self._model.piece(token) for token in range(self._model.vocabulary_n))
            self._codes = np.array([_first_code(piece) for piece in pieces], np.int32)
        return self._codes


def _first_code(piece: bytes) -> int:
    if not piece:
        return -1
    text = piece[:4].decode("utf-8", "ignore")
    return ord(text[0]) if text and piece.startswith(text[0].encode()) else -2


class GrammarLimit:
    """The answer follows a grammar; what is thought before does not. `text` is to follow the reply alongside."""

    def __init__(
        self, grammar: Grammar, model: Model, firsts: FirstCharacters, text: ReplyText, openers: frozenset[int]
    ) -> None:
        self._matcher = Matcher(grammar)
        self._model = model
        self._firsts = firsts
        self._text = text
        # A reply may begin with the marker of its thinking.
        self._openers = openers

    def possible(self) -> Flags | None:
        """Tokens that begin with a character which the grammar takes here, or end the reply."""
        if self._part() != "answer" or self._matcher.state.begun:
            return None
        codes = self._firsts.codes
        flags: Flags = codes == -2
        for characters in self._matcher.first_characters():
            inside = np.zeros(len(codes), np.bool_)
            for low, high in characters.ranges:
                inside |= (codes >= low) & (codes <= high)
            flags |= (inside != characters.is_negated) & (codes >= 0)
        # Tokens without a text are few, and some of them end the reply.
        flags |= codes == -1
        flags[[*self._openers]] = True
        return flags

    def allows(self, token: int) -> bool:
        """Whether the grammar takes the token's text here; the end where the text may end."""
        if self._part() != "answer" or token in self._openers:
            return True
        if self._model.is_end(token):
            return self._matcher.can_end
        piece = self._model.piece(token)
        return bool(piece) and self._matcher.after(piece) is not None

    def accept(self, token: int) -> None:
        """Go on behind the token."""
        piece = self._model.piece(token)
        if self._part() == "answer" and token not in self._openers and not self._model.is_end(token):
            state = self._matcher.after(piece)
            assert state is not None, "a token that the grammar does not take was accepted"
            self._matcher.state = state
            self._openers = frozenset()
        self._text.push(token, piece)

    def _part(self) -> Part:
        return self._text.part


class BannedLimit:
    """The reply never holds one of some strings: the token that would complete one does not come."""

    def __init__(self, banned: Sequence[str], model: Model) -> None:
        self._banned = [text.encode("utf-8", "replace") for text in banned if text]
        self._model = model
        self._tail = b""
        self._longest = max((len(text) for text in self._banned), default=1)

    def possible(self) -> Flags | None:
        """Nothing is known by the first character."""
        return None

    def allows(self, token: int) -> bool:
        """Whether the text with the token holds none of them."""
        text = self._tail + self._model.piece(token)
        return not any(banned in text for banned in self._banned)

    def accept(self, token: int) -> None:
        """The text grew by the token."""
        self._tail = (self._tail + self._model.piece(token))[-self._longest :]


def chooser_within(
    chain: Sampler, limits: Sequence[Limit], options: SamplingOptions
) -> Callable[[Context, Sequence[int]], list[int]]:
    """Picks row by row through the chain, and where the pick is not allowed again among what is.

    With nothing cut off that is the target's own distribution over the allowed tokens: a pick that is allowed has its
    chance, and the others' is shared out. A drafted token is kept exactly when the target would have said it here.
    """
    picking = _Picking(chain, limits, options)

    def choose(context: Context, drafted: Sequence[int]) -> list[int]:
        picked: list[int] = []
        for row, logits in enumerate(context.logits()):
            picked.append(picking.pick(logits))
            if row == len(drafted) or picked[row] != drafted[row]:
                break
        return picked

    return choose


class _Picking:
    def __init__(self, chain: Sampler, limits: Sequence[Limit], options: SamplingOptions) -> None:
        self._chain = chain
        self._limits = limits
        self._biases = options.logit_bias
        self._spread = max(1.0, options.temperature + options.dynamic_range)

    def pick(self, logits: Floats) -> int:
        token = self._chain.pick(_candidates(np.arange(len(logits), dtype=np.int32), logits))
        if not self._is_allowed(token):
            tokens = self._allowed(logits)
            token = self._chain.pick(_candidates(tokens, logits[tokens]))
        self._chain.accept(token)
        for limit in self._limits:
            limit.accept(token)
        return token

    def _is_allowed(self, token: int) -> bool:
        return all(limit.allows(token) for limit in self._limits)

    def _allowed(self, logits: Floats) -> npt.NDArray[np.int32]:
        """Allowed tokens, likeliest first, up to where nothing that counts is left."""
        chances = self._chances(logits)
        is_possible = np.ones(len(logits), np.bool_)
        for limit in self._limits:
            if (flags := limit.possible()) is not None:
                is_possible &= flags
        tokens = np.flatnonzero(is_possible)
        tokens = tokens[np.argsort(-chances[tokens], kind="stable")]
        left, allowed_share = float(chances[tokens].sum()), 0.0
        allowed: list[int] = []
        for start in range(0, len(tokens), _AT_ONCE):
            part = tokens[start : start + _AT_ONCE].tolist()
            fit = [token for token in part if self._is_allowed(token)]
            allowed += fit
            allowed_share += float(chances[fit].sum())
            left -= float(chances[part].sum())
            if allowed and left <= _NEGLIGIBLE * allowed_share:
                break
        if not allowed:
            raise NothingFits
        return np.array(allowed, np.int32)

    def _chances(self, logits: Floats) -> npt.NDArray[np.float64]:
        weights = logits.astype(np.float64)
        for entry in self._biases:
            weights[entry.token] += entry.bias
        chances: npt.NDArray[np.float64] = np.exp((weights - weights.max()) / self._spread)
        return chances


def _candidates(tokens: npt.NDArray[np.int32], logits: Floats) -> Candidates:
    candidates = np.zeros(len(tokens), CANDIDATE)
    candidates["id"] = tokens
    candidates["logit"] = logits
    return candidates
