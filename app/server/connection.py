"""One client's connection: read with an eye on the clock, and asked whether the client is still there."""

import io
import socket
import time


class Connection(io.RawIOBase):
    """The socket of one client, for one thread; reads raise TimeoutError after the `deadline_s` that was set last."""

    def __init__(self, client: socket.socket) -> None:
        self._client = client
        self._deadline_s = 0.0

    def allow(self, seconds: float) -> None:
        """Have all that is read from now on arrive within so long, however it trickles in."""
        self._deadline_s = time.monotonic() + seconds

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: "memoryview[int] | bytearray") -> int:  # type: ignore[override]
        """What is there, at most as much as the buffer holds; 0 at the end."""
        left_s = self._deadline_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self._client.settimeout(left_s)
        return self._client.recv_into(buffer)

    def is_client_there(self) -> bool:
        """Whether the other side has not hung up."""
        self._client.setblocking(False)
        try:
            return self._client.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def send(self, data: bytes, seconds: float) -> None:
        """Write all of it; raises TimeoutError where that takes longer."""
        self._client.settimeout(seconds)
        self._client.sendall(data)
