"""Asks where Slipstream is published which release is the newest; only when a person wants to know."""

import json
import re
from dataclasses import dataclass
from typing import Any

import httpx2
from huggingface_hub import constants
from huggingface_hub.utils import hf_raise_for_status

from app import __version__
from app.core.errors import AppError
from app.core.paths import releases_address, settings_path
from app.core.progress import Progress
from app.core.settings import OFFLINE, Settings
from app.hub.errors import HubOffline
from app.hub.failures import Asked, named
from app.hub.patience import Passing, Patience
from app.hub.session import session

_PATIENCE = Patience()
_MOST_ANSWER_BYTES = 1 << 20
_VERSION = re.compile(r"v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})", re.ASCII)
_LONGEST_LINK = 500


class ReleasesUnknown(AppError):
    """This copy does not know where releases are published."""

    code = "releases_unknown"


class ReleasesUnreadable(AppError):
    """Where releases are published something else was answered than a release: host, detail."""

    code = "releases_unreadable"


@dataclass(frozen=True, slots=True)
class Release:
    """A published version, and the page that tells of it."""

    version: str
    link: str


def newest_release(progress: Progress) -> Release | None:
    """The newest release, None where there is none yet.

    Asked of GitHub's releases API (https://docs.github.com/rest/releases/releases#get-the-latest-release). Raises
    ReleasesUnknown, ReleasesUnreadable, HubOffline, and what a connection can fail with.
    """
    address = releases_address()
    if not address:
        raise ReleasesUnknown
    if constants.is_offline_mode() or Settings(settings_path()).get(OFFLINE):
        raise HubOffline
    progress.update("release_check", 0)
    try:
        with named(Asked(address, has_token=False)):
            answer = _ask(address)
            return _release(answer, address) if answer is not None else None
    except Passing as failure:
        raise failure.error from failure
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        detail = f"{type(error).__name__} in its answer"
        raise ReleasesUnreadable(host=httpx2.URL(address).host, detail=detail) from error


def is_newer(version: str, than: str = __version__) -> bool:
    """Whether a version is a later one; raises ValueError for what is none."""
    return _numbers(version) > _numbers(than)


def _ask(address: str) -> Any:
    headers = {"Accept": "application/vnd.github+json", "User-Agent": f"slipstream/{__version__}"}
    timeout = httpx2.Timeout(_PATIENCE.silence_s, connect=_PATIENCE.connect_s)
    content = bytearray()
    with session().stream("GET", address, headers=headers, timeout=timeout) as answer:
        if answer.status_code == httpx2.codes.NOT_FOUND:
            return None
        hf_raise_for_status(answer)
        for chunk in answer.iter_bytes():
            content += chunk
            if len(content) > _MOST_ANSWER_BYTES:
                raise ValueError("too long an answer")
    return json.loads(content)


def _release(answer: Any, address: str) -> Release:
    version, link = answer["tag_name"], answer["html_url"]
    _numbers(version)
    # The page that is opened later is one of where the answer came from, or at least not in the open.
    if len(link) > _LONGEST_LINK or httpx2.URL(link).scheme not in ("https", httpx2.URL(address).scheme):
        raise ValueError("no address of a page")
    return Release(version.removeprefix("v"), link)


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(f"{version!r} is no version")
    return tuple(map(int, found.groups()))
