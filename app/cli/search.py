"""`search`: find models and drafts on the Hub."""

import argparse
from dataclasses import asdict
from typing import Any

from app.cli.console import Console, failure_json
from app.cli.interrupt import interruptible
from app.core.errors import AppError, ReportedError
from app.core.progress import Progress
from app.hub.account import tokens_page
from app.hub.classify import classify
from app.hub.client import HubClient
from app.hub.patience import WHILE_SOMEBODY_WAITS
from app.hub.results import SearchFilter, SearchResult
from app.hub.search import search
from app.models.entry import ModelEntry
from app.texts import draft_method, notice, sentence_of
from app.texts.amounts import parameters
from app.texts.description import description, kind


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List what the Hub has under these words."""
    client = HubClient.of_this_machine(is_offline=arguments.offline, patience=WHILE_SOMEBODY_WAITS)
    with interruptible() as interrupted:
        progress = Progress(console.progress, interrupted.is_set)
        found = search(client, arguments.query, progress, wanted=_wanted(arguments), limit=arguments.limit)
        looked = {result.repo: _looked(client, result.repo, progress) for result in found} if arguments.look else {}
    if client.token_was_refused:
        console.text(notice("hub_token_ignored", {"link": tokens_page(client.endpoint)}))
    for result in found:
        console.line(result.repo)
        console.line(f"  {_described(result)}")
        if result.repo in looked:
            console.line(f"  {_seen(looked[result.repo])}")
    if not found:
        console.line("The Hub has nothing of this name.")
    results = [{**asdict(result), **_seen_json(looked.get(result.repo))} for result in found]
    console.result({"query": arguments.query, "results": results})
    return 0


def _wanted(arguments: argparse.Namespace) -> SearchFilter:
    return SearchFilter(
        drafts_only=arguments.drafts,
        method=arguments.method,
        family=arguments.family,
        most_parameters=round((arguments.max_size or 0) * 1e9),
        licence=arguments.licence,
        kind={"gguf": "gguf", "safetensors": "checkpoint", None: None}[arguments.format],
    )


def _looked(client: HubClient, repo: str, progress: Progress) -> ModelEntry | AppError:
    """What a repository is, or why that cannot be told."""
    try:
        entry = classify(client, client.listing(repo, None, progress), progress).entry
    except AppError as error:
        return error
    return ReportedError(entry.problem, dict(entry.problem_facts)) if entry.problem else entry


def _seen(found: ModelEntry | AppError) -> str:
    return sentence_of(found).sentence if isinstance(found, AppError) else f"It is a {description(found)}"


def _seen_json(found: ModelEntry | AppError | None) -> dict[str, Any]:
    """What looking told; nothing where nobody looked."""
    if found is None:
        return {}
    if isinstance(found, AppError):
        return {"looked": {"problem": failure_json(found)}}
    return {"looked": {"kind": kind(found), "description": description(found), "problem": None}}


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
