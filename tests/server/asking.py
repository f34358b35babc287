"""A program that asks the local API."""

import json
import socket
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from app.server.api import LocalApi

JSON = {"Content-Type": "application/json"}
HELLO = [{"role": "user", "content": "Hello"}]
PATIENCE_S = 60


@dataclass(frozen=True)
class Told:
    """A response: its status and its JSON."""

    status: int
    json: Any

    @property
    def code(self) -> str:
        """The code of the failure that it tells."""
        code: str = self.json["error"]["code"]
        return code


class Client:
    """Opens a connection for each request."""

    def __init__(self, api: LocalApi) -> None:
        self.api = api
        parts = urlsplit(api.address)
        assert parts.hostname and parts.port
        self.place = (parts.hostname, parts.port)

    def connect(self) -> HTTPConnection:
        """A connection of one's own."""
        return HTTPConnection(*self.place, timeout=PATIENCE_S)

    def socket(self) -> socket.socket:
        """The bare one, for whoever speaks no HTTP."""
        return socket.create_connection(self.place, timeout=PATIENCE_S)

    def get(self, path: str, **headers: str) -> Told:
        """Read something."""
        return self._told("GET", path, None, headers)

    def post(self, path: str, content: Any, **headers: str) -> Told:
        """Ask for something; `content` as JSON, unless it is bytes."""
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self._told("POST", path, body, {**JSON, **headers})

    def chat(self, **fields: Any) -> Told:
        """A reply in one."""
        return self.post("/v1/chat/completions", {"messages": HELLO, **fields})

    def begin(self, path: str = "/v1/chat/completions", **fields: Any) -> tuple[HTTPConnection, HTTPResponse]:
        """A stream whose header is there."""
        connection = self.connect()
        content = {"messages": HELLO, "stream": True, **fields}
        connection.request("POST", path, json.dumps(content), JSON)
        return connection, connection.getresponse()

    def stream(self, path: str = "/v1/chat/completions", **fields: Any) -> list[Any]:
        """All chunks of a stream."""
        connection, response = self.begin(path, **fields)
        with closing(connection):
            assert response.status == 200
            return chunks_of(response.read())

    def _told(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Told:
        with closing(self.connect()) as connection:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            return Told(response.status, json.loads(response.read()))


def chunks_of(body: bytes) -> list[Any]:
    """The JSON of each event up to [DONE], which is the string it is."""
    events = body.decode().split("\n\n")
    assert events.pop() == ""
    texts = [event.removeprefix("data: ") for event in events]
    return [text if text == "[DONE]" else json.loads(text) for text in texts]
