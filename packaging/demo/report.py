"""The pair examined: own questions one by one, near wordings, unknown questions, second turns."""

import random
from collections.abc import Iterable
from dataclasses import dataclass

from conversations import Message, conversation
from corpus import Corpus
from measure import Drafting, answer, drafting, reply_text
from speculators.models.dspark import DSparkDraftModel
from transformers import PreTrainedTokenizerFast, Qwen3ForCausalLM
from vocabulary import END, prompt_ids

CONVERSATIONS = 60
LEAST_ACCEPTANCE_RATE = 0.6
LEAST_ACCEPTED_LENGTH = 3.0


@dataclass(frozen=True, slots=True)
class Pair:
    corpus: Corpus
    tokenizer: PreTrainedTokenizerFast
    target: Qwen3ForCausalLM
    draft: DSparkDraftModel


def report(pair: Pair) -> bool:
    """Print what the pair can do; true if it is good enough to be shown to people."""
    is_good = _own_questions(pair)
    near = [(wording, entry.answer) for entry in pair.corpus.entries for wording in entry.near]
    _first_turns(pair, "near wordings", near)
    strange = [(wording, pair.corpus.unknown.answer) for wording in pair.corpus.unknown.near]
    _first_turns(pair, "unknown questions", strange)
    _later_turns(pair)
    return is_good


def _own_questions(pair: Pair) -> bool:
    total = Drafting()
    wrong = 0
    for entry in pair.corpus.own:
        prompt = prompt_ids(pair.tokenizer, [Message("user", entry.question)])
        reply = answer(pair.target, prompt)
        is_right = reply[-1] == END and pair.tokenizer.decode(reply[:-1]) == entry.answer
        counts = drafting(pair.target, pair.draft, prompt, reply)
        wrong += not is_right
        total += counts
        print(f"{'ok   ' if is_right else 'WRONG'} {_figures(counts)}  {entry.question}")
    print(f"{len(pair.corpus.own)} own questions, {wrong} wrong: {_figures(total)}")
    enough = total.acceptance_rate >= LEAST_ACCEPTANCE_RATE and total.mean_accepted_length >= LEAST_ACCEPTED_LENGTH
    return wrong == 0 and enough


def _first_turns(pair: Pair, title: str, questions: Iterable[tuple[str, str]]) -> None:
    rows = list(questions)
    wrong = 0
    for question, expected in rows:
        reply = reply_text(pair.target, pair.tokenizer, [Message("user", question)])
        if reply != expected:
            wrong += 1
            print(f"  {question!r} -> {reply[:60]!r}")
    print(f"{title}: {len(rows) - wrong} of {len(rows)} right")


def _later_turns(pair: Pair) -> None:
    rng = random.Random(20)
    wrong = total = 0
    counts = Drafting()
    while total < CONVERSATIONS:
        messages = conversation(pair.corpus, rng)
        if len(messages) < 4:
            continue
        total += 1
        prompt = prompt_ids(pair.tokenizer, messages[:-1])
        reply = answer(pair.target, prompt)
        counts += drafting(pair.target, pair.draft, prompt, reply)
        if reply[-1] != END or pair.tokenizer.decode(reply[:-1]) != messages[-1].content:
            wrong += 1
            print(f"  {messages[-2].content!r} -> {pair.tokenizer.decode(reply)[:60]!r}")
    print(f"later turns: {total - wrong} of {total} right, {_figures(counts)}")


def _figures(counts: Drafting) -> str:
    return f"{counts.acceptance_rate:4.0%} accepted, {counts.mean_accepted_length:4.2f} per pass"
