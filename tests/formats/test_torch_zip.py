"""PyTorch files give their tensors, and nothing that stands in one of them ever happens."""

import json
import os
import pickle
import struct
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import AppError
from app.formats.errors import FileCutShort, FormatError, PickleRefused
from app.formats.pickle_values import MOST_STEPS
from app.formats.torch_zip import MAX_PICKLE_BYTES, read_torch

FILES = Path(__file__).parent / "torch"
NAMES = {"float32": "F32", "float16": "F16", "bfloat16": "BF16", "float64": "F64", "int64": "I64", "int32": "I32",
         "int16": "I16", "int8": "I8", "uint8": "U8", "bool": "BOOL"}  # fmt: skip

# Opcodes of a pickle, by their names in the standard library's pickletools.
PROTO, STOP, MARK, NONE = b"\x80\x02", b".", b"(", b"N"
ONE_TENSOR = (
    b"}q\0X\x01\0\0\0tctorch._utils\n_rebuild_tensor_v2\n((X\x07\0\0\0storagectorch\nFloatStorage\n"
    b"X\x01\0\0\x000X\x03\0\0\0cpuK\x04tQK\0K\x04\x85K\x01\x85\x89ccollections\nOrderedDict\n)RtRs"
)


def write(folder: Path, content: bytes) -> Path:
    path = folder / "pytorch_model.bin"
    path.write_bytes(content)
    return path


def archive(
    program: bytes,
    storages: Mapping[str, bytes] | None = None,
    *,
    method: int = zipfile.ZIP_STORED,
    more: Mapping[str, bytes] | None = None,
) -> bytes:
    """A PyTorch file of today's format around a pickle."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        made.writestr("archive/data.pkl", program)
        for key, content in (storages or {}).items():
            made.writestr(f"archive/data/{key}", content)
        for name, content in (more or {}).items():
            made.writestr(name, content)
    return stream.getvalue()


def one_tensor(change: Callable[[bytes], bytes] = bytes, values: bytes = bytes(16)) -> bytes:
    return archive(PROTO + change(ONE_TENSOR) + STOP, {"0": values})


def problem(folder: Path, content: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read_torch(write(folder, content))
    return str(caught.value.facts.get("detail") or caught.value.code)


# What PyTorch writes.


@pytest.mark.parametrize("name", ["zip.bin", "legacy.bin"])
def test_both_formats_give_types_shapes_and_values(name: str) -> None:
    expected = json.loads((FILES / "expected.json").read_text())
    tensors, content = read_torch(FILES / name), (FILES / name).read_bytes()
    assert list(tensors) == sorted(expected)
    for key, tensor in tensors.items():
        dtype, shape, values = expected[key]
        assert (tensor.dtype, list(tensor.shape), tensor.path) == (NAMES[dtype], shape, FILES / name), key
        assert content[tensor.offset : tensor.offset + tensor.size_bytes].hex() == values, key
    assert tensors["tied.a"].offset == tensors["tied.b"].offset
    assert tensors["view"].offset == tensors["tied.a"].offset + 16


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("turned", "do not lie in order"),
        ("gaps", "do not lie in order"),
        ("number", "'epoch' in it is no tensor"),
        ("script", "is compressed"),
    ],
)
def test_what_holds_something_else_says_so(name: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_torch(FILES / f"{name}.bin")
    assert words in str(caught.value.facts["detail"])


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("module", "torch.nn.modules.linear.Linear"),
        ("complex", "torch.ComplexFloatStorage"),
        ("f8", "torch._utils._rebuild_tensor_v3"),
        ("sparse", "torch._utils._rebuild_sparse_tensor"),
    ],
)
def test_what_needs_more_than_plain_tensors_is_refused_by_name(name: str, asked: str) -> None:
    with pytest.raises(PickleRefused) as caught:
        read_torch(FILES / f"{name}.bin")
    assert caught.value.facts["name"] == asked


# What somebody else may write.


class Calls:
    """Pickles itself as a call."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> Any:
        return self.call


