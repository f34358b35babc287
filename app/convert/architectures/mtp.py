"""Layers that a target brings along to draft its own next tokens with (multi-token prediction)."""

import re
from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import DecoderSizes, Layer, from_one
from app.convert.blueprint import Slot
from app.convert.metadata import Pair, count
from app.formats.safetensors import TensorInfo

_LAYER = re.compile(r"mtp\.layers\.(\d{1,3})\.")


def mtp_layers(tensors: Mapping[str, TensorInfo], sizes: DecoderSizes) -> list[Layer]:
    """Where such layers are, in GGUF behind the others; none as a rule.

    Counted are the tensors: configs have promised layers that were left out, and kept quiet about some that are there.
    """
    found = [int(match[1]) + 1 for name in tensors if (match := _LAYER.match(name))]
    return [Layer(f"mtp.layers.{i}.", f"blk.{sizes.layers + i}.") for i in range(max(found, default=0))]


def mtp_pairs(architecture: str, layers_n: int) -> list[Pair]:
    """How many there are; nothing without any."""
    return [count(f"{architecture}.nextn_predict_layers", layers_n)] if layers_n else []


def mtp_input_slots(sizes: DecoderSizes) -> Iterator[Slot]:
    """What joins the hidden state with the embedding of the token before, and the norm in front of the head."""
    hidden, block = sizes.hidden, f"blk.{sizes.layers}.nextn."
    yield Slot("mtp.fc.weight", f"{block}eh_proj.weight", (hidden, 2 * hidden))
    norms = (("pre_fc_norm_embedding", "enorm"), ("pre_fc_norm_hidden", "hnorm"), ("norm", "shared_head_norm"))
    for source, name in norms:
        yield from_one(Slot(f"mtp.{source}.weight", f"{block}{name}.weight", (hidden,)))
