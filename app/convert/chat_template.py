"""A checkpoint's chat templates as key-value pairs of a GGUF file."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.convert.errors import TokenizerInvalid
from app.convert.metadata import Pair, text, texts
from app.formats.json_file import read_json_object
from app.formats.opening import open_unknown

_MAX_TEMPLATE_BYTES = 4 << 20
_DEFAULT = "default"


def chat_template(folder: Path, config: Mapping[str, Any] | None) -> list[Pair]:
    """The default template and any others by name, none when there is none.

    What tokenizer_config.json (`config`) holds comes before the files chat_template.jinja and chat_template.json; as in
    the library that writes them, a checkpoint without tokenizer_config.json has no template. Raises TokenizerInvalid.
    """
    templates = {name: template for name, template in _templates(folder, config).items() if template}
    others = sorted(templates.keys() - {_DEFAULT})
    pairs = [text(f"tokenizer.chat_template.{name}", templates[name]) for name in others]
    if others:
        pairs.append(texts("tokenizer.chat_templates", others))
    if _DEFAULT in templates:
        pairs.append(text("tokenizer.chat_template", templates[_DEFAULT]))
    return pairs


def _templates(folder: Path, config: Mapping[str, Any] | None) -> dict[str, str]:
    """Name -> template."""
    if config is None:
        return {}
    found = config["chat_template"] if "chat_template" in config else _from_json_file(folder / "chat_template.json")
    path = folder / "chat_template.jinja"
    if path.is_file() and "chat_template" not in config:
        others = sorted((folder / "additional_chat_templates").glob("*.jinja"))
        return {**{_plain(other.stem): _read(other) for other in others}, _DEFAULT: _read(path)}
    if isinstance(found, str):
        return {_DEFAULT: _checked(found, folder)}
    entries = [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    named = [(entry.get("name"), entry.get("template")) for entry in entries]
    return {_plain(n): _checked(t, folder) for n, t in named if isinstance(n, str) and n and isinstance(t, str)}


def _from_json_file(path: Path) -> Any:
    return read_json_object(path, _MAX_TEMPLATE_BYTES).get("chat_template") if path.is_file() else None


def _read(path: Path) -> str:
    with open_unknown(path) as (stream, size):
        if size > _MAX_TEMPLATE_BYTES:
            raise TokenizerInvalid(path=str(path), detail=f"a chat template of {size} bytes")
        content = stream.read()
    try:
        return content.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise TokenizerInvalid(path=str(path), detail="it is not text in UTF-8") from error


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", name)


def _checked(template: str, folder: Path) -> str:
    """JSON can hold halves of characters; GGUF cannot."""
    try:
        template.encode()
    except UnicodeEncodeError as error:
        raise TokenizerInvalid(path=str(folder), detail="its chat template holds half of a character") from error
    return template
