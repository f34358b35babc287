"""Configs and tensor headers of small drafts in every schema, to be changed by the tests."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.formats.safetensors import TensorInfo
from app.models.entry import DraftFacts, TargetFacts

HIDDEN, FORWARD, HEADS, KV_HEADS, HEAD_DIM, LAYERS = 64, 96, 4, 2, 32, 2
VOCABULARY, RANK, BLOCK, MASK = 1024, 16, 6, 1021

BACKBONE: dict[str, Any] = {
    "model_type": "qwen3",
    "hidden_size": HIDDEN,
    "intermediate_size": FORWARD,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "num_hidden_layers": LAYERS,
    "head_dim": HEAD_DIM,
    "hidden_act": "silu",
    "rms_norm_eps": 1e-6,
    "max_position_embeddings": 4096,
    "rope_theta": 1_000_000,
    "rope_scaling": None,
    "vocab_size": VOCABULARY,
    "attention_bias": False,
    "use_sliding_window": False,
    "sliding_window": None,
    "layer_types": ["full_attention"] * LAYERS,
    "tie_word_embeddings": False,
}

DEEPSPEC: dict[str, Any] = {
    **BACKBONE,
    "architectures": ["Qwen3DSparkModel"],
    "num_target_layers": 6,
    "block_size": BLOCK,
    "mask_token_id": MASK,
    "target_layer_ids": [0, 1, 3],
    "enable_confidence_head": True,
    "confidence_head_with_markov": True,
    "markov_rank": RANK,
    "markov_head_type": "vanilla",
}

SPECULATORS: dict[str, Any] = {
    "architectures": ["DSparkDraftModel"],
    "speculators_model_type": "dspark",
    "speculators_version": "0.7.0",
    "block_size": BLOCK,
    "draft_vocab_size": VOCABULARY,
    "mask_token_id": MASK,
    "aux_hidden_state_layer_ids": [1, 2, 4],
    "markov_rank": RANK,
    "markov_head_type": "vanilla",
    "tie_word_embeddings": False,
    "transformer_layer_config": BACKBONE,
    "speculators_config": {
        "algorithm": "dspark",
        "verifier": {"name_or_path": "Qwen/Qwen3-4B", "architectures": ["Qwen3ForCausalLM"]},
    },
}

SPECFORGE: dict[str, Any] = {
    **BACKBONE,
    "architectures": ["DSparkDraftModel"],
    "block_size": BLOCK,
    "num_target_layers": 6,
    "dflash_config": {
        "mask_token_id": MASK,
        "target_layer_ids": [0, 1, 3],
        "projector_type": "dspark",
        "markov_rank": RANK,
        "markov_head_type": "vanilla",
        "enable_confidence_head": True,
        "confidence_head_with_markov": True,
    },
}

AUXILIARY: dict[str, Any] = {
    **BACKBONE,
    "architectures": ["DSparkDraftModel"],
    "block_size": BLOCK,
    "mask_token_id": MASK,
    "markov_rank": RANK,
    "aux_hidden_state_layer_ids": [1, 2, 4],
}

DFLASH: dict[str, Any] = {
    **BACKBONE,
    "architectures": ["DFlashDraftModel"],
    "block_size": BLOCK,
    "num_target_layers": 6,
    "dflash_config": {"mask_token_id": MASK, "target_layer_ids": [0, 1, 3]},
}

TARGET = TargetFacts("qwen3", "Qwen3ForCausalLM", 6, HIDDEN, VOCABULARY, 4096, True, "digest")
DRAFT = DraftFacts(
    "dspark", "DSpark", LAYERS, HIDDEN, VOCABULARY, VOCABULARY, BLOCK, (1, 2, 4), MASK, True, RANK, "vanilla", True
)


def shapes(rank: int = RANK, *, reduced_to: int | None = None, layer_ids_n: int = 3) -> dict[str, tuple[int, ...]]:
    """Name -> shape of every tensor of such a draft; a rank of 0 is one without Markov and confidence heads."""
    rows = reduced_to or VOCABULARY
    found: dict[str, tuple[int, ...]] = {
        "norm.weight": (HIDDEN,),
        "hidden_norm.weight": (HIDDEN,),
        "fc.weight": (HIDDEN, layer_ids_n * HIDDEN),
    }
    if rank:
        found["markov_head.markov_w1.weight"] = (VOCABULARY, rank)
        found["markov_head.markov_w2.weight"] = (rows, rank)
        found["confidence_head.proj.weight"] = (1, HIDDEN + rank)
        found["confidence_head.proj.bias"] = (1,)
    if reduced_to:
        found |= {"lm_head.weight": (rows, HIDDEN), "d2t": (rows,), "t2d": (VOCABULARY,)}
    for i in range(LAYERS):
        layer = f"layers.{i}."
        found[layer + "input_layernorm.weight"] = (HIDDEN,)
        found[layer + "post_attention_layernorm.weight"] = (HIDDEN,)
        found[layer + "self_attn.q_proj.weight"] = (HEADS * HEAD_DIM, HIDDEN)
        found[layer + "self_attn.k_proj.weight"] = (KV_HEADS * HEAD_DIM, HIDDEN)
        found[layer + "self_attn.v_proj.weight"] = (KV_HEADS * HEAD_DIM, HIDDEN)
        found[layer + "self_attn.o_proj.weight"] = (HIDDEN, HEADS * HEAD_DIM)
        found[layer + "self_attn.q_norm.weight"] = (HEAD_DIM,)
        found[layer + "self_attn.k_norm.weight"] = (HEAD_DIM,)
        found[layer + "mlp.gate_proj.weight"] = (FORWARD, HIDDEN)
        found[layer + "mlp.up_proj.weight"] = (FORWARD, HIDDEN)
        found[layer + "mlp.down_proj.weight"] = (HIDDEN, FORWARD)
    return found


def dtype_of(name: str) -> str:
    """The type that exporters store a tensor in."""
    return {"d2t": "I64", "t2d": "BOOL"}.get(name, "BF16")


def tensors(found: Mapping[str, tuple[int, ...]], folder: Path = Path("/draft")) -> dict[str, TensorInfo]:
    """Headers of these tensors, as if they lay in `folder`."""
    path = folder / "model.safetensors"
    return {name: TensorInfo(name, dtype_of(name), shape, path, 0, 0) for name, shape in found.items()}
