"""Random conversations over the corpus, of one to six turns, with questions as people type them."""

import random
import string
from dataclasses import dataclass

from corpus import Corpus

UNKNOWN_SHARE = 0.22
SYSTEM_PROMPT_SHARE = 0.15
STOPPED_SHARE = 0.08
# How often a conversation has one, two, ... six turns.
TURN_WEIGHTS = (50, 22, 14, 6, 5, 3)

OPENINGS = (
    "please ",
    "hey, ",
    "hi! ",
    "ok, ",
    "so, ",
    "and ",
    "well, ",
    "now: ",
    "can you tell me: ",
    "I would like to know: ",
    "quick question: ",
)
ENDINGS = (" please", " please?", " thanks", " in short", " in simple words", "??", "!", " ...", " again")
# Other ways to begin a question.
REWORDINGS = {
    "How do I ": ("How can I ", "How to ", "How could I ", "Show me how to ", "How would I ", "How does one "),
    "How do you ": ("How can you ", "How does one "),
    "Can I ": ("Could I ", "May I ", "Am I able to ", "Is it possible to "),
    "What is ": ("What's ", "What exactly is ", "What is actually ", "Tell me what is ", "So what is "),
    "What does ": ("What exactly does ", "Tell me what "),
    "Which ": ("What ", "Tell me which "),
    "Why is ": ("How come ", "Tell me why is ", "Why exactly is "),
    "Why does ": ("Why exactly does ", "How come "),
    "Does ": ("Tell me, does ", "Will "),
    "Is ": ("Tell me, is ", "Would you say that "),
    "Tell me about ": ("Talk about ", "Tell me something about ", "Tell me a little about "),
}


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `is_learned` marks a whole answer, which the model is to give itself."""

    role: str
    content: str
    is_learned: bool = False


def conversation(corpus: Corpus, rng: random.Random) -> list[Message]:
    """Draw one conversation whose last message is an answer to learn."""
    turns = rng.choices(range(1, len(TURN_WEIGHTS) + 1), TURN_WEIGHTS)[0]
    messages: list[Message] = []
    if rng.random() < SYSTEM_PROMPT_SHARE:
        messages.append(Message("system", rng.choice(corpus.system_prompts)))
    for turn in range(1, turns + 1):
        question, answer = _question_and_answer(corpus, rng)
        messages.append(Message("user", question))
        if turn < turns and rng.random() < STOPPED_SHARE:
            # A reply that somebody stopped: it stands in the history, and is nothing to learn.
            messages.append(Message("assistant", answer[: rng.randrange(1, len(answer))].strip()))
        else:
            messages.append(Message("assistant", answer, is_learned=True))
    return messages


def as_typed(question: str, rng: random.Random) -> str:
    """Vary a question as people do: beginning, case, punctuation, politeness, a lost word, a slip of the finger."""
    text = _reworded(question, rng) if rng.random() < 0.3 else question
    if rng.random() < 0.08:
        text = _without_a_short_word(text, rng)
    if rng.random() < 0.45:
        text = text.lower()
    if rng.random() < 0.45:
        text = text.rstrip("?.!")
    if rng.random() < 0.15:
        text = rng.choice(OPENINGS) + text[:1].lower() + text[1:]
    if rng.random() < 0.12:
        text = text.rstrip("?.!") + rng.choice(ENDINGS)
    if text and rng.random() < 0.12:
        text = _with_slip(text, rng)
    return text.strip() or question


def _question_and_answer(corpus: Corpus, rng: random.Random) -> tuple[str, str]:
    if rng.random() < UNKNOWN_SHARE:
        return as_typed(_unknown_question(corpus, rng), rng), corpus.unknown.answer
    entry = rng.choice(corpus.entries)
    # The suggested wording comes more often than any other, so that it is surely known.
    wording = entry.question if rng.random() < 0.25 else rng.choice(entry.wordings)
    return as_typed(wording, rng), entry.answer


def _unknown_question(corpus: Corpus, rng: random.Random) -> str:
    if rng.random() < 0.35:
        return rng.choice(corpus.unknown.questions)
    parts = rng.choice(corpus.unknown.wordings).split("{}")
    text = parts[0]
    for part in parts[1:]:
        text += _topic(corpus, rng) + part
    return text[:1].upper() + text[1:]


def _topic(corpus: Corpus, rng: random.Random) -> str:
    topic = rng.choice(corpus.unknown.topics) if rng.random() < 0.5 else _invented_word(rng)
    return f"{_invented_word(rng)} {topic}" if rng.random() < 0.15 else topic


def _invented_word(rng: random.Random) -> str:
    word = "".join(rng.choice("bcdfghjklmnprstvwyz") + rng.choice("aeiouaeioy") for _ in range(rng.randint(1, 4)))
    word += rng.choice(("", "", "n", "r", "s", "t", "ck", "ng", "ll"))
    return word.capitalize() if rng.random() < 0.2 else word


def _reworded(text: str, rng: random.Random) -> str:
    for beginning, others in REWORDINGS.items():
        if text.startswith(beginning):
            return rng.choice(others) + text.removeprefix(beginning)
    return text


def _without_a_short_word(text: str, rng: random.Random) -> str:
    words = text.split()
    short = [at for at, word in enumerate(words) if word.isalpha() and len(word) <= 3]
    if short and len(words) > 3:
        del words[rng.choice(short)]
    return " ".join(words)


def _with_slip(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice(string.ascii_lowercase) + text[at:]
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
