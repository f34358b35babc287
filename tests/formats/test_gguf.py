"""A GGUF header says what is there, and every broken one ends in a FormatError that tells what was found."""

import struct
import time
from pathlib import Path
from typing import Any

import gguf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import PathMissing
from app.formats.errors import FileCutShort, FileEmpty, FileIsWebPage, FormatError, ShardMissing
from app.formats.ggml_types import FILE_TYPES, GGML_TYPES
from app.formats.gguf import ARRAY, STRING, part_paths, read_gguf, read_gguf_parts
from tests.formats.files import gguf_bytes, gguf_text

PAIRS: dict[str, Any] = {
    "general.architecture": "qwen3",
    "qwen3.block_count": 6,
    "below": -1,
    "scale": 0.5,
    "flag": True,
    "tokenizer.ggml.tokens": ["a", "", "ü"],
    "layers": [1, 2, 4],
    "flags": [True, False],
}
TENSORS = {"output.weight": (3, 8), "norm.weight": (8,)}


def write(folder: Path, content: bytes, name: str = "model.gguf") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("version", [2, 3])
def test_a_header_gives_metadata_and_places(tmp_path: Path, version: int) -> None:
    path = write(tmp_path, gguf_bytes(PAIRS, TENSORS, version=version))
    header = read_gguf(path)
    assert header.metadata == PAIRS
    assert header.architecture == "qwen3"
    assert header.types["tokenizer.ggml.tokens"] == (ARRAY, STRING)
    assert header.types["qwen3.block_count"] == (4, None)
    assert header.tokens_n == 3
    output = header.tensors["output.weight"]
    assert (output.shape, output.type, output.size_bytes, output.path) == ((3, 8), "F32", 96, path)
    assert output.offset % 32 == 0
    assert header.tensors["norm.weight"].offset == output.offset + 96


def test_it_agrees_with_the_gguf_package(shared: Path) -> None:
    paths = sorted(shared.glob("fixtures/expected/*.gguf"))
    assert paths
    for path in paths:
        ours, theirs = read_gguf(path), gguf.GGUFReader(path)
        assert len(ours.tensors) == len(theirs.tensors)
        for tensor in theirs.tensors:
            found = ours.tensors[tensor.name]
            assert found.shape == tuple(int(size) for size in tensor.shape[::-1])
            assert (found.offset, found.size_bytes) == (tensor.data_offset, tensor.n_bytes)
            assert found.type == tensor.tensor_type.name
        for key, value in ours.metadata.items():
            assert theirs.fields[key].contents() == value
            assert ours.types[key][0] == theirs.fields[key].types[0]


def test_the_tables_of_types_agree_with_the_gguf_package() -> None:
    for kind, (values, size_bytes) in gguf.GGML_QUANT_SIZES.items():
        ours = GGML_TYPES[int(kind)]
        # Q8_1 never stands in a file; the package still has its former size.
        if ours.name != "Q8_1":
            assert (ours.name, ours.values, ours.size_bytes) == (kind.name, values, size_bytes)
    for file_type in gguf.LlamaFileType:
        if file_type.name != "GUESSED":
            name = file_type.name.removeprefix("MOSTLY_").removeprefix("ALL_").removesuffix("_MOE")
            assert name == FILE_TYPES[int(file_type)]


def test_the_digest_is_over_the_tokens_alone(tmp_path: Path) -> None:
    def digest(tokens: list[str], **other: Any) -> str | None:
        path = write(tmp_path, gguf_bytes({**other, "tokenizer.ggml.tokens": tokens}))
        return read_gguf(path, arrays=False).tokens_digest

    assert digest(["a", "bc"]) == digest(["a", "bc"], name="x")
    assert digest(["a", "bc"]) != digest(["ab", "c"])
    assert read_gguf(write(tmp_path, gguf_bytes({"a": 1}))).tokens_digest is None


def test_two_tokens_that_are_the_same_are_refused_as_the_engine_aborts_on_them(tmp_path: Path) -> None:
    for tokens in (["a"] * 5, ["a", "b", "a"]):
        with pytest.raises(FormatError) as caught:
            read_gguf(write(tmp_path, gguf_bytes({"tokenizer.ggml.tokens": tokens})), arrays=False)
        assert caught.value.facts["detail"] == "two of its tokens are the same"
    assert read_gguf(write(tmp_path, gguf_bytes({"tokenizer.ggml.tokens": ["", "", "a"]}))).tokens_n == 3


def test_long_arrays_are_left_out_when_not_asked_for(tmp_path: Path) -> None:
    pairs = {"short": [1, 2], "long": list(range(5000)), "tokenizer.ggml.tokens": [str(i) for i in range(5000)]}
    header = read_gguf(write(tmp_path, gguf_bytes(pairs)), arrays=False)
    assert header.metadata == {"short": [1, 2]}
    assert header.tokens_n == 5000
    assert header.types["long"] == (ARRAY, 4)


