"""Qt Linguist's files (.ts): read, brought up to date with the texts of the code, written."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from translations.extract import Found

CONTEXT = "Slipstream"
"""All texts are in one context: the same words mean the same everywhere."""

Translations = dict[tuple[str, bool], tuple[str, ...]]
"""By text and whether it is counted, the translation in all forms of the language; one where nothing is counted."""


def read(path: Path) -> Translations:
    """What is translated so far; an empty table when there is no such file."""
    if not path.exists():
        return {}
    known: Translations = {}
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        if translation is None or translation.get("type") in ("unfinished", "vanished", "obsolete"):
            continue
        is_counted = message.get("numerus") == "yes"
        forms = (
            [form.text or "" for form in translation.iter("numerusform")] if is_counted else [translation.text or ""]
        )
        if all(forms):
            known[(message.findtext("source") or "", is_counted)] = tuple(forms)
    return known


def write(path: Path, language: str, texts: Sequence[Found], known: Translations) -> None:
    """The file of a language: every text of the code with what is known of it, the others marked as unfinished."""
    tree = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(tree, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for found in texts:
        _add(context, found, known.get((found.text, bool(found.singular))))
    ElementTree.indent(tree, " " * 4)
    body = ElementTree.tostring(tree, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8", newline="\n")


def _add(context: ElementTree.Element, found: Found, forms: tuple[str, ...] | None) -> None:
    message = ElementTree.SubElement(context, "message", {"numerus": "yes"} if found.singular else {})
    ElementTree.SubElement(message, "location", filename=f"../../{found.place}")
    ElementTree.SubElement(message, "source").text = found.text
    if found.singular:
        ElementTree.SubElement(message, "extracomment").text = f"For one: {found.singular}"
    translation = ElementTree.SubElement(message, "translation", {} if forms else {"type": "unfinished"})
    if not found.singular:
        translation.text = forms[0] if forms else None
        return
    for form in forms or ("", ""):
        ElementTree.SubElement(translation, "numerusform").text = form or None
