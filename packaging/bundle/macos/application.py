"""What macOS has to know of the application: its types of files, its age, and what its code may do."""

from __future__ import annotations

from typing import Any

BUNDLE_IDENTIFIER = "app.slipstream.Slipstream"
# What Qt 6.11 asks for.
OLDEST_SYSTEM = "13.0"


def properties(version: str) -> dict[str, Any]:
    """The entries of Info.plist that PyInstaller does not write by itself."""
    return {
        "CFBundleDisplayName": "Slipstream",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSMinimumSystemVersion": OLDEST_SYSTEM,
        # PyInstaller makes whatever may write to a terminal one without windows.
        "LSBackgroundOnly": False,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "CFBundleDocumentTypes": [
            _opened("Model in GGUF", "app.slipstream.gguf", "Alternate"),
            _opened("Slipstream pair", "app.slipstream.pair", "Owner"),
        ],
        "UTImportedTypeDeclarations": [_declared("Model in GGUF", "app.slipstream.gguf", "gguf", "public.data")],
        "UTExportedTypeDeclarations": [
            _declared("Slipstream pair", "app.slipstream.pair", "slipstream", "public.json")
        ],
    }


def _opened(name: str, kind: str, rank: str) -> dict[str, Any]:
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": rank,
        "LSItemContentTypes": [kind],
    }


def _declared(name: str, kind: str, suffix: str, parent: str) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": kind,
        "UTTypeDescription": name,
        "UTTypeConformsTo": [parent],
        "UTTypeTagSpecification": {"public.filename-extension": [suffix]},
    }
