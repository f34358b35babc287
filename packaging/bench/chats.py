"""How long the list of many chats, a search in all of them and the opening of a long chat take."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.chat.conversation import Conversation, DraftedSpan, Message, ReplyNumbers, new_id
from app.chat.store import ChatStore
from bench.report import Goal, Runs, Section
from bench.settings import Settings

_CHATS_N = 2_000
_MESSAGES_N = 20
_LONG_CHATS = (500, 5_000)
_LONGEST_MS = 100.0
_REMARKS = (
    f"Of {_MESSAGES_N} messages each, questions of 30 made-up words and replies of 150; the higher the rank of a word,",
    "the less often it comes up, as in a language. A search gives the best 100 chats with a line each.",
)


def measure(settings: Settings) -> list[Section]:
    """One store, filled once."""
    with TemporaryDirectory(dir=settings.folder) as folder:
        return [measured(Path(folder), settings.repeats, _CHATS_N, _LONG_CHATS)]


def measured(folder: Path, repeats: int, chats_n: int, long_chats: tuple[int, ...]) -> Section:
    """The figures of a store of `chats_n` chats, and of chats of so many messages beside them."""
    words = _Words()
    queries = {
        "a word of every message": words.words[0],
        "a letter": words.words[0][:1],
        "a rare word": words.words[5_000],
        "two common words": f"{words.words[0]} {words.words[1]}",
        "a common word and a rare one": f"{words.words[0]} {words.words[5_000]}",
        "a phrase": f'"{words.words[0]} {words.words[1]}"',
        "what is nowhere": "qqqqqqqqqqq",
    }
    names = ["list of all chats", *(f"search for {query}" for query in queries)]
    runs = Runs(dict.fromkeys(names, Goal("at most", _LONGEST_MS)))
    store = ChatStore(folder / "chats.db")
    for length in (*([_MESSAGES_N] * chats_n), *long_chats):
        store.keep_all(words.chat(length))
    store.close()
    for _ in range(repeats):
        store = _timed(runs, "opening the store", partial(ChatStore, folder / "chats.db"))
        summaries = _timed(runs, names[0], store.chats)
        for name, query in queries.items():
            _timed(runs, f"search for {name}", partial(store.search, query))
        by_length = {summary.title: summary.id for summary in summaries}
        for length in long_chats:
            _timed(runs, f"opening a chat of {length:,} messages", partial(store.load, by_length[_title(length)]))
        store.close()
    return Section(f"Saved chats, {chats_n:,} of them", list(runs.figures().values()), _REMARKS)


def _timed(runs: Runs, name: str, action: Callable[[], Any]) -> Any:
    start = time.perf_counter()
    result = action()
    runs.add(name, "ms", 1000 * (time.perf_counter() - start))
    return result


class _Words:
    """Made-up words, the more frequent ones first, and chats of them."""

    def __init__(self) -> None:
        self._chance = random.Random(1)
        self.words = [self._word() for _ in range(20_000)]
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self.words) + 1)))

    def chat(self, messages_n: int) -> Conversation:
        messages = tuple(self._messages(messages_n))
        return Conversation(new_id(), _title(messages_n), messages=messages, current=messages[-1].id, is_titled=True)

    def _messages(self, messages_n: int) -> Iterator[Message]:
        parent: str | None = None
        for number in range(messages_n):
            if number % 2:
                drafted = tuple(DraftedSpan(at, at + 3, 1) for at in range(0, 480, 4))
                reply = Message(new_id(), parent, "assistant", self._text(150), 1.0, "stop", ReplyNumbers(), drafted)
                parent = reply.id
                yield reply
            else:
                question = Message(new_id(), parent, "user", self._text(30), 1.0)
                parent = question.id
                yield question

    def _text(self, words_n: int) -> str:
        return " ".join(self._chance.choices(self.words, cum_weights=self._weights, k=words_n))

    def _word(self) -> str:
        return "".join(self._chance.choices("abcdefghijklmnoprstuvwxyz", k=self._chance.randrange(2, 10)))


def _title(messages_n: int) -> str:
    return f"{messages_n} messages"
