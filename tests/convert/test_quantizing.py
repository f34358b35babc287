"""Quantized files are those that llama.cpp's quantizer makes when it is asked directly, and nothing else is left."""

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from bench.made_models import Shape, write_target
from gguf import GGUFReader
from llama_cpp import llama_cpp

from app.convert.errors import NotACheckpoint, NotSmaller, QuantizedAlready, WrittenFileWrong
from app.convert.plan import plan_conversion
from app.convert.quantizing import intermediate_path, plan_quantizing
from app.convert.run import convert, quantize, remove_remains
from app.core.errors import Cancelled, DiskFull
from app.core.files import PART_SUFFIX, sole_writer
from app.core.progress import Progress
from app.engine.tasks import quantize_file
from app.formats.gguf import read_gguf
from app.models.expected import converted_bytes
from app.models.output_types import FORMATS, QUANTIZED_TYPES, OutputType
from app.models.recognition.inspect import inspect_model
from tests.convert.recipes import NAMES, write_checkpoint
from tests.convert.test_other_drafts import OWN, TARGETS

pytestmark = pytest.mark.native

# Rows of 256 and more, so that every format can be used as it is meant.
WIDE = Shape(layers=4, hidden_size=256, feed_forward_size=512, heads=4, kv_heads=2, head_dim=64, vocabulary_n=1000)


def native(source: Path, destination: Path, output_type: str) -> Path:
    """What the quantizer makes of a file with nothing but its own defaults."""
    parameters = llama_cpp.llama_model_quantize_default_params()
    parameters.ftype = FORMATS[output_type].file_type
    status = llama_cpp.llama_model_quantize(os.fsencode(source), os.fsencode(destination), ctypes.byref(parameters))
    assert status == 0
    return destination


def types_of(path: Path) -> dict[str, str]:
    return {name: tensor.type for name, tensor in read_gguf(path).tensors.items()}


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "wide"
    write_target(folder, WIDE)
    return folder


@pytest.fixture
def qwen3(shared: Path) -> Path:
    return shared / "fixtures/targets/qwen3"


def both(source: Path, folder: Path, output_type: OutputType, target: Path | None = None) -> tuple[Path, Path]:
    """A checkpoint in an output type, and what the quantizer makes of its conversion."""
    plan = plan_conversion(source, target=target, output_type=output_type)
    ours = convert(plan, folder / "ours.gguf", Progress(), quantize_file)
    own = plan_conversion(source, target=target, output_type=plan.written_type)
    return ours, native(convert(own, folder / "whole.gguf", Progress()), folder / "native.gguf", output_type)


@pytest.mark.parametrize("output_type", QUANTIZED_TYPES)
def test_rows_of_whole_blocks(output_type: OutputType, wide: Path, tmp_path: Path) -> None:
    ours, theirs = both(wide, tmp_path, output_type)
    assert ours.read_bytes() == theirs.read_bytes()
    assert inspect_model(ours).file_type == output_type.upper()
    kinds = set(types_of(ours).values()) - {"F32"}
    assert output_type.upper().removesuffix("_S").removesuffix("_M").removesuffix("_L") in {
        kind.removesuffix("_S") for kind in kinds
    }


@pytest.mark.parametrize("output_type", ["q4_0", "q4_k_m", "q6_k", "iq4_xs", "q2_k"])
def test_rows_that_are_no_whole_blocks(output_type: OutputType, qwen3: Path, tmp_path: Path) -> None:
    ours, theirs = both(qwen3, tmp_path, output_type)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("name", [name for name in NAMES if not name.endswith("mxfp4")])
def test_every_family(name: str, tmp_path: Path) -> None:
    ours, theirs = both(write_checkpoint(name, tmp_path), tmp_path, "q4_k_m")
    assert ours.read_bytes() == theirs.read_bytes()
    assert inspect_model(ours).problem is None


@pytest.mark.parametrize("name", TARGETS)
def test_every_kind_of_draft(name: str, shared: Path, tmp_path: Path) -> None:
    target = shared / "fixtures/targets" / TARGETS[name]
    ours, theirs = both(OWN / name, tmp_path, "q4_k_m", target)
    assert ours.read_bytes() == theirs.read_bytes()
    assert inspect_model(ours).draft == inspect_model(tmp_path / "whole.gguf").draft


