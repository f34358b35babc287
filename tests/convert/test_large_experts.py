"""Experts of any size go through memory piece by piece."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.convert.checkpoints import edit_json, write_sparse
from tests.convert.recipes import recipe, write_checkpoint

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 1 << 17
# Recipe -> (key of an expert's width in the config, its tensors that grow with the width).
GROWN: Mapping[str, tuple[str, Mapping[str, tuple[int, ...]]]] = {
    "qwen3_moe_fused": ("moe_intermediate_size", {"gate_up_proj": (4, 2 * WIDTH, 32), "down_proj": (4, 32, WIDTH)}),
    "gpt_oss": (
        "intermediate_size",
        {"gate_up_proj": (2, 32, 2 * WIDTH), "gate_up_proj_bias": (2, 2 * WIDTH), "down_proj": (2, WIDTH, 32)},
    ),
    "gpt_oss_mxfp4": (
        "intermediate_size",
        {
            "gate_up_proj_blocks": (2, 2 * WIDTH, 1, 16),
            "gate_up_proj_scales": (2, 2 * WIDTH, 1),
            "down_proj_blocks": (2, 32, WIDTH // 32, 16),
            "down_proj_scales": (2, 32, WIDTH // 32),
            "gate_up_proj_bias": (2, 2 * WIDTH),
        },
    ),
}


def grown(name: str, folder: Path) -> Path:
    """The checkpoint of a recipe with experts of 20 to 100 MB a layer, without taking the room."""
    key, shapes = GROWN[name]
    checkpoint = write_checkpoint(name, folder)
    tensors = {
        tensor: (dtype, shapes.get(tensor.rpartition("experts.")[2], tuple(shape)))
        for tensor, (dtype, shape) in recipe(name)["tensors"].items()
    }
    write_sparse(checkpoint / "model.safetensors", tensors)
    changes: dict[str, Any] = {key: WIDTH}
    edit_json(checkpoint / "config.json", **changes)
    return checkpoint


def peak_mib(checkpoint: Path, output: Path, output_type: str) -> float:
    command = [sys.executable, "-m", "tests.convert.converting", str(checkpoint), str(output), output_type, ""]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    lines = told.stdout.split("\n")
    assert "done" in lines, told.stdout[-500:]
    return int(next(line for line in lines if line.startswith("peak_kib")).split()[1]) / 1024


@pytest.mark.skipif(sys.platform == "win32", reason="peak memory is told by POSIX")
@pytest.mark.process
@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", GROWN)
def test_memory_does_not_grow_with_the_experts(name: str, tmp_path: Path) -> None:
    small = write_checkpoint(name, tmp_path / "small")
    large = grown(name, tmp_path / "large")
    before = peak_mib(small, tmp_path / "small.gguf", "q8_0")
    # A panel of a plain gpt-oss matrix is held whole; this one has 16 MiB.
    assert peak_mib(large, tmp_path / "large.gguf", "q8_0") - before < 60
