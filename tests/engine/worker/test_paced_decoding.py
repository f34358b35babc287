"""Pacing with a real pair: whatever it decides, the text is that of plain decoding, and the numbers add up."""

from collections.abc import Iterator, Sequence

import pytest

from app.engine.protocol import DraftOptions, Generate
from app.engine.worker import decoding
from app.engine.worker.pace import LOW_ACCEPTANCE, Pace, Round
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import GREEDY, Answer, ask, opened, request
from tests.engine.worker.pacing import paused_pace
from tests.engine.worker.test_decoding import DRAFTS, assert_same_but_for_near_ties

pytestmark = pytest.mark.native

TOKENS_N = 600
PROMPT_N = 3


@pytest.fixture(scope="module", params=DRAFTS)
def session(request: pytest.FixtureRequest, trained: Trained) -> Iterator[Session]:
    with opened(trained.target, trained.drafts[request.param]) as opened_session:
        yield opened_session


class Restless(Pace):
    """Drafts every length in turn, and pauses in between for more rounds than rows may wait for the draft."""

    def __init__(self, draft_max: int, plain_s: float | None) -> None:
        super().__init__(draft_max, plain_s)
        self._draft_max = draft_max
        self._turn = 0

    def next_length(self) -> int:
        self._turn += 1
        place = self._turn % (self._draft_max + 90)
        self.is_paused = place > self._draft_max
        return 0 if self.is_paused else place

    def worth_verifying(self, drafted: int, forecast: Sequence[float] | None) -> int:
        return drafted - self._turn % 2

    def ended(self, done: Round) -> None:
        assert 0 <= done.accepted <= done.verified <= done.drafted <= done.asked


def paced(prompt: str, **options: int) -> Generate:
    return request(prompt, pacing="auto", max_tokens=options.get("max_tokens", TOKENS_N))


@pytest.mark.parametrize("index", range(PROMPT_N))
def test_text_is_that_of_plain_decoding(session: Session, trained: Trained, index: int) -> None:
    prompt = trained.prompts[index]
    plain = ask(session, request(prompt, method="none", max_tokens=TOKENS_N))
    answer = ask(session, paced(prompt))
    assert len(plain.tokens) > 300
    assert_same_but_for_near_ties(trained.target, prompt, plain.tokens, answer.tokens)
    assert_numbers_add_up(answer)


@pytest.mark.parametrize("index", range(PROMPT_N))
def test_text_is_that_of_plain_decoding_through_pauses_and_returns(
    session: Session, trained: Trained, index: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = trained.prompts[index]
    plain = ask(session, request(prompt, method="none", max_tokens=TOKENS_N))
    monkeypatch.setattr("app.engine.worker.session.Pace", Restless)
    monkeypatch.setattr(session, "_paces", {})
    answer = ask(session, paced(prompt))
    assert_same_but_for_near_ties(trained.target, prompt, plain.tokens, answer.tokens)
    assert answer.timings.draft_n_accepted > 0
    states = {stats.speculation.state for stats in answer.stats}
    assert states <= {"drafting", "paused"}
    assert_numbers_add_up(answer)


def test_after_a_pause_the_draft_knows_what_it_would_have_known(
    session: Session, trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafted after 100 plain rounds, the proposals are those of a draft that was never paused."""
    prompt = trained.prompts[0]
    proposals = _proposals(session, prompt, monkeypatch, plain_rounds=100)
    fresh = ask(session, request(prompt, method="none", max_tokens=100))
    ask(session, request(trained.prompts[1], max_tokens=5))
    assert proposals == _proposals(session, prompt + fresh.text, monkeypatch, plain_rounds=0)


def _proposals(session: Session, prompt: str, monkeypatch: pytest.MonkeyPatch, plain_rounds: int) -> list[list[int]]:
    seen: list[list[int]] = []
    propose = decoding.Decoding._propose
    left = plain_rounds

    def watched(self: decoding.Decoding, last: int, count: int) -> Sequence[int]:
        nonlocal left
        if left:
            left -= 1
            return ()
        seen.append(list(propose(self, last, count)))
        return seen[-1]

    with monkeypatch.context() as patch:
        patch.setattr(decoding.Decoding, "_propose", watched)
        ask(session, request(prompt, max_tokens=plain_rounds + 20))
    return seen[:5]


def test_a_pause_is_kept_from_reply_to_reply_and_told(
    session: Session, trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[Pace] = []

    def paused(draft_max: int, plain_s: float | None) -> Pace:
        paces.append(paused_pace())
        return paces[-1]

    monkeypatch.setattr("app.engine.worker.session.Pace", paused)
    monkeypatch.setattr(session, "_paces", {})
    for index in range(2):
        answer = ask(session, paced(trained.prompts[index], max_tokens=5))
        speculation = answer.speculation
        assert (speculation.state, speculation.draft_length, answer.timings.draft_n) == ("paused", 0, 0)
        assert speculation.reason == LOW_ACCEPTANCE
        assert speculation.speedup is not None
    assert len(paces) == 1


def test_a_loaded_pair_knows_what_drafting_costs(session: Session, trained: Trained) -> None:
    pace = session._paces["dspark"]
    assert pace._costs.is_draft_known and not pace.is_surveying


def test_always_drafts_whatever_was_learnt(session: Session, trained: Trained) -> None:
    always = Generate(
        7, raw_prompt=trained.prompts[0], drafting=DraftOptions(pacing="always"), max_tokens=60, sampling=GREEDY
    )
    ones = ask(session, always)
    ask(session, paced(trained.prompts[0]))
    others = ask(session, always)
    assert ones.timings.draft_n == others.timings.draft_n > 0
    assert others.speculation.state == "drafting"


def assert_numbers_add_up(answer: Answer) -> None:
    timings, speculation = answer.timings, answer.speculation
    assert timings.predicted_n == len(answer.tokens)
    assert timings.draft_n_accepted <= timings.draft_n
    assert timings.draft_n_accepted < timings.predicted_n
    total_ms = speculation.draft_ms + speculation.verify_ms + speculation.other_ms
    assert total_ms == pytest.approx(timings.predicted_ms)
    if timings.draft_n:
        assert speculation.acceptance_rate == timings.draft_n_accepted / timings.draft_n
    passes = timings.predicted_n - timings.draft_n_accepted
    assert speculation.mean_accepted_length == pytest.approx(timings.predicted_n / passes)
    assert speculation.speedup == pytest.approx(
        (timings.predicted_per_second or 0) / (speculation.plain_tokens_per_second or 1)
    )
