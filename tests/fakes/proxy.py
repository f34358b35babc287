"""A proxy on loopback that tunnels https for those who know its password."""

import socket
import threading
from base64 import b64encode
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import quote

USER, PASSWORD = "me@work", "pass word/1"


class TunnelProxy:
    """A context manager; `tunnels` are the host:port that were asked for with the right login."""

    def __init__(self) -> None:
        self.tunnels: list[str] = []
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="proxy")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up()
        self._server.server_close()

    def url(self, password: str = PASSWORD) -> str:
        """Its address with a login, as HTTPS_PROXY takes it."""
        return f"http://{quote(USER, safe='')}:{quote(password, safe='')}@127.0.0.1:{self._server.server_address[1]}"


class _Server(ThreadingHTTPServer):
    def __init__(self, proxy: TunnelProxy) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.proxy = proxy
        self.ends: list[socket.socket] = []

    def hang_up(self) -> None:
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_CONNECT(self) -> None:
        login = "Basic " + b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("Proxy-Authorization") != login:
            self.send_response(407)
            self.send_header("Proxy-Authenticate", "Basic")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.server.proxy.tunnels.append(self.path)
        host, _, port = self.path.rpartition(":")
        with socket.create_connection((host, int(port))) as remote:
            self.server.ends += [remote, self.connection]
            self.send_response(200)
            self.end_headers()
            back = threading.Thread(target=_pump, args=(remote, self.connection))
            back.start()
            _pump(self.connection, remote)
            back.join()
        self.close_connection = True


def _pump(source: socket.socket, destination: socket.socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(1 << 16):
            destination.sendall(chunk)
    for end in (source, destination):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
