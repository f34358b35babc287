"""What takes the room in a bundle: its largest parts, as they lie there and as they are downloaded."""

from __future__ import annotations

import zlib
from collections import defaultdict
from pathlib import Path

# Named together, for they come from one package or do one thing.
_GROUPS = (
    ("llama.cpp: Vulkan", ("llama_cpp/lib/libggml-vulkan", "llama_cpp/lib/ggml-vulkan")),
    ("llama.cpp", ("llama_cpp/",)),
    ("Qt: Unicode tables (ICU)", ("PySide6/Qt/lib/libicu",)),
    ("Qt", ("PySide6/", "shiboken6/")),
    ("numpy", ("numpy/", "numpy.libs/")),
    ("Python", ("libpython", "python3", "base_library.zip", "libcrypto", "libssl", "libsqlite3", "libffi", "libbz2")),
    ("cryptography (the keyring)", ("cryptography/",)),
    ("the demo's models", ("assets/demo/",)),
    ("Slipstream", ("app/", "assets/")),
)
_REST = "other packages, standard library"


def parts_by_size(contents: Path) -> list[tuple[str, int, int]]:
    """Name, bytes on the disk, bytes compressed (each file by itself), the largest first."""
    sizes: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in contents.rglob("*"):
        if path.is_file() and not path.is_symlink():
            place = path.relative_to(contents).as_posix()
            name = next((name for name, starts in _GROUPS if place.startswith(starts)), _REST)
            content = path.read_bytes()
            sizes[name][0] += len(content)
            sizes[name][1] += len(zlib.compress(content))
    return sorted(((name, *pair) for name, pair in sizes.items()), key=lambda line: -line[2])  # type: ignore[misc]
