"""What a model is, in a few words."""

import re
from collections.abc import Iterator, Sequence

from app.models.entry import DraftFacts, ModelEntry, TargetFacts
from app.models.pairing import own_draft
from app.texts import engine
from app.texts.amounts import count, size

_BLOCK_METHODS = ("dspark", "dflash", "dflash2")
_HUB_NAME = re.compile(r"[\w.-]+/[\w.-]+", re.ASCII)
_FORMS = {"checkpoint": "checkpoint folder", "gguf": "GGUF"}


def kind(entry: ModelEntry) -> str:
    """Target, draft or neither, as one word."""
    if entry.draft is not None:
        return "draft"
    return "target" if entry.target is not None else "unknown"


def description(entry: ModelEntry) -> str:
    """What a model is and can do: "draft: DSpark, proposes 7 tokens at once"."""
    if entry.draft is not None:
        return _draft(entry.draft)
    if entry.target is not None:
        return _target(entry.target)
    is_draft = entry.made_for is not None or (entry.problem or "").startswith("draft_")
    return "draft that cannot be used" if is_draft else "nothing that can be used here"


def details(entry: ModelEntry) -> tuple[str, ...]:
    """What else is known of a draft, a line each: how it drafts, what it reads, for which target on whose word."""
    draft = entry.draft
    return () if draft is None else (*_drafting(draft), _origin(draft))


def _drafting(draft: DraftFacts) -> Iterator[str]:
    words = [f"Format: {draft.schema}"]
    if draft.method in _BLOCK_METHODS:
        begins = "from the anchor on" if draft.sample_from_anchor else "after the anchor"
        words.append(f"blocks of {count(draft.block_size)}, predicted {begins}")
    if draft.markov_rank:
        words.append(f"{draft.markov_type} Markov head of rank {count(draft.markov_rank)}")
    yield ", ".join(words) + "."
    if draft.layer_ids:
        yield f"Reads what goes into layers {', '.join(map(str, draft.layer_ids))} of its target."


def _origin(draft: DraftFacts) -> str:
    """For which target a draft was made, and on whose word."""
    size = f"hidden size {count(draft.target_hidden_size or draft.hidden_size)}, {count(draft.vocabulary_n)} tokens"
    size += f", {count(draft.target_layers)} layers" if draft.target_layers else ""
    size += f", family {draft.target_family}" if draft.target_family else ""
    hint = draft.target_hint
    if hint is None:
        return f"Which target it was made for its files do not say: one of {size}."
    if _HUB_NAME.fullmatch(hint):
        return f"Made for {hint}, by its own word: a target of {size}."
    return f"Made for a target that lay at {hint} when it was trained: one of {size}."


def other_drafts_words(drafts: Sequence[tuple[str, str]]) -> str:
    """Where to go on from a draft that cannot be used: (repository, method) of others."""
    named = ", ".join(f"{repo} ({engine.METHODS.get(method, method)})" for repo, method in drafts)
    return f"Other drafts of the same target: {named}."


def file_facts(entry: ModelEntry) -> str:
    """Form, number format and size: "checkpoint folder, BF16, 8.1 GB"."""
    form = _FORMS[entry.form] if entry.target or entry.draft else ""
    parts = [form, entry.file_type, size(entry.size_bytes) if entry.size_bytes else ""]
    return ", ".join(part for part in parts if part)


def _target(facts: TargetFacts) -> str:
    family = facts.architecture or facts.class_name
    numbers = f"{count(facts.layers)} layers, hidden size {count(facts.hidden_size)}"
    numbers += f", vocabulary of {count(facts.vocabulary_n)}, context {_context(facts)}"
    own = own_draft(facts)
    brings = f", drafts for itself: {engine.METHODS[own.method]}" if own else ""
    return f"target of the family {family}: {numbers}{brings}"


def _context(facts: TargetFacts) -> str:
    return count(facts.context_trained) if facts.context_trained else "unknown"


def _draft(facts: DraftFacts) -> str:
    made_for = f" for {facts.target_hint}" if facts.target_hint else ""
    at_once = "1 token" if facts.draft_max == 1 else f"{count(facts.draft_max)} tokens"
    words = f"draft{made_for}: {engine.METHODS.get(facts.method, facts.method)}, proposes {at_once} at once"
    if facts.is_reduced:
        words += f", chooses from {count(facts.draft_vocabulary_n)} of the {count(facts.vocabulary_n)} tokens"
    return words + (", tells how sure it is" if facts.has_confidence_head else "")
