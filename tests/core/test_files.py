"""Files change all at once, and names inside files stay inside their folder."""

import errno
import os
import shutil
from hashlib import sha256 as reference
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core import files
from app.core.errors import AppError, Cancelled, DiskFull, PathNotReadable, PathNotWritable, UnsafePath
from app.core.progress import Progress


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@given(st.text(alphabet=st.sampled_from("ab./\\:\0 ~C"), max_size=12))
def test_a_joined_path_lies_inside_or_is_refused(name: str) -> None:
    folder = Path("/some/folder")
    try:
        joined = files.safe_join(folder, name)
    except UnsafePath:
        return
    normal = Path(os.path.normpath(joined))
    assert normal != folder and normal.is_relative_to(folder) and "\0" not in name


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/passwd", "C:\\x", "a//b", "", ".", "a\\..\\..\\x", "a\0b"])
def test_names_that_lead_outside_are_refused(name: str) -> None:
    with pytest.raises(UnsafePath):
        files.safe_join(Path("/some/folder"), name)


def test_plain_names_are_joined() -> None:
    assert files.safe_join(Path("/f"), "a/b c 😀.bin") == Path("/f/a/b c 😀.bin")
    assert files.safe_join(Path("/f"), "a\\b") == Path("/f/a/b")


def test_a_replaced_file_is_old_or_new_and_never_between(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "file.bin"
    files.write_bytes(path, b"old")
    with files.replacing(path) as part:
        part.write_bytes(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new" and _names(path.parent) == ["file.bin"]


@pytest.mark.parametrize("error", [ValueError("mine"), Cancelled(), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(b"old")
    with pytest.raises(type(error)), files.replacing(path) as part:
        part.write_bytes(b"half")
        raise error
    assert path.read_bytes() == b"old" and _names(tmp_path) == ["file.bin"]


@pytest.mark.parametrize(
    ("number", "kind"), [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EACCES, PathNotWritable)]
)
def test_what_the_system_says_while_writing_gets_a_name(tmp_path: Path, number: int, kind: type[AppError]) -> None:
    with pytest.raises(kind) as failure, files.replacing(tmp_path / "file.bin") as part:
        part.write_bytes(b"half")
        raise OSError(number, os.strerror(number))
    assert failure.value.facts["path"] == str(tmp_path / "file.bin") and _names(tmp_path) == []


def test_a_folder_that_is_a_file_is_said_to_be_unwritable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PathNotWritable):
        files.write_bytes(tmp_path / "file" / "inner.bin", b"x")


def test_room_is_asked_of_the_nearest_folder_that_is_there(tmp_path: Path) -> None:
    deep = tmp_path / "not" / "there" / "yet"
    free = files.free_bytes(deep)
    assert abs(free - shutil.disk_usage(tmp_path).free) < 1 << 30
    files.require_room(deep, 1)
    with pytest.raises(DiskFull) as failure:
        files.require_room(deep, 1 << 62)
    assert failure.value.facts["needed_bytes"] == 1 << 62


@pytest.fixture
def big(tmp_path: Path) -> Path:
    path = tmp_path / "big"
    path.write_bytes(os.urandom(9 << 20))
    return path


def test_a_digest_is_sha256_and_tells_how_far_it_is(big: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    digest = files.sha256(big, Progress(lambda *report: told.append(report)))
    assert digest == reference(big.read_bytes()).hexdigest()
    assert told[-1] == ("check", 9 << 20, 9 << 20)


def test_a_digest_can_be_stopped(big: Path) -> None:
    answers = iter([False, True])
    with pytest.raises(Cancelled):
        files.sha256(big, Progress(is_cancelled=lambda: next(answers)))


def test_a_digest_of_nothing_names_the_path(tmp_path: Path) -> None:
    with pytest.raises(PathNotReadable) as failure:
        files.sha256(tmp_path / "nothing", Progress())
    assert failure.value.facts["path"] == str(tmp_path / "nothing")
