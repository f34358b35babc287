"""The licences of what the program is made of: the notices that come with a bundle, else what is installed."""

from collections.abc import Iterator
from importlib import metadata

from app.core.paths import assets_folder

_NOTICES_NAME = "notices.txt"


def licences() -> str:
    """The third-party notices as one text; without them a line for each installed distribution."""
    try:
        return (assets_folder() / _NOTICES_NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "\n".join(sorted(_lines(), key=str.casefold))


def _lines() -> Iterator[str]:
    for distribution in metadata.distributions():
        about = distribution.metadata
        classified = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier") or () if _is_licence(line)]
        named = (*(about.get_all("License-Expression") or ()), ", ".join(classified), *(about.get_all("License") or ()))
        licence = next((name.strip().splitlines()[0] for name in named if name.strip()), "see its own files")
        yield f"{about['Name']} {distribution.version}: {licence}"


def _is_licence(classifier: str) -> bool:
    return classifier.startswith("License ::")