def test_numbers_stay_in_the_checkpoints_own_type_until_then(tmp_path: Path) -> None:
    folder = write_checkpoint("qwen2", tmp_path)
    assert plan_conversion(folder, output_type="q4_0").written_type == "bf16"
    stages: list[str] = []
    plan = plan_conversion(folder, output_type="q4_0")
    convert(plan, tmp_path / "a.gguf", Progress(lambda stage, done, total: stages.append(stage)), quantize_file)
    assert list(dict.fromkeys(stages)) == ["convert", "quantize", "verify"]


def test_what_a_checkpoint_was_quantized_to_stays(tmp_path: Path) -> None:
    plan = plan_conversion(write_checkpoint("gpt_oss_mxfp4", tmp_path), output_type="q4_k_m")
    before = {tensor.name: tensor.type.name for tensor in plan.tensors}
    found = types_of(convert(plan, tmp_path / "out.gguf", Progress(), quantize_file))
    kept = [name for name, kind in before.items() if kind == "MXFP4"]
    assert kept and all(found[name] == "MXFP4" for name in kept)
    assert found["blk.0.attn_q.weight"] not in ("BF16", "MXFP4")


@pytest.mark.parametrize("output_type", ["q8_0", "q4_k_m"])
@pytest.mark.parametrize("first_type", ["f16", "bf16", "f32"])
def test_a_gguf_file_is_made_smaller(
    first_type: OutputType, output_type: OutputType, qwen3: Path, tmp_path: Path
) -> None:
    source = convert(plan_conversion(qwen3, output_type=first_type), tmp_path / "in.gguf", Progress())
    plan = plan_quantizing(source, output_type)
    assert plan.notes == ()
    ours = quantize(plan, tmp_path / "Größe 数据.gguf", Progress(), quantize_file)
    assert ours.read_bytes() == native(source, tmp_path / "native.gguf", output_type).read_bytes()


def test_what_is_rounded_already_is_refused_unless_finely(qwen3: Path, tmp_path: Path) -> None:
    fine = convert(plan_conversion(qwen3, output_type="q8_0"), tmp_path / "fine.gguf", Progress())
    plan = plan_quantizing(fine, "q4_0")
    assert [note.code for note in plan.notes] == ["convert_quantized_twice"]
    rough = quantize(plan, tmp_path / "rough.gguf", Progress(), quantize_file)
    assert types_of(rough)["blk.0.ffn_up.weight"] == "Q4_0"
    with pytest.raises(NotSmaller):
        plan_quantizing(fine, "q8_0")
    for output_type in ("q8_0", "q4_k_m", "q2_k"):
        with pytest.raises(QuantizedAlready) as raised:
            plan_quantizing(rough, output_type)
        assert raised.value.facts["file_type"] == "Q4_0"
    with pytest.raises(NotACheckpoint):
        plan_quantizing(fine, "bf16")


def test_a_split_file_becomes_one(qwen3: Path, tmp_path: Path) -> None:
    whole = convert(plan_conversion(qwen3), tmp_path / "whole.gguf", Progress())
    first = split(whole, tmp_path)
    expected = native(whole, tmp_path / "native.gguf", "q4_k_m")
    for named in (first, first.with_name(first.name.replace("00001-of", "00002-of"))):
        ours = quantize(plan_quantizing(named, "q4_k_m"), tmp_path / "ours.gguf", Progress(), quantize_file)
        assert ours.read_bytes() == expected.read_bytes()


def split(path: Path, folder: Path) -> Path:
    """The model in two files; the first of them."""
    from gguf import GGUFWriter

    reader = GGUFReader(path)
    half = len(reader.tensors) // 2
    for index, tensors in enumerate((reader.tensors[:half], reader.tensors[half:])):
        writer = GGUFWriter(folder / f"model-{index + 1:05d}-of-00002.gguf", "qwen3")
        if index == 0:
            for field in reader.fields.values():
                if not field.name.startswith("GGUF.") and field.name != "general.architecture":
                    kinds = field.types
                    writer.add_key_value(field.name, field.contents(), kinds[0], kinds[-1] if len(kinds) > 1 else None)
        writer.add_uint16("split.no", index)
        writer.add_uint16("split.count", 2)
        writer.add_int32("split.tensors.count", len(reader.tensors))
        for tensor in tensors:
            writer.add_tensor(tensor.name, np.asarray(tensor.data), raw_dtype=tensor.tensor_type)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
    return folder / "model-00001-of-00002.gguf"


