"""Every family of targets becomes what llama.cpp's own converter made of the same checkpoint, in every type."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.convert.architectures import MODULES
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.output_types import WRITTEN_TYPES, WrittenType
from tests.convert.manifest import manifest
from tests.convert.recipes import FAMILIES, NAMES, recipe, write_checkpoint


def expected(name: str) -> Any:
    return json.loads((FAMILIES / "expected" / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("output_type", WRITTEN_TYPES)
@pytest.mark.parametrize("name", NAMES)
def test_same_bytes(name: str, output_type: WrittenType, tmp_path: Path) -> None:
    plan = plan_conversion(write_checkpoint(name, tmp_path), output_type=output_type)
    metadata, tensors = manifest(convert(plan, tmp_path / "out.gguf", Progress()))
    wanted = expected(name)
    assert metadata.pop("general.file_type") == wanted["file_types"][output_type]
    on_purpose = recipe(name).get("otherwise", [])
    assert [line.split(":")[0] for line in differences(wanted["metadata"], metadata)] == on_purpose
    assert differences(wanted["tensors"][output_type], tensors) == []


def differences(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    names = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    return [f"{name}: expected {wanted.get(name)}, found {found.get(name)}" for name in names]


def test_every_class_has_a_checkpoint_to_show() -> None:
    shown = {recipe(name)["config"]["architectures"][0] for name in NAMES}
    assert MODULES.keys() - shown <= {"LlamaForCausalLM", "Qwen3ForCausalLM"}  # those of the shared fixtures
