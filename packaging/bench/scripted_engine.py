"""An engine process like any other, but for a draft whose acceptance is chosen: it costs what the real one costs.

The draft's own pass is run, and then what it proposes is replaced: by the tokens that the target wrote without a draft,
and now and then by a wrong one.
"""

import json
import random
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.engine import entry

Steps = Sequence[tuple[int, float]]


class Oracle:
    """Knows how the target goes on from a prompt, once it has done so without a draft."""

    def __init__(self, script: Path) -> None:
        self._script = script
        self._steps: Steps = ()
        self._start = 0
        self._reply: tuple[int, ...] = ()

    def begin(self, prompt_n: int) -> None:
        """A reply begins behind so many tokens."""
        self._start = prompt_n - 1
        self._steps = json.loads(self._script.read_text("utf-8"))

    def learn(self, reply: tuple[int, ...]) -> None:
        """What the target wrote by itself."""
        self._reply = reply

    def guess(self, position: int, proposed: Sequence[int]) -> list[int]:
        """As many tokens as `proposed`, right and wrong as the script wants it."""
        at = position - self._start
        return [self._token(at + index, token) for index, token in enumerate(proposed)]

    def _token(self, at: int, proposed: int) -> int:
        if at >= len(self._reply):
            return proposed
        share = [share for start, share in self._steps if start <= at][-1]
        # The same guesses come true in every reply, whatever is drafted at once.
        return self._reply[at] if random.Random(at).random() < share else self._reply[at - 1]


def write_script(path: Path, steps: Steps) -> None:
    """What share of the guesses comes true, from which token of a reply on."""
    path.write_text(json.dumps(steps), "utf-8")


def run(script: Path, connection: "Connection[Any, Any]") -> None:
    """Serve as the engine does, guessing by what `script` says when a reply begins."""
    _hold(Oracle(script))
    entry.run(connection)


def _hold(oracle: Oracle) -> None:
    from app.engine.worker.decoding import Decoding
    from app.engine.worker.drafters.block import BlockDrafter
    from app.engine.worker.session import Session

    propose: Callable[..., Sequence[int]] = BlockDrafter.propose
    generate: Callable[..., Any] = Session.generate
    prefill: Callable[..., Any] = Decoding.prefill

    def propose_by_script(self: Any, last: int, position: int, count: int) -> list[int]:
        return oracle.guess(position, propose(self, last, position, count))

    def generate_and_learn(self: Any, request: Any, cancelled: Any) -> Any:
        for item in generate(self, request, cancelled):
            if request.drafting.method == "none" and getattr(item, "generated", None):
                oracle.learn(item.generated.tokens)
            yield item

    def prefill_and_begin(self: Any, prompt: Sequence[int]) -> Any:
        oracle.begin(len(prompt))
        return prefill(self, prompt)

    BlockDrafter.propose = propose_by_script  # type: ignore[method-assign]
    Session.generate = generate_and_learn  # type: ignore[method-assign]
    Decoding.prefill = prefill_and_begin  # type: ignore[method-assign]
