"""What goes into a bundle: by name, and by what the rest links."""

import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from bundle.contents import (
    Entry,
    as_file,
    assets,
    is_of_the_system,
    is_of_the_window,
    is_wanted,
    llama_cpp_libraries,
    without_unused_libraries,
)

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "place",
    [
        "app/cli/chat.pyc",
        "assets/icons/slipstream.svg",
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "llama_cpp/lib/libllama.so",
        "llama_cpp/lib/libggml-base.so.0",
        "llama_cpp/lib/libggml-cpu-haswell.so",
        "llama_cpp/lib/ggml-vulkan.dll",
        "keyring-25.7.0.dist-info/entry_points.txt",
        "PySide6/Qt/translations/qtbase_de.qm",
    ],
)
def test_wanted(place: str) -> None:
    assert is_wanted(place)


@pytest.mark.parametrize(
    "place",
    [
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/translations/designer_de.qm",
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6/Qt/qml/QtQuick/qmldir",
        "PySide6/QtCore.pyi",
        "llama_cpp/lib/libllama.so.0.5.0",
        "numpy/_core/tests/data/umath.csv",
        "keyring-25.7.0.dist-info/RECORD",
    ],
)
def test_unwanted(place: str) -> None:
    assert not is_wanted(place)


def test_drivers_find_their_own_libraries() -> None:
    assert all(map(is_of_the_system, ("libstdc++.so.6", "libz.so.1", "libX11-xcb.so.1", "libGLX.so.0", "libxcb.so.1")))
    assert not any(
        map(is_of_the_system, ("libssl.so.3", "libxcb-cursor.so.0", "libxkbcommon.so.0", "libpython3.11.so"))
    )
    assert is_wanted("libstdc++.so.6") is (sys.platform != "linux")


LINKS = {
    "/numpy/core.so": ["libopenblas.so", "libc.so.6"],
    "/libopenblas.so": ["libgfortran.so"],
    "/qxcb.so": ["libQt6Core.so.6"],
    "/libQt6Quick.so.6": ["libQt6Qml.so.6"],
    "/libcpu.so": ["libgomp.so.1"],
}


def imports_of(source: str) -> Iterable[str]:
    return LINKS.get(source, ())


def test_libraries_that_nothing_links_stay_out() -> None:
    entries: list[Entry] = [
        ("numpy/core.so", "/numpy/core.so", "EXTENSION"),
        ("numpy.libs/libopenblas.so", "/libopenblas.so", "BINARY"),
        ("numpy.libs/libgfortran.so", "/libgfortran.so", "BINARY"),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/qxcb.so", "BINARY"),
        ("PySide6/Qt/lib/libQt6Core.so.6", "/libQt6Core.so.6", "BINARY"),
        ("PySide6/Qt/lib/libQt6Quick.so.6", "/libQt6Quick.so.6", "BINARY"),
        ("PySide6/Qt/lib/libQt6Qml.so.6", "/libQt6Qml.so.6", "BINARY"),
        ("libQt6Core.so.6", "PySide6/Qt/lib/libQt6Core.so.6", "SYMLINK"),
        ("libQt6Qml.so.6", "PySide6/Qt/lib/libQt6Qml.so.6", "SYMLINK"),
        ("llama_cpp/lib/libggml-cpu.so", "/libcpu.so", "BINARY"),
        ("libgomp.so.1", "/libgomp.so.1", "BINARY"),
        ("libpython3.11.so.1.0", "/libpython3.11.so.1.0", "BINARY"),
        ("assets/style.qss", "/style.qss", "DATA"),
    ]
    kept = {place for place, _, _ in without_unused_libraries(entries, imports_of)}
    assert {place for place, _, _ in entries} - kept == {
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/lib/libQt6Qml.so.6",
        "libQt6Qml.so.6",
    }


def test_modules_of_the_window_stay_out_of_the_engine() -> None:
    assert is_of_the_window("app.gui.run")
    assert is_of_the_window("PySide6")
    assert not any(map(is_of_the_window, ("app.gui_less", "app.cli.chat", "numpy", "markdown_it.main")))


def test_a_module_has_a_place_of_its_own() -> None:
    assert as_file(("a.b", "/site/a/b.py", "PYMODULE")) == ("a/b.pyc", "/site/a/b.py", "PYMODULE")
    assert as_file(("a.b", "/site/a/b/__init__.py", "PYMODULE"))[0] == "a/b/__init__.pyc"


def test_everything_that_is_named_is_there() -> None:
    assert all(Path(source).exists() for source, _ in assets(ROOT / "assets"))
    assert any("llama" in path.name for path in llama_cpp_libraries())