class WithState:
    """Pickles itself as an object with attributes."""

    def __init__(self) -> None:
        self.__dict__["name"] = "x"


def attacks(mark: Path) -> dict[str, bytes]:
    """Programs that leave `mark` behind, or try to get anywhere else, when an unpickler runs them."""
    touch = f"open({str(mark)!r}, 'w').close()"
    name = str(mark).encode()
    by_hand = {
        "an instance in the old way": b"(S'" + name + b"'\niposix\nmkdir\n.",
        "an object in the old way": b"(cposix\nmkdir\nS'" + name + b"'\no.",
        "an object in the new way": PROTO + b"cbuiltins\nobject\n)\x81.",
        "a name put together": b"\x80\x04\x8c\x05posix\x8c\x05mkdir\x93\x8c\x01x\x85R.",
        "an extension": PROTO + b"\x82\x01.",
        "a persistent id in text": b"P1\n.",
        "a buffer": b"\x80\x05\x97.",
        "state for what is no dict": PROTO + b"]}X\x01\0\0\0aNsb.",
        "state for a storage": PROTO + b"ctorch\nFloatStorage\n}b.",
        "a call of a storage": PROTO + b"ctorch\nFloatStorage\n)R.",
        "a call of a text": PROTO + b"X\x01\0\0\0a)R.",
        "an attribute behind dots": PROTO + b"ctorch\nFloatStorage.__init__.__globals__\n.",
        "a set": b"\x80\x04\x8f.",
        "bytes": b"\x80\x03C\x01a.",
    }
    calls = {
        "a command": Calls(os.system, f"echo > {mark}"),
        "a program": Calls(exec, touch),
        "an expression": Calls(eval, touch),
        "an import": Calls(__import__, "this"),
        "a way to an attribute": Calls(getattr, "", "format"),
        "a process": Calls(os.execv, sys.executable, ("x",)),
        "an object with attributes": WithState(),
    }
    programs = {}
    for kind, value in calls.items():
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            programs[f"{kind}, protocol {protocol}"] = pickle.dumps({"t": value}, protocol)
    return programs | by_hand


@pytest.mark.parametrize("form", ["zip", "legacy"])
def test_nothing_that_a_file_asks_for_happens(form: str, tmp_path: Path) -> None:
    mark = tmp_path / "happened"
    for kind, program in attacks(mark).items():
        modules = set(sys.modules)
        start = (FILES / "legacy.bin").read_bytes()
        content = archive(program) if form == "zip" else legacy_with(start, program)
        with pytest.raises(FormatError) as caught:
            read_torch(write(tmp_path, content))
        assert isinstance(caught.value, PickleRefused), (kind, caught.value.facts)
        assert not mark.exists(), kind
        assert set(sys.modules) == modules, kind


def legacy_with(start: bytes, program: bytes) -> bytes:
    """The old format with another list of tensors."""
    before = BytesIO(start)
    for _ in range(3):
        pickle.load(before)  # noqa: S301 - our own file
    return start[: before.tell()] + program


def test_names_and_calls_that_are_listed_are_all_there_is(tmp_path: Path) -> None:
    for name in (
        "os.system",
        "builtins.eval",
        "torch.load",
        "torch.hub.load",
        "collections.defaultdict",
        "numpy.array",
    ):
        module, _, attribute = name.rpartition(".")
        program = PROTO + f"c{module}\n{attribute}\n".encode() + STOP
        with pytest.raises(PickleRefused) as caught:
            read_torch(write(tmp_path, archive(program)))
        assert caught.value.facts["name"] == name


# Bombs.


