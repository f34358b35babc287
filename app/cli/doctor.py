"""`doctor`: what a bug report needs, and nothing private."""

import argparse
import os
import platform
import sys
from collections import deque
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app import __version__
from app.cli.console import Console, failure_json
from app.cli.devices import device_line, notice_lines
from app.core import paths
from app.core.errors import AppError, PathNotReadable
from app.core.files import free_bytes
from app.core.log import redact
from app.core.settings import Settings, declared
from app.core.versions import PACKAGES, version_of
from app.engine.blocking import BlockingEngine
from app.hub.client import HubClient
from app.hub.sign_in import account_at_hand
from app.texts import size
from app.texts.hub import TOKEN_SOURCES

_X86_FEATURES = (
    "sse4_2",
    "avx",
    "avx2",
    "avx_vnni",
    "avx512f",
    "avx512_vnni",
    "avx512_bf16",
    "amx_int8",
    "fma",
    "f16c",
)
_ARM_FEATURES = ("asimd", "asimddp", "i8mm", "sve")
_HUB_VARIABLES = (
    *("HF_ENDPOINT", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
)
_LOG_LINES = 20
_SERIOUS = (" ERROR ", " WARNING ", " CRITICAL ")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Gather and print; an engine that does not start is a finding, not a failure."""
    report = {
        "slipstream": __version__,
        "is_bundle": bool(getattr(sys, "frozen", False)),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cpu": _cpu(),
        "packages": {name: version_of(name) for name in PACKAGES},
        "engine": _engine(),
        "folders": _folders(),
        "settings": _settings(),
        "hub": _hub(),
        "log": {path.name: _last_lines(path) for path in sorted(paths.log_folder().glob("*.log"))},
    }
    _write(report, console)
    console.result(report)
    return 0


def _cpu() -> dict[str, Any]:
    name, flags = platform.processor() or platform.machine(), frozenset[str]()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                name = value.strip()
            elif key.strip() in ("flags", "Features"):
                flags = frozenset(value.split())
    except OSError:
        # Only Linux has that file.
        pass
    return {
        "name": name,
        "threads": os.cpu_count(),
        "features": [flag for flag in (*_X86_FEATURES, *_ARM_FEATURES) if flag in flags],
    }


def _engine() -> dict[str, Any]:
    try:
        with BlockingEngine() as engine:
            found = engine.devices()
    except AppError as error:
        return {"error": failure_json(error), "log": redact(getattr(error, "log", ""))}
    in_words = [f"Device {device_line(device)}" for device in found.devices]
    return {
        "backends": found.backends,
        "devices": [asdict(device) for device in found.devices],
        "in_words": [*in_words, *(redact(line) for line in notice_lines(found))],
    }


def _folders() -> dict[str, dict[str, Any]]:
    own = paths.folders()
    return {
        name: {"path": redact(str(folder)), "is_there": folder.is_dir(), "free_bytes": free_bytes(folder)}
        for name, folder in (
            ("data", own.data),
            ("library", own.library),
            ("settings", own.settings),
            ("logs", own.logs),
        )
    }


def _settings() -> dict[str, Any]:
    """What differs from the defaults and stands on the settings page: the rest holds paths."""
    settings = Settings(paths.settings_path())
    chosen = {name: value for name, value in settings.differing() if declared(name).label}
    return {"chosen": chosen, "broken": list(settings.broken)}


def _hub() -> dict[str, Any]:
    """How the Hub is asked: where a token comes from, never the token; which variables are set, never their values."""
    account = account_at_hand()
    return {
        "endpoint": redact(account.endpoint),
        "token": account.source or None,
        "has_keyring": account.has_keyring,
        "is_offline": HubClient.of_this_machine().is_offline,
        "variables": [name for name in _HUB_VARIABLES if os.environ.get(name) or os.environ.get(name.lower())],
    }


def _last_lines(path: Path) -> list[str]:
    """The last warnings and errors of a log; tracebacks follow their line."""
    kept: deque[str] = deque(maxlen=_LOG_LINES)
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            is_serious = False
            for line in lines:
                if line[:4].isdigit():
                    is_serious = any(level in line for level in _SERIOUS)
                if is_serious:
                    kept.append(redact(line.rstrip()))
    except OSError as error:
        return [str(PathNotReadable(path=path.name, detail=error.strerror))]
    return list(kept)


def _write(report: dict[str, Any], console: Console) -> None:
    engine, settings = report["engine"], report["settings"]
    console.line(f"Slipstream {report['slipstream']}{' (bundle)' if report['is_bundle'] else ''}")
    console.line(f"Python {report['python']} on {report['system']}")
    cpu = report["cpu"]
    console.line(f"Processor: {cpu['name']}, {cpu['threads']} threads; {' '.join(cpu['features'])}")
    versions = (f"{name} {version or 'missing'}" for name, version in report["packages"].items())
    console.line("Packages: " + ", ".join(versions))
    if error := engine.get("error"):
        console.line(f"Engine: {error['sentence']}")
        console.line(engine["log"])
    else:
        console.line(f"Backends: {', '.join(engine['backends'])}")
        for line in engine["in_words"]:
            console.line(line)
    for facts in report["folders"].values():
        console.line(f"Folder {facts['path']}: {size(facts['free_bytes'])} free")
    hub = report["hub"]
    token = TOKEN_SOURCES.get(hub["token"], "none")
    console.line(f"Hub: {hub['endpoint']}{', offline' if hub['is_offline'] else ''}; token: {token}")
    console.line(f"Keyring: {'yes' if hub['has_keyring'] else 'none'}; set: {', '.join(hub['variables']) or 'nothing'}")
    console.line(f"Settings chosen: {settings['chosen'] or 'none'}; broken: {settings['broken'] or 'none'}")
    for name, lines in report["log"].items():
        console.line(f"Last warnings in {name}:" if lines else f"No warnings in {name}.")
        for line in lines:
            console.line(f"  {line}")
