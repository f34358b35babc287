"""A safetensors header says what is there, and every broken one ends in a FormatError that tells what was found."""

import json
import os
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError, PathMissing
from app.formats.errors import (
    FileCutShort,
    FileEmpty,
    FileIsLfsPointer,
    FileIsWebPage,
    FormatError,
)
from app.formats.safetensors import MAX_HEADER_BYTES, read_header
from tests.formats.files import safetensors_bytes, with_header

TWO = {"b.weight": ("BF16", (3, 2)), "a.weight": ("F32", (4,))}


def write(folder: Path, content: bytes, name: str = "model.safetensors") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def entry(dtype: str = "F32", shape: Any = (2,), offsets: Any = (0, 8)) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


def test_a_header_gives_types_shapes_and_places(tmp_path: Path) -> None:
    path = write(tmp_path, safetensors_bytes(TWO))
    tensors = read_header(path)
    assert list(tensors) == ["a.weight", "b.weight"]
    first = tensors["b.weight"]
    assert (first.dtype, first.shape, first.size_bytes, first.path) == ("BF16", (3, 2), 12, path)
    assert first.offset + 12 == tensors["a.weight"].offset
    assert tensors["a.weight"].offset + 16 == path.stat().st_size


def test_it_agrees_with_the_safetensors_library(shared: Path) -> None:
    from safetensors import safe_open

    for path in sorted(shared.glob("fixtures/*/*/model.safetensors")):
        ours = read_header(path)
        with safe_open(path, "numpy") as theirs:
            assert set(ours) == set(theirs.keys())
            for name, tensor in ours.items():
                assert tuple(theirs.get_slice(name).get_shape()) == tensor.shape


def test_metadata_and_empty_tensors_are_fine(tmp_path: Path) -> None:
    header = {"__metadata__": {"format": "pt"}, "none": entry(shape=(0, 7), offsets=(0, 0)), "x": entry()}
    tensors = read_header(write(tmp_path, with_header(header, bytes(8))))
    assert tensors["none"].size_bytes == 0
    assert tensors["x"].size_bytes == 8


BROKEN = {
    "not JSON": with_header(b"{not json"),
    "a list": with_header(b"[]"),
    "a header of nothing": with_header(b""),
    "nested deeply": with_header(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "nested objects": with_header(b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
    "a huge number": with_header(b'{"a":{"dtype":"F32","shape":[' + b"9" * 5000 + b'],"data_offsets":[0,8]}}'),
    "a name twice": with_header(b'{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},"a":1}', b"x"),
    "not UTF-8": with_header(b'{"\xff\xfe": 1}'),
    "an entry that is no object": with_header({"a": 1}),
    "an entry without a type": with_header({"a": {"shape": [], "data_offsets": [0, 0]}}),
    "an unknown type": with_header({"a": entry(dtype="F31")}, bytes(8)),
    "a type that is no text": with_header({"a": entry(dtype=["F32"])}, bytes(8)),  # type: ignore[arg-type]
    "a negative shape": with_header({"a": entry(shape=[-2, -1])}, bytes(8)),
    "a shape of fractions": with_header({"a": entry(shape=[2.0])}, bytes(8)),
    "a shape of true": with_header({"a": entry(shape=[True, 2])}, bytes(8)),
    "a huge shape": with_header({"a": entry(shape=[1 << 62, 1 << 62, 0], offsets=(0, 8))}, bytes(8)),
    "too many dimensions": with_header({"a": entry(shape=[2] + [1] * 40)}, bytes(8)),
    "a size that does not fit the shape": with_header({"a": entry(shape=[3])}, bytes(8)),
    "an end before its start": with_header({"a": entry(offsets=(8, 0))}, bytes(8)),
    "one offset": with_header({"a": entry(offsets=(8,))}, bytes(8)),
    "NaN as an offset": with_header(b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,NaN]}}', bytes(8)),
    "an overlap": with_header({"a": entry(), "b": entry(offsets=(4, 12))}, bytes(12)),
    "a gap": with_header({"a": entry(), "b": entry(offsets=(12, 20))}, bytes(20)),
    "bytes left over": with_header({"a": entry()}, bytes(9)),
    "two bytes": b"ab",
    "zeros": bytes(4096),
    "a ZIP": b"PK\x03\x04" + bytes(100),
    "a pickle": b"\x80\x02" + bytes(100),
    "a GGUF": b"GGUF\x03\x00\x00\x00" + bytes(100),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_ends_in_a_format_error(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, content)
    with pytest.raises(FormatError) as caught:
        read_header(path)
    assert caught.value.code == "format"
    assert caught.value.facts["path"] == str(path)
    assert caught.value.facts["detail"]


def test_what_else_it_is_gets_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="GGUF"):
        read_header(write(tmp_path, BROKEN["a GGUF"]))
    with pytest.raises(FormatError, match="never finished"):
        read_header(write(tmp_path, bytes(100)))


