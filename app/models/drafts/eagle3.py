"""EAGLE-3: one layer that drafts token after token from three hidden states of the target."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.config import (
    MOST_LAYERS,
    MOST_SIZE,
    backbone_of,
    disagreements,
    provenance,
    refuse_quantized,
)
from app.models.drafts.record import TransformerDraft
from app.models.drafts.rope import draft_rope
from app.models.drafts.tensors import (
    Expected,
    canonical_tensors,
    check_tensors,
    draft_vocabulary,
    head_dim,
    tables,
)
from app.models.entry import EAGLE3_STATES, DraftFacts
from app.models.errors import DraftCannotRun, DraftTensorShape, TensorAbsent

_LAYER = "layers.0."
_LAYER_IDS = "eagle_aux_hidden_state_layer_ids"
_FUSION, _FUSION_NORM = "fc.weight", "input_norm.weight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eagle3Draft(TransformerDraft):
    """An EAGLE-3 checkpoint.

    `layer_ids` is empty where the exporter left them to the usual rule, which needs the target's number of layers;
    `is_counted_from_outputs` says that the checkpoint counts what layers give out, one less than here.
    `target_hidden_size` may differ from the draft's own. Of the two norms, one precedes the residual branch, the other
    the projection of the target's states.
    """

    target_hidden_size: int
    norm_before_residual: bool
    norm_before_fc: bool
    is_counted_from_outputs: bool

    @property
    def facts(self) -> DraftFacts:
        """What pairing and the window need to know: such a draft proposes one token a pass."""
        return DraftFacts(
            method="eagle3",
            schema=self.origin.schema,
            layers=self.layers,
            hidden_size=self.hidden_size,
            vocabulary_n=self.vocabulary_n,
            draft_vocabulary_n=self.draft_vocabulary_n,
            layer_ids=self.layer_ids,
            target_hint=self.origin.target_hint,
            target_family=self.origin.target_family,
            target_hidden_size=self.target_hidden_size,
        )


def read_eagle3(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> Eagle3Draft:
    """The draft of an EAGLE-3 checkpoint, flat or nested; raises what `read_draft_schema` lists."""
    refuse_quantized(top)
    backbone, draft = backbone_of(top), top.section("eagle_config").over(top)
    found, folder = canonical_tensors(tensors), top.path.parent
    layers = backbone.integer("num_hidden_layers", least=1, most=MOST_LAYERS)
    if layers != 1:
        raise DraftCannotRun(kind=f"EAGLE-3 with {layers} layers")
    if (name := backbone.text("hidden_act", "silu")) != "silu":
        raise DraftCannotRun(kind=f"EAGLE-3 with the activation {name[:40]}")
    hidden = backbone.integer("hidden_size", least=1, most=MOST_SIZE)
    heads = backbone.integer("num_attention_heads", least=1, most=MOST_SIZE)
    vocabulary_n = backbone.integer("vocab_size", least=1, most=MOST_SIZE)
    told = draft.optional_integer("draft_vocab_size", least=1, most=vocabulary_n)
    width = head_dim(found, heads, folder)
    rope = draft_rope(backbone, width)
    if rope.dimensions is not None:
        raise DraftCannotRun(kind="EAGLE-3 with partly rotated heads")
    layer_ids, is_counted_from_outputs = _layer_ids(draft, is_nested=top.has("transformer_layer_config"))
    record = Eagle3Draft(
        kind="eagle3",
        origin=provenance(top, schema),
        layers=layers,
        hidden_size=hidden,
        feed_forward_size=backbone.integer("intermediate_size", least=1, most=MOST_SIZE),
        heads=heads,
        kv_heads=backbone.integer("num_key_value_heads", heads, least=1, most=MOST_SIZE),
        head_dim=width,
        context_length=backbone.integer("max_position_embeddings", least=1),
        rms_eps=backbone.number("rms_norm_eps", 1e-6, least=0),
        rope=rope,
        vocabulary_n=vocabulary_n,
        draft_vocabulary_n=draft_vocabulary(found, told, vocabulary_n),
        layer_ids=layer_ids,
        target_hidden_size=_target_hidden_size(found, top),
        norm_before_residual=draft.boolean("norm_before_residual", False),
        norm_before_fc=draft.boolean("norm_before_fc", False) or _FUSION_NORM in found,
        is_counted_from_outputs=is_counted_from_outputs,
        tensors=found,
    )
    claims = (
        (backbone, "head_dim", record.head_dim),
        (draft, "draft_vocab_size", record.draft_vocabulary_n),
        (top, "target_hidden_size", record.target_hidden_size),
        (draft, "norm_before_fc", record.norm_before_fc),
    )
    record = replace(record, disagreements=disagreements(*claims))
    check_tensors(found, _expected(record), folder)
    return record


def _layer_ids(draft: Config, *, is_nested: bool) -> tuple[tuple[int, ...], bool]:
    """(target layers whose input the draft reads, whether the config counts outputs); ((), False) when it is silent.

    The speculators library counts inputs. Of the others, lists that begin with 1 count outputs and all the rest count
    inputs (https://github.com/sgl-project/sglang/pull/25454).
    """
    if not draft.has(_LAYER_IDS):
        return (), False
    ids = draft.integers(_LAYER_IDS, most=MOST_LAYERS)
    if len(ids) != EAGLE3_STATES:
        raise DraftCannotRun(kind=f"EAGLE-3 that reads {len(ids)} layers")
    counts_outputs = not is_nested and ids[0] == 1
    return tuple(i + counts_outputs for i in ids), counts_outputs


def _target_hidden_size(tensors: Mapping[str, TensorInfo], top: Config) -> int:
    """Columns of the projection for each of the states."""
    fusion = tensors.get(_FUSION)
    if fusion is None:
        raise TensorAbsent(path=str(top.path.parent), name=_FUSION)
    if len(fusion.shape) != 2 or fusion.shape[1] % EAGLE3_STATES or not fusion.shape[1]:
        expected, got = f"columns for {EAGLE3_STATES} states", str(list(fusion.shape))
        raise DraftTensorShape(path=str(fusion.path), name=_FUSION, expected=expected, got=got)
    return fusion.shape[1] // EAGLE3_STATES


def _expected(record: Eagle3Draft) -> Iterator[Expected]:
    """Every tensor of such a draft; a table can be the target's only where the hidden sizes agree."""
    hidden, forward, states = record.hidden_size, record.feed_forward_size, EAGLE3_STATES * record.target_hidden_size
    queries, keys = record.heads * record.head_dim, record.kv_heads * record.head_dim
    for item in tables(hidden, record.vocabulary_n, record.draft_vocabulary_n):
        is_needed = hidden != record.target_hidden_size and item.name != "d2t"
        yield Expected(item.name, item.shape, item.is_required or is_needed)
    yield Expected(_FUSION, (hidden, states))
    if record.norm_before_fc:
        yield Expected(_FUSION_NORM, (states,))
    for norm in ("input_layernorm", "hidden_norm", "post_attention_layernorm"):
        yield Expected(f"{_LAYER}{norm}.weight", (hidden,))
    yield Expected(_LAYER + "self_attn.q_proj.weight", (queries, 2 * hidden))
    yield Expected(_LAYER + "self_attn.k_proj.weight", (keys, 2 * hidden))
    yield Expected(_LAYER + "self_attn.v_proj.weight", (keys, 2 * hidden))
    yield Expected(_LAYER + "self_attn.o_proj.weight", (hidden, queries))
    yield Expected(_LAYER + "mlp.gate_proj.weight", (forward, hidden))
    yield Expected(_LAYER + "mlp.up_proj.weight", (forward, hidden))
    yield Expected(_LAYER + "mlp.down_proj.weight", (hidden, forward))
