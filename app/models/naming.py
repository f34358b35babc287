"""The name that a model is shown under."""

import re
from pathlib import Path

from app.formats.errors import plain_name
from app.formats.gguf import GgufHeader
from app.models.config import Config

_CACHE_FOLDER = re.compile(r"models--(?:.+--)?(.+)")
_FETCHED_FOLDER = re.compile(r"[\w.-]+?--([\w.-]+)", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{12}")
# What converters write when they know no better.
_EMPTY_NAMES = frozenset({"", ".", "model", "models", "hf", "output", "checkpoint", "snapshot", "tmp", "test", "none"})
# Folders that are called by their part in a pair: the folder around them says of which.
_PARTS = frozenset({"target", "draft", "drafter", "speculator", "verifier"})


def gguf_name(header: GgufHeader) -> str:
    """`general.name` where it says something, else the file's name."""
    name = header.metadata.get("general.name")
    if isinstance(name, str) and _says_something(name):
        return plain_name(name.strip())
    return header.path.stem


def checkpoint_name(config: Config, folder: Path) -> str:
    """The name of the folder, of the repository in a Hub cache, or the one that the exporter wrote into the config.

    A folder of fetched files, OWNER--NAME/COMMIT, bears the repository's name too. One that is called by its part in a
    pair takes the name of the folder around it along: "demo-target".
    """
    if folder.parent.name == "snapshots" and (cached := _CACHE_FOLDER.fullmatch(folder.parent.parent.name)):
        return cached[1]
    if _COMMIT.fullmatch(folder.name) and (fetched := _FETCHED_FOLDER.fullmatch(folder.parent.name)):
        return fetched[1]
    written = config.values.get("_name_or_path")
    if isinstance(written, str) and not _says_something(folder.name):
        last = re.split(r"[\\/]", written.rstrip("\\/"))[-1]
        if _says_something(last):
            return plain_name(last)
    if folder.name.lower() in _PARTS and _says_something(folder.parent.name):
        return f"{folder.parent.name}-{folder.name}"
    return folder.name or str(folder)


def _says_something(name: str) -> bool:
    """Whether a name is more than a placeholder or the hash that a snapshot's folder is called by."""
    plain = name.strip().lower()
    return plain not in _EMPTY_NAMES and not re.fullmatch(r"[0-9a-f]{20,64}|checkpoint-\d+", plain)
