"""What the window and the engine process say to each other: frozen dataclasses, one version, encode, decode."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from app.core.errors import Fact
from app.core.messages import Codec
from app.engine.left_out import NONE_LEFT_OUT, LeftOut
from app.models.offload import OffloadPlan
from app.models.placing import PairSizes

PROTOCOL_VERSION = 1

# Without a draft model; "ngram_first" looks up before it asks the model.
LookUpMethod = Literal["ngram", "ngram_map"]
MethodChoice = Literal[
    "auto", "none", "dspark", "dflash", "dflash2", "eagle3", "mtp", "small_model", LookUpMethod, "ngram_first"
]
Pacing = Literal["auto", "always"]
CacheType = Literal["f16", "q8_0", "q4_0"]
SpeculationState = Literal["drafting", "paused", "off"]
FinishReason = Literal["stop", "length", "cancelled", "done"]
PartKind = Literal["answer", "thinking"]
Effort = Literal["low", "medium", "high"]

# The order in which the samplers narrow or reweight the candidates; the last one that is on picks.
SAMPLER_ORDER = (
    "logit_bias",
    "penalties",
    "dry",
    "top_n_sigma",
    "top_k",
    "typical_p",
    "top_p",
    "min_p",
    "xtc",
    "temperature",
    "mirostat",
    "grammar",
    "banned",
)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One turn of a conversation; whether the model sees again what it thought is its template's choice."""

    role: Literal["system", "user", "assistant"]
    content: str
    thinking: str = ""