def test_a_large_vocabulary_is_read_quickly(tmp_path: Path) -> None:
    tokens = [f"Ġtoken{i:x}" for i in range(151_936)]
    merges = [f"ab{i} cd{i}" for i in range(151_387)]
    pairs = {"tokenizer.ggml.tokens": tokens, "tokenizer.ggml.merges": merges, "types": [1] * 151_936}
    path = write(tmp_path, gguf_bytes(pairs))
    started = time.process_time()
    header = read_gguf(path)
    assert time.process_time() - started < 0.5
    assert header.metadata["tokenizer.ggml.tokens"] == tokens
    assert header.metadata["tokenizer.ggml.merges"] == merges


def test_strings_that_are_no_text_survive(tmp_path: Path) -> None:
    content = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + gguf_text("key") + struct.pack("<IQ", 8, 2) + b"\xff\x00"
    value = read_gguf(write(tmp_path, content)).metadata["key"]
    assert isinstance(value, str)
    assert value.encode("utf-8", "surrogateescape") == b"\xff\x00"


def raw(pairs: int, body: bytes, *, tensors: int = 0, version: int = 3, padding: int = 4096) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, tensors, pairs) + body + bytes(padding)


def one_tensor(shape: list[int], kind: int = 0, offset: int = 0, pairs: dict[str, Any] | None = None) -> bytes:
    return gguf_bytes(pairs or {}, infos=[("t", shape, kind, offset)], data=bytes(256))


BROKEN = {
    "zeros": bytes(100),
    "text": b"hello, this is no model",
    "two bytes": b"GG",
    "a ZIP": b"PK\x03\x04" + bytes(100),
    "version 1": raw(0, b"", version=1),
    "version 4": raw(0, b"", version=4),
    "big-endian": b"GGUF" + struct.pack(">IQQ", 3, 0, 0) + bytes(100),
    "a billion pairs": raw(1 << 30, b""),
    "a billion tensors": raw(0, b"", tensors=1 << 30),
    "a key of terabytes": raw(1, struct.pack("<Q", 1 << 42)),
    "a text of 2**64": raw(1, gguf_text("a") + struct.pack("<IQ", 8, (1 << 64) - 1)),
    "an array of terabytes": raw(1, gguf_text("a") + struct.pack("<IIQ", 9, 4, 1 << 40)),
    "strings of terabytes": raw(1, gguf_text("a") + struct.pack("<IIQ", 9, 8, 1 << 40)),
    "a string in an array of 2**63": raw(1, gguf_text("a") + struct.pack("<IIQQ", 9, 8, 1, 1 << 63), padding=64),
    "an array of arrays": raw(1, gguf_text("a") + struct.pack("<IIQ", 9, 9, 1)),
    "an unknown type": raw(1, gguf_text("a") + struct.pack("<I", 77)),
    "a key twice": gguf_bytes([("a", 1), ("a", 2)]),
    "a long array twice": gguf_bytes([("a", [0] * 2000), ("a", [0] * 2000)]),
    "a tensor twice": gguf_bytes({}, infos=[("t", [8], 0, 0), ("t", [8], 0, 32)], data=bytes(64)),
    "an overlap": gguf_bytes({}, infos=[("a", [16], 0, 0), ("b", [8], 0, 32)], data=bytes(96)),
    "too many dimensions": one_tensor([1, 1, 1, 1, 1]),
    "a million dimensions": raw(0, gguf_text("t") + struct.pack("<I", 1 << 20), tensors=1),
    "a huge shape": one_tensor([1 << 40, 1 << 40]),
    "a row that does not fill its blocks": one_tensor([33], kind=8),
    "an unknown tensor type": one_tensor([8], kind=99),
    "a removed tensor type": one_tensor([32], kind=4),
    "a place that is not aligned": one_tensor([8], offset=4),
    "a place outside the file": one_tensor([8], offset=1 << 40),
    "a place at 2**64": one_tensor([8], offset=(1 << 64) - 32),
    "an alignment of 0": one_tensor([8], pairs={"general.alignment": 0}),
    "an alignment of 24": one_tensor([8], pairs={"general.alignment": 24}),
    "an alignment of 2**31": one_tensor([8], pairs={"general.alignment": 1 << 31}),
    "an alignment in words": one_tensor([8], pairs={"general.alignment": "32"}),
}


@pytest.mark.parametrize("arrays", [True, False])
@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_ends_in_a_format_error(tmp_path: Path, content: bytes, arrays: bool) -> None:
    path = write(tmp_path, content)
    with pytest.raises(FormatError) as caught:
        read_gguf(path, arrays=arrays)
    assert caught.value.facts["path"] == str(path)
    assert caught.value.code in ("format", "file_cut_short")


