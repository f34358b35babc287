"""The notices of third parties: who made what is bundled, under which terms, each text once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bundle.parts import Part

_RULE = "=" * 80
# In lines that fit the window of the licences.
_OPENING = """\
Slipstream is licensed under the Apache License 2.0. It comes with the works of
others that are listed here, each under its own licence; the texts follow the
list.

Qt and PySide6 are used under the GNU Lesser General Public License, version 3.
They lie in the program folder as shared libraries of their own, which may be
replaced by changed ones of the same version. Their sources are published by
The Qt Company under the versions that are named below.
"""


def notices(parts: Iterable[Part]) -> str:
    """A list of the parts, then every licence text with the names of those that it holds for."""
    listed = [f"  {part.title}{f' ({part.licence})' if part.licence else ''}" for part in parts]
    holders: dict[str, list[str]] = {}
    for part in parts:
        for text in dict.fromkeys(part.texts):
            holders.setdefault(text, []).append(part.title)
    sections = [f"{_RULE}\n{', '.join(names)}\n{_RULE}\n\n{text}\n" for text, names in holders.items()]
    return "\n".join([_OPENING, *listed, "", *sections])


def write_notices(parts: Iterable[Part], path: Path) -> None:
    """Write the notices, in UTF-8."""
    path.write_text(notices(tuple(parts)), encoding="utf-8", newline="\n")
