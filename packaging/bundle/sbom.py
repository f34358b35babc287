"""The bill of materials of a bundle, as CycloneDX 1.6 in JSON (https://cyclonedx.org/docs/1.6/json/)."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bundle.parts import Part

_TYPES = {"package": "library", "library": "library", "interpreter": "platform"}


def bill(parts: Iterable[Part], version: str, made_at: datetime) -> dict[str, Any]:
    """The document; its serial number follows from what it lists, so that the same bundle has the same."""
    components = [_component(part) for part in parts]
    named = json.dumps([version, *(component["bom-ref"] for component in components)])
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, named)}",
        "version": 1,
        "metadata": {
            "timestamp": made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": f"slipstream@{version}",
                "name": "slipstream",
                "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
            },
        },
        "components": components,
        "dependencies": [
            {"ref": f"slipstream@{version}", "dependsOn": [component["bom-ref"] for component in components]}
        ],
    }


def write_bill(parts: Iterable[Part], version: str, made_at: datetime, path: Path) -> None:
    """Write the document, indented."""
    path.write_text(json.dumps(bill(parts, version, made_at), indent=2) + "\n", encoding="utf-8", newline="\n")


def _component(part: Part) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": _TYPES[part.kind],
        "bom-ref": f"{part.name}@{part.version or part.within}",
        "name": part.name,
    }
    component |= {"version": part.version} if part.version else {"description": f"In {part.within}."}
    if part.licence:
        # Not every package spells its licence as an SPDX expression, and only those may stand as one.
        component["licenses"] = [{"license": {"name": part.licence}}]
    if part.kind == "package":
        component["purl"] = f"pkg:pypi/{quote(part.name)}@{quote(part.version)}"
    return component
