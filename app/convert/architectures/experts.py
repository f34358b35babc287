"""The parts that mixtures of experts have in common: their sizes, and many small matrices as one stack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.convert.architectures.decoder import DecoderSizes, Layer, feed_forward_slots
from app.convert.blueprint import Merge, Slot
from app.convert.metadata import Pair, count
from app.convert.rearranged import Joined, Rows, whole
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_MOST_EXPERTS = 1 << 12
_MOST_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class ExpertSizes:
    """How many experts a layer has and asks for each token, and the values inside each of them."""

    experts: int
    used: int
    feed_forward: int


def expert_sizes(config: Config, width_key: str = "moe_intermediate_size") -> ExpertSizes:
    """The sizes that `config` tells, under one of the two names that exporters have for the number of experts."""
    number_key = "num_local_experts" if config.has("num_local_experts") else "num_experts"
    experts = config.integer(number_key, least=1, most=_MOST_EXPERTS)
    return ExpertSizes(
        experts=experts,
        used=config.integer("num_experts_per_tok", least=1, most=experts),
        feed_forward=config.integer(width_key, least=1, most=_MOST_SIZE),
    )


def expert_pairs(architecture: str, experts: ExpertSizes) -> list[Pair]:
    """The pairs that llama.cpp reads for any mixture of experts."""
    return [
        count(f"{architecture}.expert_count", experts.experts),
        count(f"{architecture}.expert_used_count", experts.used),
        count(f"{architecture}.expert_feed_forward_length", experts.feed_forward),
    ]


def shared_expert_pairs(architecture: str, config: Config) -> list[Pair]:
    """The pair for an expert that every token asks."""
    return [count(f"{architecture}.expert_shared_feed_forward_length", _shared_size(config))]


def shared_expert_slots(config: Config, sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    """The expert that every token asks, and what weighs its answer."""
    yield from feed_forward_slots(sizes, at, module="mlp.shared_expert", suffix="_shexp", width=_shared_size(config))
    yield Slot(f"{at.source}mlp.shared_expert_gate.weight", f"{at.block}ffn_gate_inp_shexp.weight", (1, sizes.hidden))


def _shared_size(config: Config) -> int:
    return config.integer("shared_expert_intermediate_size", least=1, most=_MOST_SIZE)


def stacked(sources: Sequence[str], shape: tuple[int, int], name: str) -> Merge:
    """Matrices of one shape, one behind another."""
    return Merge(tuple((source, shape) for source in sources), name, (len(sources), *shape), _one_after_another)


def _one_after_another(tensors: Sequence[TensorInfo]) -> Joined:
    return Joined(tuple(whole(tensor) for tensor in tensors))


@dataclass(frozen=True, slots=True)
class PartOfEach:
    """Rows [first, first + count) of each matrix in a stack."""

    first: int
    count: int

    def __call__(self, tensor: TensorInfo) -> Joined:
        matrices_n, rows_n, _ = tensor.shape
        return Joined(tuple(Rows(tensor, i * rows_n + self.first, self.count) for i in range(matrices_n)))


def router_slot(sizes: DecoderSizes, experts: ExpertSizes, at: Layer, *, source: str = "mlp.gate") -> Slot:
    """What chooses a layer's experts."""
    return Slot(f"{at.source}{source}.weight", f"{at.block}ffn_gate_inp.weight", (experts.experts, sizes.hidden))


def expert_tensors(
    tensors: Mapping[str, TensorInfo], sizes: DecoderSizes, experts: ExpertSizes, at: Layer
) -> tuple[list[Slot], list[Merge]]:
    """The experts of a layer under "mlp.experts": each matrix by itself, or one stack with gate and up in one."""
    module, block = f"{at.source}mlp.experts.", at.block
    hidden, forward = sizes.hidden, experts.feed_forward
    if f"{module}gate_up_proj" not in tensors:
        shapes = {"gate": (forward, hidden), "up": (forward, hidden), "down": (hidden, forward)}
        names = {part: [f"{module}{j}.{part}_proj.weight" for j in range(experts.experts)] for part in shapes}
        return [], [stacked(names[part], shape, f"{block}ffn_{part}_exps.weight") for part, shape in shapes.items()]
    return list(_fused_slots(module, block, sizes, experts)), []


def _fused_slots(module: str, block: str, sizes: DecoderSizes, experts: ExpertSizes) -> Iterator[Slot]:
    hidden, forward, n = sizes.hidden, experts.feed_forward, experts.experts
    for first, part in ((0, "gate"), (forward, "up")):
        yield Slot(
            f"{module}gate_up_proj",
            f"{block}ffn_{part}_exps.weight",
            (n, 2 * forward, hidden),
            values=PartOfEach(first, forward),
            written_shape=(n, forward, hidden),
        )
    yield Slot(f"{module}down_proj", f"{block}ffn_down_exps.weight", (n, hidden, forward))
