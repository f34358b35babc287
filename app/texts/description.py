"""What a model is, in a few words."""

from app.models.entry import DraftFacts, ModelEntry, TargetFacts
from app.texts import engine
from app.texts.amounts import count, size

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
    return "nothing that can be used here"


def file_facts(entry: ModelEntry) -> str:
    """Form, number format and size: "checkpoint folder, BF16, 8.1 GB"."""
    form = _FORMS[entry.form] if entry.target or entry.draft else ""
    parts = [form, entry.file_type, size(entry.size_bytes) if entry.size_bytes else ""]
    return ", ".join(part for part in parts if part)


def _target(facts: TargetFacts) -> str:
    family = facts.architecture or facts.class_name
    numbers = f"{count(facts.layers)} layers, hidden size {count(facts.hidden_size)}"
    numbers += f", vocabulary of {count(facts.vocabulary_n)}, context {_context(facts)}"
    return f"target of the family {family}: {numbers}"


def _context(facts: TargetFacts) -> str:
    return count(facts.context_trained) if facts.context_trained else "unknown"


def _draft(facts: DraftFacts) -> str:
    made_for = f" for {facts.target_hint}" if facts.target_hint else ""
    at_once = "1 token" if facts.draft_max == 1 else f"{count(facts.draft_max)} tokens"
    words = f"draft{made_for}: {engine.METHODS.get(facts.method, facts.method)}, proposes {at_once} at once"
    if facts.is_reduced:
        words += f", chooses from {count(facts.draft_vocabulary_n)} of the {count(facts.vocabulary_n)} tokens"
    return words + (", tells how sure it is" if facts.has_confidence_head else "")
