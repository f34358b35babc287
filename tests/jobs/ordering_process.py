"""A program that carries orders out, to be killed: `python -m tests.jobs.ordering_process HOME [REQUEST]`.

Goes on with what is there, puts REQUEST (JSON) behind it, and ends when nothing is left to do; tells each order that
finished on a line of its own.
"""

import json
import sys
import time
from pathlib import Path

from app.core.messages import from_json, to_json
from app.jobs.order import Order, OrderRequest
from app.jobs.queue import OrderQueue
from tests.jobs.ordering import SHORT_WAITS


def tell(order: Order) -> None:
    """One that went well."""
    if order.state in ("finished", "failed"):
        print(json.dumps(to_json(order)), flush=True)  # noqa: T201


if __name__ == "__main__":
    home = Path(sys.argv[1])
    queue = OrderQueue(home / "orders", home / "models", tell, waits=SHORT_WAITS)
    if len(sys.argv) > 2:
        queue.add(from_json(OrderRequest, json.loads(sys.argv[2])))
    time.sleep(0.2)
    while queue.orders():
        time.sleep(0.02)
    queue.close()
