"""The parts that DFlash and its kin have in common: a transformer that drafts a block at a time from hidden states."""

from collections.abc import Iterator, Sequence

from app.convert.blueprint import Blueprint, Note, Slot
from app.convert.metadata import Pair, count, flag, flags, integers, number, text
from app.convert.rope import pairs_to_halves, rope_frequencies, rope_pairs
from app.convert.target import DraftTarget
from app.convert.token_tables import DECIDED_HERE, TokenTables
from app.models.drafts.record import BlockDraft

ARCHITECTURE = "dflash"


def block_blueprint(
    record: BlockDraft, target: DraftTarget, tables: TokenTables, layers: Sequence[Slot] | None = None
) -> Blueprint:
    """The GGUF file of a draft without heads of its own, its `layers` like those of Qwen3 unless told otherwise."""
    return Blueprint(
        architecture=ARCHITECTURE,
        vocabulary_n=record.vocabulary_n,
        pairs=[*_transformer_pairs(record), *_drafting_pairs(record, target)],
        slots=[*tables.slots, *_slots(record), *(_qwen3_slots(record) if layers is None else layers)],
        made=[*rope_frequencies(record.rope, record.head_dim), *tables.made],
        left_out=DECIDED_HERE,
        notes=[*tables.notes, *_notes(record)],
    )


def _notes(record: BlockDraft) -> Iterator[Note]:
    if record.is_named_dspark and record.method == "dflash":
        yield Note("convert_dspark_is_dflash")
    if record.rope.type == "llama3":
        yield Note("convert_rope_kept")


def _transformer_pairs(record: BlockDraft) -> Iterator[Pair]:
    yield count(f"{ARCHITECTURE}.block_count", record.layers)
    yield count(f"{ARCHITECTURE}.context_length", record.context_length)
    yield count(f"{ARCHITECTURE}.embedding_length", record.hidden_size)
    yield count(f"{ARCHITECTURE}.feed_forward_length", record.feed_forward_size)
    yield count(f"{ARCHITECTURE}.attention.head_count", record.heads)
    yield count(f"{ARCHITECTURE}.attention.head_count_kv", record.kv_heads)
    yield from rope_pairs(ARCHITECTURE, record.rope)
    yield number(f"{ARCHITECTURE}.attention.layer_norm_rms_epsilon", record.rms_eps)
    yield count(f"{ARCHITECTURE}.attention.key_length", record.head_dim)
    yield count(f"{ARCHITECTURE}.attention.value_length", record.head_dim)
    if record.activation != "silu":
        yield text(f"{ARCHITECTURE}.hidden_activation", record.activation)
    scales = (
        ("attention.value_scale", record.attention_value_scale),
        ("logit_scale", record.logit_scale),
        ("embedding_scale", record.embedding_scale),
        ("final_logit_softcapping", record.logit_softcap or None),
    )
    for name, value in scales:
        if value is not None:
            yield number(f"{ARCHITECTURE}.{name}", value)


def _drafting_pairs(record: BlockDraft, target: DraftTarget) -> Iterator[Pair]:
    yield count(f"{ARCHITECTURE}.block_size", record.block_size)
    yield integers(f"{ARCHITECTURE}.target_layers", record.layer_ids)
    if record.sliding_window is not None:
        yield count(f"{ARCHITECTURE}.attention.sliding_window", record.sliding_window)
        yield flags(f"{ARCHITECTURE}.attention.sliding_window_pattern", record.sliding_layers)
    if record.is_causal is not None:
        yield flag(f"{ARCHITECTURE}.attention.causal", record.is_causal)
    if target.facts.mrope_sections is not None:
        # Such a target counts positions in several dimensions; the draft follows its first, that of time.
        yield integers(f"{ARCHITECTURE}.rope.dimension_sections", [record.head_dim // 2, 0, 0, 0])


def _slots(record: BlockDraft) -> Iterator[Slot]:
    hidden = record.hidden_size
    yield Slot("fc.weight", "fc.weight", (hidden, len(record.layer_ids) * hidden))
    yield Slot("hidden_norm.weight", "enc.output_norm.weight", (hidden,))
    yield Slot("norm.weight", "output_norm.weight", (hidden,))


def layer_slots(record: BlockDraft, i: int) -> Iterator[Slot]:
    """What layer `i` has in every block draft."""
    hidden, forward, head_dim = record.hidden_size, record.feed_forward_size, record.head_dim
    queries, keys = record.heads * head_dim, record.kv_heads * head_dim
    layer, block = f"layers.{i}.", f"blk.{i}."
    yield Slot(layer + "input_layernorm.weight", block + "attn_norm.weight", (hidden,))
    rotated = (
        ("q_proj", "attn_q", (queries, hidden)),
        ("k_proj", "attn_k", (keys, hidden)),
        ("q_norm", "attn_q_norm", (head_dim,)),
        ("k_norm", "attn_k_norm", (head_dim,)),
    )
    for source, name, shape in rotated:
        order = None if record.rope.is_neox else pairs_to_halves(shape[0], head_dim)
        yield Slot(f"{layer}self_attn.{source}.weight", f"{block}{name}.weight", shape, order=order)
    yield Slot(layer + "self_attn.o_proj.weight", block + "attn_output.weight", (hidden, queries))
    for part, shape in (("gate", (forward, hidden)), ("up", (forward, hidden)), ("down", (hidden, forward))):
        yield Slot(f"{layer}mlp.{part}_proj.weight", f"{block}ffn_{part}.weight", shape)


def _qwen3_slots(record: BlockDraft) -> Iterator[Slot]:
    hidden = record.hidden_size
    for i in range(record.layers):
        layer, block = f"layers.{i}.", f"blk.{i}."
        yield from layer_slots(record, i)
        yield Slot(
            layer + "self_attn.v_proj.weight", block + "attn_v.weight", (record.kv_heads * record.head_dim, hidden)
        )
        yield Slot(layer + "self_attn.sinks", block + "attn_sinks.weight", (record.heads,), is_required=False)
        yield Slot(layer + "post_attention_layernorm.weight", block + "ffn_norm.weight", (hidden,))