def bounded(folder: Path, content: bytes, most_bytes: int = 250 << 20, most_s: float = 30) -> str:
    """What is wrong with the file, found in bounded time and memory."""
    path = write(folder, content)
    tracemalloc.start()
    start_s = time.monotonic()
    try:
        with pytest.raises(FormatError) as caught:
            read_torch(path)
        assert tracemalloc.get_traced_memory()[1] < most_bytes
    finally:
        tracemalloc.stop()
    assert time.monotonic() - start_s < most_s
    return str(caught.value.facts.get("detail") or caught.value.code)


def test_lists_of_lists_of_lists_stay_as_small_as_they_are_written(tmp_path: Path) -> None:
    layers = b"".join(
        b"]r" + struct.pack("<I", i) + b"(" + (b"j" + struct.pack("<I", i - 1)) * 10 + b"e" for i in range(1, 60)
    )
    content = archive(PROTO + b"(]r\0\0\0\0" + layers + b"t" + STOP)
    assert "something else" in bounded(tmp_path, content, 8 << 20)
    tuples = b")" + b"q\0h\0\x86" * 60
    assert "a key that is no text" in bounded(tmp_path, archive(PROTO + b"}" + tuples + b"Ns" + STOP), 8 << 20)


def test_a_list_that_holds_itself_ends(tmp_path: Path) -> None:
    assert "something else" in bounded(tmp_path, archive(PROTO + b"]q\0h\0a" + STOP))
    assert "no tensor" in bounded(tmp_path, archive(PROTO + b"}q\0X\x01\0\0\0ah\0s" + STOP))


@pytest.mark.parametrize("step", [b"\x85", b"]", b"(", b"N", b"}N\x85"])
def test_endless_programs_are_cut_short(tmp_path: Path, step: bytes) -> None:
    program = PROTO + b"N" + step * (MOST_STEPS // len(step) + 10) * len(step)
    assert bounded(tmp_path, archive(program[: MAX_PICKLE_BYTES - 1] + STOP)) == (
        "it takes more steps than a list of tensors"
    )


def test_nesting_just_within_bounds_is_harmless(tmp_path: Path) -> None:
    assert "something else" in bounded(tmp_path, archive(PROTO + b"N" + b"\x85" * (MOST_STEPS - 3) + STOP))


def test_a_list_of_tensors_of_16_mib_is_none(tmp_path: Path) -> None:
    assert f"has {MAX_PICKLE_BYTES + 1} bytes" in bounded(tmp_path, archive(bytes(MAX_PICKLE_BYTES + 1)), 1 << 20)


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    content = archive(PROTO + ONE_TENSOR + STOP, {"0": bytes(64 << 20)}, method=zipfile.ZIP_DEFLATED)
    assert "is compressed" in bounded(tmp_path, content, 1 << 20)


# Storages that cannot be.


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (b"cpuK\x04", b"cpuK\x05", "do not take 16 bytes"),
        (b"cpuK\x04", b"cpu\x8a\x08" + b"\xff" * 7 + b"\x7f", "do not take 16 bytes"),
        (b"cpuK\x04", b"cpu\x8a\x01\xff", "a part of others"),
        (b"cpuK\x04", b"cpuN", "a part of others"),
        (b"QK\0K\x04\x85", b"QK\0K\x05\x85", "reaches past its values"),
        (b"QK\0K\x04\x85", b"QK\x01K\x04\x85", "reaches past its values"),
        (b"QK\0K\x04\x85", b"Q\x8a\x01\xffK\x04\x85", "without values"),
        (b"QK\0K\x04\x85K\x01\x85", b"QK\0\x8a\x08" + b"\xff" * 7 + b"\x7f\x85K\x01\x85", "reaches past its values"),
        (b"QK\0K\x04\x85K\x01\x85", b"QK\0K\x04\x85K\x00\x85", "do not lie in order"),
        (b"QK\0K\x04\x85K\x01\x85", b"QK\0K\x04\x85K\x01K\x01\x86", "without shape"),
        (b"QK\0K\x04\x85K\x01\x85", b"QK\0]K\x01\x85", "without shape"),
        (b"X\x07\0\0\0storage", b"X\x06\0\0\0module", "no known kind"),
        (b"ctorch\nFloatStorage\n", b"X\x01\0\0\0F", "no known kind"),
        (b"X\x01\0\0\x000", b"X\x01\0\0\x001", "are not in it"),
        (b"X\x01\0\0\x000", b"K\x00", "no known kind"),
        (b"X\x01\0\0\0t", b"K\x07", "is no tensor"),
        (b"X\x01\0\0\0t", b"N", "a key that is no text"),
        (b"X\x01\0\0\0t", b"X\x03\0\0\0\xed\xa0\x80", "no name of a tensor"),
        (b"tRs", b"tRtRs", "broken"),
        (b"}q\0", b"]q\0", "what is no dict"),
    ],
)
def test_a_tensor_that_cannot_be_is_refused(tmp_path: Path, before: bytes, after: bytes, words: str) -> None:
    assert ONE_TENSOR.count(before) == 1
    assert words in problem(tmp_path, one_tensor(lambda program: program.replace(before, after)))


