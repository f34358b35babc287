"""What is at each address of the API, and who may ask for it."""

import hmac
import io
import json
import logging
import re
from collections.abc import Callable
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from app.core.errors import AppError, Cancelled
from app.engine.protocol import Finished, Piece
from app.server.answers import Answer, failure_of, model_of, models_of, name_of, status_of
from app.server.connection import Connection
from app.server.errors import (
    ApiCallerRefused,
    ApiFailed,
    ApiKeyWrong,
    ApiPathUnknown,
    ApiReplyStopped,
    ApiRequestInvalid,
    ApiRequestSlow,
    ApiRequestTooLarge,
)
from app.server.fields import fields_of
from app.server.requests import Asked, chat_asked, text_asked

if TYPE_CHECKING:
    from app.server.api import ApiServer

MOST_BODY_BYTES = 16 << 20
# How long a request's lines may take, also the first one of a connection that is kept.
HEADER_S = 20
BODY_S = 30
# So long may a client take to read what it asked for.
_WRITE_S = 30
_DRAIN_S = 1
_PAGE_ASKS_AGAIN_S = 600
_KEYLESS = "/health"
_CHAT, _TEXT = "/v1/chat/completions", "/v1/completions"
_READ = {"/health", "/v1/models", "/models"}
_ONE_MODEL = re.compile("(?:/v1)?/models/(.+)")
_WRITTEN = {_CHAT, _TEXT, "/chat/completions", "/completions"}

_log = logging.getLogger(__name__)


