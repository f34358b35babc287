"""What the stub Hub does wrong on command, one fault for one request."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cut:
    """The line drops after so many bytes of the answer."""

    after_bytes: int


@dataclass(frozen=True)
class WrongByte:
    """One byte of the file, counted from its start, is another."""

    at: int


@dataclass(frozen=True)
class Drip:
    """So many bytes at a time, with a pause between."""

    at_once_bytes: int
    pause_s: float


@dataclass(frozen=True)
class Stall:
    """After so many bytes nothing comes for a while; then the line drops."""

    after_bytes: int
    seconds: float


@dataclass(frozen=True)
class WebPage:
    """A login page, answered as if it were the file."""


@dataclass(frozen=True)
class Status:
    """An error; `headers` as the Hub sends them."""

    code: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class DeadRedirect:
    """A redirect to a host where nobody listens."""


@dataclass(frozen=True)
class OtherLength:
    """The answer states a length that is off by so many bytes."""

    by_bytes: int


@dataclass(frozen=True)
class EndsEarly:
    """An answer that does not state its length is over after so many bytes."""

    after_bytes: int


@dataclass(frozen=True)
class LinkExpired:
    """The store does not take the signed link any more."""


@dataclass(frozen=True)
class NoRanges:
    """The whole file, whatever range was asked for."""


@dataclass(frozen=True)
class OtherTag:
    """The Hub states another hash than it listed."""


OfTheLine = Cut | Drip | Stall | OtherLength | EndsEarly
OfTheAnswer = WrongByte | WebPage | Status | DeadRedirect | LinkExpired | NoRanges | OtherTag
Fault = OfTheLine | OfTheAnswer
