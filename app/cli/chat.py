"""`chat`: ask a model one thing, or talk with it."""

import argparse
from dataclasses import replace

from app.cli.console import Console
from app.cli.errors import WrongUse
from app.cli.loading import load_json, loaded_pair
from app.cli.messages_file import read_messages
from app.cli.reply import footer, notices_json, reply_json, stream_reply, talk, tell_notices
from app.cli.sampling import sampling_options
from app.cli.unavailable import unavailable
from app.engine.protocol import ChatMessage, DraftOptions, Generate, LoadOptions


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Load the pair and answer; raises what loading and generating raise."""
    request = _request(arguments, console)
    options = LoadOptions(
        context_size=arguments.ctx_size,
        device=arguments.device,
        gpu_layers=arguments.gpu_layers,
        cache_type=arguments.cache_type,
    )
    with loaded_pair(arguments.target, arguments.draft, options, console) as engine:
        missing = tuple(unavailable(request or _template(arguments), engine.loaded)) if engine.loaded else ()
        tell_notices(missing, console)
        if request is None:
            talk(engine, _template(arguments), console)
            return 0
        reply = stream_reply(engine, request, console)
    tell_notices(reply.result.notices, console)
    notices = notices_json((*missing, *reply.result.notices))
    console.result({**reply_json(reply), "notices": notices, "load": load_json(engine.loaded)})
    if not console.as_json:
        console.note(footer(reply.result))
    return 0


def _request(arguments: argparse.Namespace, console: Console) -> Generate | None:
    """The one thing to ask, or None for a dialogue; raises WrongUse and what a bad file of messages raises."""
    template = _template(arguments)
    if arguments.messages is not None:
        if arguments.raw:
            raise WrongUse("--raw goes with --prompt, not with --messages")
        return replace(template, messages=read_messages(arguments.messages))
    prompt = arguments.prompt
    if prompt is None and console.is_interactive and not arguments.raw:
        return None
    if prompt is None:
        prompt = console.piped_input()
    if not prompt:
        raise WrongUse("there is nothing to answer: give --prompt or --messages")
    if arguments.raw:
        return replace(template, raw_prompt=prompt)
    return replace(template, messages=(ChatMessage("user", prompt),))


def _template(arguments: argparse.Namespace) -> Generate:
    return Generate(
        job=0,
        sampling=sampling_options(arguments),
        drafting=DraftOptions(arguments.method, arguments.draft_max, arguments.pace),
        max_tokens=arguments.max_tokens,
        stop=tuple(arguments.stop),
        think=arguments.think,
        effort=arguments.effort,
    )
