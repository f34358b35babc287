"""Which chats hold the words that a person looks for, and where."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.chat.database import Database
from app.chat.words import Spans, Term, excerpt, terms_of, words_of

# The position of a message by chat, None where only the title holds the words.
Places = dict[str, int | None]

# Of a word that stands in more messages than these, the newest are enough at first, and then the newest of more.
_MANY = 2_000
_MOST = 10_000

_MATCHING = (
    "SELECT message.conversation, message.position FROM"
    " (SELECT rowid AS place, rank AS weight FROM message_words WHERE message_words MATCH ?"
    " ORDER BY rowid DESC LIMIT ?)"
    " JOIN message ON message.position = place WHERE message.deleted_s IS NULL ORDER BY weight"
)
_IN_CHAT = (
    "SELECT 1 FROM message_words JOIN message ON message.position = message_words.rowid"
    " WHERE message_words MATCH ? AND message.conversation = ? AND message.deleted_s IS NULL AND message_words.rowid"
    " BETWEEN (SELECT min(position) FROM message WHERE conversation = ?)"
    " AND (SELECT max(position) FROM message WHERE conversation = ?) LIMIT 1"
)
# Its rows are read several times faster here than through the index: https://www.sqlite.org/fts5.html, section 9.
_WITHIN = (
    "SELECT message.conversation, message.position FROM message_words_content AS content"
    " JOIN message ON message.position = content.id"
    " WHERE {} AND message.deleted_s IS NULL ORDER BY message.position DESC"
)
_PLAINLY = (
    "SELECT conversation, position FROM message WHERE instr(text, ?) AND deleted_s IS NULL ORDER BY position DESC"
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A chat with the message that fits best, None where only the title does, and a line around the place."""

    chat_id: str
    message_id: str | None = None
    excerpt: str = ""
    spans: Spans = ()


def search(database: Database, query: str, titles: Mapping[str, str], limit: int) -> tuple[Hit, ...]:
    """The chats of `titles` (by id) that hold the query: in the title first, then where a message fits best.

    Where no word begins as asked, the query may stand anywhere within words.
    """
    terms = terms_of(query)
    if not terms:
        return _plainly(database, query.strip(), titles, limit)
    folded = {chat_id: f" {words_of(title)} " for chat_id, title in titles.items()}
    places = _best_places(database, " AND ".join(term.match for term in terms), limit)
    chats = [*_titled(terms, folded), *places]
    if len(terms) > 1 and len(places) < limit:
        spread = _spread(database, terms, folded)
        chats += spread
        places = spread | places
    patterns = [term.pattern for term in terms]
    if not any(chat_id in titles for chat_id in chats):
        places = _within(database, terms)
        chats = [*(chat_id for chat_id, title in folded.items() if all(term.text in title for term in terms)), *places]
        patterns = [" +".join(term.words) for term in terms]
    found = [chat_id for chat_id in dict.fromkeys(chats) if chat_id in titles][:limit]
    return _hits(database, found, places, patterns)


def _titled(terms: Iterable[Term], folded: Mapping[str, str]) -> list[str]:
    wanted = [f" {term.text}" + ("" if term.is_begun else " ") for term in terms]
    return [chat_id for chat_id, title in folded.items() if all(text in title for text in wanted)]


def _best_places(database: Database, match: str, limit: int) -> Places:
    """The position of the message that fits best, by chat; chats in the order of how well."""
    rows = database.rows(_MATCHING, (match, _MANY))
    places = _first(rows)
    if len(rows) == _MANY and len(places) < limit:
        places = _first(database.rows(_MATCHING, (match, _MOST)))
    return places


def _spread(database: Database, terms: Iterable[Term], folded: Mapping[str, str]) -> Places:
    """Chats that hold all the terms, if not in one message, with the position of one that holds the rarest."""
    found = [(term, database.rows(_MATCHING, (term.match, _MANY))) for term in terms]
    (rarest, rows), *others = sorted(found, key=lambda term_and_rows: len(term_and_rows[1]))
    if len(rows) == _MANY:
        # Words that are everywhere are together in enough messages.
        return {}
    places: Places = {**dict.fromkeys(_titled([rarest], folded)), **_first(rows)}
    for term, rows in others:
        places_of_term = _first(rows)
        holding = places_of_term.keys() | set(_titled([term], folded))
        if len(rows) == _MANY:
            holding |= {chat_id for chat_id in places.keys() - holding if _is_in(database, term, chat_id)}
        places = {
            chat_id: places_of_term.get(chat_id) if position is None else position
            for chat_id, position in places.items()
            if chat_id in holding
        }
    return places


def _is_in(database: Database, term: Term, chat_id: str) -> bool:
    return bool(database.rows(_IN_CHAT, (term.match, chat_id, chat_id, chat_id)))


def _within(database: Database, terms: tuple[Term, ...]) -> Places:
    condition = " AND ".join("instr(content.c0, ?)" for _ in terms)
    return _first(database.rows(_WITHIN.format(condition), [term.text for term in terms]))


def _plainly(database: Database, text: str, titles: Mapping[str, str], limit: int) -> tuple[Hit, ...]:
    """For what has no word in it, as "->"."""
    if not text:
        return ()
    places = _first(database.rows(_PLAINLY, (text,)))
    chats = [*(chat_id for chat_id, title in titles.items() if text in title), *places]
    found = [chat_id for chat_id in dict.fromkeys(chats) if chat_id in titles][:limit]
    return _hits(database, found, places, [re.escape(text)], is_folded=False)


def _first(rows: Iterable[tuple[Any, ...]]) -> Places:
    places: Places = {}
    for chat_id, position in rows:
        places.setdefault(chat_id, position)
    return places


def _hits(
    database: Database, chats: Iterable[str], places: Places, patterns: list[str], *, is_folded: bool = True
) -> tuple[Hit, ...]:
    return tuple(_hit(database, chat_id, places.get(chat_id), patterns, is_folded) for chat_id in chats)


def _hit(database: Database, chat_id: str, position: int | None, patterns: list[str], is_folded: bool) -> Hit:
    if position is None:
        return Hit(chat_id)
    ((message_id, text),) = database.rows("SELECT id, text FROM message WHERE position = ?", (position,))
    return Hit(chat_id, message_id, *excerpt(text, patterns, is_folded=is_folded))
