"""DFlash2: a DFlash block with convolutions along it, and a table that chooses among the candidates of its slots."""

from collections.abc import Iterator
from dataclasses import replace

from app.convert.blueprint import Blueprint, Slot
from app.convert.drafts.block import ARCHITECTURE
from app.convert.drafts.dflash import blueprint as dflash_blueprint
from app.convert.metadata import Pair, count
from app.convert.target import DraftTarget
from app.core.progress import Progress
from app.models.drafts.record import BlockDraft, Selector


def blueprint(record: BlockDraft, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file of a DFlash2 draft."""
    common = dflash_blueprint(record, target, progress)
    assert record.selector is not None
    return replace(
        common,
        pairs=[*common.pairs, *_pairs(record.selector)],
        slots=[*common.slots, *_selector_slots(record, record.selector), *_convolutions(record, record.selector)],
    )


def _pairs(selector: Selector) -> Iterator[Pair]:
    yield count(f"{ARCHITECTURE}.conv_kernel_size", selector.kernel_size)
    yield count(f"{ARCHITECTURE}.conv_group_size", selector.group_size)
    yield count(f"{ARCHITECTURE}.selector_rank", selector.rank)
    yield count(f"{ARCHITECTURE}.selector_top_k", selector.top_k)


def _selector_slots(record: BlockDraft, selector: Selector) -> Iterator[Slot]:
    for part in ("predecessor", "successor"):
        source = f"candidate_selector.{part}_codebook"
        yield Slot(source, f"selector_{part}.weight", (record.vocabulary_n, selector.rank))
    source = "candidate_selector.hidden_projection.weight"
    yield Slot(source, "selector_hidden.weight", (selector.rank, record.hidden_size))


def _convolutions(record: BlockDraft, selector: Selector) -> Iterator[Slot]:
    hidden, kernel = record.hidden_size, selector.kernel_size
    projected = 2 * kernel * hidden // selector.group_size
    for i in range(record.layers):
        for source, name in (("attention_conv", "attn_conv"), ("mlp_conv", "ffn_conv")):
            layer, block = f"layers.{i}.{source}", f"blk.{i}.{name}"
            yield Slot(f"{layer}.base_kernel", f"{block}_base", (2, kernel, hidden))
            yield Slot(f"{layer}.kernel_projection.weight", f"{block}_proj.weight", (projected, hidden))
