"""Linux binaries: what they ask for, and taking the folders of this machine out of them."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest
from bundle.linux.clean import clean
from bundle.linux.elf import binaries, linked, without_search_path
from bundle.linux.system import problems, system_needs
from bundle.made import BundleFailed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ELF is Linux's")

SOURCE = """
#include <math.h>
const char *folder = "/somewhere/of/3.11.7";
const char *version = "3.11.7";
const char *check = "/made/in/Python-3.11.7/Modules/twice.c";
double twice(double value) { return ldexp(value, 1); }
"""


def compiled(folder: Path, name: str = "libtwice.so", *options: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    source, library = folder / "twice.c", folder / name
    source.write_text(SOURCE, encoding="ascii")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", str(source), "-o", str(library), "-lm", *options], check=True)
    source.unlink()
    return library


def test_what_a_library_asks_for(tmp_path: Path) -> None:
    facts = linked(compiled(tmp_path, "libtwice.so", "-Wl,-rpath,/somewhere/of/mine:$ORIGIN"))
    assert "libm.so.6" in facts.needed
    assert facts.search_path == ("/somewhere/of/mine", "$ORIGIN")
    assert any(name == "GLIBC" and version >= (2, 2) for name, version in facts.versions)


@pytest.mark.parametrize("tags", ["--enable-new-dtags", "--disable-new-dtags"])
def test_a_search_path_is_taken_out_and_the_library_still_works(tmp_path: Path, tags: str) -> None:
    library = compiled(tmp_path, "libtwice.so", "-Wl,-rpath,/a/place", f"-Wl,{tags}")
    before = linked(library)
    content = without_search_path(library.read_bytes())
    assert b"/a/place" not in content
    library.write_bytes(content)
    after = linked(library)
    assert (after.needed, after.search_path) == (before.needed, ())
    twice = ctypes.CDLL(str(library)).twice
    twice.argtypes, twice.restype = [ctypes.c_double], ctypes.c_double
    assert twice(21.0) == 42.0


def test_other_files_are_no_binaries(tmp_path: Path) -> None:
    library = compiled(tmp_path / "lib")
    (tmp_path / "lib" / "a link.so").symlink_to(library)
    (tmp_path / "lib" / "notes.txt").write_text("ELF", encoding="ascii")
    assert list(binaries(tmp_path)) == [library]
    with pytest.raises(ValueError, match="ELF"):
        without_search_path(b"\x7fELF\x01\x01" + bytes(64))


def test_pythons_own_libraries_are_cleaned(tmp_path: Path) -> None:
    prefix = "/somewhere/of/3.11.7"
    own = compiled(tmp_path / "python3.11" / "lib-dynload", "_twice.so", f"-Wl,-rpath,{prefix}/lib")
    other = compiled(tmp_path / "numpy", "libtwice.so")
    unchanged = other.read_bytes()
    assert any("looks for libraries" in line for line in problems(tmp_path, (prefix,)))
    clean(tmp_path, prefix, "/made/in/Python-3.11.7")
    assert other.read_bytes() == unchanged
    assert prefix.encode() not in own.read_bytes() and b"/made/in" not in own.read_bytes()
    assert problems(tmp_path, (prefix,)) == ["numpy/libtwice.so names /somewhere/of/3.11.7"]
    version = ctypes.c_char_p.in_dll(ctypes.CDLL(str(own)), "version")
    assert version.value == b"3.11.7"


def test_what_is_needed_of_the_system(tmp_path: Path) -> None:
    compiled(tmp_path / "lib", "libown.so")
    compiled(tmp_path / "lib", "libother.so", "-L", str(tmp_path / "lib"), "-Wl,--no-as-needed", "-lown")
    needs = system_needs(tmp_path)
    assert needs.packages == ()
    assert needs.c_library >= (2, 2)


def test_a_library_of_no_known_package_is_refused(tmp_path: Path) -> None:
    strange = compiled(tmp_path / "elsewhere", "libstrange.so")
    compiled(tmp_path / "lib", "libown.so", "-L", str(strange.parent), "-Wl,--no-as-needed", "-lstrange")
    with pytest.raises(BundleFailed, match=r"libstrange\.so"):
        system_needs(tmp_path / "lib")