def test_what_it_is_gets_named(tmp_path: Path) -> None:
    for name, words in (("big-endian", "big-endian"), ("version 1", "version 1"), ("zeros", "never finished")):
        with pytest.raises(FormatError, match=words):
            read_gguf(write(tmp_path, BROKEN[name]))
    with pytest.raises(FileEmpty):
        read_gguf(write(tmp_path, b""))
    with pytest.raises(FileIsWebPage):
        read_gguf(write(tmp_path, b"<!doctype html><title>Sign in</title>"))
    with pytest.raises(PathMissing):
        read_gguf(tmp_path / "nothing.gguf")


def test_every_length_cut_short_is_told_as_such(tmp_path: Path) -> None:
    whole = gguf_bytes(PAIRS, TENSORS)
    for length in range(4, len(whole)):
        with pytest.raises(FileCutShort) as caught:
            read_gguf(write(tmp_path, whole[:length]))
        assert caught.value.facts["size_bytes"] == length


def test_a_header_over_several_reads_is_whole(tmp_path: Path) -> None:
    """Lengths and texts lie across the borders of the chunks that the reader fetches."""
    texts = ["x" * length for length in (3, 4_194_280, 1, 4_194_304, 0, 17)]
    path = write(tmp_path, gguf_bytes({"texts": texts, "after": 7}, TENSORS))
    header = read_gguf(path)
    assert header.metadata == {"texts": texts, "after": 7}
    assert len(header.tensors) == 2


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    content=st.one_of(
        st.binary(max_size=200).map(lambda tail: b"GGUF\x03\x00\x00\x00" + tail),
        st.builds(raw, st.integers(0, 6), st.binary(max_size=120), tensors=st.integers(0, 3), padding=st.just(0)),
        st.lists(st.tuples(st.integers(4, 10_000), st.integers(0, 255)), min_size=1, max_size=6).map(
            lambda changes: changed(gguf_bytes(PAIRS, TENSORS), changes)
        ),
        st.lists(
            st.tuples(st.text(max_size=3), st.one_of(st.integers(0, 5), st.text(max_size=5), st.booleans())), max_size=4
        ).map(gguf_bytes),
    ),
    arrays=st.booleans(),
)
def test_no_bytes_escape_as_anything_else(tmp_path: Path, content: bytes, arrays: bool) -> None:
    try:
        header = read_gguf(write(tmp_path, content), arrays=arrays)
    except FormatError:
        return
    assert all(
        0 < tensor.offset <= tensor.offset + tensor.size_bytes <= len(content) for tensor in header.tensors.values()
    )


def changed(whole: bytes, changes: list[tuple[int, int]]) -> bytes:
    copy = bytearray(whole)
    for place, value in changes:
        copy[place % len(copy)] = value
    return bytes(copy)


# Models in several parts.


def write_parts(folder: Path, count: int = 3) -> list[Path]:
    paths = []
    for i in range(count):
        pairs: dict[str, Any] = {"split.no": i, "split.count": count}
        pairs |= PAIRS if i == 0 else {}
        name = f"big-{i + 1:05d}-of-{count:05d}.gguf"
        paths.append(write(folder, gguf_bytes(pairs, {} if i == 0 else {f"t{i}": (8,)}), name))
    return paths


def test_parts_are_one_model_whichever_is_named(tmp_path: Path) -> None:
    paths = write_parts(tmp_path)
    for path in paths:
        assert part_paths(path) == tuple(paths)
        header = read_gguf_parts(path)
        assert header.path == paths[0]
        assert header.architecture == "qwen3"
        assert {name: tensor.path for name, tensor in header.tensors.items()} == {"t1": paths[1], "t2": paths[2]}
        assert header.size_bytes == sum(part.stat().st_size for part in paths)


def test_a_missing_part_is_named(tmp_path: Path) -> None:
    paths = write_parts(tmp_path)
    paths[1].unlink()
    with pytest.raises(ShardMissing) as caught:
        read_gguf_parts(paths[0])
    assert caught.value.facts["name"] == paths[1].name


def test_a_part_under_another_name_is_not_taken_for_the_whole(tmp_path: Path) -> None:
    path = write_parts(tmp_path)[0].rename(tmp_path / "renamed.gguf")
    with pytest.raises(ShardMissing, match="3 parts"):
        read_gguf_parts(path)


def test_parts_that_hold_the_same_tensor_are_refused(tmp_path: Path) -> None:
    first, second = write_parts(tmp_path, 2)
    first.write_bytes(gguf_bytes(PAIRS | {"split.count": 2}, {"t1": (8,)}))
    with pytest.raises(FormatError, match="same tensor"):
        read_gguf_parts(second)


def test_a_file_alone_is_its_only_part(tmp_path: Path) -> None:
    path = write(tmp_path, gguf_bytes(PAIRS, TENSORS))
    assert part_paths(path) == (path,)
    assert read_gguf_parts(path) == read_gguf(path)
