"""What the Hub offers: models with the ways to get them, and what goes with each. Facts only; nothing is asked here."""

from dataclasses import dataclass
from typing import Literal

from app.core.errors import Fact
from app.models.entry import DraftMethod, ModelEntry
from app.models.memory import ContextShape

Gate = Literal["", "auto", "manual"]
FormKind = Literal["checkpoint", "gguf"]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """The code and facts of an AppError that says why something cannot be used."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One way to get a model: a checkpoint to convert here, or a GGUF to use as it is, all parts of it as one.

    `file` names it inside the repository, and is empty for the checkpoint in the repository's own folder. `file_type`
    is the type of its numbers ("BF16", "Q4_K_M"), empty where neither name nor header says. `weights_bytes` are those
    of its weights, `fetch_bytes` those with all that comes along.
    """

    repo: str
    kind: FormKind
    file: str
    file_type: str
    fetch_bytes: int
    weights_bytes: int


@dataclass(frozen=True, slots=True)
class HubModel:
    """A model on the Hub; `forms` are the ways to get it, those of other repositories that hold the same included.

    `weights_n` counts its numbers, 0 where that is not known. `shape` and `entry` are None, and the forms estimates,
    as long as nobody has looked: the catalogue knows little of a model. `problem` says why it cannot be used.
    """

    repo: str
    forms: tuple[Form, ...]
    weights_n: int = 0
    family: str = ""
    method: DraftMethod | None = None
    shape: ContextShape | None = None
    entry: ModelEntry | None = None
    licence: str = ""
    gated: Gate = ""
    commit: str = ""
    base_models: tuple[str, ...] = ()
    problem: Obstacle | None = None

    @property
    def is_estimate(self) -> bool:
        """Whether its sizes are only what the catalogue says."""
        return self.entry is None and self.problem is None


@dataclass(frozen=True, slots=True)
class Partner:
    """A draft for a target, or a target for a draft; `misfit` says why the two make no pair, None when they do.

    `is_doubtful`: all that counts agrees, and yet the draft names another target.
    """

    model: HubModel
    misfit: Obstacle | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A repository: what it is, and the drafts or targets that go with it, those that fit first.

    `page` is its address on the Hub for a browser, "" as long as the Hub was not asked.
    """

    model: HubModel
    partners: tuple[Partner, ...] = ()
    page: str = ""
