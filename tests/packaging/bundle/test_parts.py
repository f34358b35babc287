"""Whose work is bundled: licence texts, notices and the bill of materials."""

import importlib.util
import json
import sys
import sysconfig
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bundle import parts
from bundle.contents import Entry
from bundle.notices import notices
from bundle.parts import Part, PartUnknown, parts_of
from bundle.sbom import bill, write_bill


def module(name: str) -> Entry:
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    place = "/".join(name.split(".")) + ("/__init__" if found.submodule_search_locations else "")
    return f"{place}.pyc", found.origin, "DATA"


SITE = Path(sysconfig.get_path("platlib"))
ENTRIES: list[Entry] = [
    module("jinja2"),
    module("latex2mathml"),
    module("numpy"),
    module("llama_cpp"),
    module("asyncio"),
    ("app/startup.pyc", "/anywhere/startup.pyc", "DATA"),
    ("assets/style.qss", "/anywhere/style.qss", "DATA"),
    ("PySide6/__init__.pyc", str(SITE / "PySide6" / "__init__.py"), "DATA"),
    ("libQt6Core.so.6", "PySide6/Qt/lib/libQt6Core.so.6", "SYMLINK"),
]


@pytest.fixture(scope="module")
def found() -> dict[str, Part]:
    return {part.name: part for part in parts_of(ENTRIES)}


def test_each_file_leads_to_its_maker(found: dict[str, Part]) -> None:
    packages = {"jinja2", "latex2mathml", "numpy", "llama-cpp-python", "pyside6-essentials", "pyinstaller"}
    of_qt = {"Qt", "ICU", "HarfBuzz", "PCRE2", "libjpeg-turbo", "libpng", "libwebp", "MD4C", "TinyCBOR", "FreeType"}
    of_qt |= {"Smooth Scaling Algorithm", "X Server helper"}
    elsewhere = set() if sys.platform == "linux" else {"zlib"}
    assert set(found) == packages | of_qt | elsewhere | {"double-conversion", "llama.cpp", "llamafile", "Python"}
    assert found["Python"].kind == "interpreter"
    assert all(bool(part.version) != bool(part.within) for part in found.values())
    assert found["HarfBuzz"].within == f"pyside6-essentials {found['pyside6-essentials'].version}"


def test_a_backend_that_was_added_belongs_to_the_package_and_brings_what_is_compiled_into_it() -> None:
    module_of = {"libggml-vulkan.so": {"Vulkan headers", "SPIR-V headers"}, "libggml-cuda.so": set()}
    for name, brought in module_of.items():
        entries: list[Entry] = [(f"llama_cpp/lib/{name}", f"/anywhere/{name}", "BINARY")]
        assert {part.name for part in parts_of(entries)} == {
            "llama-cpp-python",
            "llama.cpp",
            "llamafile",
            "Python",
            "pyinstaller",
        } | brought


def test_what_is_compiled_into_a_package_has_its_own_text(found: dict[str, Part]) -> None:
    assert "The ggml authors" in found["llama.cpp"].texts[0]
    assert "LESSER GENERAL PUBLIC LICENSE" in found["Qt"].texts[0]
    assert "Independent JPEG Group" in found["libjpeg-turbo"].texts[0]
    assert len(found["numpy"].texts) > 1


def test_a_part_without_a_text_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parts, "LICENCES", tmp_path)
    with pytest.raises(PartUnknown, match="latex2mathml"):
        parts_of([module("latex2mathml")])


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of the system are bundled on Linux alone")
def test_a_file_of_nobody_is_refused(tmp_path: Path) -> None:
    library = tmp_path / "libmine.so"
    library.touch()
    with pytest.raises(PartUnknown, match=r"libmine\.so"):
        parts_of([("libmine.so", str(library), "BINARY")])


def test_the_runtime_that_windows_may_lack_is_one_part() -> None:
    entries: list[Entry] = [(name, f"/system/{name}", "BINARY") for name in ("MSVCP140.dll", "vcomp140.dll")]
    (runtime,) = [part for part in parts_of(entries) if part.name not in ("Python", "pyinstaller")]
    assert runtime.name.startswith("Microsoft") and "msvcp140.dll" in runtime.texts[0]


def test_notices_hold_every_text_once(found: dict[str, Part]) -> None:
    text = notices(found.values())
    assert all(licence in text for part in found.values() for licence in part.texts)
    assert text.count("GNU LESSER GENERAL PUBLIC LICENSE\n") == 1
    assert f"jinja2 {found['jinja2'].version}" in text


def test_the_bill_names_each_part_and_is_the_same_every_time(found: dict[str, Part], tmp_path: Path) -> None:
    made = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    write_bill(found.values(), "1.2.3", made, tmp_path / "bill.json")
    content = json.loads((tmp_path / "bill.json").read_text(encoding="utf-8"))
    assert content == json.loads(json.dumps(bill(found.values(), "1.2.3", made)))
    assert content["specVersion"] == "1.6"
    assert content["metadata"]["timestamp"] == "2026-01-02T03:04:05Z"
    listed = {component["name"]: component for component in content["components"]}
    assert set(listed) == set(found)
    assert "version" not in listed["HarfBuzz"] and listed["HarfBuzz"]["description"].startswith("In pyside6-essentials")
    assert listed["jinja2"]["purl"] == f"pkg:pypi/jinja2@{found['jinja2'].version}"
    assert content["serialNumber"] != bill([*found.values()][1:], "1.2.3", made)["serialNumber"]
