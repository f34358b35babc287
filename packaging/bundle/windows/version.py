"""What Windows shows under a program's properties."""

from __future__ import annotations

from typing import Any

_ENGLISH_UNICODE = "040904B0"


def version_resource(program: str, description: str, version: str) -> Any:
    """The version resource of one .exe, as PyInstaller takes it; `version` has up to four numbers."""
    from PyInstaller.utils.win32.versioninfo import (
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )

    numbers = (*(int(number) for number in version.split(".")), 0, 0, 0)[:4]
    words = {
        "FileDescription": description,
        "FileVersion": version,
        "InternalName": program,
        "LegalCopyright": "Apache License 2.0",
        "OriginalFilename": f"{program}.exe",
        "ProductName": "Slipstream",
        "ProductVersion": version,
    }
    table = StringTable(_ENGLISH_UNICODE, [StringStruct(name, text) for name, text in words.items()])
    return VSVersionInfo(
        ffi=FixedFileInfo(filevers=numbers, prodvers=numbers),
        kids=[StringFileInfo([table]), VarFileInfo([VarStruct("Translation", [0x0409, 0x04B0])])],
    )
