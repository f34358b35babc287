"""What an exception of the Hub's library means: a failure with a name, and whether it may pass."""

import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
from huggingface_hub.errors import (
    DisabledRepoError,
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import parse_ratelimit_headers

from app.core.errors import AppError
from app.hub.account import tokens_page
from app.hub.errors import (
    HubAccessDenied,
    HubCertificate,
    HubConnectionLost,
    HubFileMissing,
    HubLicenceNotAccepted,
    HubOffline,
    HubProxy,
    HubRateLimited,
    HubRefused,
    HubRepoDisabled,
    HubRepoMissing,
    HubRevisionMissing,
    HubServerTrouble,
    HubSilent,
    HubTokenInvalid,
    HubTokenNeeded,
    HubUnreachable,
)
from app.hub.patience import Passing

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked of which Hub, for the failure to name it; `has_token` says whether there is one, sent or not."""

    endpoint: str
    has_token: bool
    repo: str = ""
    revision: str = ""
    name: str = ""


@contextmanager
def named(asked: Asked) -> Iterator[None]:
    """Turn what the Hub's library raises inside into an AppError, or into Passing where trying again may help."""
    try:
        yield
    except OfflineModeIsEnabled as error:
        raise HubOffline from error
    except HfHubHTTPError as error:
        raise _of_answer(error, asked) from error
    except httpx2.HTTPError as error:
        raise _of_line(error, asked) from error
    except httpx2.InvalidURL as error:
        raise HubUnreachable(host=asked.endpoint, detail="its address is none") from error


def _of_answer(error: HfHubHTTPError, asked: Asked) -> AppError | Passing:
    answer = error.response
    host, status = answer.url.host, answer.status_code
    if status == 429:
        wait_s = _asked_wait_s(answer.headers)
        return Passing(HubRateLimited(host=host, wait_s=None if wait_s is None else round(wait_s)), wait_s)
    if status == 407:
        return HubProxy(detail=_detail(error))
    if status in _PASSING:
        return Passing(HubServerTrouble(host=host, status=status), _asked_wait_s(answer.headers))
    if answer.url.host != httpx2.URL(asked.endpoint).host or answer.url.port != httpx2.URL(asked.endpoint).port:
        # The store's links are signed for a while only: the Hub gives a fresh one.
        refused = HubRefused(host=host, status=status, detail=_detail(error))
        return Passing(refused) if status in (401, 403, 404, 410) else refused
    return _of_hub(error, asked)


def _of_hub(error: HfHubHTTPError, asked: Asked) -> AppError:
    status = error.response.status_code
    page, tokens = f"{asked.endpoint}/{asked.repo}", tokens_page(asked.endpoint)
    if status == 401 and asked.has_token and (_blames_token(error) or not asked.repo):
        return HubTokenInvalid(link=tokens)
    if isinstance(error, GatedRepoError):
        return _of_gate(error, asked, page, tokens)
    if isinstance(error, DisabledRepoError):
        return HubRepoDisabled(repo=asked.repo)
    if isinstance(error, RevisionNotFoundError):
        return HubRevisionMissing(repo=asked.repo, revision=asked.revision)
    if isinstance(error, EntryNotFoundError):
        return HubFileMissing(repo=asked.repo, name=asked.name)
    if isinstance(error, RepositoryNotFoundError):
        return HubRepoMissing(repo=asked.repo)
    if status == 403 and asked.repo:
        return HubAccessDenied(repo=asked.repo, detail=_detail(error), link=tokens)
    return HubRefused(host=error.response.url.host, status=status, detail=_detail(error))


def _blames_token(error: HfHubHTTPError) -> bool:
    """Whether a 401 is about the token and not about the repository: unknown, expired, revoked."""
    words = f"{error.response.headers.get('X-Error-Message', '')} {error.server_message or ''}".lower()
    return "credentials" in words or "token" in words


def _of_gate(error: HfHubHTTPError, asked: Asked, page: str, tokens: str) -> AppError:
    """Without a token the Hub says 401; with one 403, and only its words tell who has to act."""
    if error.response.status_code == 401:
        return HubTokenInvalid(link=tokens) if asked.has_token else HubTokenNeeded(repo=asked.repo, link=tokens)
    words = (error.server_message or "").lower()
    if "fine-grained" in words:
        # The account may read it; this token of the account may not.
        return HubAccessDenied(repo=asked.repo, detail=_detail(error), link=tokens)
    if "not in the authorized list" in words or "ask for access" in words:
        return HubLicenceNotAccepted(repo=asked.repo, link=page)
    return HubAccessDenied(repo=asked.repo, detail=_detail(error), link=page)


def _of_line(error: httpx2.HTTPError, asked: Asked) -> AppError | Passing:
    """Of what went wrong before or while an answer came."""
    host = _host(error, asked)
    detail = re.sub(r"^\[Errno -?\d+\] ", "", str(error))[:200] or type(error).__name__
    if isinstance(error, httpx2.ProxyError):
        return HubProxy(detail=detail)
    if isinstance(error, httpx2.ConnectError):
        if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in _causes(error)):
            return HubCertificate(host=host, detail=detail)
        return Passing(HubUnreachable(host=host, detail=detail))
    if isinstance(error, httpx2.ConnectTimeout):
        return Passing(HubUnreachable(host=host, detail="it does not answer"))
    if isinstance(error, httpx2.TimeoutException):
        return Passing(HubSilent(host=host))
    if isinstance(error, httpx2.NetworkError | httpx2.RemoteProtocolError):
        return Passing(HubConnectionLost(host=host, detail=detail))
    return HubUnreachable(host=host, detail=detail)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _host(error: httpx2.HTTPError, asked: Asked) -> str:
    try:
        return str(error.request.url.host)
    except RuntimeError:  # no request belongs to it
        return asked.endpoint


def _detail(error: HfHubHTTPError) -> str:
    words = error.server_message or error.response.reason_phrase
    return " ".join(words.split()).rstrip(".")[:200]


def _asked_wait_s(headers: httpx2.Headers) -> float | None:
    """Seconds that a server asks to wait: until its rate limit is reset, or Retry-After (RFC 9110, 10.2.3)."""
    if (limit := parse_ratelimit_headers(headers)) and limit.remaining == 0:
        return float(limit.reset_in_seconds)
    value = headers.get("Retry-After", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max((parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None
