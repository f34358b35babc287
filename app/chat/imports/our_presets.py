"""Our own files of presets."""

import json

from app.chat.imports.content import Content
from app.chat.imports.imported import Imported
from app.chat.presets import KIND, presets_of


def recognises(content: Content) -> bool:
    """Whether it says so."""
    return isinstance(content.value, dict) and content.value.get("kind") == KIND


def read(content: Content) -> Imported:
    """All its presets; raises PresetUnreadable."""
    return Imported("presets", presets=presets_of(json.dumps(content.value).encode()))
