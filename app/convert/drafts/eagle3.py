"""EAGLE-3: one layer of Llama's kind that reads the last token and what three layers of the target made of the text."""

from collections.abc import Iterator

from app.convert.blueprint import Blueprint, Note, Slot
from app.convert.metadata import Pair, count, flag, integers, number
from app.convert.rope import halves_to_pairs, rope_frequencies, rope_pairs
from app.convert.target import DraftTarget
from app.convert.token_tables import DECIDED_HERE, own_tables
from app.core.progress import Progress
from app.models.drafts.eagle3 import Eagle3Draft
from app.models.entry import EAGLE3_STATES
from app.models.pairing import target_layer_ids

_NAME = "eagle3"


def blueprint(record: Eagle3Draft, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file of an EAGLE-3 draft; tables of its own are kept as they are."""
    tables = own_tables(record)
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=record.vocabulary_n,
        pairs=[*_transformer_pairs(record), *_drafting_pairs(record, target)],
        slots=[*tables.slots, *_slots(record), *_layer(record)],
        made=[*rope_frequencies(record.rope, record.head_dim), *tables.made],
        left_out=DECIDED_HERE,
        notes=[Note("convert_layer_ids_raised")] if record.is_counted_from_outputs else [],
    )


def _transformer_pairs(record: Eagle3Draft) -> Iterator[Pair]:
    yield count(f"{_NAME}.block_count", record.layers)
    yield count(f"{_NAME}.context_length", record.context_length)
    yield count(f"{_NAME}.embedding_length", record.hidden_size)
    yield count(f"{_NAME}.feed_forward_length", record.feed_forward_size)
    yield count(f"{_NAME}.attention.head_count", record.heads)
    yield count(f"{_NAME}.attention.head_count_kv", record.kv_heads)
    yield from rope_pairs(_NAME, record.rope)
    yield number(f"{_NAME}.attention.layer_norm_rms_epsilon", record.rms_eps)
    yield count(f"{_NAME}.attention.key_length", record.head_dim)
    yield count(f"{_NAME}.attention.value_length", record.head_dim)
    yield count(f"{_NAME}.vocab_size", record.vocabulary_n)
    yield count(f"{_NAME}.rope.dimension_count", record.head_dim)


def _drafting_pairs(record: Eagle3Draft, target: DraftTarget) -> Iterator[Pair]:
    yield integers(f"{_NAME}.target_layers", target_layer_ids(target.facts, record.facts))
    yield count(f"{_NAME}.target_hidden_size", record.target_hidden_size)
    yield flag(f"{_NAME}.norm_before_residual", record.norm_before_residual)
    yield flag(f"{_NAME}.norm_before_fc", record.norm_before_fc)


def _slots(record: Eagle3Draft) -> Iterator[Slot]:
    hidden, states = record.hidden_size, EAGLE3_STATES * record.target_hidden_size
    yield Slot("fc.weight", "fc.weight", (hidden, states))
    yield Slot("input_norm.weight", "enc.output_norm.weight", (states,), is_required=record.norm_before_fc)
    yield Slot("norm.weight", "output_norm.weight", (hidden,))


def _layer(record: Eagle3Draft) -> Iterator[Slot]:
    hidden, forward, head_dim = record.hidden_size, record.feed_forward_size, record.head_dim
    queries, keys = record.heads * head_dim, record.kv_heads * head_dim
    layer, block = "layers.0.", "blk.0."
    # The embedding of the token and the target's states are normalised apart and read side by side.
    yield Slot(layer + "input_layernorm.weight", block + "attn_norm.weight", (hidden,))
    yield Slot(layer + "hidden_norm.weight", block + "attn_norm_2.weight", (hidden,))
    for part, rows in (("q", queries), ("k", keys)):
        order, shape = halves_to_pairs(rows, head_dim), (rows, 2 * hidden)
        yield Slot(f"{layer}self_attn.{part}_proj.weight", f"{block}attn_{part}.weight", shape, order=order)
    yield Slot(layer + "self_attn.v_proj.weight", block + "attn_v.weight", (keys, 2 * hidden))
    yield Slot(layer + "self_attn.o_proj.weight", block + "attn_output.weight", (hidden, queries))
    yield Slot(layer + "post_attention_layernorm.weight", block + "ffn_norm.weight", (hidden,))
    for part, shape in (("gate", (forward, hidden)), ("up", (forward, hidden)), ("down", (hidden, forward))):
        yield Slot(f"{layer}mlp.{part}_proj.weight", f"{block}ffn_{part}.weight", shape)
