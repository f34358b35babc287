"""The layers that a target brings along to draft with become a draft of their own."""

from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader

from app.convert.errors import NoMtpLayers
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.pairing import check_pair
from app.models.recognition.inspect import inspect_model
from tests.convert.checkpoints import change_tensors, copied, random_bf16, read_tensors

# The one layer of the fixture with full attention, as all such layers have.
FULL = "model.layers.3."
FRAME = {"token_embd.weight", "output.weight", "output_norm.weight"}


@pytest.fixture
def target(shared: Path, tmp_path: Path) -> Path:
    folder = copied(shared / "fixtures/targets/qwen3_5", tmp_path / "qwen3_5")
    layer = {name: tensor for name, tensor in read_tensors(folder).items() if name.startswith(FULL)}
    extra = {name.replace(FULL, "mtp.layers.0."): tensor for name, tensor in layer.items()}
    extra["mtp.fc.weight"] = random_bf16(64, 128)
    for norm in ("pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm"):
        extra[f"mtp.{norm}.weight"] = random_bf16(64)
    change_tensors(folder, extra)
    return folder


def test_they_hold_the_same_bytes_as_in_the_whole(target: Path, tmp_path: Path) -> None:
    whole = GGUFReader(convert(plan_conversion(target), tmp_path / "whole.gguf", Progress()))
    part = GGUFReader(convert(plan_conversion(target, part="mtp"), tmp_path / "mtp.gguf", Progress()))
    expected = {t.name: t.data for t in whole.tensors if t.name in FRAME or t.name.startswith("blk.4.")}
    found = {t.name: t.data for t in part.tensors}
    assert found.keys() == expected.keys()
    assert "blk.4.nextn.eh_proj.weight" in found
    assert all(np.array_equal(found[name], expected[name]) for name in found)
    described = {key for key in whole.fields if not key.startswith(("GGUF.", "general.size_label"))}
    assert all(part.fields[key].contents() == whole.fields[key].contents() for key in described)


def test_they_are_a_draft_for_that_target(target: Path, tmp_path: Path) -> None:
    draft = inspect_model(convert(plan_conversion(target, part="mtp"), tmp_path / "mtp.gguf", Progress())).draft
    whole = inspect_model(convert(plan_conversion(target), tmp_path / "whole.gguf", Progress())).target
    assert draft is not None
    assert whole is not None
    assert (draft.method, draft.layers, draft.target_layers, draft.draft_max) == ("mtp", 1, 4, 4)
    assert whole.layers == 4
    check_pair(whole, draft)


def test_a_target_without_them_cannot_be_split(shared: Path) -> None:
    for name in ("qwen3_5", "qwen3"):
        with pytest.raises(NoMtpLayers):
            plan_conversion(shared / "fixtures/targets" / name, part="mtp")