class ApiHandler(BaseHTTPRequestHandler):
    """The requests of one connection, one after the other."""

    server: "ApiServer"
    protocol_version = "HTTP/1.1"
    server_version = "Slipstream"

    def setup(self) -> None:
        """Read by the clock."""
        super().setup()
        self._client = Connection(self.connection)
        self.rfile = io.BufferedReader(self._client)

    def handle_one_request(self) -> None:
        """Read one and answer it; a client that is slow or gone ends the connection."""
        self._client.allow(HEADER_S)
        self._has_begun = False
        self._page = ""
        try:
            super().handle_one_request()
        except (OSError, Cancelled) as error:
            _log.debug("a client is gone: %r", error)
            self.close_connection = True

    def do_GET(self) -> None:
        """Tell what is loaded."""
        self._guarded(self._tell)

    def do_POST(self) -> None:
        """Write a reply."""
        self._guarded(self._reply)

    def do_OPTIONS(self) -> None:
        """Tell a browser what a web page may send."""
        self._guarded(self._tell_page)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Say what the base class found wrong, as all else that is wrong is said."""
        if self.request_version == "HTTP/0.9":
            # That is what it is called before it is known, and has no header to answer with.
            self.request_version = "HTTP/1.0"
        if code == 501:
            error: AppError = ApiPathUnknown(method=self.command, path=self._path)
        else:
            error = ApiRequestInvalid(param="the header", detail=f"is no request of HTTP ({message})")
        self._fail(error, is_body_read=False)

    def version_string(self) -> str:
        """No version: it is nobody's business either."""
        return self.server_version

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (named by its base class)
        """Nothing is printed: what is asked is nobody else's business."""

    @property
    def _path(self) -> str:
        try:
            return urlsplit(self.path).path.rstrip("/") or "/"
        except ValueError:
            # An address that cannot be taken apart is nobody's.
            return self.path

    def _guarded(self, answer: Callable[[], None]) -> None:
        self._is_body_read = not self._has_body
        try:
            self._check_caller()
            answer()
        except AppError as error:
            self._fail(error, self._is_body_read)
        except (OSError, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 (a top loop: the client reads a sentence, the log has the rest)
            _log.exception("the local API failed")
            self.close_connection = True
            self._fail(ApiFailed(detail=f"{type(error).__name__}: {error}"), self._is_body_read)

    def _check_caller(self) -> None:
        """Raise for a web page, for a name that somebody else made point here, and for whoever lacks the key."""
        access = self.server.access
        origin = self.headers.get("Origin")
        if origin is not None and origin.lower() not in access.origins:
            raise ApiCallerRefused(caller=origin)
        self._page = origin or ""
        host = self.headers.get("Host") or ""
        if access.is_local and not _is_name_of(host, access.host):
            raise ApiCallerRefused(caller=host or "no name")
        # A browser asks what it may send without what it would send.
        if access.api_key and self._path != _KEYLESS and self.command != "OPTIONS":
            scheme, _, key = (self.headers.get("Authorization") or "").partition(" ")
            # As its bytes came.
            given = key.strip().encode("latin-1", "replace")
            if scheme.lower() != "bearer" or not hmac.compare_digest(given, access.api_key.encode()):
                raise ApiKeyWrong

    def _tell_page(self) -> None:
        """The answer to https://fetch.spec.whatwg.org/#cors-preflight-fetch for a page that may ask."""
        if not self._page:
            raise ApiPathUnknown(method=self.command, path=self._path)
        self.close_connection = self.close_connection or not self._is_body_read
        self.send_response(204)
        self._send_page_header()
        self.send_header("Access-Control-Allow-Methods", "GET, POST")
        self.send_header("Access-Control-Allow-Headers", self.headers.get("Access-Control-Request-Headers", "*"))
        self.send_header("Access-Control-Max-Age", str(_PAGE_ASKS_AGAIN_S))
        if self.headers.get("Access-Control-Request-Private-Network"):
            self.send_header("Access-Control-Allow-Private-Network", "true")
        self._put(b"")

    def _send_page_header(self) -> None:
        """Let the page that asks read the answer."""
        if self._page:
            self.send_header("Access-Control-Allow-Origin", self._page)
            self.send_header("Vary", "Origin")

    def _tell(self) -> None:
        named = _ONE_MODEL.fullmatch(self._path)
        if self._path not in _READ and named is None:
            raise ApiPathUnknown(method=self.command, path=self._path)
        loaded = self.server.writer.loaded
        # A body would be taken for the next request.
        self.close_connection = self.close_connection or not self._is_body_read
        if self._path == _KEYLESS:
            status = "ok" if loaded else "no model is loaded"
            self._send(200 if loaded else 503, {"status": status, "requests": self.server.turns.open_n})
        else:
            self._send(200, models_of(loaded) if named is None else model_of(loaded, unquote(named[1])))

    def _reply(self) -> None:
        if self._path not in _WRITTEN:
            raise ApiPathUnknown(method=self.command, path=self._path)
        fields = fields_of(self._body())
        read = chat_asked if self._path.endswith("/chat/completions") else text_asked
        asked = read(fields, self.server.writer.usual)
        with self.server.turns.turn(self._is_wanted):
            answer = Answer(asked, name_of(self.server.writer.loaded))
            finished = self._written(asked, answer)
        # The next one has its turn while this client still reads.
        if asked.is_streamed:
            self._begin_stream(answer)
            self._stream(*answer.end(finished))
            self._end_stream()
        else:
            self._send(200, answer.whole(finished))

    def _written(self, asked: Asked, answer: Answer) -> Finished:
        """Have the reply written, its pieces sent on at once if it is a stream; raises Cancelled for a lost client."""
        with closing(self.server.writer.write(asked.request, self._is_wanted)) as events:
            for event in events:
                if not self._is_wanted():
                    raise Cancelled
                if isinstance(event, Finished):
                    return event
                if asked.is_streamed:
                    self._begin_stream(answer)
                if asked.is_streamed and isinstance(event, Piece) and event.text:
                    self._stream(answer.piece(event))
        raise ApiReplyStopped

    def _is_wanted(self) -> bool:
        return not self.server.is_ending and self._client.is_client_there()

    @property
    def _has_body(self) -> bool:
        return "Content-Length" in self.headers or "Transfer-Encoding" in self.headers

    def _body(self) -> bytes:
        # A web page may send anything else without being asked whether it may.
        if self.headers.get_content_type() != "application/json":
            raise ApiRequestInvalid(param="Content-Type", detail="has to be application/json")
        lengths = self.headers.get_all("Content-Length") or []
        if "Transfer-Encoding" in self.headers or len(lengths) != 1 or not _is_length(lengths[0]):
            raise ApiRequestInvalid(param="Content-Length", detail="has to tell how long the body is")
        length = int(lengths[0])
        if length > MOST_BODY_BYTES:
            raise ApiRequestTooLarge(limit_bytes=MOST_BODY_BYTES)
        self._client.allow(BODY_S)
        try:
            body = self.rfile.read(length)
        except TimeoutError:
            raise ApiRequestSlow(seconds=BODY_S) from None
        if len(body) < length:
            raise Cancelled
        self._is_body_read = True
        return body

    def _send(self, status: int, content: dict[str, Any]) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self._send_page_header()
        if status == 429:
            self.send_header("Retry-After", "1")
        if self.close_connection:
            self.send_header("Connection", "close")
        self._put(data)

    def _begin_stream(self, answer: Answer) -> None:
        """Send what comes before the first piece, unless it was sent."""
        if self._has_begun:
            return
        self._has_begun = True
        self._is_chunked = self.request_version != "HTTP/1.0"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Cache-Control", "no-cache")
        self._send_page_header()
        if self._is_chunked:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.close_connection = True
            self.send_header("Connection", "close")
        self._put(b"")
        self._stream(*answer.begin())

    def _stream(self, *chunks: dict[str, Any]) -> None:
        for chunk in chunks:
            self._put_chunk(b"data: " + json.dumps(chunk).encode() + b"\n\n")

    def _end_stream(self) -> None:
        self._put_chunk(b"data: [DONE]\n\n")
        if self._is_chunked:
            self._client.send(b"0\r\n\r\n", _WRITE_S)

    def _put_chunk(self, data: bytes) -> None:
        self._client.send(b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked else data, _WRITE_S)

    def _put(self, data: bytes) -> None:
        """Send the header that was gathered, and what follows it, at once."""
        lines: list[bytes] = getattr(self, "_headers_buffer", [])
        self._headers_buffer: list[bytes] = []
        self._client.send(b"".join(lines) + b"\r\n" + data, _WRITE_S)

    def _fail(self, error: AppError, is_body_read: bool) -> None:
        if self._has_begun:
            # The status was sent: what went wrong comes as one more chunk, and nothing after it.
            self._stream(failure_of(error))
            if self._is_chunked:
                self._client.send(b"0\r\n\r\n", _WRITE_S)
            self.close_connection = True
            return
        self.close_connection = self.close_connection or not is_body_read
        self._send(status_of(error), failure_of(error))
        if not is_body_read:
            self._drain()

    def _drain(self) -> None:
        """Take what still comes for a moment: a connection closed over unread bytes loses what was answered."""
        self._client.allow(_DRAIN_S)
        taken = 0
        with suppress(OSError):
            while taken < MOST_BODY_BYTES and (data := self.rfile.read1(1 << 16)):
                taken += len(data)


def _is_name_of(host: str, address: str) -> bool:
    """Whether a Host header names this computer as seen from itself, or the address that is listened on."""
    name = host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return name.lower() in ("localhost", "127.0.0.1", "[::1]", address, f"[{address}]")


def _is_length(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 18
