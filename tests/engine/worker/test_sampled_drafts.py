"""Every sampler with a draft: it picks from each row what it would pick if nothing had been drafted or refused.

Replies with a draft and without are not compared here. A pass over several rows rounds otherwise than one over a single
row, so that a pick may fall differently; the rows themselves are what the samplers answer for.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import cast

import numpy as np
import pytest

from app.engine.protocol import Generate, SamplingOptions, TokenBias
from app.engine.worker.context_window import Prompt
from app.engine.worker.decoding import Chooser
from app.engine.worker.limits import chooser_within
from app.engine.worker.native import Context, Floats
from app.engine.worker.native_sampler import CANDIDATE
from app.engine.worker.sampling import build_chain, is_best_token, looks_back
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ask, opened, request

pytestmark = pytest.mark.native

SCHEMA = '{"type": "object", "properties": {"n": {"type": "integer"}, "s": {"type": "string"}}, "required": ["n", "s"]}'
PLAIN: Mapping[str, object] = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0}
SAMPLERS: Mapping[str, Mapping[str, object]] = {
    "greedy": {"temperature": 0.0},
    "temperature": {"temperature": 0.7},
    "top_k": {"top_k": 5},
    "top_p": {"top_p": 0.8},
    "min_p": {"min_p": 0.1},
    "typical": {"typical_p": 0.5},
    "top_n_sigma": {"top_n_sigma": 1.0},
    "xtc": {"xtc_probability": 0.5, "xtc_threshold": 0.05},
    "dynamic": {"dynamic_range": 0.6},
    "mirostat_1": {"mirostat": 1, "mirostat_tau": 3.0},
    "mirostat_2": {"mirostat": 2, "mirostat_tau": 3.0},
    "repeat": {"repeat_penalty": 1.3, "repeat_last_n": 16},
    "frequency_and_presence": {"frequency_penalty": 0.3, "presence_penalty": 0.4},
    "dry": {"dry_multiplier": 2.0, "dry_allowed_length": 1, "dry_last_n": 64},
    "logit_bias": {"logit_bias": (TokenBias(3, -5.0), TokenBias(40, 2.0))},
    "grammar": {"grammar": "root ::= [a-z ().:\\n_]+"},
    "json_schema": {"json_schema": SCHEMA},
    "banned": {"banned": ("self", "the")},
    "many_together": {"temperature": 0.9, "top_k": 40, "repeat_penalty": 1.1, "dry_multiplier": 0.8, "min_p": 0.05},
}


@dataclass
class Picks:
    """The rows that tokens were picked from, and what was picked; the prompt before them."""

    rows: list[Floats] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    prompt: Prompt | None = None


@dataclass
class OneRow:
    """What a chooser reads of a context."""

    row: Floats

    def logits(self) -> Floats:
        return self.row[np.newaxis]


@pytest.fixture(scope="module")
def session(trained: Trained) -> Iterator[Session]:
    with opened(trained.target, trained.drafts["draft-anchor-full"]) as loaded:
        yield loaded


@pytest.fixture
def picks(monkeypatch: pytest.MonkeyPatch) -> Picks:
    """What the next request picks."""
    noted, make = Picks(), Session._chooser

    def chooser(self: Session, request: Generate, prompt: Prompt, stack: ExitStack) -> Chooser:
        choose, noted.prompt = make(self, request, prompt, stack), prompt

        def noting(context: Context, drafted: Sequence[int]) -> list[int]:
            picked = choose(context, drafted)
            noted.rows += list(context.logits()[: len(picked)].copy())
            noted.tokens += picked
            return picked

        return noting

    monkeypatch.setattr(Session, "_chooser", chooser)
    return noted


def picked_row_by_row(session: Session, options: SamplingOptions, picks: Picks) -> list[int]:
    """What a fresh chain picks from the same rows, one after the other."""
    assert picks.prompt is not None
    model, context_size = session._cache.target.model, session.result.context_size
    if is_best_token(options):
        return [int(row.argmax()) for row in picks.rows]
    with build_chain(options, model, context_size) as chain:
        seen_n = looks_back(options, context_size)
        for token in picks.prompt.tokens[-seen_n:] if seen_n else ():
            chain.accept(token)
        if limits := session._form.limits(options, picks.prompt.rendered):
            choose = chooser_within(chain, limits, options)
            return [token for row in picks.rows for token in choose(cast(Context, OneRow(row)), ())]
        tokens: list[int] = []
        for row in picks.rows:
            candidates = np.zeros(len(row), CANDIDATE)
            candidates["id"], candidates["logit"] = np.arange(len(row)), row
            tokens.append(chain.pick(candidates))
            chain.accept(tokens[-1])
        return tokens


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_refused_drafts_leave_no_trace_in_a_sampler(
    session: Session, trained: Trained, picks: Picks, sampler: str
) -> None:
    refused = 0
    for seed, prompt in enumerate(trained.prompts):
        picks.rows.clear()
        picks.tokens.clear()
        options = SamplingOptions(**{**PLAIN, **SAMPLERS[sampler], "seed": seed})  # type: ignore[arg-type]
        answer = ask(session, request(prompt, max_tokens=40, sampling=options))
        refused += answer.timings.draft_n - answer.timings.draft_n_accepted
        assert picks.tokens[: len(answer.tokens)] == list(answer.tokens)
        assert picks.tokens == picked_row_by_row(session, options, picks)
    assert refused > 0
