"""A stub Hub on loopback: enough of the real API for the real client, and misbehaving on command.

Two servers, as in life: the Hub itself, which lists and redirects, and the store that large files come from.
"""

import hashlib
import json
import re
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

from tests.fakes.hub_faults import (
    Cut,
    DeadRedirect,
    Drip,
    EndsEarly,
    Fault,
    LinkExpired,
    NoRanges,
    OtherLength,
    OtherTag,
    Stall,
    Status,
    WebPage,
    WrongByte,
)

GOOD_TOKEN = "hf_goodgoodgood"
OTHER_TOKEN = "hf_otherotherother"
NAMES = {GOOD_TOKEN: "ada", OTHER_TOKEN: "otto"}
LOGIN_PAGE = b"<!DOCTYPE html><html><head><title>Welcome to the hotel</title></head><body>Sign in</body></html>"

_LARGE = (".safetensors", ".gguf", ".bin")
_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class StubFile:
    """A file; `listed_bytes` is the size that the listing claims, `git_oid` the name that git gives the content."""

    content: bytes
    is_large: bool
    listed_bytes: int
    listed_sha256: str
    git_oid: str

    @property
    def tag(self) -> str:
        """What the ETag is made of."""
        return self.listed_sha256 if self.is_large else self.git_oid


@dataclass
class StubRepo:
    """A repository; `gated` is "", "auto" or "manual", `members` holds the tokens that may read it."""

    files: dict[str, StubFile]
    commit: str
    gated: str = ""
    members: frozenset[str] = frozenset()
    refusal: str = "restricted and you are not in the authorized list. Visit the page to ask for access."
    tags: tuple[str, ...] = ()
    config: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Request:
    """A request that arrived: `server` is "hub" or "store"; `first_byte` and `asked_bytes` are those of a range."""

    server: str
    method: str
    path: str
    query: Mapping[str, list[str]]
    first_byte: int
    asked_bytes: int | None
    has_token: bool
    host: str
    proxy_login: str


class StubHub:
    """A context manager; `url` is what HF_ENDPOINT should be. With a TLS context both servers speak https.

    It is a proxy for plain http as well: what is asked through it of any host, it answers itself.
    """

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.repos: dict[str, StubRepo] = {}
        self.requests: list[Request] = []
        self._faults: dict[str, deque[Fault]] = {}
        self._lock = threading.Lock()
        self.over = threading.Event()
        self._hub = _Server("hub", self, tls)
        self._store = _Server("store", self, tls)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        for server in (self._hub, self._store):
            server.end()

    @property
    def url(self) -> str:
        """The Hub's address."""
        return self._hub.url

    @property
    def store_url(self) -> str:
        """Where large files come from."""
        return self._store.url

    def add(self, repo: str, files: Mapping[str, bytes], **about: Any) -> StubRepo:
        """Publish a repository; large files are told by their suffix. `about` are fields of StubRepo."""
        stored = {name: _stored(name, content) for name, content in files.items()}
        digest = hashlib.sha1(repr([(name, file.tag) for name, file in stored.items()]).encode()).hexdigest()
        self.repos[repo] = StubRepo(stored, digest, **about)
        return self.repos[repo]

    def misbehave(self, name: str, *faults: Fault) -> None:
        """Each of the next requests for the file meets one of the faults; "" stands for the API.

        Faults of the transfer show in what the store sends, or in the Hub's own answer for a small file.
        """
        with self._lock:
            self._faults.setdefault(name, deque()).extend(faults)

    def fetched(self, name: str) -> list[Request]:
        """The requests for the file's content at whoever sends it."""
        return [request for request in self.requests if request.method == "GET" and request.path.endswith("/" + name)]

    def fault(self, name: str, *kinds: type[Fault]) -> Fault | None:
        """Take the next fault of these kinds for a file."""
        with self._lock:
            waiting = self._faults.get(name)
            return waiting.popleft() if waiting and isinstance(waiting[0], kinds) else None

    def note(self, request: Request) -> None:
        """Remember what arrived."""
        with self._lock:
            self.requests.append(request)


def _stored(name: str, content: bytes) -> StubFile:
    git_oid = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    return StubFile(content, name.endswith(_LARGE), len(content), hashlib.sha256(content).hexdigest(), git_oid)


class _Server(ThreadingHTTPServer):
    """Answers on a port of its own until `end`."""

    daemon_threads = False
    request_queue_size = 32

    def __init__(self, name: str, stub: StubHub, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.name = name
        self.stub = stub
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.server_address[1]}"
        self._open: set[socket.socket] = set()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), name=f"stub {name}")
        self._thread.start()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # The client hung up, which tests make it do.
        pass

    def end(self) -> None:
        self.shutdown()
        self._thread.join()
        for connection in list(self._open):
            _hang_up(connection)
        self.server_close()


