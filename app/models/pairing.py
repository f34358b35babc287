"""Which draft fits which target, and the reason when one does not: the one place of these rules."""

import re
from collections.abc import Iterable, Mapping, Sequence

from app.core.errors import AppError
from app.models.entry import DraftFacts, DraftMethod, ModelEntry, TargetFacts
from app.models.errors import (
    D2tDuplicate,
    D2tOutOfRange,
    DraftCannotRun,
    DraftHeadLost,
    FamilyDiffers,
    HiddenSizeDiffers,
    LayerCountDiffers,
    LayerOutOfRange,
    MarkovTypeUnsupported,
    MaskTokenMissing,
    MaskTokenOutOfRange,
    TargetCannotFeed,
    TargetFamilyUnknown,
    TargetTablesRotated,
    TokensDiffer,
    VocabularyDiffers,
)
from app.models.recognition.families import (
    FEEDS_FINAL_STATE,
    FEEDS_FINAL_STATE_TO_EAGLE3,
    FEEDS_HIDDEN_STATES,
    RUNS_MTP,
)

# Methods that draft from the target's hidden states, and the families that hand out what follows the last layer.
_FINAL_STATE_FAMILIES: Mapping[DraftMethod, frozenset[str]] = {
    "dspark": FEEDS_FINAL_STATE,
    "dflash": FEEDS_FINAL_STATE,
    "dflash2": FEEDS_FINAL_STATE,
    "eagle3": FEEDS_FINAL_STATE_TO_EAGLE3,
}
# The engine's loop drafts in these ways, each with a model.
RUNNABLE_METHODS: frozenset[DraftMethod] = frozenset({"dspark", "dflash", "dflash2", "eagle3", "mtp", "small_model"})
# Models of one family are published with vocabularies that are filled up to different sizes.
_MOST_FILLING = 128
# A small model that is more than this part of its target takes longer to guess than guesses are worth.
_SMALL = 3
# More heads than one cannot be run, and this one is asked again and again.
_MTP_LAYERS = 1
_FIRST_PLAIN = 5
_FILLS_PLACES = ("dspark", "dflash", "dflash2")


def check_pair(target: TargetFacts, draft: DraftFacts) -> None:
    """Raise the first reason why `draft` cannot draft for `target`: a PairMismatch or TargetFamilyUnknown.

    Some of these would abort the engine's process, others draft garbage without a word: llama.cpp itself checks
    neither family, layers nor tokens.
    """
    _check_draft(draft)
    _check_family(target, draft)
    _check_sizes(target, draft)
    _check_tokens(target, draft)


def why_not(target: TargetFacts, draft: DraftFacts) -> AppError | None:
    """The reason why `draft` cannot draft for `target`, None when it can."""
    try:
        check_pair(target, draft)
    except AppError as error:
        return error
    return None


def check_runnable(draft: DraftFacts) -> None:
    """Raise what keeps the engine from running `draft`, whatever its target.

    A PairMismatch for a part of it that nothing can run, TargetCannotFeed for a draft that says itself that its
    target is of a family that its kind cannot read.
    """
    _check_draft(draft)
    family = draft.target_family
    if draft.method in _FINAL_STATE_FAMILIES and family is not None and family not in FEEDS_HIDDEN_STATES:
        raise TargetCannotFeed(architecture=family, method=draft.method)


def why_not_runnable(draft: DraftFacts) -> AppError | None:
    """The reason why the engine cannot run `draft`, whatever its target; None when it can."""
    try:
        check_runnable(draft)
    except AppError as error:
        return error
    return None


def as_draft(entry: ModelEntry) -> DraftFacts | None:
    """What `entry` is as a draft: a draft that was made as one, or any model that may draft for a larger one."""
    facts = entry.target
    if entry.draft is not None or facts is None:
        return entry.draft
    return DraftFacts(
        method="small_model",
        schema="",
        layers=facts.layers,
        hidden_size=facts.hidden_size,
        vocabulary_n=facts.vocabulary_n,
        draft_vocabulary_n=facts.vocabulary_n,
        tokens_digest=facts.tokens_digest,
    )


def may_draft_for(target: ModelEntry, entry: ModelEntry) -> bool:
    """Whether `entry`, a model like `target` and not made to draft, is small enough beside it and of its vocabulary."""
    facts = as_draft(entry)
    if target.target is None or facts is None or facts.method != "small_model":
        return False
    return entry.size_bytes * _SMALL <= target.size_bytes and why_not(target.target, facts) is None


def own_draft(target: TargetFacts) -> DraftFacts | None:
    """The draft that a target brings along in its own file: a layer for multi-token prediction; None without one."""
    if target.mtp_layers != _MTP_LAYERS or target.architecture not in RUNS_MTP:
        return None
    return DraftFacts(
        method="mtp",
        schema="",
        layers=target.mtp_layers,
        hidden_size=target.hidden_size,
        vocabulary_n=target.vocabulary_n,
        draft_vocabulary_n=target.vocabulary_n,
        target_layers=target.layers,
        target_family=target.architecture,
        tokens_digest=target.tokens_digest,
    )


