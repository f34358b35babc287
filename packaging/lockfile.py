"""Reads the lock files: one requirement with its hashes per block."""

from __future__ import annotations

import re

_NAME = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==(\S+)", re.MULTILINE)


def blocks(text: str) -> dict[str, str]:
    """Requirement name -> its lines, hashes included, in the order of the file."""
    found = list(_NAME.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return {match[1]: text[match.start() : end] for match, end in zip(found, ends, strict=True)}


def version(block: str) -> str:
    """The version that a block pins."""
    match = _NAME.match(block)
    if match is None:
        raise ValueError(f"no pinned requirement: {block[:80]!r}")
    return match[2]


def hashes(block: str) -> list[str]:
    """The sha256 sums, in hex, of the files that a block admits."""
    return re.findall(r"--hash=sha256:([0-9a-f]{64})", block)