def _hang_up(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    @property
    def _stub(self) -> StubHub:
        return self.server.stub

    @property
    def _token(self) -> str:
        return self.headers.get("Authorization", "").removeprefix("Bearer ")

    def _answer(self) -> None:
        parts = urlsplit(self.path)
        path, query = unquote(parts.path), parse_qs(parts.query)
        first, asked_bytes = _asked_range(self.headers.get("Range"))
        about = (bool(self._token), self.headers.get("Host", ""), self.headers.get("Proxy-Authorization", ""))
        self._stub.note(Request(self.server.name, self.command, path, query, first, asked_bytes, *about))
        for pattern, act in self._ROUTES[self.server.name]:
            if found := re.fullmatch(pattern, path):
                act(self, query, **found.groupdict())
                return
        self._refuse(Status(404, {"X-Error-Code": "RepoNotFound"}))

    def _whoami(self, query: Mapping[str, list[str]]) -> None:
        if self._token_is_bad() or self._api_fails():
            return
        if not self._token:
            self._refuse(Status(401, {"X-Error-Message": "Invalid username or password."}))
            return
        self._json({"type": "user", "name": NAMES[self._token]})

    def _models(self, query: Mapping[str, list[str]]) -> None:
        if self._token_is_bad() or self._api_fails():
            return
        words = " ".join(query.get("search", [])).lower().split()
        wanted = set(query.get("filter", []))
        found = [
            self._about(name, repo)
            for name, repo in self._stub.repos.items()
            if all(word in name.lower() for word in words) and wanted <= set(repo.tags)
        ]
        self._json(found[: int(query.get("limit", ["1000"])[0])])

    def _model(self, query: Mapping[str, list[str]], repo: str, revision: str = "main") -> None:
        if self._token_is_bad() or self._api_fails() or not (found := self._repo(repo, revision)):
            return
        siblings = [_sibling(name, file, "blobs" in query) for name, file in found.files.items()]
        self._json({**self._about(repo, found), "siblings": siblings})

    def _tree(self, query: Mapping[str, list[str]], repo: str, revision: str) -> None:
        if found := self._repo(repo, revision):
            self._json([_tree_entry(name, file) for name, file in found.files.items()])

    def _about(self, name: str, repo: StubRepo) -> dict[str, Any]:
        return {
            "id": name,
            "sha": repo.commit,
            "gated": repo.gated or False,
            "private": False,
            "downloads": 1234,
            "likes": 5,
            "lastModified": "2026-09-01T12:00:00.000Z",
            "tags": list(repo.tags),
            "config": dict(repo.config),
        }

    def _resolve(self, query: Mapping[str, list[str]], repo: str, revision: str, name: str) -> None:
        if self._token_is_bad() or not (found := self._repo(repo, revision)) or self._is_locked(repo, found):
            return
        file = found.files.get(name)
        if file is None:
            self._refuse(Status(404, {"X-Error-Code": "EntryNotFound"}))
            return
        fault = self._stub.fault(name, Status, WebPage, DeadRedirect, OtherTag) if self.command == "GET" else None
        match fault:
            case Status():
                self._refuse(fault)
            case WebPage():
                self._send(200, {"Content-Type": "text/html"}, LOGIN_PAGE)
            case _:
                self._redirect(repo, found, name, file, fault)

    def _redirect(self, repo: str, found: StubRepo, name: str, file: StubFile, fault: Fault | None) -> None:
        location = f"/api/resolve-cache/models/{repo}/{found.commit}/{name}"
        if file.is_large:
            location = f"{self._stub.store_url}/store/{repo}/{found.commit}/{name}?X-Signature=abc"
        if isinstance(fault, DeadRedirect):
            location = f"http://127.0.0.1:{_free_port()}/{name}"
        tag = "0" * 64 if isinstance(fault, OtherTag) else file.tag
        headers = {"X-Repo-Commit": found.commit, "X-Linked-Etag": f'"{tag}"', "X-Linked-Size": str(file.listed_bytes)}
        self._send(302 if file.is_large else 307, {**headers, "Location": location}, b"")

    def _content(self, query: Mapping[str, list[str]], repo: str, revision: str, name: str) -> None:
        file = self._stub.repos[repo].files[name]
        kinds = (Cut, WrongByte, Drip, Stall, OtherLength, EndsEarly, LinkExpired, NoRanges)
        fault = self._stub.fault(name, *kinds)
        is_signed = self.server.name == "hub" or "X-Signature" in query
        if not is_signed or isinstance(fault, LinkExpired):
            self._refuse(Status(403))
        else:
            self._send_file(self._stub.repos[repo].commit, file, fault)

    def _send_file(self, commit: str, file: StubFile, fault: Fault | None) -> None:
        content, total = memoryview(file.content), len(file.content)
        asked = None if isinstance(fault, NoRanges) else _range(self.headers.get("Range"), total)
        start, end = asked or (0, total)
        if start >= total > 0:
            self._refuse(Status(416, {"Content-Range": f"bytes */{total}"}))
            return
        if isinstance(fault, WrongByte) and start <= fault.at < end:
            changed = bytearray(content)
            changed[fault.at] ^= 0xFF
            content = memoryview(changed)
        off = fault.by_bytes if isinstance(fault, OtherLength) else 0
        self.send_response(206 if asked else 200)
        self.send_header("ETag", f'"{file.tag}"')
        if self.server.name == "hub":
            self.send_header("X-Repo-Commit", commit)
        if not isinstance(fault, EndsEarly):
            self.send_header("Content-Length", str(end - start + off))
        self.send_header("Content-Type", "application/octet-stream")
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{total + off}")
        self.end_headers()
        if self.command == "GET":
            self._send_body(content[start:end], fault)

    def _send_body(self, body: memoryview, fault: Fault | None) -> None:
        at_once = fault.at_once_bytes if isinstance(fault, Drip) else _BLOCK_BYTES
        stop = fault.after_bytes if isinstance(fault, Cut | Stall | EndsEarly) else len(body)
        for start in range(0, min(stop, len(body)), at_once):
            self.wfile.write(body[start : min(start + at_once, stop)])
            if isinstance(fault, Drip) and self._stub.over.wait(fault.pause_s):
                return
        if isinstance(fault, Stall):
            self._stub.over.wait(fault.seconds)
        if stop < len(body) or isinstance(fault, OtherLength):
            self.close_connection = True
            _hang_up(self.connection)

    def _repo(self, name: str, revision: str) -> StubRepo | None:
        repo = self._stub.repos.get(name)
        if repo is None:
            self._refuse(Status(401, {"X-Error-Code": "RepoNotFound", "X-Error-Message": "Repository not found"}))
        elif revision not in ("main", repo.commit):
            self._refuse(Status(404, {"X-Error-Code": "RevisionNotFound"}))
        else:
            return repo
        return None

    def _token_is_bad(self) -> bool:
        is_bad = self._token not in ("", GOOD_TOKEN, OTHER_TOKEN)
        if is_bad:
            self._refuse(Status(401, {"X-Error-Message": "Invalid credentials in Authorization header"}))
        return is_bad

    def _is_locked(self, name: str, repo: StubRepo) -> bool:
        if not repo.gated or self._token in repo.members:
            return False
        code = 403 if self._token else 401
        why = (
            repo.refusal
            if self._token
            else "restricted. You must have access to it and be authenticated. Please log in."
        )
        message = f"Access to model {name} is {why}"
        self._refuse(Status(code, {"X-Error-Code": "GatedRepo", "X-Error-Message": message}))
        return True

    def _api_fails(self) -> bool:
        fault = self._stub.fault("", Status, WebPage)
        if isinstance(fault, Status):
            self._refuse(fault)
        elif fault is not None:
            self._send(200, {"Content-Type": "text/html"}, LOGIN_PAGE)
        return fault is not None

    def _refuse(self, fault: Status) -> None:
        self._send(fault.code, {"Content-Type": "application/json", **fault.headers}, fault.body or b'{"error": "no"}')

    def _json(self, value: Any) -> None:
        self._send(200, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def _send(self, code: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    _NAME = r"(?P<repo>[^/]+/[^/]+)"
    _FROM_STORE = (rf"/store/{_NAME}/(?P<revision>[^/]+)/(?P<name>.+)", _content)
    _ROUTES: Mapping[str, tuple[tuple[str, Callable[..., None]], ...]] = {
        "hub": (
            (r"/api/whoami-v2", _whoami),
            (r"/api/models", _models),
            (rf"/api/models/{_NAME}", _model),
            (rf"/api/models/{_NAME}/revision/(?P<revision>[^/]+)", _model),
            (rf"/api/models/{_NAME}/tree/(?P<revision>[^/]+)", _tree),
            (rf"/{_NAME}/resolve/(?P<revision>[^/]+)/(?P<name>.+)", _resolve),
            (rf"/api/resolve-cache/models/{_NAME}/(?P<revision>[^/]+)/(?P<name>.+)", _content),
            _FROM_STORE,
        ),
        "store": (_FROM_STORE,),
    }


def _sibling(name: str, file: StubFile, has_blobs: bool) -> dict[str, Any]:
    if not has_blobs:
        return {"rfilename": name}
    told: dict[str, Any] = {"rfilename": name, "size": file.listed_bytes, "blobId": file.git_oid}
    if file.is_large:
        told["lfs"] = {"sha256": file.listed_sha256, "size": file.listed_bytes, "pointerSize": 135}
    return told


def _tree_entry(name: str, file: StubFile) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "file", "path": name, "size": file.listed_bytes, "oid": file.git_oid}
    if file.is_large:
        told["lfs"] = {"oid": file.listed_sha256, "size": file.listed_bytes, "pointerSize": 135}
    return told


def _range(header: str | None, total: int) -> tuple[int, int] | None:
    found = re.fullmatch(r"bytes=(\d+)-(\d*)", header or "")
    if not found:
        return None
    return int(found[1]), min(int(found[2]) + 1, total) if found[2] else total


def _asked_range(header: str | None) -> tuple[int, int | None]:
    found = re.match(r"bytes=(\d+)-(\d*)", header or "")
    if not found:
        return 0, None
    return int(found[1]), int(found[2]) + 1 - int(found[1]) if found[2] else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(claim: Callable[[], bool], timeout_s: float = 60) -> None:
    """Wait until the claim holds; AssertionError when it does not in time."""
    end = time.monotonic() + timeout_s
    while not claim():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
