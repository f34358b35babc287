#!/usr/bin/env python3
"""A stand-in for llama-server: the same options and answers, with numbers that follow from its draft length."""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

OPTIONS = {sys.argv[at]: sys.argv[at + 1] for at in range(1, len(sys.argv) - 1) if sys.argv[at].startswith("--")}
PREDICTED, ACCEPTED = 100, 60


class Answers(BaseHTTPRequestHandler):
    """One request after the other, as with one place for a reply."""

    def do_GET(self) -> None:
        self._answer({"status": "ok"})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/apply-template":
            self._answer({"prompt": f"<user>{asked['messages'][0]['content']}<reply>"})
        elif os.environ.get("FAKE_SERVER") == "slow":
            time.sleep(60)
        elif os.environ.get("FAKE_SERVER") == "odd":
            self._answer({"timings": {"predicted_n": "many"}})
        else:
            assert asked["temperature"] == 0 and asked["cache_prompt"] is False and asked["prompt"].startswith("<user>")
            self._answer({"timings": _timings(), "content": "…"})

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, value: Any) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _timings() -> dict[str, float]:
    timings = {"prompt_n": 40, "prompt_ms": 80.5, "predicted_n": PREDICTED, "predicted_ms": 2000.0}
    if "--spec-draft-model" in OPTIONS or OPTIONS.get("--spec-type", "").startswith("ngram-"):
        timings |= {"draft_n": 3 * ACCEPTED, "draft_n_accepted": ACCEPTED, "predicted_ms": 1000.0}
    return timings


def main() -> None:
    """Tell the version, fail as the real one does, or serve."""
    if "--version" in sys.argv:
        sys.stderr.write("version: 1.2.3 (build 7, commit abc)\n")
    elif os.environ.get("FAKE_SERVER") == "broken":
        sys.exit("load_model: error: failed to load model\nexiting")
    else:
        HTTPServer((OPTIONS["--host"], int(OPTIONS["--port"])), Answers).serve_forever()


if __name__ == "__main__":
    main()