@dataclass(frozen=True, slots=True)
class TokenBias:
    """What is added to the logit of a token of the vocabulary."""

    token: int
    bias: float


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """How the target picks a token, in SAMPLER_ORDER; the names and meanings are llama.cpp's.

    Temperature 0 is greedy. Off are top_k 0, top_p 1, min_p 0, typical_p 1, top_n_sigma 0, xtc_probability 0,
    dry_multiplier 0, dynamic_range 0, mirostat 0, repeat_penalty 1 and the other penalties 0. Penalties look back
    over `repeat_last_n` tokens, DRY over `dry_last_n`; 0 is nowhere, for DRY -1 is all of the context. `grammar` is
    GBNF, `json_schema` the text of a schema; at most one of them is given, and only the answer has to follow it, not
    what is thought. `banned` are strings that the reply never holds.
    """

    temperature: float = 0.8
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    repeat_last_n: int = 64
    seed: int | None = None
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    dry_last_n: int = -1
    typical_p: float = 1.0
    top_n_sigma: float = 0.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    dynamic_range: float = 0.0
    dynamic_exponent: float = 1.0
    mirostat: int = 0
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1
    logit_bias: tuple[TokenBias, ...] = ()
    grammar: str = ""
    json_schema: str = ""
    banned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftOptions:
    """Whether and how far to draft.

    At most `max_tokens` at once, 0: as many as the draft can. With `pacing` "auto" every round gets the length that
    makes the most tokens per second, and none where plain decoding is faster; "always" drafts the most every round.
    """

    method: MethodChoice = "auto"
    max_tokens: int = 0
    pacing: Pacing = "auto"


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load; context_size 0 is min(the model's own, 8192), gpu_layers -1 what fits, threads 0 what suits it.

    `device` is "auto", "cpu" or the name of a device as `DeviceFacts.name` gives it. `cache_type` is how the target's
    keys and values are kept; those of the draft are few, and stay f16. After a load that ended badly for want of
    memory, `less` asks for so many steps less than would be tried first (app.models.offload).
    """

    context_size: int = 0
    device: str = "auto"
    gpu_layers: int = -1
    threads: int = 0
    cache_type: CacheType = "f16"
    less: int = 0


# Commands, parent to child.


@dataclass(frozen=True, slots=True)
class Hello:
    """First message; the child answers Ready or goes away. It leaves out backends that ended it before."""

    version: int
    backends_left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """Load a target, and the draft for it; whatever was loaded before is unloaded first.

    So many `crashes` for want of memory came of it already: each asks for one step less (app.models.offload). Devices
    that are `left_out` failed before.
    """

    job: int
    target: Path
    draft: Path | None = None
    options: LoadOptions = LoadOptions()
    crashes: int = 0
    left_out: LeftOut = NONE_LEFT_OUT


@dataclass(frozen=True, slots=True)
class Unload:
    """Free the models."""

    job: int


@dataclass(frozen=True, slots=True)
class Generate:
    """Answer `messages` through the model's template, or go on from `raw_prompt` as it is; exactly one is given.

    max_tokens 0 is up to the end of the context. `think` and `effort` go to templates that offer them
    (LoadResult.thinking); None is the template's own choice. `stop` ends the answer, not what is thought.
    With `is_fresh` nothing of earlier texts is kept: the prompt is read from its beginning. With `continues` the last
    of `messages` is the reply so far, thought and answer, and what is written goes on from its end.
    """

    job: int
    messages: tuple[ChatMessage, ...] = ()
    raw_prompt: str | None = None
    sampling: SamplingOptions = SamplingOptions()
    drafting: DraftOptions = DraftOptions()
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    think: bool | None = None
    effort: Effort | None = None
    is_fresh: bool = False
    continues: bool = False


@dataclass(frozen=True, slots=True)
class CountTokens:
    """Tell how many tokens each of some texts is to the loaded target."""

    job: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListDevices:
    """Tell which backends and devices are there."""

    job: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop a job: it ends with Finished("cancelled") and what it had."""

    job: int


JobCommand = Load | Unload | Generate | CountTokens | ListDevices
Command = Hello | JobCommand | Cancel


# Events, child to parent.


@dataclass(frozen=True, slots=True)
class Ready:
    """The child is up: its protocol version and the versions of what it runs on."""

    version: int
    backend: str


@dataclass(frozen=True, slots=True)
class Working:
    """A sign of life from the middle of a job that has nothing else to tell, once a second at most."""

    job: int


@dataclass(frozen=True, slots=True)
class ReportProgress:
    """How far a job is; `stage` is an identifier that app/texts.py words."""

    job: int
    stage: str
    done: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that the target decided on; `draft_position` is 0-based where the draft had proposed it, else None.

    `part` tells whether it belongs to the answer or to what the model thinks before.
    """

    job: int
    text: str
    draft_position: int | None = None
    part: PartKind = "answer"


@dataclass(frozen=True, slots=True)
class Timings:
    """Counts and times of one reply, named and meant as llama.cpp's `timings`.

    `context_n` is how many tokens of the context are in use by the conversation so far. The model does not read the
    first `dropped_n` turns of the conversation, the system message not counted: they do not fit any more.
    """

    prompt_n: int = 0
    prompt_ms: float = 0.0
    predicted_n: int = 0
    predicted_ms: float = 0.0
    predicted_per_second: float | None = None
    draft_n: int = 0
    draft_n_accepted: int = 0
    context_n: int = 0
    dropped_n: int = 0


@dataclass(frozen=True, slots=True)
class Speculation:
    """How drafting went in one reply; None where there is nothing to tell yet.

    acceptance_rate = draft_n_accepted / draft_n; mean_accepted_length = predicted_n / target passes;
    acceptance_by_position[i] = rounds whose first i+1 draft tokens were all accepted / rounds that drafted that many;
    speedup = predicted_per_second / plain_tokens_per_second, the latter measured on this machine with this model, for
    this text. `draft_length` is how many tokens are drafted now, 0 in a pause. `reason` is a code that app/texts.py
    words: why it is paused or off, or that it is slower.
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
class ThinkingOffer:
    """What the model's template lets one choose: whether to think, and with how much effort.

    `thinks` is what it does when it is not told; None where it does not offer the choice.
    """

    has_switch: bool = False
    efforts: tuple[Effort, ...] = ()
    thinks: bool | None = None


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What is loaded now; `plan` says where, and what is otherwise than was asked for, `sizes` what there was to place.

    `memory_bytes` is what weights and caches take in all memories together. `devices_left_out` failed, now or before.
    """

    target: TargetLoaded
    draft: DraftLoaded | None
    context_size: int
    device: str
    memory_bytes: int
    plain_tokens_per_second: float | None
    notices: tuple[Notice, ...] = ()
    thinking: ThinkingOffer = ThinkingOffer()
    plan: OffloadPlan | None = None
    sizes: PairSizes | None = None
    devices_left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GenerateResult:
    """A whole reply: the answer's text, what was thought before, all token ids and the last numbers.

    `notices` tells what came up while it was made.
    """

    text: str
    tokens: tuple[int, ...]
    timings: Timings
    speculation: Speculation
    notices: tuple[Notice, ...] = ()
    thinking: str = ""


@dataclass(frozen=True, slots=True)
class DevicesResult:
    """Backends loaded and devices found; `notices` tells which backends could not be loaded.

    `build` is the version and commit of llama.cpp's ggml that is at work.
    """

    backends: tuple[str, ...]
    devices: tuple[DeviceFacts, ...]
    notices: tuple[Notice, ...] = ()
    build: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """A job ended well, or was cancelled; exactly one of Finished and Failed ends every job."""

    job: int
    reason: FinishReason
    loaded: LoadResult | None = None
    generated: GenerateResult | None = None
    devices: DevicesResult | None = None
    token_counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """A job ended badly: the code and facts of an AppError, and the last lines of the native log."""

    job: int
    code: str
    facts: Mapping[str, Fact]
    log: str = ""


Event = Ready | Working | ReportProgress | Piece | Stats | Finished | Failed

COMMANDS = Codec(Hello, Load, Unload, Generate, CountTokens, ListDevices, Cancel)
EVENTS = Codec(Ready, Working, ReportProgress, Piece, Stats, Finished, Failed)
