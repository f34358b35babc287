"""The numbers that are kept with a reply, from what the engine counted."""

from dataclasses import replace

from app.chat.conversation import Conversation, ReplyNumbers
from app.engine.protocol import LoadResult, Stats


def last_numbers(conversation: Conversation) -> ReplyNumbers | None:
    """The numbers of the last reply that has any."""
    return next((message.numbers for message in reversed(conversation.path()) if message.numbers), None)


def numbers_of(stats: Stats, loaded: LoadResult | None, first_read_id: str) -> ReplyNumbers:
    """The last numbers of a reply, for its footer, with the names of the models that wrote it."""
    timings, speculation = stats.timings, stats.speculation
    return ReplyNumbers(
        target=loaded.target.name if loaded else "",
        draft=loaded.draft.name if loaded and loaded.draft else None,
        method=speculation.method,
        state=speculation.state,
        reason=speculation.reason,
        prompt_n=timings.prompt_n,
        prompt_ms=timings.prompt_ms,
        predicted_n=timings.predicted_n,
        predicted_ms=timings.predicted_ms,
        predicted_per_second=timings.predicted_per_second,
        draft_n=timings.draft_n,
        draft_n_accepted=timings.draft_n_accepted,
        acceptance_rate=speculation.acceptance_rate,
        mean_accepted_length=speculation.mean_accepted_length,
        speedup=speculation.speedup,
        context_n=timings.context_n,
        first_read=first_read_id,
        acceptance_by_position=speculation.acceptance_by_position,
    )


def joined(before: ReplyNumbers | None, after: ReplyNumbers) -> ReplyNumbers:
    """The numbers of a reply that went on: counts and times of both parts, rates over both."""
    if before is None:
        return after
    predicted_n, predicted_ms = before.predicted_n + after.predicted_n, before.predicted_ms + after.predicted_ms
    draft_n, accepted_n = before.draft_n + after.draft_n, before.draft_n_accepted + after.draft_n_accepted
    return replace(
        after,
        prompt_n=before.prompt_n + after.prompt_n,
        prompt_ms=before.prompt_ms + after.prompt_ms,
        predicted_n=predicted_n,
        predicted_ms=predicted_ms,
        predicted_per_second=predicted_n * 1000 / predicted_ms if predicted_ms > 0 else None,
        draft_n=draft_n,
        draft_n_accepted=accepted_n,
        acceptance_rate=accepted_n / draft_n if draft_n else None,
        mean_accepted_length=_mean_length(before, after),
        speedup=_speedup(before, after),
    )


def _mean_length(before: ReplyNumbers, after: ReplyNumbers) -> float | None:
    """All tokens by all passes of the target; None where one part does not tell of its passes."""
    parts = [part for part in (before, after) if part.predicted_n]
    if not parts or not all(part.mean_accepted_length for part in parts):
        return None
    passes = sum(part.predicted_n / (part.mean_accepted_length or 1) for part in parts)
    return sum(part.predicted_n for part in parts) / passes


def _speedup(before: ReplyNumbers, after: ReplyNumbers) -> float | None:
    """What both parts would have taken without a draft, by what they took; None where that is not known of one."""
    parts = [part for part in (before, after) if part.predicted_ms > 0]
    if not parts or not all(part.speedup for part in parts):
        return None
    return sum(part.predicted_ms * (part.speedup or 1) for part in parts) / sum(part.predicted_ms for part in parts)
