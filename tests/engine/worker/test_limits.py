"""Replies of a real pair under grammars, schemas, banned strings and every sampler, with a draft and without."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.engine.protocol import MethodChoice, SamplingOptions, TokenBias
from app.engine.worker.grammar.rules import BadGrammar
from app.engine.worker.limits import NothingFits
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import GREEDY, Answer, ask, opened, request

pytestmark = pytest.mark.native

WARM = SamplingOptions(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, seed=3)
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "title": {"type": "string", "maxLength": 12},
            "count": {"type": "integer"},
            "tags": {"type": "array", "items": {"enum": ["red", "green"]}, "minItems": 1, "maxItems": 3},
        },
        "required": ["title", "count", "tags"],
    }
)
WORDS = 'root ::= word (" " word){5,30} "."\nword ::= [a-z]{1,9}'


@pytest.fixture(scope="module")
def session(trained: Trained) -> Iterator[Session]:
    with opened(trained.target, trained.drafts["draft-anchor-full"]) as opened_session:
        yield opened_session


def reply(
    session: Session,
    trained: Trained,
    sampling: SamplingOptions,
    method: MethodChoice = "auto",
    *,
    prompt: int = 0,
    max_tokens: int = 120,
) -> Answer:
    return ask(session, request(trained.prompts[prompt], sampling=sampling, method=method, max_tokens=max_tokens))


@pytest.mark.parametrize("method", ["auto", "none", "ngram"])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_reply_under_a_schema_is_json_of_it(
    session: Session, trained: Trained, method: MethodChoice, temperature: float
) -> None:
    found = reply(session, trained, replace(WARM, temperature=temperature, json_schema=SCHEMA), method)
    assert found.reason == "stop"
    value = json.loads(found.text)
    assert list(value) == ["title", "count", "tags"]
    assert len(value["title"]) <= 12
    assert isinstance(value["count"], int)
    assert set(value["tags"]) <= {"red", "green"}


@pytest.mark.parametrize("prompt", [0, 1, 2])
@pytest.mark.parametrize("limit", [{"grammar": WORDS}, {"json_schema": SCHEMA}, {"banned": ("e", " the", "self")}])
def test_greedy_under_a_limit_is_the_same_with_a_draft(
    session: Session, trained: Trained, prompt: int, limit: dict[str, object]
) -> None:
    sampling = replace(GREEDY, **limit)  # type: ignore[arg-type]
    plain = reply(session, trained, sampling, "none", prompt=prompt)
    drafted = reply(session, trained, sampling, prompt=prompt)
    assert plain.tokens == drafted.tokens
    assert drafted.timings.draft_n > 0


def test_drafted_tokens_are_accepted_where_the_grammar_takes_them(session: Session, trained: Trained) -> None:
    anything = replace(GREEDY, grammar="root ::= .*")
    drafted = reply(session, trained, anything)
    assert drafted.tokens == reply(session, trained, GREEDY).tokens
    assert drafted.timings.draft_n_accepted == reply(session, trained, GREEDY).timings.draft_n_accepted > 0


@pytest.mark.parametrize("method", ["auto", "none"])
def test_a_banned_string_never_comes(session: Session, trained: Trained, method: MethodChoice) -> None:
    usual = reply(session, trained, GREEDY, method).text
    banned = tuple(word for word, _ in Counter(usual.split()).most_common(5))
    found = reply(session, trained, replace(GREEDY, banned=banned), method).text
    assert len(found) > 50
    assert not any(word in found for word in banned)


@pytest.mark.parametrize("method", ["auto", "none"])
def test_sampling_under_a_limit_keeps_the_target_s_distribution(
    session: Session, trained: Trained, method: MethodChoice
) -> None:
    # The second of two tokens, so that with a draft it is a drafted row that is picked.
    sampling = replace(WARM, temperature=1.5, top_k=3)
    times = 200

    def second(sampling: SamplingOptions) -> Counter[int]:
        found = (
            reply(session, trained, replace(sampling, seed=seed), method, max_tokens=2).tokens[1]
            for seed in range(times)
        )
        return Counter(found)

    free, held = second(sampling), second(replace(sampling, grammar="root ::= .*"))
    for token in free | held:
        share = (free[token] + held[token]) / (2 * times)
        assert abs(free[token] - held[token]) / times < 5 * math.sqrt(2 * share * (1 - share) / times) + 0.01


@pytest.mark.parametrize(
    "changed",
    [
        {"frequency_penalty": 1.5},
        {"presence_penalty": 20.0},
        {"repeat_penalty": 1.5},
        {"dry_multiplier": 50.0, "dry_allowed_length": 1},
        {"logit_bias": (TokenBias(300, 30.0),)},
        {"grammar": WORDS},
        {"banned": ("a", "e")},
    ],
)
def test_what_changes_a_greedy_reply_changes_it_alike_with_a_draft(
    session: Session, trained: Trained, changed: dict[str, object]
) -> None:
    sampling = replace(GREEDY, **changed)  # type: ignore[arg-type]
    plain = reply(session, trained, sampling, "none")
    assert plain.tokens == reply(session, trained, sampling).tokens
    assert plain.tokens != reply(session, trained, GREEDY, "none").tokens


@pytest.mark.parametrize(
    "changed",
    [
        {"typical_p": 0.5},
        {"top_n_sigma": 0.5},
        {"xtc_probability": 1.0, "xtc_threshold": 0.01},
        {"dynamic_range": 0.9},
        {"mirostat": 1, "mirostat_tau": 1.0},
        {"mirostat": 2, "mirostat_tau": 1.0},
    ],
)
def test_a_sampled_reply_with_a_seed_is_the_same_with_a_draft(
    session: Session, trained: Trained, changed: dict[str, float]
) -> None:
    sampling = replace(WARM, **changed)  # type: ignore[arg-type]
    plain = reply(session, trained, sampling, "none", max_tokens=60)
    assert plain.tokens == reply(session, trained, sampling, max_tokens=60).tokens
    assert plain.tokens != reply(session, trained, WARM, "none", max_tokens=60).tokens


@pytest.mark.parametrize("grammar", ["root ::= root", 'root ::= "a', "x" * 300_000, "root ::= " + "(" * 9999])
def test_a_bad_grammar_is_refused_and_the_session_goes_on(session: Session, trained: Trained, grammar: str) -> None:
    with pytest.raises(BadGrammar):
        reply(session, trained, replace(WARM, grammar=grammar))
    with pytest.raises(BadGrammar):
        reply(session, trained, replace(WARM, json_schema=grammar))
    assert len(reply(session, trained, WARM, max_tokens=3).tokens) == 3


def test_a_grammar_and_a_schema_at_once_are_refused(session: Session, trained: Trained) -> None:
    with pytest.raises(BadGrammar):
        reply(session, trained, replace(WARM, grammar=WORDS, json_schema=SCHEMA))


def test_where_nothing_fits_it_is_said_and_the_session_goes_on(session: Session, trained: Trained) -> None:
    with pytest.raises(NothingFits):
        reply(session, trained, replace(WARM, grammar='root ::= "b"', banned=("b",)))
    assert len(reply(session, trained, WARM, max_tokens=3).tokens) == 3
