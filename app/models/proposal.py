"""Proposes a number format for a model from the memory and the device at hand, with the reason in one line.

What decides on a processor is how long a pass over several tokens takes, for checking a draft is such a pass. Measured
with a random Qwen3 of 577 million weights on 2 cores of an AMD EPYC with AVX512-BF16 (milliseconds by rows):

    rows        bf16   f16  q8_0  q6_k  q5_k_m  q4_k_m  iq4_nl  q4_0  iq4_xs  q3_k_m
     1          23.9  25.7  15.8  13.3    13.6     9.6     9.1   9.4    13.0    12.2
     2          27.2  33.1  42.3  24.3    25.2    15.2    14.9  15.1    26.7    23.9
     4          32.5  38.6  57.0  31.0    36.0    25.1    16.1  16.2    38.7    33.4
     8          39.0  53.7  58.5  57.9    45.2    39.6    27.1  27.1    39.7    47.2
    16          52.6  71.4  87.8  60.8    48.7    49.0    36.6  37.4    42.3    53.3
    plain        42    39    63    75      74     104     110   106      77      82   tokens per second
    drafting     76    58    53    54      67      75     103   103      75      65   tokens per second

Drafting is worked out from the rows: 8 of them are checked, 2.5 of the 7 guesses accepted, and the draft takes 7 ms.
Then only BF16 and F16 gain by a draft, q6_k and q4_k_m lose most, and IQ4_NL and Q4_0, quickest both ways, gain from
2.8 accepted guesses on. Of the two, IQ4_NL rounds a tenth less coarsely (0.076 of the weights' spread against 0.086;
q8_0 0.005, q6_k 0.018, q4_k_m 0.068, q3_k_m 0.139, q2_k 0.274). Processors without AVX512-BF16 were not measured.

Quantized drafts guess about as well: on the trained pairs of the tests q8_0 and the 4-bit formats changed the
acceptance rate by less than 0.02, whatever tensors they round.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from app.core.errors import Fact
from app.models.output_types import FORMATS, OutputType

Role = Literal["target", "draft"]
DeviceKind = Literal["cpu", "gpu", "integrated", "accelerator"]

# Those that are worth a choice in a window: the others lie in between.
OFFERED_TYPES: tuple[OutputType, ...] = (
    *("f32", "f16", "bf16", "q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_nl", "q4_0", "iq4_xs", "q3_k_m", "q2_k"),
)
# Below it, rounding saves little and is felt most.
_SMALL_WEIGHTS = 1_000_000_000
_SMALL_DRAFT_WEIGHTS = 300_000_000
# Of memory that is free: a device rounds up and keeps some for itself.
_USABLE_SHARE = 0.9
# Of a machine's own memory, whatever is free of it now: other programs want some.
_MACHINE_SHARE = 0.75
# From exact to coarse.
_ON_DEVICE: tuple[OutputType, ...] = ("q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_xs", "q3_k_m", "q2_k")
_ON_PROCESSOR: tuple[OutputType, ...] = ("iq4_nl", "q3_k_m", "q2_k")
_AS_TRAINED: tuple[OutputType, ...] = ("bf16",)
_BEST_REASONS: Mapping[OutputType, str] = {
    "bf16": "type_as_trained",
    "q8_0": "type_practically_same",
    "iq4_nl": "type_quick_on_processor",
}


@dataclass(frozen=True, slots=True)
class Machine:
    """What a model is to run on: the machine's memory, and the kind of the device that does most of the work.

    `memory_total_bytes` is 0 where nobody tells. `device_memory_bytes` is the device's own memory, None for one that
    uses the machine's.
    """

    memory_total_bytes: int
    memory_free_bytes: int
    device_kind: DeviceKind
    device_memory_bytes: int | None = None

    @property
    def room_bytes(self) -> int | None:
        """What models may take, None where nobody tells."""
        if self.device_memory_bytes is not None:
            return round(self.device_memory_bytes * _USABLE_SHARE)
        if not self.memory_total_bytes:
            return None
        free, total = self.memory_free_bytes * _USABLE_SHARE, self.memory_total_bytes * _MACHINE_SHARE
        return round(min(free, total))


@dataclass(frozen=True, slots=True)
class TypeProposal:
    """A format and about what the weights take in it; `reason` is a code that app/texts words, with its `facts`.

    Where nothing `fits`, it is the smallest format, and the facts tell how large a model would.
    """

    output_type: OutputType
    size_bytes: int
    fits: bool
    reason: str
    facts: tuple[tuple[str, Fact], ...] = ()


def propose(role: Role, weights_n: int, machine: Machine, beside_bytes: int) -> TypeProposal:
    """The format for a model of `weights_n` weights, with `beside_bytes` for caches and the other model of the pair."""
    wanted = _wanted_types(role, weights_n, machine)
    usable = machine.room_bytes
    room = size_of(weights_n, wanted[0]) if usable is None else max(0, usable - beside_bytes)
    found = next((kind for kind in wanted if size_of(weights_n, kind) <= room), None)
    if found is None:
        return _none_fits(weights_n, wanted[-1], room)
    size_bytes = size_of(weights_n, found)
    if found == wanted[0]:
        reason = "type_draft_as_trained" if role == "draft" and found == "bf16" else _BEST_REASONS[found]
        return TypeProposal(found, size_bytes, True, reason)
    return TypeProposal(found, size_bytes, True, "type_largest_that_fits", (("room_bytes", room),))


def _none_fits(weights_n: int, smallest: OutputType, room: int) -> TypeProposal:
    needed = size_of(weights_n, smallest)
    would_fit = round(room * 8 / FORMATS[smallest].bits)
    facts = (("needed_bytes", needed), ("room_bytes", room), ("weights_n", would_fit))
    return TypeProposal(smallest, needed, False, "type_none_fits", facts)


def _wanted_types(role: Role, weights_n: int, machine: Machine) -> tuple[OutputType, ...]:
    """The formats to try, the best one first."""
    is_on_processor = machine.device_kind == "cpu"
    rest = _ON_PROCESSOR if is_on_processor else _ON_DEVICE
    if role == "draft":
        stays = is_on_processor or weights_n < _SMALL_DRAFT_WEIGHTS
    else:
        stays = weights_n < _SMALL_WEIGHTS
    return (*_AS_TRAINED, *rest) if stays else rest


def size_of(weights_n: int, output_type: str) -> int:
    """About how many bytes a model of that many weights takes in an output type."""
    return round(weights_n * FORMATS[output_type].bits / 8)
