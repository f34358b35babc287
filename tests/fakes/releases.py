"""A releases feed on loopback that answers what a test says."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self


class ReleasesFeed:
    """`answer` is sent as JSON, bytes as they are; `asked` collects the headers of the requests."""

    def __init__(self) -> None:
        feed = self
        self.answer: Any = {}
        self.status = 200
        self.asked: list[dict[str, str]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                feed.asked.append(dict(self.headers))
                content = feed.answer if isinstance(feed.answer, bytes) else json.dumps(feed.answer).encode()
                self.send_response(feed.status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the base class names it so
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def address(self) -> str:
        """Where it is asked."""
        return f"http://127.0.0.1:{self._server.server_port}/repos/o/n/releases/latest"

    def publish(self, version: str) -> None:
        """Have this be the newest release."""
        self.answer = {"tag_name": f"v{version}", "html_url": f"https://example.org/releases/v{version}"}

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
