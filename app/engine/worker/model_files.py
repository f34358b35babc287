"""The files that weights are mapped from, watched while they are in use."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from app.core.errors import AppError, PathNotReadable


class ModelFileChanged(AppError):
    """A file was written to while its weights were in use: path."""

    code = "model_file_changed"


@dataclass(frozen=True, slots=True)
class _Opened:
    path: Path
    descriptor: int
    state: tuple[int, int]


class ModelFiles:
    """Files as they are now; those of other names that take their place later are no concern of the old ones' weights.

    A mapped file that becomes shorter ends the process at the first page that is missing, one that is written to
    changes the weights: `check` is to find that out before they are read. Raises PathNotReadable.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files: list[_Opened] = []
        for path in paths:
            try:
                descriptor = os.open(path, os.O_RDONLY)
            except OSError as error:
                self.close()
                raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
            self._files.append(_Opened(path, descriptor, _state_of(descriptor)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Raise ModelFileChanged if one of them was written to."""
        for file in self._files:
            if _state_of(file.descriptor) != file.state:
                raise ModelFileChanged(path=str(file.path))

    def close(self) -> None:
        """Watch them no more."""
        while self._files:
            os.close(self._files.pop().descriptor)


def _state_of(descriptor: int) -> tuple[int, int]:
    """Size and time of the last change; through the descriptor, for the path may name another file by now."""
    found = os.fstat(descriptor)
    return found.st_size, found.st_mtime_ns