def test_the_tensor_itself_is_fine(tmp_path: Path) -> None:
    (tensor,) = read_torch(write(tmp_path, one_tensor())).values()
    assert (tensor.name, tensor.dtype, tensor.shape, tensor.size_bytes) == ("t", "F32", (4,), 16)


@pytest.mark.parametrize("program", [b"", b"N", PROTO, PROTO + STOP, PROTO + b"NN" + STOP, PROTO + b"(N" + STOP])
def test_a_broken_program_says_so(tmp_path: Path, program: bytes) -> None:
    assert problem(tmp_path, archive(program))


def test_a_parameter_may_stand_around_a_tensor(tmp_path: Path) -> None:
    def around(program: bytes) -> bytes:
        return (
            program.replace(
                b"ctorch._utils\n_rebuild_t", b"ctorch._utils\n_rebuild_parameter\n(ctorch._utils\n_rebuild_t"
            )[:-1]
            + b"\x89ccollections\nOrderedDict\n)RtRs"
        )

    assert list(read_torch(write(tmp_path, one_tensor(around)))) == ["t"]


# Archives that cannot be.


def patched(content: bytes, magic: bytes, place: int, value: bytes) -> bytes:
    """The archive with bytes of its first record of a kind replaced."""
    start = content.index(magic) + place
    return content[:start] + value + content[start + len(value) :]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda content: patched(content, b"PK\1\2", 8, b"\1\0"), "is encrypted"),
        (lambda content: patched(content, b"PK\1\2", 10, b"\x08\0"), "is compressed"),
        (lambda content: patched(content, b"PK\1\2", 24, b"\xff\xff\0\0"), "is compressed"),
        (lambda content: patched(content, b"PK\1\2", 20, b"\xff\xff\xff\xff"), "directory is broken"),
        (lambda content: patched(content, b"PK\1\2", 42, b"\xff\xff\xff\x7f"), "points where nothing is"),
        (lambda content: patched(content, b"PK\1\2", 0, b"XX"), "directory is broken"),
        (lambda content: patched(content, b"PK\5\6", 12, b"\xff\xff\xff\x7f"), "directory would be"),
        (lambda content: patched(content, b"PK\5\6", 16, b"\xff\xff\xff\xff"), "points where nothing is"),
        (lambda content: patched(content, b"PK\1\2", 42, content.rindex(b"PK\3\4").to_bytes(4, "little")), "lies on"),
        (lambda content: content.replace(b"data.pkl", b"data.txt"), "no PyTorch file"),
        (lambda content: content[:-30], "file_cut_short"),
    ],
)
def test_an_archive_that_cannot_be_is_refused(tmp_path: Path, change: Callable[[bytes], bytes], words: str) -> None:
    assert words in problem(tmp_path, change(one_tensor()))


