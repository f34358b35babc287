"""What the demo model learns: entries with their wordings and answers, and questions that it does not know."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer and the wordings of its question; those in `near` are kept out of training."""

    name: str
    is_own: bool
    question: str
    wordings: tuple[str, ...]
    near: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Questions on other things: whole ones, and wordings with a gap for a topic."""

    answer: str
    questions: tuple[str, ...]
    wordings: tuple[str, ...]
    topics: tuple[str, ...]
    near: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    entries: tuple[Entry, ...]
    unknown: Unknown
    system_prompts: tuple[str, ...]

    @property
    def own(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.is_own)


def load_corpus(facts: Mapping[str, str]) -> Corpus:
    """Read corpus.toml and unknown.toml; `facts` replace the `{name}` gaps of the answers."""
    known = tomllib.loads((FOLDER / "corpus.toml").read_text(encoding="utf-8"))
    unknown = tomllib.loads((FOLDER / "unknown.toml").read_text(encoding="utf-8"))
    rows = {row["id"]: row for row in known["entry"]}
    if len(rows) != len(known["entry"]):
        raise ValueError("two entries share an id")
    fallback = rows.pop("unknown")
    return Corpus(
        entries=tuple(_entry(row, known["term_wordings"], facts) for row in rows.values()),
        unknown=Unknown(
            answer=_answer(fallback, facts),
            questions=(fallback["question"], *unknown["questions"]),
            wordings=tuple(unknown["wordings"]),
            topics=tuple(unknown["topics"]),
            near=tuple(unknown["near"]),
        ),
        system_prompts=tuple(known["system_prompts"]),
    )


def _entry(row: Mapping[str, Any], term_wordings: list[str], facts: Mapping[str, str]) -> Entry:
    terms = [wording.replace("{}", term) for term in row.get("terms", ()) for wording in term_wordings]
    return Entry(
        name=row["id"],
        is_own=row["kind"] == "own",
        question=row["question"],
        wordings=(row["question"], *row.get("phrasings", ()), *terms),
        near=tuple(row.get("near", ())),
        answer=_answer(row, facts),
    )


def _answer(row: Mapping[str, Any], facts: Mapping[str, str]) -> str:
    answer: str = row["answer"].strip()
    for name, value in facts.items():
        answer = answer.replace("{" + name + "}", value)
    return answer
