"""What the window and the engine process say to each other: frozen dataclasses, one version, encode, decode."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.core.errors import Fact
from app.core.messages import Codec

PROTOCOL_VERSION = 1

MethodChoice = Literal["auto", "none", "dspark", "dflash"]
SpeculationState = Literal["drafting", "paused", "off"]
FinishReason = Literal["stop", "length", "cancelled", "done"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation as the template wants it."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """How the target picks a token; temperature 0 is greedy, top_k 0 / top_p 1 / min_p 0 / repeat_penalty 1 are off."""

    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    repeat_last_n: int = 64
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class DraftOptions:
    """Whether and how far to draft; `max_tokens` 0 is the longest draft that the model's block allows."""

    method: MethodChoice = "auto"
    max_tokens: int = 0


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load; context_size 0 is min(the model's own, 8192), gpu_layers -1 is all, threads 0 is what suits it.

    `device` is "auto", "cpu" or the name of a device as `DeviceFacts.name` gives it.
    """

    context_size: int = 0
    device: str = "auto"
    gpu_layers: int = -1
    threads: int = 0


# Commands, parent to child.


@dataclass(frozen=True, slots=True)
class Hello:
    """First message; the child answers Ready or goes away."""

    version: int


@dataclass(frozen=True, slots=True)
class Load:
    """Load a target, and the draft for it; whatever was loaded before is unloaded first."""

    job: int
    target: Path
    draft: Path | None = None
    options: LoadOptions = LoadOptions()


@dataclass(frozen=True, slots=True)
class Unload:
    """Free the models."""

    job: int


@dataclass(frozen=True, slots=True)
class Generate:
    """Answer `messages` through the model's template, or go on from `raw_prompt` as it is; exactly one is given.

    max_tokens 0 is up to the end of the context.
    """

    job: int
    messages: tuple[ChatMessage, ...] = ()
    raw_prompt: str | None = None
    sampling: SamplingOptions = SamplingOptions()
    drafting: DraftOptions = DraftOptions()
    max_tokens: int = 0
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListDevices:
    """Tell which backends and devices are there."""

    job: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop a job: it ends with Finished("cancelled") and what it had."""

    job: int


JobCommand = Load | Unload | Generate | ListDevices
Command = Hello | JobCommand | Cancel


# Events, child to parent.


@dataclass(frozen=True, slots=True)
class Ready:
    """The child is up: its protocol version and the versions of what it runs on."""

    version: int
    backend: str


@dataclass(frozen=True, slots=True)
class ReportProgress:
    """How far a job is; `stage` is an identifier that app/texts.py words."""

    job: int
    stage: str
    done: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that the target decided on; `draft_position` is 0-based where the draft had proposed it, else None."""

    job: int
    text: str
    draft_position: int | None = None


@dataclass(frozen=True, slots=True)
class Timings:
    """Counts and times of one reply, named and meant as llama.cpp's `timings`."""

    prompt_n: int = 0
    prompt_ms: float = 0.0
    predicted_n: int = 0
    predicted_ms: float = 0.0
    predicted_per_second: float | None = None
    draft_n: int = 0
    draft_n_accepted: int = 0


@dataclass(frozen=True, slots=True)
class Speculation:
    """How drafting went in one reply; None where there is nothing to tell yet.

    acceptance_rate = draft_n_accepted / draft_n; mean_accepted_length = predicted_n / target passes;
    acceptance_by_position[i] = rounds whose first i+1 draft tokens were all accepted / rounds that drafted that many;
    speedup = predicted_per_second / plain_tokens_per_second, the latter measured on this machine with this model.
    `reason` is a code that app/texts.py words.
    """

    method: str = "none"
    state: SpeculationState = "off"
    reason: str | None = None
    rounds: int = 0
    draft_length: int = 0
    acceptance_rate: float | None = None
    mean_accepted_length: float | None = None
    acceptance_by_position: tuple[float, ...] = ()
    draft_ms: float = 0.0
    verify_ms: float = 0.0
    other_ms: float = 0.0
    plain_tokens_per_second: float | None = None
    speedup: float | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers so far, sent at most ten times a second and once more before Finished."""

    job: int
    timings: Timings
    speculation: Speculation


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """A device that a loaded backend offers; memory in bytes, None where the backend does not tell."""

    name: str
    description: str
    kind: Literal["cpu", "gpu", "integrated", "accelerator"]
    memory_total_bytes: int | None
    memory_free_bytes: int | None


@dataclass(frozen=True, slots=True)
class TargetLoaded:
    """The target as loaded."""

    path: Path
    name: str
    architecture: str
    description: str
    size_bytes: int
    layers: int
    hidden_size: int
    vocabulary_n: int
    context_trained: int


@dataclass(frozen=True, slots=True)
class DraftLoaded:
    """The draft as loaded; draft_max is the most tokens that one block can propose."""

    path: Path
    name: str
    method: str
    size_bytes: int
    block_size: int
    draft_max: int
    sample_from_anchor: bool
    has_confidence_head: bool
    draft_vocabulary_n: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should see that stopped nothing, e.g. a fallback template: worded by code."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What is loaded now."""

    target: TargetLoaded
    draft: DraftLoaded | None
    context_size: int
    device: str
    memory_bytes: int
    plain_tokens_per_second: float | None
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class GenerateResult:
    """A whole reply: its text, token ids and last numbers; `notices` tells what came up while it was made."""

    text: str
    tokens: tuple[int, ...]
    timings: Timings
    speculation: Speculation
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class DevicesResult:
    """Backends loaded and devices found."""

    backends: tuple[str, ...]
    devices: tuple[DeviceFacts, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A job ended well, or was cancelled; exactly one of Finished and Failed ends every job."""

    job: int
    reason: FinishReason
    loaded: LoadResult | None = None
    generated: GenerateResult | None = None
    devices: DevicesResult | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A job ended badly: the code and facts of an AppError, and the last lines of the native log."""

    job: int
    code: str
    facts: Mapping[str, Fact]
    log: str = ""


Event = Ready | ReportProgress | Piece | Stats | Finished | Failed

COMMANDS = Codec(Hello, Load, Unload, Generate, ListDevices, Cancel)
EVENTS = Codec(Ready, ReportProgress, Piece, Stats, Finished, Failed)