def test_entries_of_the_same_name_are_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = archive(PROTO + ONE_TENSOR + STOP, {"0": bytes(16)}, more={"archive/data/0": bytes(16)})
    assert "twice" in problem(tmp_path, content)


def test_large_archives_tell_their_sizes_elsewhere(tmp_path: Path) -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name, content in (("x/data.pkl", PROTO + ONE_TENSOR + STOP), ("x/data/0", bytes(16))):
            with made.open(name, "w", force_zip64=True) as entry:
                entry.write(content)
    assert list(read_torch(write(tmp_path, stream.getvalue()))) == ["t"]


def test_numbers_in_another_byte_order_are_refused(tmp_path: Path) -> None:
    content = archive(PROTO + ONE_TENSOR + STOP, {"0": bytes(16)}, more={"archive/byteorder": b"big"})
    assert "byte order" in problem(tmp_path, content)


@pytest.mark.parametrize("name", ["zip.bin", "legacy.bin"])
def test_a_file_that_ends_early_says_so(name: str, tmp_path: Path) -> None:
    content = (FILES / name).read_bytes()
    for end in range(1, len(content), 97):
        assert problem(tmp_path, content[:end])
    with pytest.raises(FileCutShort):
        read_torch(write(tmp_path, content[:-1]))


@pytest.mark.parametrize("content", [b"PK\3\4" + bytes(90), b"x" * 90, b"\x80\x02N.", pickle.dumps(1), bytes(90)])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    assert problem(tmp_path, content)


# Whatever it is.


def check_any(folder: Path, content: bytes) -> None:
    """The file ends in tensors that lie inside it, or in an AppError."""
    path = write(folder, content)
    try:
        tensors = read_torch(path)
    except AppError as error:
        json.dumps(dict(error.facts), ensure_ascii=False).encode()
        return
    for tensor in tensors.values():
        assert 0 <= tensor.offset <= tensor.offset + tensor.size_bytes <= len(content)


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    name=st.sampled_from(["zip.bin", "legacy.bin"]),
    changes=st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 255)), min_size=1, max_size=6),
    end=st.integers(0, 6000) | st.none(),
)
def test_no_bytes_escape(tmp_path: Path, name: str, changes: list[tuple[int, int]], end: int | None) -> None:
    content = bytearray((FILES / name).read_bytes())
    for place, value in changes:
        content[place % len(content)] = value
    check_any(tmp_path, bytes(content[:end]))


OPCODES = st.sampled_from([bytes([code]) for code in b"(.0N)]}tRbsuaeQh\x85\x86\x87\x88\x89\x94\x93Kq"])
PARTS = st.sampled_from(
    [
        b"ctorch._utils\n_rebuild_tensor_v2\n",
        b"ctorch\nFloatStorage\n",
        b"ccollections\nOrderedDict\n",
        b"cos\nsystem\n",
        b"X\x01\0\0\x000",
        b"X\x07\0\0\0storage",
        b"\x8a\x09" + b"\xff" * 9,
        b"M\xff\xff",
    ]
)


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(program=st.lists(OPCODES | PARTS | st.binary(max_size=3), max_size=40).map(b"".join))
def test_no_program_escapes(tmp_path: Path, program: bytes) -> None:
    check_any(tmp_path, archive(PROTO + program + STOP, {"0": bytes(16)}))


def test_what_pytorch_makes_of_a_plain_dict_is_what_is_written_here() -> None:
    # The programs above stand for what torch.save writes: the same names, in the same order.
    with zipfile.ZipFile(FILES / "shard1.bin") as made:
        program = next(made.read(name) for name in made.namelist() if name.endswith("data.pkl"))
    for part in (b"ctorch._utils\n_rebuild_tensor_v2\n", b"ctorch\nFloatStorage\n", b"ccollections\nOrderedDict\n"):
        assert part in program
        assert part in ONE_TENSOR
