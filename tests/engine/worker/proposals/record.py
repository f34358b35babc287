"""Writes down what llama.cpp's own loop proposes for each case; run by hand, when one or the pin has changed.

    python -m tests.engine.worker.proposals.record LLAMA_SERVER SHARED [NAME ...]

LLAMA_SERVER is built from the sources that llama-cpp-python brings along, with one change: it logs what is picked from
DFlash2's lattice as it does for the other methods (" - draft candidate   0, pos  %3d: %6d").
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.engine.worker.proposals.cases import CASES, EXPECTED, PROMPT, Case, pair_of

_LENGTH = 64
_WAIT_S = 20
_CANDIDATE = re.compile(rb"draft candidate +0, pos +(\d+): +(\d+)")


def main() -> None:
    server, shared, *names = sys.argv[1:]
    found = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    for name in names or CASES:
        with tempfile.TemporaryDirectory() as place:
            target, draft = pair_of(name, Path(shared), Path(place))
            found[name] = _recorded(server, CASES[name], target, draft, Path(place))
    EXPECTED.write_text(json.dumps(found, sort_keys=True) + "\n", "utf-8")


def _recorded(server: str, case: Case, target: Path, draft: Path | None, folder: Path) -> dict[str, Any]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [server, "-m", str(target), "--spec-type", case.method, "--spec-draft-n-max", str(case.draft_max)]
    command += ["-md", str(draft)] if draft else []
    command += ["-c", "1024", "-np", "1", "-t", "1", "-lv", "5", "--no-warmup", "-fit", "off", "--port", str(port)]
    command += ["--no-spec-draft-backend-sampling", "--cache-ram", "0"]
    log = folder / "log"
    with log.open("wb") as stream, subprocess.Popen(command, stdout=stream, stderr=stream) as process:
        try:
            tokens = _asked(port)
        finally:
            process.terminate()
    groups: list[list[int]] = []
    for place, token in _CANDIDATE.findall(log.read_bytes()):
        if int(place) == 0:
            groups.append([])
        groups[-1].append(int(token))
    return {"tokens": tokens, "proposals": _placed(tokens, groups)}


def _asked(port: int) -> list[int]:
    body = json.dumps({"prompt": PROMPT, "n_predict": _LENGTH, "temperature": 0, "return_tokens": True}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/completion", body, {"Content-Type": "application/json"})
    until = time.monotonic() + _WAIT_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=_WAIT_S) as answer:
                return [int(token) for token in json.load(answer)["tokens"]]
        except urllib.error.URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _placed(tokens: Sequence[int], groups: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """By the index of the token that each proposal was to follow: the first one, then on by what was accepted."""
    placed: dict[int, list[int]] = {}
    at = 0
    for group in groups:
        placed[at] = list(group)
        accepted = next(
            (i for i, (one, other) in enumerate(zip(group, tokens[at + 1 :], strict=False)) if one != other), len(group)
        )
        at += accepted + 1
    return placed


if __name__ == "__main__":
    main()
