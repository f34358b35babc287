"""Which versions of what the program is made of are at work."""

import platform
from collections.abc import Mapping
from importlib import metadata

from app import __version__

PACKAGES = ("llama-cpp-python", "PySide6-Essentials", "gguf", "huggingface-hub", "keyring", "numpy", "jinja2")


def version_of(package: str) -> str | None:
    """The version of an installed distribution; None where it is not there."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def versions() -> Mapping[str, str | None]:
    """By name, the program first, then Python and the packages that matter most."""
    return {
        "Slipstream": __version__,
        "Python": platform.python_version(),
        **{name: version_of(name) for name in PACKAGES},
    }
