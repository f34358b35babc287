"""A pair in a file of its own (.slipstream): which target and draft, a preset, and how to load them.

JSON, written here and by hand:

    {"slipstream": 1,
     "target": "Qwen3-8B-Q4_K_M.gguf",
     "draft": {"path": "drafts/dspark.gguf", "repo": "OWNER/NAME", "revision": "main", "file": "dspark.gguf"},
     "preset": {"name": "Precise", "system_prompt": "Be brief.", "sampling": {"temperature": 0.2}},
     "load": {"context_size": 8192, "cache_type": "q8_0"}}

A model is a path, relative to the file or below `~/`, or says where it lies, where it comes from on the Hub, or both.
Names in `sampling` and `load` are those of the settings (app/core/settings.py).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any

from app.core.errors import AppError, UnsafePath
from app.core.files import safe_join, write_bytes
from app.core.messages import ProtocolError, from_json
from app.core.settings import EFFORT, THINKING, Setting, declared
from app.formats.errors import FormatError
from app.formats.json_file import read_json_object

SUFFIX = ".slipstream"
_VERSION = 1
_MOST_BYTES = 1 << 20
_LONGEST_NAME = 200
_LONGEST_PATH = 4096
_NETWORK = re.compile(r"[\\/]{2}")
_REPO = re.compile(r"[\w-][\w.-]{0,95}/[\w-][\w.-]{0,95}", re.ASCII)

SettingValue = str | int | float | bool


class PairFileInvalid(AppError):
    """A file does not hold a pair that can be opened: path, detail."""

    code = "pair_file_invalid"


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model lies, where it comes from, or both: `path` is absolute, `repo` OWNER/NAME on the Hub.

    `revision` and `file` are empty for the newest, and for a repository with one model.
    """

    path: Path | None = None
    repo: str = ""
    revision: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class FilePreset:
    """How the target is to answer; `sampling` has checked values by names of settings."""

    name: str = ""
    system_prompt: str = ""
    sampling: Mapping[str, SettingValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairFile:
    """What a file says; `load` has checked values by names of settings. There is a target, a preset, or both."""

    target: ModelPlace | None = None
    draft: ModelPlace | None = None
    preset: FilePreset | None = None
    load: Mapping[str, SettingValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Model:
    path: str = ""
    repo: str = ""
    revision: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class _Content:
    slipstream: int
    target: str | _Model | None = None
    draft: str | _Model | None = None
    preset: FilePreset | None = None
    load: Mapping[str, SettingValue] = field(default_factory=dict)


def read_pair_file(path: Path) -> PairFile:
    """What a file says, every value checked; whether the models are there is not.

    Raises PairFileInvalid, SettingUnknown, SettingRejected and what reading raises (`open_unknown`).
    """
    try:
        raw = read_json_object(path, _MOST_BYTES)
        if type(raw.get("slipstream")) is int and raw["slipstream"] > _VERSION:
            raise PairFileInvalid(path=str(path), detail="it was written by a newer Slipstream")
        content: _Content = from_json(_Content, raw)
    except FormatError as error:
        if "detail" not in error.facts:
            # An empty file or a web page has words of its own.
            raise
        raise PairFileInvalid(path=str(path), detail=error.facts["detail"]) from error
    except ProtocolError as error:
        detail = f"a part of it is not understood ({error.facts['detail']})".replace("_Content", "it")
        raise PairFileInvalid(path=str(path), detail=detail) from error
    preset = content.preset
    if content.target is None and (content.draft is not None or preset is None):
        raise PairFileInvalid(path=str(path), detail="it names no target")
    if preset is not None:
        preset = FilePreset(preset.name[:_LONGEST_NAME], preset.system_prompt, _checked(preset.sampling, is_sampling))
    target, draft = (_place(model, path) for model in (content.target, content.draft))
    return PairFile(target, draft, preset, _checked(content.load, is_of_loading))


def write_pair_file(path: Path, pair: PairFile) -> None:
    """Write a file that `read_pair_file` reads the same, also from another folder that the models moved to with it.

    Raises DiskFull or PathNotWritable.
    """
    content: dict[str, object] = {"slipstream": _VERSION}
    for name, place in (("target", pair.target), ("draft", pair.draft)):
        if place is not None:
            content[name] = _told(place, path.parent)
    if (preset := pair.preset) is not None:
        named = {"name": preset.name, "system_prompt": preset.system_prompt, "sampling": dict(preset.sampling)}
        content["preset"] = {name: value for name, value in named.items() if value}
    if pair.load:
        content["load"] = dict(pair.load)
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(path, dumps(content, indent=2).encode() + b"\n")


def is_sampling(setting: Setting[Any]) -> bool:
    """Whether a preset may have a value of its own for this setting."""
    return setting.section == "sampling" or setting.name in (THINKING.name, EFFORT.name)


def is_of_loading(setting: Setting[Any]) -> bool:
    """Whether a setting says how models are loaded."""
    return setting.needs_reload


def _checked(
    values: Mapping[str, SettingValue], is_wanted: Callable[[Setting[Any]], bool]
) -> Mapping[str, SettingValue]:
    return {name: setting.checked(value) for name, value in values.items() if is_wanted(setting := declared(name))}


def _place(model: str | _Model | None, file: Path) -> ModelPlace | None:
    if model is None:
        return None
    told = _Model(path=model) if isinstance(model, str) else model
    if not told.path and not told.repo:
        raise PairFileInvalid(path=str(file), detail="a model has neither a path nor a repository")
    if told.repo and (not _REPO.fullmatch(told.repo) or "--" in told.repo or ".." in told.repo):
        raise PairFileInvalid(path=str(file), detail=f"{told.repo[:_LONGEST_NAME]} is no repository's name")
    try:
        if told.file:
            safe_join(Path(), told.file)
    except UnsafePath as error:
        raise PairFileInvalid(path=str(file), detail="it names a file outside the repository") from error
    return ModelPlace(_path(told.path, file), told.repo, told.revision[:_LONGEST_NAME], told.file)


def _path(text: str, file: Path) -> Path | None:
    if not text:
        return None
    # Only to look at a place on the network tells its owner who asks, on Windows with the password's hash.
    if _NETWORK.match(text) or "\0" in text or len(text) > _LONGEST_PATH:
        raise PairFileInvalid(path=str(file), detail="a model's path leads out of this computer")
    below_home = text[:2] in ("~/", "~\\")
    return Path.home() / text[2:] if below_home else file.absolute().parent / text


def _told(place: ModelPlace, folder: Path) -> object:
    """As short as it can be said, and without the name of the person's home folder."""
    path = "" if place.path is None else str(place.path)
    if place.path is not None:
        for base, start in ((folder.absolute(), ""), (Path.home(), "~/")):
            if place.path.is_relative_to(base):
                path = start + place.path.relative_to(base).as_posix()
                break
    if not place.repo:
        return path
    told = {"path": path, "repo": place.repo, "revision": place.revision, "file": place.file}
    return {name: value for name, value in told.items() if value}
