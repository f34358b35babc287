"""Conversations longer than the context: what goes, what stays, and that the cached text holds for several replies."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from app.engine.protocol import ChatMessage, Finished, Generate, LoadOptions
from app.engine.worker.context_window import ContextWindow, Prompt
from app.engine.worker.errors import PromptTooLong
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import Answer, ask, opened, request

SYSTEM = ChatMessage("system", "Be brief, and remember the blue lamp.")


def written(messages: Sequence[ChatMessage]) -> Prompt:
    """A word is a token."""
    text = " ".join(message.content for message in messages)
    return Prompt(text, list(range(len(text.split()))))


def talk(turns_n: int, words: int = 10) -> list[ChatMessage]:
    """Questions and answers of so many words each, the last one a question."""
    texts = (f"{index} " + "w " * (words - 1) for index in range(turns_n))
    return [ChatMessage("assistant" if index % 2 else "user", text) for index, text in enumerate(texts)]


def test_what_fits_stays_whole() -> None:
    turns = talk(5)
    assert ContextWindow(100).fit([SYSTEM, *turns], 0, written).dropped_n == 0


def test_oldest_turns_go_and_the_system_message_stays() -> None:
    prompt = ContextWindow(100).fit([SYSTEM, *talk(21)], 0, written)
    assert prompt.is_cut_anew
    assert prompt.dropped_n % 2 == 0
    assert prompt.rendered is not None
    assert prompt.rendered.startswith(f"{SYSTEM.content} {prompt.dropped_n} w")
    assert len(prompt.tokens) <= 100 * 3 / 4 / 2


def test_a_cut_holds_for_several_replies() -> None:
    window, turns = ContextWindow(200), talk(1)
    dropped = []
    for _ in range(40):
        dropped.append(window.fit([SYSTEM, *turns], 0, written).dropped_n)
        turns += [ChatMessage("assistant", "a " * 10), ChatMessage("user", f"{len(turns)} " + "q " * 9)]
    assert dropped == sorted(dropped)
    changes = sum(one != other for one, other in pairwise(dropped))
    assert dropped[-1] > 50
    assert changes <= len(dropped) // 3


def test_room_for_the_reply_is_kept() -> None:
    turns = talk(9)
    assert ContextWindow(100).fit(turns, 5, written).dropped_n == 0
    assert ContextWindow(100).fit(turns, 20, written).dropped_n > 0


def test_going_back_to_where_more_fits_reads_more_again() -> None:
    window, turns = ContextWindow(100), talk(41)
    cuts = {n: window.fit(turns[:n], 0, written).dropped_n for n in range(1, 42, 2)}
    assert cuts[41] > cuts[15] > 0
    assert {n: window.fit(turns[:n], 0, written).dropped_n for n in cuts} == cuts


def test_another_conversation_has_cuts_of_its_own() -> None:
    window = ContextWindow(100)
    assert window.fit(talk(21), 0, written).dropped_n > 0
    other = [replace(turn, content=f"other {turn.content}") for turn in talk(5)]
    assert window.fit(other, 0, written).dropped_n == 0


def test_the_last_question_stays_even_if_it_does_not_fit() -> None:
    turns = [*talk(4), ChatMessage("user", "w " * 300)]
    prompt = ContextWindow(100).fit([SYSTEM, *turns], 0, written)
    assert prompt.dropped_n == 4
    assert len(prompt.tokens) > 300
    assert ContextWindow(100).fit([SYSTEM, *turns[:3]], 0, written).dropped_n == 0


def test_a_book_of_turns_is_not_written_over_and_over() -> None:
    longest = 0

    def measured(messages: Sequence[ChatMessage]) -> Prompt:
        nonlocal longest
        longest = max(longest, sum(len(message.content) for message in messages))
        return written(messages)

    turns = talk(2001, words=100)
    assert ContextWindow(1000).fit(turns, 0, measured).dropped_n > 1900
    assert longest <= 32 * 1000 + 1000


@pytest.fixture(scope="module")
def session(trained: Trained) -> Iterator[Session]:
    with opened(
        trained.target, trained.drafts["draft-anchor-full"], LoadOptions(context_size=256, threads=1)
    ) as opened_session:
        yield opened_session


@pytest.mark.native
def test_a_long_conversation_goes_on(session: Session) -> None:
    messages = [SYSTEM]
    answers: list[Answer] = []
    for index in range(14):
        messages.append(ChatMessage("user", f"What does rule number {index} say about a class attribute?"))
        answers.append(ask(session, _chat(messages)))
        messages.append(ChatMessage("assistant", answers[-1].text))
    dropped = [answer.timings.dropped_n for answer in answers]
    assert dropped[0] == 0
    assert dropped[-1] > 8
    assert dropped == sorted(dropped)
    assert all(answer.timings.context_n <= 256 for answer in answers)
    assert all(answer.timings.predicted_n == 16 for answer in answers)
    pairs = pairwise(answers)
    kept = [new.timings.prompt_n for old, new in pairs if old.timings.dropped_n == new.timings.dropped_n]
    assert len(kept) >= 8
    # The question, the template around it, and at most the reply before it, which may be read as other tokens.
    assert max(kept) < 60, kept
    assert max(answer.timings.context_n for answer in answers) > 180


@pytest.mark.native
def test_the_user_is_told_once(session: Session) -> None:
    messages = [SYSTEM, *_long_talk("told")]
    told = [_notices(session, _chat(messages)) for _ in range(2)]
    assert told == [["turns_dropped"], []]


@pytest.mark.native
def test_regenerated_reply_reads_one_token_after_a_cut(session: Session) -> None:
    wanted = _chat([SYSTEM, *_long_talk("again")])
    first, again = ask(session, wanted), ask(session, wanted)
    assert first.timings.dropped_n == again.timings.dropped_n > 0
    # The draft may read the token before the last one again.
    assert again.timings.prompt_n <= 2
    assert again.tokens == first.tokens


@pytest.mark.native
def test_a_message_longer_than_the_context_is_refused(session: Session) -> None:
    messages = [SYSTEM, *_long_talk("refused"), ChatMessage("user", "word " * 300)]
    with pytest.raises(PromptTooLong) as refused:
        ask(session, _chat(messages))
    assert refused.value.facts["context_size"] == 256


def _chat(messages: Sequence[ChatMessage]) -> Generate:
    return replace(request("", max_tokens=16), raw_prompt=None, messages=tuple(messages))


def _long_talk(name: str) -> list[ChatMessage]:
    messages: list[ChatMessage] = []
    for index in range(12):
        messages.append(ChatMessage("user", f"{name} {index}: where is a name looked up first?"))
        messages.append(ChatMessage("assistant", "In the local scope."))
    return [*messages, ChatMessage("user", "And then?")]


def _notices(session: Session, wanted: Generate) -> list[str]:
    *_, last = session.generate(wanted, lambda: False)
    assert isinstance(last, Finished)
    assert last.generated is not None
    return [notice.code for notice in last.generated.notices]
