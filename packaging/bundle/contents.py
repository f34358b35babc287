"""What goes into the bundle and what stays out, by name; the specification for PyInstaller asks here."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

# Destination in the bundle, source on this machine, kind: PyInstaller's table of contents.
Entry = tuple[str, str, str]

CONTENTS_FOLDER = "lib"
LLAMA_CPP_LIBRARIES = "llama_cpp/lib"
QT_LIBRARIES = "PySide6/Qt/lib"

# Imported by packages in case they are there, or for their own development.
UNUSED_MODULES = (
    *("torch", "transformers", "sentencepiece", "tokenizers", "safetensors", "scipy", "pandas", "PIL", "IPython"),
    *(
        "pip",
        "setuptools",
        "pkg_resources",
        "wheel",
        "_distutils_hack",
        "mypy",
        "pytest",
        "_pytest",
        "pluggy",
        "hypothesis",
        "PyInstaller",
    ),
    *("tkinter", "_tkinter", "turtle", "idlelib", "lib2to3", "ensurepip", "venv", "pydoc_data", "test", "unittest"),
    *("numpy.f2py", "numpy.tests", "numpy._pyinstaller", "numpy.conftest", "llama_cpp.server", "huggingface_hub.cli"),
    # Files are fetched over HTTP, with resume and a check of each.
    *(
        "hf_xet",
        "requests",
        "urllib3",
        "charset_normalizer",
        "typer",
        "rich",
        "click",
        "gradio",
        "fastapi",
        "uvicorn",
        "starlette",
    ),
    # Under the GPL, and of no use to a window.
    *("readline", "_gdbm", "gdbm", "_curses", "curses"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtPdf", "PySide6.QtOpenGL", "PySide6.QtSql", "PySide6.QtTest"),
)
# Sets variables for Qt that every program started from the window would see; PySide6 finds its Qt without them.
UNUSED_HOOKS = ("pyi_rth_pyside6",)

# Looked up by name when the program runs: versions for a report, keyrings by their entry points.
DESCRIBED = (
    *("llama-cpp-python", "PySide6-Essentials", "gguf", "huggingface-hub", "keyring", "numpy", "jinja2"),
    *("markdown-it-py", "pygments", "pypdf", "ziamath", "httpx2", "platformdirs"),
)
# What these read besides their modules: fonts, and a table of symbols.
WITH_DATA = ("ziamath", "ziafont", "latex2mathml")
# What the engine, the jobs, the drawing of formulas and the command line do without.
_OF_THE_WINDOW = ("app.gui", "PySide6", "shiboken6", "pygments")
# Of `assets`: the rest is for those who work on the program.
_ASSETS = ("catalogue.json", "style.qss", "icons", "demo", "translations")

# By their names without `lib`, `q` and the suffix. Qt loads these by itself, nothing links them.
QT_PLUGINS: dict[str, tuple[str, ...]] = {
    "platforms": ("xcb", "wayland", "cocoa", "windows", "offscreen"),
    "platforminputcontexts": ("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),
    "platformthemes": ("xdgdesktopportal",),
    "iconengines": ("svgicon",),
    "imageformats": ("svg", "ico", "jpeg", "gif", "webp"),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-decoration-client": ("adwaita", "bradient"),
}

# Of the system, not of the bundle: a driver of the graphics card is loaded into our process and needs these at least
# as new as it was built with. Every Linux with windows has them.
_OF_THE_SYSTEM = re.compile(
    r"lib(stdc\+\+|gcc_s|z|zstd|lzma|expat|elf|drm.*|gbm|GL.*|EGL|OpenGL|vulkan|wayland-.*|X.*|xcb|xcb-(dri2|dri3|glx"
    r"|present|randr|render|shape|shm|sync|xfixes|xinerama|xkb)|fontconfig|freetype|png16|brotli.*|glib-2\.0"
    r"|gthread-2\.0|gio-2\.0|gobject-2\.0|gmodule-2\.0|pcre2-8|dbus-1|systemd|bsd|md|cap|gcrypt|gpg-error|lz4"
    r"|uuid|krb5.*|gssapi_krb5|k5crypto|com_err|keyutils|resolv)\.so(\..*)?"
)
_PLUGIN = re.compile(r"PySide6/(?:Qt/)?plugins/([^/]+)/(?:lib)?q?([^/.]+)\.(?:so|dylib|dll)")
_FULL_VERSION = re.compile(r"(.+\.so)\.\d+\.\d+(\.\d+)*|(.+)\.\d+\.\d+(\.\d+)*\.dylib")
_NEVER = re.compile(
    # Of Qt's own words, those of the languages that ours are translated into.
    r"PySide6/(?:Qt/)?(?:translations/(?!qtbase_de\.)|qml/|libexec/|metatypes/).*"
    r"|.*\.(?:pyi|pxd|h|hpp|c|cpp|cmake|pc|lib|a)|.*/tests/.*"
    r"|.*/py\.typed|.*dist-info/(?:RECORD|INSTALLER|REQUESTED|direct_url\.json|WHEEL|licenses/.*)"
)


def assets(folder: Path) -> list[tuple[str, str]]:
    """What the program reads of its own, each with the folder that it goes to."""
    return [
        (str(path), f"assets/{name}" if path.is_dir() else "assets") for name in _ASSETS for path in (folder / name,)
    ]


def llama_cpp_libraries() -> list[Path]:
    """The native libraries of llama.cpp, its backends among them; found by the package's place, for it loads them."""
    found = importlib.util.find_spec("llama_cpp")
    assert found is not None
    assert found.origin is not None
    return [path for path in sorted((Path(found.origin).parent / "lib").iterdir()) if path.is_file()]


