"""Amounts as people read them: bytes, counts, shares, times."""

from app.core.translation import figures, tr, tr_n

_UNITS = ("", "kB", "MB", "GB", "TB", "PB", "EB")


def size(size_bytes: float) -> str:
    """Bytes in decimal units with two or three digits: 1.4 GB, 640 MB."""
    value, unit = float(size_bytes), 0
    while abs(value) >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    if unit == 0:
        return tr_n("{n} byte", "{n} bytes", round(value))
    return figures(f"{value:.1f}" if abs(value) < 9.95 else f"{value:.0f}") + f" {_UNITS[unit]}"


def count(number: int) -> str:
    """A whole number with separators: 512, 4,096, 151,936."""
    return figures(f"{number:,}")


def token_count(number: int, *, is_about: bool = False) -> str:
    """So many tokens, counted or estimated: 1 token, about 4,096 tokens."""
    if is_about:
        return tr_n("about {n} token", "about {n} tokens", number)
    return tr_n("{n} token", "{n} tokens", number)


def parameters(number: int) -> str:
    """How many numbers a model is made of: 4.0B parameters, 620M parameters."""
    value, unit = (number / 1e9, "B") if number >= 999_500_000 else (number / 1e6, "M")
    written = figures(f"{value:.1f}" if value < 9.95 else f"{value:.0f}")
    return tr("{number} parameters", number=written + unit)


def share(value: float | None) -> str:
    """A share of 1 in per cent: 64 %; a dash where there is none."""
    return "–" if value is None else f"{value * 100:.0f} %"


def figure(value: float | None) -> str:
    """A measured number with at most two significant decimals: 3.9, 0.25, 120; a dash where there is none."""
    if value is None:
        return "–"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return figures(f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}")


def duration(seconds: float) -> str:
    """A time that is left or has passed: 8 s, 2 min 05 s, 1 h 10 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return tr("{seconds} s", seconds=whole)
    if whole < 3600:
        return tr("{minutes} min {seconds} s", minutes=whole // 60, seconds=f"{whole % 60:02}")
    return tr("{hours} h {minutes} min", hours=whole // 3600, minutes=f"{whole % 3600 // 60:02}")
