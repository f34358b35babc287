"""The pairs that were loaded lately, newest first, kept beside the library."""

from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object

_NAME = "pairs.json"
_MOST_KEPT = 20


@dataclass(frozen=True, slots=True)
class RecentPair:
    """Two GGUF files that ran together; `draft` is None where the target ran alone."""

    target: Path
    draft: Path | None = None


@dataclass(frozen=True, slots=True)
class _Content:
    pairs: tuple[RecentPair, ...]


def recent_pairs(folder: Path) -> tuple[RecentPair, ...]:
    """Those whose files are still there; nothing where the list cannot be read."""
    return tuple(pair for pair in _read(folder) if _is_there(pair))


def remember_pair(folder: Path, pair: RecentPair) -> None:
    """Put a pair on top of the list in `folder`; raises DiskFull or PathNotWritable."""
    others = tuple(known for known in _read(folder) if known != pair)
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(folder / _NAME, dumps(to_json(_Content((pair, *others)[:_MOST_KEPT])), indent=1).encode())


def _read(folder: Path) -> tuple[RecentPair, ...]:
    try:
        content = from_json(_Content, read_json_object(folder / _NAME))
    except AppError:
        return ()
    return content.pairs if isinstance(content, _Content) else ()


def _is_there(pair: RecentPair) -> bool:
    try:
        return pair.target.is_file() and (pair.draft is None or pair.draft.is_file())
    except (OSError, ValueError):
        return False
