"""What all measurements are told: how often, with which models, where."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.models.output_types import WrittenType
from bench import models


@dataclass(frozen=True, slots=True)
class Settings:
    """`folder` is empty at first and goes at the end.

    Without `target` and `draft`, models of `output_type` are made up.
    """

    folder: Path
    repeats: int
    threads: int
    target: Path | None = None
    draft: Path | None = None
    output_type: WrittenType = "bf16"

    def models(self) -> models.Models:
        """The models to measure with, made when they are first asked for."""
        if self.target is not None and self.draft is not None:
            return models.given(self.target, self.draft)
        return _made(self.folder / "made", self.output_type)


_made = cache(models.made)