def is_wanted(destination: str) -> bool:
    """Whether a file that PyInstaller found belongs in the bundle, by its place there (with `/`)."""
    if _NEVER.fullmatch(destination):
        return False
    if plugin := _PLUGIN.fullmatch(destination):
        return plugin[2] in QT_PLUGINS.get(plugin[1], ())
    path = PurePosixPath(destination)
    if path.parent == PurePosixPath(LLAMA_CPP_LIBRARIES):
        return _is_opened_name(path.name)
    return not (sys.platform == "linux" and is_of_the_system(path.name))


def is_of_the_window(module: str) -> bool:
    """Whether a module is the window's alone, by its full name."""
    return any(module == name or module.startswith(f"{name}.") for name in _OF_THE_WINDOW)


def as_file(module: Entry) -> Entry:
    """A module of a program's archive under the name that it has below site-packages."""
    name, source, kind = module
    inner = "/__init__" if Path(source).name == "__init__.py" else ""
    return f"{name.replace('.', '/')}{inner}.pyc", source, kind


def is_of_the_system(name: str) -> bool:
    """Whether a Linux library is taken from the system that the bundle runs on."""
    return _OF_THE_SYSTEM.fullmatch(name) is not None


def _is_opened_name(name: str) -> bool:
    """A wheel holds a library once under each of its names; only the ones that something opens are kept."""
    return not _FULL_VERSION.fullmatch(name)


def without_unused_libraries(entries: Iterable[Entry], imports_of: Callable[[str], Iterable[str]]) -> list[Entry]:
    """The entries without the libraries that none of the others links; `imports_of` names what a file links.

    PyInstaller collects what all of Qt's plugins need before `is_wanted` leaves most of them out.
    """
    kept = [entry for entry in entries if not _is_linked_only(entry)]
    libraries = {PurePosixPath(entry[0]).name: entry for entry in entries if _is_linked_only(entry)}
    waiting = [entry for entry in kept if entry[2] in ("BINARY", "EXTENSION")]
    while waiting:
        for name in imports_of(waiting.pop()[1]):
            found = libraries.pop(PurePosixPath(name).name, None)
            if found is not None:
                kept.append(found)
                waiting.append(found)
    # A link in the folder above that leads nowhere now.
    places = {entry[0] for entry in kept}
    return [entry for entry in kept if entry[2] != "SYMLINK" or _link_target(entry) in places]


def _is_linked_only(entry: Entry) -> bool:
    """Whether nothing loads this library by itself, as Qt does its plugins and llama.cpp its backends."""
    path = PurePosixPath(entry[0].replace("\\", "/"))
    is_loaded = "plugins" in path.parts or path.parent == PurePosixPath(LLAMA_CPP_LIBRARIES)
    return entry[2] == "BINARY" and not is_loaded and not path.name.lower().startswith(("libpython3.", "python3"))


def _link_target(entry: Entry) -> str:
    return (PurePosixPath(entry[0]).parent / entry[1]).as_posix()
