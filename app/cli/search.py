"""`search`: find models and drafts on the Hub."""

import argparse
from dataclasses import asdict

from app.cli.console import Console
from app.cli.interrupt import interruptible
from app.core.paths import settings_path
from app.core.progress import Progress
from app.core.settings import OFFLINE, Settings
from app.hub.client import HubClient
from app.hub.search import SearchResult, search
from app.texts import draft_method, notice
from app.texts.amounts import parameters


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List what the Hub has under these words."""
    client = HubClient.of_this_machine(is_offline=Settings(settings_path()).get(OFFLINE))
    with interruptible() as interrupted:
        progress = Progress(console.progress, interrupted.is_set)
        found = search(client, arguments.query, progress, drafts_only=arguments.drafts, limit=arguments.limit)
    if client.token_was_refused:
        console.text(notice("hub_token_ignored", {"link": f"{client.endpoint}/settings/tokens"}))
    for result in found:
        console.line(result.repo)
        console.line(f"  {_described(result)}")
    if not found:
        console.line("The Hub has nothing of this name.")
    console.result({"query": arguments.query, "results": [asdict(result) for result in found]})
    return 0


def _described(result: SearchResult) -> str:
    forms = [name for name, has in (("safetensors", result.has_safetensors), ("GGUF", result.has_gguf)) if has]
    parts = [
        _kind(result),
        f"of {', '.join(result.base_models)}" if result.base_models else "",
        *forms,
        parameters(result.parameters) if result.parameters else "",
        result.licence,
        "asks to accept its terms" if result.gated else "",
        result.updated,
    ]
    return ", ".join(part for part in parts if part)


def _kind(result: SearchResult) -> str:
    if not result.is_draft:
        return "model"
    return f"draft: {draft_method(result.method)}" if result.method else "draft"
