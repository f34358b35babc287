"""`models`: what is at hand, and deleting it."""

import argparse
from os.path import normpath
from pathlib import Path
from typing import Any

from app.cli.console import Console
from app.cli.errors import WrongUse
from app.cli.interrupt import interruptible
from app.core.messages import to_json
from app.core.paths import library_folder
from app.core.progress import Progress
from app.hub.shelf import Incomplete, incomplete
from app.models.library.library import Library, LibraryModel, targets_with_drafts
from app.models.library.removal import plan_removal
from app.models.library.user_folders import UserFolder, look_through
from app.texts import share, size
from app.texts.description import description, file_facts, kind
from app.texts.trials import trial_words


def run(arguments: argparse.Namespace, console: Console) -> int:
    """List the library after what was asked to be removed is gone; folders of the user's own are looked through."""
    library = Library(library_folder())
    freed_bytes = sum(_remove(library, path, console) for path in arguments.remove)
    for folder in arguments.add_folder:
        _add_folder(library, folder)
    for folder in arguments.forget_folder:
        _forget_folder(library, folder)
    with interruptible() as interrupted:
        progress = Progress(console.progress, interrupted.is_set)
        folders = [look_through(library.folder, folder.path, progress) for folder in library.folders()]
    models, checkpoints, stopped = library.models(), library.checkpoints(), incomplete(library.folder)
    _write(console, models, checkpoints)
    for one in stopped:
        console.line(f"incomplete: {one.repo}{f' {one.name}' if one.name else ''}")
        console.line(
            f"  {size(one.present_bytes)} of {size(one.size_bytes)} ({share(_done(one))}); `pull` goes on with it"
        )
    for folder in folders:
        held = "1 model" if len(folder.models) == 1 else f"{len(folder.models)} models"
        console.line(f"folder: {folder.path} ({held}{'' if folder.is_there else ', not there now'})")
    if not (models or checkpoints or stopped or folders):
        console.line("The library is empty: `pull` fetches models, `convert` makes them of checkpoints.")
    console.result(
        {
            "models": [_model_json(model) for model in models],
            "checkpoints": [_model_json(model) for model in checkpoints],
            "incomplete": [to_json(one) for one in stopped],
            "folders": [_folder_json(folder) for folder in folders],
            "freed_bytes": freed_bytes,
        }
    )
    return 0


def _add_folder(library: Library, folder: Path) -> None:
    if not folder.is_dir():
        raise WrongUse(f"no folder lies at “{folder}”")
    library.add_folder(folder)


def _forget_folder(library: Library, folder: Path) -> None:
    place = folder.resolve()
    if place not in [known.path for known in library.folders()]:
        raise WrongUse(f"“{folder}” is no folder of the list; `models` tells which are")
    library.remove_folder(place)


def _remove(library: Library, path: Path, console: Console) -> int:
    known = {model.entry.path: model for model in (*library.models(), *library.checkpoints())}
    absolute = path.absolute()
    # Of two names of one file, as with a link in the way, the library knows one.
    model = known.get(absolute) or known.get(Path(normpath(absolute))) or known.get(path.resolve())
    if model is None:
        raise WrongUse(f"no model of the library lies at “{path}”; `models` lists where they lie")
    if model.folder is not None:
        raise WrongUse(f"“{path}” lies in a folder of your own: delete it there, or use --forget-folder")
    freed_bytes = 0 if model.is_outside else plan_removal(library.folder, (model.entry.path,)).freed_bytes
    library.remove(model.entry.path)
    console.line(f"Removed {model.entry.name}: {size(freed_bytes)} freed.")
    return freed_bytes


def _write(console: Console, models: tuple[LibraryModel, ...], checkpoints: tuple[LibraryModel, ...]) -> None:
    shown = set()
    for target, drafts in targets_with_drafts(models):
        _write_model(console, target, "")
        shown.add(target.entry.path)
        for choice in drafts:
            if choice.reason is None:
                _write_model(console, choice.model, "  ", target.entry.path)
                shown.add(choice.model.entry.path)
    for model in (*(model for model in models if model.entry.path not in shown), *checkpoints):
        _write_model(console, model, "")


def _write_model(console: Console, model: LibraryModel, indent: str, target: Path | None = None) -> None:
    """Say what a model is; of a draft how it did with `target`, or with which other it was tried."""
    entry = model.entry
    what = "checkpoint" if entry.form == "checkpoint" else kind(entry)
    console.line(f"{indent}{what}: {entry.name}: {description(entry)}")
    console.line(f"{indent}  {entry.path} ({file_facts(entry)})")
    trial = (model.trial_with(target) if target is not None else None) or model.trial
    if trial is not None:
        console.line(f"{indent}  {trial_words(trial, entry.path)}.")


def _done(stopped: Incomplete) -> float:
    return stopped.present_bytes / stopped.size_bytes if stopped.size_bytes else 0.0


def _model_json(model: LibraryModel) -> dict[str, Any]:
    note = model.fetched
    return {
        "path": str(model.entry.path),
        "name": model.entry.name,
        "kind": kind(model.entry),
        "form": model.entry.form,
        "size_bytes": model.entry.size_bytes,
        "problem": model.entry.problem,
        "repo": note.repo if note else None,
        "commit": note.commit if note else None,
        "converted_from": str(model.origin.source) if model.origin else None,
        "last_used": model.last_used or None,
        "trials": [to_json(trial) for trial in model.trials],
    }


def _folder_json(folder: UserFolder) -> dict[str, Any]:
    return {"path": str(folder.path), "is_there": folder.is_there, "models_n": len(folder.models)}
