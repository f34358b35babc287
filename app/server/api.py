"""The local API: listens, bounds who comes, and ends with everything that is under way."""

import logging
import os
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from ipaddress import ip_address
from socketserver import TCPServer
from typing import Any

from app.server.errors import PortTaken
from app.server.handler import ApiHandler
from app.server.turns import Turns
from app.server.writer import Writer

USUAL_PORT = 5001
LOOPBACK = "127.0.0.1"
MOST_CONNECTIONS = 64
_POLL_S = 0.1
_END_S = 15.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Access:
    """Where to listen, and the key to ask for; port 0 is any that is free, an empty key none.

    `origins` are those of the web pages that may ask, as `app.core.origins` spells them.
    """

    host: str = LOOPBACK
    port: int = USUAL_PORT
    api_key: str = ""
    origins: tuple[str, ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether nobody but this computer can come."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


class ApiServer(ThreadingHTTPServer):
    """A thread for each of the connections that there may be at once."""

    daemon_threads = True
    request_queue_size = MOST_CONNECTIONS
    # On Windows, that would let two programs listen on one port.
    allow_reuse_address = os.name == "posix"
    allow_reuse_port = False

    def __init__(self, access: Access) -> None:
        self.access = access
        self.turns = Turns()
        self.writer: Writer
        self.is_ending = False
        self._clients_changed = threading.Condition()
        self._clients: set[socket.socket] = set()
        if ":" in access.host:
            self.address_family = socket.AF_INET6
        super().__init__((access.host, access.port), ApiHandler)

    def server_bind(self) -> None:
        """Bind, without asking the network what this computer is called."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.access.host, self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve one more connection, or hang up where there are too many."""
        with self._clients_changed:
            if len(self._clients) >= MOST_CONNECTIONS:
                self.shutdown_request(request)
                return
            self._clients.add(request)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve it to its end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._clients_changed:
                self._clients.discard(request)
                self._clients_changed.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Write it to the log."""
        _log.warning("a connection to the local API failed", exc_info=True)

    def hang_up(self) -> None:
        """End what is under way, and wait until it has ended."""
        self.is_ending = True
        with self._clients_changed:
            for client in self._clients:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)
            self._clients_changed.wait_for(lambda: not self._clients, _END_S)


class LocalApi:
    """Listens from the start, answers once it has a writer; raises PortTaken where it cannot listen."""

    def __init__(self, access: Access) -> None:
        try:
            self._server = ApiServer(access)
        except (OSError, OverflowError, UnicodeError) as error:
            detail = getattr(error, "strerror", None) or str(error)
            raise PortTaken(host=access.host, port=str(access.port), detail=detail) from error
        self._access = access
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """What programs are told: the address that ends in /v1."""
        host = f"[{self._access.host}]" if ":" in self._access.host else self._access.host
        return f"http://{host}:{self._server.server_port}/v1"

    @property
    def open_n(self) -> int:
        """How many requests are answered or wait for it."""
        return self._server.turns.open_n

    def serve(self, writer: Writer) -> None:
        """Answer from now on, on threads of its own."""
        self._server.writer = writer
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_S,), name="local API", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more; what is being written is stopped."""
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()
        self._server.hang_up()
