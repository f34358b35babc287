"""What another program does with the local API: asks it, as it would ask OpenAI's."""

from __future__ import annotations

import json
import socket
from urllib.request import Request, urlopen

_PATIENCE_S = 60


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def reply(port: int, question: str) -> str:
    """What is answered there; raises OSError."""
    content = {"messages": [{"role": "user", "content": question}], "max_tokens": 16}
    request = Request(f"http://127.0.0.1:{port}/v1/chat/completions", json.dumps(content).encode())
    request.add_header("Content-Type", "application/json")
    with urlopen(request, timeout=_PATIENCE_S) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"])
