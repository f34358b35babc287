"""`--headless --serve`: a pair loaded and offered to other programs, without a window."""

import argparse
import os
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from app.cli.console import Console
from app.cli.errors import ModelsNotHere, WrongUse
from app.cli.interrupt import interruptible
from app.cli.loading import loaded_pair
from app.core.errors import PathMissing
from app.core.log import hide_secret
from app.core.paths import library_folder, settings_path
from app.core.settings import Settings
from app.engine.options import draft_options, load_options, sampling_options, thinking_options
from app.engine.protocol import ChatMessage, Generate, LoadOptions
from app.models.library.library import Library
from app.models.library.places import FoundPair, find_pair
from app.models.pair_file import FilePreset
from app.server.api import Access, LocalApi
from app.server.writer import EngineWriter

KEY_VARIABLE = "SLIPSTREAM_API_KEY"
_GLANCE_S = 0.2


@dataclass(frozen=True, slots=True)
class _Served:
    target: Path
    draft: Path | None
    options: LoadOptions
    usual: Generate


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Load, listen and answer until Ctrl-C or a polite kill; raises what loading raises, WrongUse and PortTaken."""
    access = _access(arguments)
    served = _served(arguments)
    # Before the models, which take their time: a port that is taken is known at once.
    with (
        closing(LocalApi(access)) as api,
        loaded_pair(served.target, served.draft, served.options, console) as engine,
        interruptible() as interrupted,
        # Before the engine goes, which may be writing.
        closing(api),
    ):
        api.serve(EngineWriter(engine, served.options, served.usual))
        name = engine.loaded.target.name if engine.loaded else served.target.name
        console.line(f"{name} answers at {api.address}")
        console.note("Ctrl-C ends it.")
        while not interrupted.wait(_GLANCE_S):
            pass
    return 0


def _access(arguments: argparse.Namespace) -> Access:
    if not arguments.serve:
        raise WrongUse("--headless needs --serve")
    if arguments.paths:
        raise WrongUse("--headless opens no files: name a pair with --target and --draft, or with --config")
    key = os.environ.get(KEY_VARIABLE, "") if arguments.api_key is None else arguments.api_key
    hide_secret(key)
    usual = Access()
    access = Access(arguments.host or usual.host, arguments.port or usual.port, key, tuple(arguments.cors))
    if not access.is_local and not key:
        raise WrongUse(f"--host {access.host} lets other computers in: give --api-key, or set {KEY_VARIABLE}")
    return access


def _served(arguments: argparse.Namespace) -> _Served:
    """What to load and how to answer: as the settings say, what the pair file says first."""
    settings = Settings(settings_path())
    preset, options = FilePreset(), load_options(settings)
    target, draft = arguments.target, arguments.draft
    if arguments.config is not None:
        if target is not None:
            raise WrongUse("--config names a target already: leave out either of them")
        found = _found(arguments.config)
        target, draft = found.target, draft or found.draft
        preset = found.file.preset or preset
        options = replace(options, **found.file.load)  # type: ignore[arg-type]  # checked, and named as in the settings
    if target is None:
        raise WrongUse("there is nothing to serve: name a --target, or a --config that has one")
    think, effort = thinking_options(settings, preset.sampling)
    usual = Generate(
        job=0,
        messages=(ChatMessage("system", preset.system_prompt),) if preset.system_prompt else (),
        sampling=sampling_options(settings, preset.sampling),
        drafting=draft_options(settings),
        think=think,
        effort=effort,
    )
    return _Served(target, draft, options, usual)


def _found(config: Path) -> FoundPair:
    """The pair of a file; raises PathMissing, ModelsNotHere and what reading the file raises."""
    if not config.exists():
        raise PathMissing(path=str(config))
    found = find_pair(config, Library(library_folder()))
    if found.missing:
        names = ", ".join(place.repo or str(place.path) for place in found.missing)
        raise ModelsNotHere(name=config.name, models=names)
    return found
