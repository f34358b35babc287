"""`demo`: the tiny pair that comes with Slipstream, through the real path, without a window."""

import argparse
import json
import random
from dataclasses import replace
from pathlib import Path

from app.cli.console import Console
from app.cli.errors import DemoMissing
from app.cli.loading import loaded_pair
from app.cli.reply import footer, reply_json, stream_reply, talk
from app.core.paths import assets_folder
from app.engine.protocol import ChatMessage, DraftOptions, Generate, LoadOptions, SamplingOptions


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Convert, load, ask; at a terminal a dialogue follows. Raises DemoMissing and what these steps raise."""
    folder = assets_folder() / "demo"
    for part in (folder / "target", folder / "draft"):
        if not part.is_dir():
            raise DemoMissing(path=str(part))
    question = arguments.prompt or _own_question(folder / "questions.json")
    request = Generate(
        job=0,
        messages=(ChatMessage("user", question),),
        sampling=SamplingOptions(temperature=0),
        drafting=DraftOptions(pacing="always"),
        max_tokens=512,
    )
    with loaded_pair(folder / "target", folder / "draft", LoadOptions(), console) as engine:
        console.note("The demo always drafts: its target is so small that nothing is gained, and it would pause.")
        console.line(f"> {question}")
        reply = stream_reply(engine, request, console)
        console.line(footer(reply.result))
        console.result({"question": question, **reply_json(reply)})
        if console.is_interactive and not arguments.prompt:
            console.line("Ask it something about Slipstream or speculative decoding; an empty end of input leaves.")
            talk(engine, replace(request, messages=()), console)
    return 0


def _own_question(path: Path) -> str:
    questions = json.loads(path.read_text(encoding="utf-8"))
    # There is no panel to watch here.
    return str(random.choice([item["question"] for item in questions if "panel" not in item["answer"]]))
