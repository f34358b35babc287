"""The plain speed after loading: few tokens, none of them decisive alone."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.engine.protocol import Finished, Generate, Piece, Stats
from app.engine.worker import measuring
from app.engine.worker.measuring import plain_tokens_per_second, telling_lengths

FAST_S, SLOW_S = 0.004, 0.3


class Clock:
    """Stands still but for what replies take."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(measuring, "awake_s", made)
    monkeypatch.setattr(Clock, "now_s", 0.0)
    return made


class Replies:
    """Answers with tokens that take the given times, one reply after the other."""

    def __init__(self, *replies: Sequence[float]) -> None:
        self._replies = list(replies)

    def __call__(self, request: Generate, is_enough: Callable[[], bool]) -> Iterator[Piece | Stats | Finished]:
        assert request.drafting.method == "none"
        for time_s in self._replies.pop(0):
            if is_enough():
                break
            Clock.now_s += time_s
            yield Piece(request.job, "x")
        yield Finished(request.job, "stop")


def test_one_token_that_was_held_up_does_not_count() -> None:
    speed = plain_tokens_per_second(Replies([SLOW_S, *[FAST_S] * 23]), 512, Progress())
    assert speed is not None and 0.5 / FAST_S < speed <= 1 / FAST_S


def test_a_reply_that_ends_at_once_is_asked_again() -> None:
    speed = plain_tokens_per_second(Replies([FAST_S], [FAST_S] * 23), 512, Progress())
    assert speed is not None
    assert plain_tokens_per_second(Replies([], [], [], []), 512, Progress()) is None


def test_a_slow_model_is_measured_in_a_few_tokens(clock: Clock) -> None:
    speed = plain_tokens_per_second(Replies([SLOW_S] * 24), 512, Progress())
    assert speed == pytest.approx(1 / SLOW_S, rel=0.2)
    assert clock.now_s < 6 * SLOW_S


def test_a_context_without_room_tells_nothing() -> None:
    assert plain_tokens_per_second(Replies(), 16, Progress()) is None


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        plain_tokens_per_second(Replies([FAST_S] * 24), 512, Progress(is_cancelled=lambda: True))


@pytest.mark.parametrize(("draft_max", "first"), [(1, [1]), (2, [2, 1]), (7, [7])])
def test_the_longest_draft_comes_first_and_then_the_middle_of_the_widest_gap(draft_max: int, first: list[int]) -> None:
    found = telling_lengths(draft_max, 8)
    assert sorted(found) == list(range(1, draft_max + 1))
    assert found[: len(first)] == first


def test_of_long_drafts_some_lengths_tell_enough() -> None:
    lengths = sorted(telling_lengths(15, 8))
    assert len(lengths) == 8 and lengths[-1] == 15
    assert max(after - before for before, after in pairwise([0, *lengths])) <= 2