@pytest.mark.parametrize("output_type", ["q2_k", "q3_k_m", "q4_0", "q4_k_m", "q5_1", "q6_k", "iq4_xs"])
def test_the_room_that_is_asked_for_is_enough_and_little_more(
    output_type: OutputType, wide: Path, qwen3: Path, tmp_path: Path
) -> None:
    for source in (wide, qwen3):
        plan = plan_conversion(source, output_type=output_type)
        size = convert(plan, tmp_path / f"{source.name}.gguf", Progress(), quantize_file).stat().st_size
        assert size <= plan.needed_bytes - plan.output_bytes < size * 1.2
        assert converted_bytes(inspect_model(source), output_type) >= size, "told before there is a plan"


def test_nothing_is_written_where_there_is_no_room(
    qwen3: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_conversion(qwen3, output_type="q4_0")
    monkeypatch.setattr("app.core.files.free_bytes", lambda path: plan.output_bytes + 1000)
    with pytest.raises(DiskFull) as raised:
        convert(plan, tmp_path / "out.gguf", Progress(), unused)
    assert raised.value.facts["needed_bytes"] == plan.needed_bytes
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "failure", [DiskFull(path="m.part", needed_bytes=None, free_bytes=0), OSError(errno.ENOSPC, "no space")]
)
def test_a_disk_that_runs_full_tells_what_has_to_be_free(qwen3: Path, tmp_path: Path, failure: Exception) -> None:
    plan = plan_conversion(qwen3, output_type="q4_0")
    with pytest.raises(DiskFull) as raised:
        convert(plan, tmp_path / "out.gguf", Progress(), raising(failure))
    assert raised.value.facts["needed_bytes"] == plan.needed_bytes
    assert raised.value.facts["path"] == str(tmp_path / "out.gguf") and list(tmp_path.iterdir()) == []


def unused(source: Path, destination: Path, output_type: str, progress: Progress) -> None:
    raise AssertionError("it should not have come to that")


def raising(error: BaseException) -> Callable[[Path, Path, str, Progress], None]:
    def quantizer(source: Path, destination: Path, output_type: str, progress: Progress) -> None:
        destination.write_bytes(source.read_bytes()[:1000])
        raise error

    return quantizer


@pytest.mark.parametrize("error", [Cancelled(), OSError("broken")])
def test_no_part_of_either_file_is_left(error: BaseException, qwen3: Path, tmp_path: Path) -> None:
    with pytest.raises((Cancelled, Exception)):
        convert(plan_conversion(qwen3, output_type="q4_0"), tmp_path / "out.gguf", Progress(), raising(error))
    assert list(tmp_path.iterdir()) == []


def test_a_result_that_is_not_the_model_is_refused(qwen3: Path, tmp_path: Path) -> None:
    other = convert(plan_conversion(write_checkpoint("qwen2", tmp_path)), tmp_path / "other.gguf", Progress())

    def quantizer(source: Path, destination: Path, output_type: str, progress: Progress) -> None:
        destination.write_bytes(other.read_bytes())

    with pytest.raises(WrittenFileWrong):
        convert(plan_conversion(qwen3, output_type="q4_0"), tmp_path / "out.gguf", Progress(), quantizer)
    assert not (tmp_path / "out.gguf").exists()


def test_remains_of_a_killed_conversion_go_and_what_is_being_written_stays(qwen3: Path, tmp_path: Path) -> None:
    destination = tmp_path / "a [1].gguf"
    remains = [path.with_name(path.name + PART_SUFFIX) for path in (destination, intermediate_path(destination))]
    for part in remains:
        part.write_bytes(b"half")
    with sole_writer(intermediate_path(destination)):
        remove_remains(destination)
        assert list(tmp_path.iterdir()) == [remains[1]]
    convert(plan_conversion(qwen3), destination, Progress())
    assert list(tmp_path.iterdir()) == [destination]
