"""What the Vulkan backend is compiled with: which parts are missing here, and where CMake finds the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import system_parts
from console import Console
from system_parts import Part
from tool import SystemPartsMissing, run_tool

# An extension that llama.cpp uses; headers before 1.3.27x do not know it. Debian 12 has 1.3.239, Debian 13 1.4.309.
NEEDED_IN_HEADERS = "VK_EXT_LAYER_SETTINGS_EXTENSION_NAME"
HEADER_FOLDERS = ("/usr/local/include", "/usr/include")
LIBRARY_FOLDERS = ("/usr/local/lib", "/usr/lib64", "/usr/lib")
SPIRV_HEADERS = "spirv/unified1/spirv.hpp"
DRIVER_FOLDERS = ("/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d")
# Of Debian 12's successor the headers are taken alone, unpacked beside the compile: nothing of it is installed.
NEWER_DEBIAN = "trixie"
HEADERS_PACKAGE = "libvulkan-dev"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SDK_ADVICE = "Install the Vulkan SDK from its makers' site, set VULKAN_SDK to its folder, then start again."


def vulkan_parts(folder: Path, console: Console, log: Path) -> dict[str, str]:
    """CMake's names for where the parts are; missing ones are installed as root on Debian and its kin.

    Headers that are newer than the system's are unpacked below ``folder``. Raises SystemPartsMissing with what to do.
    """
    if os.environ.get("VULKAN_SDK"):
        return {}
    if sys.platform != "linux":
        raise SystemPartsMissing(SDK_ADVICE)
    system_parts.provide([*missing_to_compile(), *missing_to_run()], console, log)
    headers = find_headers() or _newer_headers(folder, console, log)
    library = find_library()
    assert library is not None
    return {"Vulkan_INCLUDE_DIR": str(headers), "Vulkan_LIBRARY": str(library)}


def missing_to_compile() -> list[Part]:
    """What is missing to compile it, but for the headers."""
    parts = []
    if shutil.which("glslc") is None:
        parts.append(Part("glslc", "glslc"))
    if not any(Path(folder, SPIRV_HEADERS).exists() for folder in HEADER_FOLDERS):
        parts.append(Part("SPIR-V headers", "spirv-headers"))
    return parts


def missing_to_run() -> list[Part]:
    """What is missing to try it; the driver may be one that uses the processor. Their makers' kit brings its own."""
    parts: list[Part] = []
    if os.environ.get("VULKAN_SDK"):
        return parts
    if find_library() is None:
        parts.append(Part("libvulkan.so.1", "libvulkan1"))
    if not has_driver():
        parts.append(Part("a Vulkan driver", "mesa-vulkan-drivers"))
    return parts


def has_driver(folders: Iterable[str] = DRIVER_FOLDERS) -> bool:
    """Whether a driver is registered with Vulkan's loader."""
    return any(path for folder in folders for path in Path(folder).glob("*.json"))


def find_library(folders: Iterable[str] = LIBRARY_FOLDERS) -> Path | None:
    """Vulkan's loader; Debian keeps libraries in a folder for each kind of processor."""
    found = (path for folder in folders for path in sorted(Path(folder).glob("**/libvulkan.so.1")))
    return next(found, None)


def find_headers(folders: Iterable[str] = HEADER_FOLDERS) -> Path | None:
    """The folder with headers that are new enough."""
    return next((Path(folder) for folder in folders if are_new_enough(Path(folder))), None)


def are_new_enough(folder: Path) -> bool:
    """Whether the Vulkan headers in an include folder have all that llama.cpp uses."""
    try:
        return NEEDED_IN_HEADERS in (folder / "vulkan" / "vulkan_core.h").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _newer_headers(folder: Path, console: Console, log: Path) -> Path:
    unpacked = folder / "vulkan-headers"
    headers = unpacked / "usr" / "include"
    if are_new_enough(headers):
        return headers
    mirror = _debian_mirror()
    if mirror is None:
        raise SystemPartsMissing(
            f"The Vulkan headers here are missing or too old; 1.3.275 and newer will do. {SDK_ADVICE}"
        )
    console.say(f"Fetching Vulkan's headers from Debian's {NEWER_DEBIAN}; nothing of it is installed.")
    apt = _apt_beside(folder / "apt", mirror)
    run_tool([*apt, "update"], "apt-get update", log)
    for stale in folder.glob(f"{HEADERS_PACKAGE}_*.deb"):
        stale.unlink()
    run_tool(["env", "-C", folder, *apt, "download", HEADERS_PACKAGE], "The download of Vulkan's headers", log)
    (package,) = folder.glob(f"{HEADERS_PACKAGE}_*.deb")
    run_tool(["dpkg-deb", "-x", package, unpacked], "The unpacking of Vulkan's headers", log)
    return headers


def _debian_mirror() -> str | None:
    """Where this Debian gets its packages from; None elsewhere."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        return None
    wanted = ["$(ORIGIN)", "$(REPO_URI)", "$(CODENAME)"]
    command = ["apt-get", "indextargets", "--format", " ".join(wanted), "Created-By: Packages", "Component: main"]
    listing = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    rows = (line.split() for line in listing.splitlines())
    # Updates of a release carry its name with an ending, and security updates come from elsewhere.
    return next((row[1] for row in rows if len(row) == 3 and row[0] == "Debian" and "-" not in row[2]), None)


def _apt_beside(folder: Path, mirror: str) -> list[str]:
    """An apt-get that knows the newer Debian alone, and keeps apart from the system's."""
    for part in ("sources", "lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    source = f"Types: deb\nURIs: {mirror}\nSuites: {NEWER_DEBIAN}\nComponents: main\nSigned-By: {KEYRING}\n"
    (folder / "sources" / "newer.sources").write_text(source, encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": os.devnull,
        "Dir::Etc::SourceParts": str(folder / "sources"),
        "Dir::State::Lists": str(folder / "lists"),
        "Dir::Cache": str(folder / "cache"),
        # The user that apt would download as cannot write here.
        "APT::Sandbox::User": "root",
    }
    return ["apt-get", *(word for name, value in settings.items() for word in ("-o", f"{name}={value}"))]
