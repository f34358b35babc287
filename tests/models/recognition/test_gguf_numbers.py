"""What would end the engine's process is refused before: each case did, before there was a rule for it."""

from pathlib import Path

import pytest

from app.core.errors import AppError
from app.formats.errors import FormatError
from app.models.config import ConfigKeyError
from app.models.recognition.gguf import inspect_gguf
from tests.engine.worker.gguf_edit import rewrite


@pytest.fixture(scope="module")
def expected(shared: Path) -> Path:
    return shared / "fixtures" / "expected"


@pytest.mark.parametrize(
    ("target", "key", "value"),
    [
        ("gemma4", "gemma4.attention.value_length", 32),
        ("gemma4", "gemma4.attention.shared_kv_layers", 1),
        ("gemma4", "gemma4.attention.shared_kv_layers", 7),
        ("gemma4", "gemma4.rope.dimension_count", 63),
        ("gemma4", "gemma4.rope.dimension_count", 0),
        ("gemma4", "gemma4.rope.dimension_count_swa", 31),
        ("gemma4", "tokenizer.ggml.bos_token_id", 1 << 20),
        ("gpt_oss", "gpt-oss.rope.scaling.type", "xxxx"),
        ("llama31", "tokenizer.ggml.model", "none"),
        ("gpt_oss", "gpt-oss.expert_count", 1),
        ("gpt_oss", "gpt-oss.expert_count", 1 << 20),
        ("gpt_oss", "gpt-oss.expert_used_count", 0),
        ("gpt_oss", "gpt-oss.expert_used_count", 7),
        ("gpt_oss", "gpt-oss.expert_gating_func", 9),
        ("gpt_oss", "gpt-oss.attention.value_length", 16),
        ("qwen3_5", "qwen35.ssm.inner_size", 32),
        ("qwen3_5", "qwen35.full_attention_interval", 0),
        ("qwen3_5", "qwen35.rope.dimension_count", 9),
        ("qwen3_5", "qwen35.rope.dimension_sections", [64, 11, 10, 0]),
        ("qwen3_moe", "qwen3moe.expert_used_count", 1 << 31),
    ],
)
def test_a_number_that_would_abort_is_named(
    expected: Path, tmp_path: Path, target: str, key: str, value: object
) -> None:
    source = expected / f"{target}.bf16.gguf"
    inspect_gguf(source)
    damaged = rewrite(source, tmp_path / "damaged.gguf", metadata={key: value})
    with pytest.raises(AppError) as caught:
        inspect_gguf(damaged)
    assert isinstance(caught.value, ConfigKeyError)
    assert str(caught.value.facts["key"]).rpartition(".")[0] == key.rpartition(".")[0]


@pytest.mark.parametrize("name", ["attn_qkv.weight", "attn_gate.weight"])
def test_a_running_state_without_its_inputs_is_named(expected: Path, tmp_path: Path, name: str) -> None:
    tensor = f"blk.0.{name}"
    damaged = rewrite(expected / "qwen3_5.bf16.gguf", tmp_path / "damaged.gguf", tensors={tensor: None})
    with pytest.raises(FormatError) as caught:
        inspect_gguf(damaged)
    assert "blk.0." in str(caught.value.facts["detail"])