def test_a_header_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    with path.open("wb") as stream:
        stream.write(struct.pack("<Q", MAX_HEADER_BYTES + 1) + b"{")
        stream.truncate(MAX_HEADER_BYTES + 100)
    with pytest.raises(FormatError, match=str(MAX_HEADER_BYTES + 1)):
        read_header(path)


def test_an_empty_file_a_web_page_and_an_lfs_pointer_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(FileEmpty):
        read_header(write(tmp_path, b""))
    for page in (b"<!DOCTYPE html><html>", b"\n <html lang=en>", b"\xef\xbb\xbf<?xml version='1.0'?><Error>"):
        with pytest.raises(FileIsWebPage):
            read_header(write(tmp_path, page + bytes(600)))
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 4976698672\n"
    with pytest.raises(FileIsLfsPointer) as caught:
        read_header(write(tmp_path, pointer))
    assert caught.value.facts["size_bytes"] == 4976698672


def test_a_file_that_was_cut_short_tells_how_far(tmp_path: Path) -> None:
    whole = safetensors_bytes(TWO)
    for length in (len(whole) - 1, len(whole) - 28, 40, 8):
        path = write(tmp_path, whole[:length])
        with pytest.raises(FileCutShort) as caught:
            read_header(path)
        assert caught.value.facts["size_bytes"] == length
        assert length < int(caught.value.facts["expected_bytes"] or 0) <= len(whole)
    claims_terabytes = with_header({"a": entry(shape=[1 << 40], offsets=(0, 4 << 40))}, bytes(8))
    with pytest.raises(FileCutShort):
        read_header(write(tmp_path, claims_terabytes))


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        read_header(tmp_path / "nothing")
    with pytest.raises(PathMissing):
        read_header(tmp_path / "zero\0byte")
    with pytest.raises(FormatError, match="folder"):
        read_header(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(FormatError, match="regular"):
            read_header(tmp_path / "pipe")


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_no_bytes_escape_as_anything_else(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(safetensors_bytes(TWO))
    content = data.draw(
        st.one_of(
            st.binary(max_size=300),
            st.builds(with_header, st.binary(max_size=200), st.binary(max_size=40)),
            st.builds(with_header, json_headers(), st.binary(max_size=40)),
            st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), max_size=8).map(
                lambda changes: changed(whole, changes)
            ),
        )
    )
    path = write(tmp_path, content)
    try:
        tensors = read_header(path)
    except FormatError:
        return
    assert sum(tensor.size_bytes for tensor in tensors.values()) <= len(content)
    assert all(tensor.offset + tensor.size_bytes <= len(content) for tensor in tensors.values())


def changed(whole: bytearray, changes: list[tuple[int, int]]) -> bytes:
    copy = bytearray(whole)
    for place, value in changes:
        copy[place] = value
    return bytes(copy)


def json_headers() -> st.SearchStrategy[Any]:
    numbers = st.one_of(st.integers(-4, 40), st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=3))
    some_entry = st.fixed_dictionaries(
        {
            "dtype": st.one_of(st.sampled_from(["F32", "BF16", "U8", "F4"]), numbers),
            "shape": st.one_of(st.lists(numbers, max_size=4), numbers),
            "data_offsets": st.one_of(st.lists(numbers, max_size=3), numbers),
        }
    )
    return st.dictionaries(st.text(max_size=4), st.one_of(some_entry, numbers), max_size=4).map(
        lambda header: json.dumps(header).encode()
    )


def test_every_failure_has_facts_that_travel_as_text(tmp_path: Path) -> None:
    lone_surrogate = with_header(b'{"\\ud800": {"dtype": "F99", "shape": [], "data_offsets": [0, 0]}}')
    with pytest.raises(AppError) as caught:
        read_header(write(tmp_path, lone_surrogate))
    json.dumps(dict(caught.value.facts), ensure_ascii=False).encode()
