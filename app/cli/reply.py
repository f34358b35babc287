"""Replies on the command line: the text as it comes, the numbers under it."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.cli.console import Console
from app.core.errors import Cancelled, Fact
from app.engine.blocking import BlockingEngine
from app.engine.protocol import ChatMessage, Finished, Generate, GenerateResult, Notice, Piece, ReportProgress
from app.texts import draft_method, figure, notice, reason, share, speculation_state


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply and why it ended."""

    result: GenerateResult
    finish_reason: str


def stream_reply(engine: BlockingEngine, request: Generate, console: Console) -> Reply:
    """Generate, writing each piece as it arrives; raises what the engine reports."""
    with closing(engine.run(replace(request, job=engine.next_job()))) as events:
        for event in events:
            match event:
                case Piece(text=text, part="thinking"):
                    console.thought(text)
                case Piece(text=text):
                    console.write(text)
                case ReportProgress(stage=stage, done=done, total=total):
                    console.progress(stage, done, total)
                case Finished(reason=finish_reason, generated=GenerateResult() as result):
                    console.line()
                    return Reply(result, finish_reason)
    raise Cancelled


def talk(engine: BlockingEngine, template: Generate, console: Console) -> None:
    """A dialogue until the end of input; Ctrl-C stops a reply, and the dialogue where none is on its way."""
    messages: tuple[ChatMessage, ...] = ()
    while (question := console.ask()) is not None:
        if not question.strip():
            continue
        asked = (*messages, ChatMessage("user", question))
        try:
            reply = stream_reply(engine, replace(template, messages=asked), console)
        except KeyboardInterrupt:
            console.line()
            continue
        messages = (*asked, ChatMessage("assistant", reply.result.text, reply.result.thinking))
        tell_notices(reply.result.notices, console)
        console.note(footer(reply.result))


def tell_notices(notices: Sequence[Notice], console: Console) -> None:
    """Say what came up while the reply was made."""
    for told in notices:
        console.text(notice(told.code, told.facts))


def notices_json(notices: Sequence[Notice]) -> list[dict[str, Fact]]:
    """The same for programs."""
    return [{"code": told.code, **told.facts} for told in notices]


def reply_json(reply: Reply) -> dict[str, Any]:
    """What `--json` prints of a reply."""
    speculation = asdict(reply.result.speculation)
    return {
        "text": reply.result.text,
        "thinking": reply.result.thinking,
        "tokens": list(reply.result.tokens),
        "finish_reason": reply.finish_reason,
        "method": speculation.pop("method"),
        "timings": asdict(reply.result.timings),
        "speculation": speculation,
    }


def footer(result: GenerateResult) -> str:
    """The line of numbers under a reply: what was accepted, how long the steps were, how fast it went."""
    speculation, timings = result.speculation, result.timings
    parts = []
    if timings.draft_n:
        rate = share(speculation.acceptance_rate)
        parts.append(f"{draft_method(speculation.method)}: {rate} of {timings.draft_n} drafted accepted")
        parts.append(f"{figure(speculation.mean_accepted_length)} per pass")
    parts.append(f"{figure(timings.predicted_per_second)} tokens/s")
    if speculation.speedup is not None:
        parts.append(f"{figure(speculation.speedup)}x plain")
    # That there is no draft is no news to who named none.
    if speculation.state != "drafting" and speculation.reason and speculation.reason != "no_draft":
        parts.append(f"draft {speculation_state(speculation.state)}: {reason(speculation.reason)}")
    return " · ".join(parts)
