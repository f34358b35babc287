"""One Hub as it is asked: by whom, how patiently, and what its answers are checked for."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx2
from huggingface_hub import constants, hf_hub_url
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status

from app import __version__
from app.core.paths import settings_path
from app.core.progress import Progress
from app.core.settings import OFFLINE, Settings
from app.hub.account import is_well_formed, token_at_hand, tokens_page
from app.hub.errors import (
    HubAnswerUnreadable,
    HubNameInvalid,
    HubOffline,
    HubTokenInvalid,
    HubTokenNeeded,
    HubWebPage,
)
from app.hub.failures import Asked, named
from app.hub.listing import Listing, RemoteFile, listing_of
from app.hub.patience import Backoff, Passing, Patience
from app.hub.session import session

# Else the library asks the Hub once a day for a list of programs that might be driving it, and tells which one is.
constants.HF_HUB_DISABLE_TELEMETRY = True

_USUAL_PATIENCE = Patience()
_MOST_ANSWER_BYTES = 64 << 20
T = TypeVar("T")


class HubClient:
    """Asks one Hub; `token_was_refused` says that the Hub does not know the token and is asked without it.

    `cache` is the folder that the Hub's own library keeps downloads in. Offline, everything raises HubOffline.
    """

    def __init__(
        self,
        endpoint: str,
        token: str | None,
        cache: Path,
        *,
        is_offline: bool = False,
        patience: Patience = _USUAL_PATIENCE,
    ) -> None:
        self.endpoint = endpoint.rstrip("/")
        self.cache = cache
        self.patience = patience
        self.token_was_refused = token is not None and not is_well_formed(token)
        self._token = token
        self.is_offline = is_offline

    @classmethod
    def of_this_machine(
        cls, *, is_offline: bool = False, token: str | None = None, patience: Patience | None = None
    ) -> "HubClient":
        """The Hub that HF_ENDPOINT names, as the owner of `token` or else of the one at hand (`token_at_hand`).

        Offline where the settings or HF_HUB_OFFLINE say so as well.
        """
        is_offline = is_offline or constants.is_offline_mode() or Settings(settings_path()).get(OFFLINE)
        if token is None and not is_offline:
            found = token_at_hand(constants.ENDPOINT)
            token = found.text if found else None
        client = cls(constants.ENDPOINT, token, Path(constants.HF_HUB_CACHE), is_offline=is_offline)
        client.patience = patience or client.patience
        return client

    @property
    def host(self) -> str:
        """The Hub's host."""
        return httpx2.URL(self.endpoint).host

    def listing(self, repo: str, revision: str | None, progress: Progress) -> Listing:
        """The files of a repository at the commit that `revision` (a branch, tag or commit) stands for now."""
        progress.update("hub_list", 0)
        _check_name(repo)
        asked = self._asked(repo=repo, revision=revision or constants.DEFAULT_REVISION)
        path = f"/api/models/{repo}/revision/{quote(asked.revision, safe='')}"
        return self._ask(lambda: listing_of(self._json(path, {"blobs": True}), repo, asked.revision), asked, progress)

    def models(self, query: Mapping[str, Any], read: Callable[[Any], T], progress: Progress) -> list[T]:
        """What `read` makes of each model found; `query` as the Hub takes it (https://huggingface.co/docs/hub/api)."""
        progress.update("hub_list", 0)
        return self._ask(lambda: [read(found) for found in self._json("/api/models", query)], self._asked(), progress)

    def account_name(self, progress: Progress) -> str:
        """Whose token it is; raises HubTokenInvalid, and HubTokenNeeded without one."""
        progress.update("hub_sign_in", 0)
        if self._token is None:
            raise HubTokenNeeded(repo=None, link=tokens_page(self.endpoint))
        return self._ask(lambda: str(self._json("/api/whoami-v2", {})["name"]), self._asked(), progress, as_owner=True)

    def content(self, listing: Listing, file: RemoteFile, end: int, progress: Progress, *, start: int = 0) -> bytes:
        """The bytes of a file from `start` to `end`, or to its own end where that comes first."""
        end = min(end, file.size_bytes)
        if end <= start:
            return b""

        def call() -> bytes:
            with self.stream(listing, file, start, end) as answer:
                check_is_file(answer, file)
                if start and answer.status_code != 206:
                    raise ValueError("another part of the file")
                head = bytearray()
                for chunk in answer.iter_bytes():
                    progress.check()
                    head += chunk
                    if len(head) >= end - start:
                        break
                return bytes(head[: end - start])

        return self._ask(call, self._asked_for(listing, file), progress)

    @contextmanager
    def stream(
        self, listing: Listing, file: RemoteFile, start: int, end: int | None = None
    ) -> Iterator[httpx2.Response]:
        """The answer that carries a file from byte `start` on, its body still to be read; follows redirects.

        Raises AppError, or Passing where trying again may help, also while the body is read.
        """
        self._require_online()
        # As stored: ranges and lengths then count what the listing counts.
        headers = {**self._headers(), "Accept-Encoding": "identity"}
        if start or end is not None:
            headers["Range"] = f"bytes={start}-{'' if end is None else end - 1}"
        url = hf_hub_url(listing.repo, listing.path_of(file), revision=listing.commit, endpoint=self.endpoint)
        with (
            named(self._asked_for(listing, file)),
            session().stream("GET", url, headers=headers, timeout=self._timeout) as answer,
        ):
            hf_raise_for_status(answer)
            yield answer

    def drop_token(self) -> bool:
        """Go on without the token, which the Hub does not know; False where none was sent anyway."""
        was_sent = self._sent_token is not False
        self.token_was_refused = self.token_was_refused or was_sent
        return was_sent

    def _json(self, path: str, query: Mapping[str, Any]) -> Any:
        self._require_online()
        url, content = self.endpoint + path, bytearray()
        with session().stream("GET", url, params=dict(query), headers=self._headers(), timeout=self._timeout) as answer:
            hf_raise_for_status(answer)
            if _is_web_page(answer):
                raise HubWebPage(host=answer.url.host, name="what was asked for")
            for chunk in answer.iter_bytes():
                content += chunk
                if len(content) > _MOST_ANSWER_BYTES:
                    raise ValueError("too long an answer")
        return json.loads(content)

    def _require_online(self) -> None:
        if self.is_offline:
            raise HubOffline

    def _headers(self) -> dict[str, str]:
        return build_hf_headers(token=self._sent_token, library_name="slipstream", library_version=__version__)

    @property
    def _timeout(self) -> httpx2.Timeout:
        return httpx2.Timeout(self.patience.silence_s, connect=self.patience.connect_s)

    @property
    def _sent_token(self) -> str | bool:
        return False if self._token is None or self.token_was_refused else self._token

    def _asked(self, **about: str) -> Asked:
        return Asked(self.endpoint, self._token is not None, **about)

    def _asked_for(self, listing: Listing, file: RemoteFile) -> Asked:
        return self._asked(repo=listing.repo, revision=listing.revision, name=file.name)

    def _ask(self, call: Callable[[], T], asked: Asked, progress: Progress, *, as_owner: bool = False) -> T:
        """Ask until there is an answer; a token that the Hub does not know is left out then, unless `as_owner`."""
        backoff = Backoff(self.patience, progress)
        while True:
            try:
                with named(asked):
                    return call()
            except Passing as failure:
                backoff.wait_after(failure)
            except HubTokenInvalid:
                if as_owner or not self.drop_token():
                    raise
            except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
                # What could not be made sense of in it.
                detail = f"{type(error).__name__} in its answer"
                raise HubAnswerUnreadable(host=self.host, detail=detail) from error


def check_is_file(answer: httpx2.Response, file: RemoteFile) -> None:
    """Raise HubWebPage where somebody on the way answered with a page for people."""
    if _is_web_page(answer) and not file.name.lower().endswith((".html", ".htm")):
        raise HubWebPage(host=answer.url.host, name=file.name)


def _is_web_page(answer: httpx2.Response) -> bool:
    return "html" in str(answer.headers.get("Content-Type", "")).lower()


def _check_name(repo: str) -> None:
    """Raise HubNameInvalid for what cannot be OWNER/NAME, before it becomes part of an address or a path."""
    is_plain = re.fullmatch(r"[\w-][\w.-]{0,95}/[\w-][\w.-]{0,95}", repo, re.ASCII)
    if not is_plain or "--" in repo or ".." in repo:
        raise HubNameInvalid(name=repo)
