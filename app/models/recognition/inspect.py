"""Tells what a path is: a target, a draft, something else by its name, or nothing."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from app.core.errors import AppError, PathMissing, PathNotReadable
from app.formats.checkpoint import weight_format
from app.formats.opening import open_unknown
from app.models.entry import ModelEntry
from app.models.errors import NotAModel, TargetNotConvertible
from app.models.recognition.checkpoint import inspect_checkpoint, main_weights
from app.models.recognition.families import CONVERTIBLE
from app.models.recognition.gguf import inspect_gguf
from app.models.recognition.other_kinds import refuse_other_file


def inspect_model(path: Path, *, tells_tokens: bool = True) -> ModelEntry:
    """What the checkpoint folder, the file inside one, or the .gguf at `path` is.

    Without `tells_tokens` a checkpoint's tokenizer, which takes a moment, is not looked at.

    Anything that lies there gets an entry: what cannot be used has its `problem`, with the facts that word it. Raises
    PathMissing or PathNotReadable when nothing can be looked at.
    """
    try:
        is_folder = path.is_dir()
        path.stat()
        if is_folder:
            next(iter(path.iterdir()), None)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise PathMissing(path=str(path)) from error
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
    try:
        return _inspect_folder(path, tells_tokens) if is_folder else _inspect_file(path, tells_tokens)
    except AppError as error:
        return problem_entry(path, error)
    except OSError as error:
        return problem_entry(path, PathNotReadable(path=str(path), detail=error.strerror or str(error)))


def why_not_convertible(entry: ModelEntry) -> AppError | None:
    """The reason why the checkpoint of a target cannot be converted here, None when it can or need not be."""
    if entry.form == "gguf" or entry.target is None or entry.target.class_name in CONVERTIBLE:
        return None
    return TargetNotConvertible(class_name=entry.target.class_name)


def nested_drafts(folder: Path) -> tuple[Path, ...]:
    """Folders directly inside a target's that hold a draft for it, as some repositories are laid out."""
    children = sorted(config.parent for config in folder.glob("*/config.json"))
    return tuple(child for child in children if inspect_model(child).draft is not None)


def _inspect_folder(folder: Path, tells_tokens: bool) -> ModelEntry:
    folder = _descend(folder)
    # A repository of GGUF files often holds the config of the checkpoint that they came from.
    is_checkpoint = (folder / "config.json").is_file() and any(folder.glob("*.safetensors*"))
    weights = None if is_checkpoint else main_weights(folder)
    return inspect_gguf(weights) if weights else inspect_checkpoint(folder, tells_tokens=tells_tokens)


def _inspect_file(path: Path, tells_tokens: bool) -> ModelEntry:
    with open_unknown(path) as (stream, _):
        is_gguf = stream.read(4) == b"GGUF"
    if is_gguf or path.suffix.lower() == ".gguf":
        return inspect_gguf(path)
    refuse_other_file(path)
    if path.suffix.lower() == ".json" or weight_format([path.name.lower()]) is not None:
        return inspect_checkpoint(path.parent, tells_tokens=tells_tokens)
    raise NotAModel(path=str(path))


def _descend(folder: Path) -> Path:
    """The folder that holds the model: that of the last snapshot in a Hub cache, or the only one with a config."""
    if (folder / "snapshots").is_dir():
        snapshots = [child for child in (folder / "snapshots").iterdir() if child.is_dir()]
        if snapshots:
            return max(snapshots, key=lambda child: child.stat().st_mtime)
    if any((folder / name).is_file() for name in ("config.json", "model_index.json")):
        return folder
    inner = [child for child in folder.iterdir() if (child / "config.json").is_file()]
    has_own_files = any(child.suffix == ".gguf" or weight_format([child.name]) for child in folder.iterdir())
    return inner[0] if len(inner) == 1 and not has_own_files else folder


def problem_entry(path: Path, error: AppError) -> ModelEntry:
    is_gguf = path.suffix.lower() == ".gguf"
    size = 0
    with suppress(OSError, ValueError):
        size = path.stat().st_size if path.is_file() else 0
    entry = ModelEntry(path, path.stem if is_gguf else path.name, "gguf" if is_gguf else "checkpoint", size, "")
    return replace(entry, problem=error.code, problem_facts=tuple(error.facts.items()))
