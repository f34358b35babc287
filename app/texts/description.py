"""What a model is, in a few words."""

import re
from collections.abc import Iterator, Sequence

from app.core.translation import tr, tr_n
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
    return tr("draft that cannot be used") if is_draft else tr("nothing that can be used here")


def details(entry: ModelEntry) -> tuple[str, ...]:
    """What else is known of a draft, a line each: how it drafts, what it reads, for which target on whose word."""
    draft = entry.draft
    return () if draft is None else (*_drafting(draft), _origin(draft))


def _drafting(draft: DraftFacts) -> Iterator[str]:
    words = [tr("Format: {schema}", schema=draft.schema)]
    if draft.method in _BLOCK_METHODS:
        begins = tr("from the anchor on") if draft.sample_from_anchor else tr("after the anchor")
        words.append(
            tr("blocks of {block_size}, predicted {begins}", block_size=count(draft.block_size), begins=begins)
        )
    if draft.markov_rank:
        kind_of_head, rank = draft.markov_type, count(draft.markov_rank)
        words.append(tr("{type} Markov head of rank {rank}", type=kind_of_head, rank=rank))
    yield ", ".join(words) + "."
    if draft.layer_ids:
        yield tr("Reads what goes into layers {layers} of its target.", layers=", ".join(map(str, draft.layer_ids)))


def _origin(draft: DraftFacts) -> str:
    """For which target a draft was made, and on whose word."""
    hidden_size = count(draft.target_hidden_size or draft.hidden_size)
    parts = [tr("hidden size {size}, {vocabulary} tokens", size=hidden_size, vocabulary=count(draft.vocabulary_n))]
    if draft.target_layers:
        parts.append(tr_n("{n} layer", "{n} layers", draft.target_layers))
    if draft.target_family:
        parts.append(tr("family {family}", family=draft.target_family))
    size, hint = ", ".join(parts), draft.target_hint
    if hint is None:
        return tr("Which target it was made for its files do not say: one of {size}.", size=size)
    if _HUB_NAME.fullmatch(hint):
        return tr("Made for {hint}, by its own word: a target of {size}.", hint=hint, size=size)
    return tr("Made for a target that lay at {hint} when it was trained: one of {size}.", hint=hint, size=size)


def other_drafts_words(drafts: Sequence[tuple[str, str]]) -> str:
    """Where to go on from a draft that cannot be used: (repository, method) of others."""
    named = ", ".join(f"{repo} ({_method(method)})" for repo, method in drafts)
    return tr("Other drafts of the same target: {named}.", named=named)


def file_facts(entry: ModelEntry) -> str:
    """Form, number format and size: "checkpoint folder, BF16, 8.1 GB"."""
    form = tr(_FORMS[entry.form]) if entry.target or entry.draft else ""
    parts = [form, entry.file_type, size(entry.size_bytes) if entry.size_bytes else ""]
    return ", ".join(part for part in parts if part)


def _target(facts: TargetFacts) -> str:
    family = facts.architecture or facts.class_name
    parts = [
        tr_n("{n} layer", "{n} layers", facts.layers),
        tr("hidden size {size}", size=count(facts.hidden_size)),
        tr("vocabulary of {vocabulary}", vocabulary=count(facts.vocabulary_n)),
        tr("context {context}", context=_context(facts)),
    ]
    own = own_draft(facts)
    if own:
        parts.append(tr("drafts for itself: {method}", method=_method(own.method)))
    return tr("target of the family {family}: {facts}", family=family, facts=", ".join(parts))


def _method(name: str) -> str:
    return tr(engine.METHODS[name]) if name in engine.METHODS else name


def _context(facts: TargetFacts) -> str:
    return count(facts.context_trained) if facts.context_trained else tr("unknown")


def _draft(facts: DraftFacts) -> str:
    hint = facts.target_hint
    parts = [
        _method(facts.method),
        tr_n("proposes {n} token at once", "proposes {n} tokens at once", facts.draft_max),
    ]
    if facts.is_reduced:
        chosen, all_of_it = count(facts.draft_vocabulary_n), count(facts.vocabulary_n)
        parts.append(tr("chooses from {draft} of the {vocabulary} tokens", draft=chosen, vocabulary=all_of_it))
    if facts.has_confidence_head:
        parts.append(tr("tells how sure it is"))
    told = ", ".join(parts)
    return tr("draft for {target}: {facts}", target=hint, facts=told) if hint else tr("draft: {facts}", facts=told)
