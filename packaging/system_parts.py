"""Parts of the operating system that Slipstream needs: which are missing, and how to get them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from console import Console
from tool import SystemPartsMissing, run_tool

# Debian's package of each library that Qt asks for; the names hold for Debian 12 and 13 and for Ubuntu 22.04 and newer.
PACKAGE_OF_LIBRARY = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libpcre2-8.so.0": "libpcre2-8-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
DEBIAN_MARK = Path("/etc/debian_version")
MAX_LISTED_LIBRARIES = 4
COMPILER_PROBE = (
    "#include <cstdio>\n#include <string>\nint main() { std::string s; return std::puts(s.c_str()) < 0; }\n"
)
WINDOWS_COMPILER = (
    "winget install Microsoft.VisualStudio.2022.BuildTools --override "
    '"--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"'
)


@dataclass(frozen=True)
class Part:
    """A missing part: what a person calls it, and the Debian package that has it (None: no package is known)."""

    name: str
    package: str | None = None


def missing_for_build() -> list[Part]:
    """What is missing to make a virtual environment and to compile llama-cpp-python."""
    parts = []
    if not has_venv():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        parts.append(Part("Python's venv module", f"python{version}-venv"))
    if not has_compiler():
        parts.append(Part("a C and C++ compiler", "build-essential"))
    return parts


def has_venv() -> bool:
    """Debian ships Python without the pip that a new environment starts from."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(module) is not None for module in ("venv", "ensurepip"))


def has_compiler() -> bool:
    """True when a C++ program compiles and links; on Windows, when Visual Studio's C++ tools are installed."""
    if sys.platform == "win32":
        return _has_visual_cpp()
    if sys.platform == "darwin" and subprocess.run(["xcode-select", "-p"], capture_output=True).returncode != 0:
        return False  # without Apple's tools, c++ is a stub that opens a dialog
    compilers = [os.environ.get("CXX", ""), "c++", "g++", "clang++"]
    has_c = any(shutil.which(name) for name in (os.environ.get("CC", ""), "cc", "gcc", "clang") if name)
    return has_c and any(_compiles(name) for name in compilers if name and shutil.which(name))


def _compiles(compiler: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.cpp")
        probe.write_text(COMPILER_PROBE, encoding="utf-8")
        command = [compiler, str(probe), "-o", str(Path(folder, "probe"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _has_visual_cpp() -> bool:
    if shutil.which("cl"):
        return True
    finder = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Microsoft Visual Studio", "Installer", "vswhere.exe")
    if not finder.exists():
        return False
    component = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
    command = [str(finder), "-products", "*", "-requires", component, "-property", "installationPath"]
    return bool(subprocess.run(command, capture_output=True, check=False).stdout.strip())


def missing_for_window(pyside: Path) -> list[Part]:
    """What the installed PySide6 lacks on Linux to open a window: libraries, as the dynamic linker says, and a font."""
    if sys.platform != "linux":
        return []
    names = sorted(missing_libraries(qt_files(pyside)))
    parts = [Part(name, PACKAGE_OF_LIBRARY.get(name)) for name in names]
    if not has_font():
        parts.append(Part("a font", "fonts-dejavu-core"))
    return parts


def missing_for_screen() -> list[Part]:
    """What is missing on Linux for a test to use the window as a person does: a screen without a monitor, and hands."""
    if sys.platform != "linux":
        return []
    tools = {"Xvfb": "xvfb", "xdotool": "xdotool"}
    return [Part(name, package) for name, package in tools.items() if shutil.which(name) is None]


def qt_files(pyside: Path) -> list[Path]:
    """The parts of Qt that the window loads, platform plugins included."""
    modules = [pyside / f"Qt{name}.abi3.so" for name in ("Core", "Gui", "Widgets", "Network", "Svg")]
    platforms = ["qoffscreen", "qxcb"] + (["qwayland"] if os.environ.get("WAYLAND_DISPLAY") else [])
    return modules + [pyside / "Qt" / "plugins" / "platforms" / f"lib{name}.so" for name in platforms]


def missing_libraries(files: Iterable[Path]) -> set[str]:
    """Names of the shared libraries that the dynamic linker does not find for these files."""
    missing: set[str] = set()
    for file in files:
        listing = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout
        missing |= unresolved(listing)
    return missing


def unresolved(ldd_output: str) -> set[str]:
    """Libraries that an ``ldd`` listing marks as not found."""
    return {line.split()[0] for line in ldd_output.splitlines() if line.rstrip().endswith("=> not found")}


def has_font(folders: Iterable[str] = FONT_FOLDERS) -> bool:
    """True when fontconfig or the usual folders know a font file."""
    if shutil.which("fc-list"):
        return bool(subprocess.run(["fc-list"], capture_output=True, check=False).stdout.strip())
    files = (file for folder in folders for file in Path(folder).expanduser().rglob("*"))
    return any(file.suffix.lower() in {".ttf", ".otf", ".ttc"} for file in files)


def provide(parts: list[Part], console: Console, log: Path) -> None:
    """Install the missing parts as root on Debian and its kin; elsewhere raise SystemPartsMissing with what to do."""
    if not parts:
        return
    packages = sorted({part.package for part in parts if part.package})
    is_debian = shutil.which("apt-get") is not None and DEBIAN_MARK.exists()
    if not (packages and is_debian and os.geteuid() == 0):
        raise SystemPartsMissing(advice(parts, is_debian))
    console.say(f"Missing on this system: {_names(parts)}. Installing {', '.join(packages)}.")
    apt = ["apt-get", "-o", "DPkg::Lock::Timeout=300"]
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    run_tool([*apt, "update"], "apt-get update", log, lambda line: console.progress(f"  {line}"), env)
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    run_tool(install, "apt-get install", log, lambda line: console.progress(f"  {line}"), env)
    console.close_line()


def advice(parts: list[Part], is_debian: bool) -> str:
    """The sentence, and the exact command where one is known, for a person who has to install the parts."""
    packages = sorted({part.package for part in parts if part.package})
    unknown = [part.name for part in parts if part.package is None]
    lines = [f"Missing on this system: {_names(parts)}."]
    if sys.platform == "win32":
        lines += ["Install it with this command, then start again:", "", f"    {WINDOWS_COMPILER}"]
    elif sys.platform == "darwin":
        lines += ["Install it with this command, then start again:", "", "    xcode-select --install"]
    elif is_debian and packages:
        command = f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
        lines += ["Install it with this command, then start again:", "", f"    {command}"]
        if unknown:
            lines += ["", f"and the packages that hold {', '.join(unknown)}."]
    else:
        lines.append("Install it with your system's package manager, then start again.")
        if packages:
            lines.append(f"Debian's packages for it are called {', '.join(packages)}.")
    return "\n".join(lines)


def _names(parts: list[Part]) -> str:
    libraries = [part.name for part in parts if part.name.startswith("lib")]
    others = [part.name for part in parts if not part.name.startswith("lib")]
    if len(libraries) > MAX_LISTED_LIBRARIES:
        libraries = [f"{len(libraries)} libraries that Qt needs, such as {libraries[0]}"]
    return ", ".join(libraries + others)