def target_layer_ids(target: TargetFacts, draft: DraftFacts) -> tuple[int, ...]:
    """The layers of `target` whose input `draft` reads.

    An EAGLE-3 draft that names none reads an early, a middle and a late one, by the rule of its authors.
    """
    if draft.layer_ids or draft.method != "eagle3":
        return draft.layer_ids
    return (2, target.layers // 2, target.layers - 3)


def _check_draft(draft: DraftFacts) -> None:
    if draft.method == "mtp" and not draft.shares_cache and draft.layers != _MTP_LAYERS:
        raise DraftCannotRun(kind=f"MTP with {draft.layers} heads")
    if draft.markov_rank and draft.markov_type != "vanilla":
        raise MarkovTypeUnsupported(markov_type=draft.markov_type)
    if draft.method in _FILLS_PLACES and draft.mask_token_id is None:
        raise MaskTokenMissing()


def _check_family(target: TargetFacts, draft: DraftFacts) -> None:
    if target.architecture is None:
        raise TargetFamilyUnknown(class_name=target.class_name)
    if draft.method in _FINAL_STATE_FAMILIES and target.architecture not in FEEDS_HIDDEN_STATES:
        raise TargetCannotFeed(architecture=target.architecture, method=draft.method)
    if draft.target_family is not None and draft.target_family != target.architecture:
        raise FamilyDiffers(expected=draft.target_family, got=target.architecture)
    if draft.method == "mtp" and not draft.shares_cache and target.architecture not in RUNS_MTP:
        raise TargetCannotFeed(architecture=target.architecture, method=draft.method)
    if target.has_rotated_tables and draft.method != "small_model":
        raise TargetTablesRotated()


def _check_sizes(target: TargetFacts, draft: DraftFacts) -> None:
    if draft.method == "small_model":
        return
    expected = draft.target_hidden_size or draft.hidden_size
    if expected != target.hidden_size:
        raise HiddenSizeDiffers(expected=expected, got=target.hidden_size)
    if draft.target_layers is not None and draft.target_layers != target.layers:
        raise LayerCountDiffers(expected=draft.target_layers, got=target.layers)
    hands_out_final = target.architecture in _FINAL_STATE_FAMILIES.get(draft.method, ())
    last = target.layers if hands_out_final else target.layers - 1
    for layer in target_layer_ids(target, draft):
        if not 0 <= layer <= last:
            raise LayerOutOfRange(layer=layer, layers=target.layers)


def _check_tokens(target: TargetFacts, draft: DraftFacts) -> None:
    if draft.method == "small_model" and 0 < abs(draft.vocabulary_n - target.vocabulary_n) <= _MOST_FILLING:
        # Only the lists themselves tell: `check_token_lists`.
        return
    if draft.vocabulary_n != target.vocabulary_n:
        raise VocabularyDiffers(expected=draft.vocabulary_n, got=target.vocabulary_n)
    if target.tokens_digest and draft.tokens_digest and target.tokens_digest != draft.tokens_digest:
        raise TokensDiffer()
    if draft.mask_token_id is not None and draft.mask_token_id >= target.vocabulary_n:
        raise MaskTokenOutOfRange(token=draft.mask_token_id, vocabulary_n=target.vocabulary_n)
    if draft.ties_own_embedding and target.has_own_output:
        raise DraftHeadLost()


def check_token_lists(target: Sequence[str], draft: Sequence[str]) -> None:
    """Raise TokensDiffer unless the two agree as far as both go.

    The first few may differ, as llama.cpp lets them: special tokens, which some exports name otherwise.
    """
    if any(one != other for one, other in zip(target[_FIRST_PLAIN:], draft[_FIRST_PLAIN:], strict=False)):
        raise TokensDiffer()


def check_d2t(token_ids: Iterable[int], vocabulary_n: int) -> None:
    """Raise unless `token_ids`, the target's token for every token of a reduced vocabulary, are distinct and exist.

    These are absolute ids, as a GGUF holds them; a checkpoint holds offsets from the row number. A numpy array of
    whole numbers will do.
    """
    seen: set[int] = set()
    for row, token in enumerate(map(int, token_ids)):
        if not 0 <= token < vocabulary_n:
            raise D2tOutOfRange(row=row, token=token, vocabulary_n=vocabulary_n)
        if token in seen:
            raise D2tDuplicate(token=token)
        seen.add(token)


def is_hint_doubtful(draft: DraftFacts, target_name: str) -> bool:
    """Whether the exporter named a target that `target_name` does not look like.

    Only a doubt: exporters write local paths, and people rename files.
    """
    if draft.target_hint is None:
        return False
    hint, name = _plain_name(draft.target_hint), _plain_name(target_name)
    return bool(hint and name) and hint not in name and name not in hint


def _plain_name(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.split(r"[\\/]", name.rstrip("\\/"))[-1].lower())
