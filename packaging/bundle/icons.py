"""The program's icon in the forms that systems ask for, all drawn from the one SVG of assets/icons."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parents[2] / "assets" / "icons" / "slipstream.svg"
HICOLOR_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
# Type of each image in an .icns file, with its pixels: the second of two equals is for screens of double density.
_ICNS_TYPES: tuple[tuple[bytes, int], ...] = (
    (b"icp4", 16),
    (b"icp5", 32),
    (b"ic11", 32),
    (b"ic12", 64),
    (b"ic07", 128),
    (b"ic08", 256),
    (b"ic13", 256),
    (b"ic09", 512),
    (b"ic14", 512),
    (b"ic10", 1024),
)
# Apple's icons leave a margin around their shape; ours fills its square.
_APPLE_SHARE = 824 / 1024


def png(size: int, share: float = 1.0, source: Path = SOURCE) -> bytes:
    """The icon as a PNG of `size` pixels square, drawn over `share` of its width."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    edge = size * (1 - share) / 2
    QSvgRenderer(str(source)).render(painter, QRectF(edge, edge, size * share, size * share))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


def ico(images: Mapping[int, bytes]) -> bytes:
    """A Windows icon of PNGs by size (https://en.wikipedia.org/wiki/ICO_(file_format))."""
    entries, offset = b"", 6 + 16 * len(images)
    for size, image in sorted(images.items()):
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(image), offset)
        offset += len(image)
    return struct.pack("<HHH", 0, 1, len(images)) + entries + b"".join(image for _, image in sorted(images.items()))


def icns(images: Mapping[int, bytes]) -> bytes:
    """A macOS icon of PNGs by size (https://en.wikipedia.org/wiki/Apple_Icon_Image_format)."""
    body = b"".join(kind + struct.pack(">I", 8 + len(images[size])) + images[size] for kind, size in _ICNS_TYPES)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def write_icons(folder: Path) -> None:
    """Write `slipstream.ico`, `slipstream.icns` and a PNG for each of HICOLOR_SIZES, named by its size."""
    folder.mkdir(parents=True, exist_ok=True)
    for size in HICOLOR_SIZES:
        (folder / f"{size}.png").write_bytes(png(size))
    (folder / "slipstream.ico").write_bytes(ico({size: png(size) for size in _ICO_SIZES}))
    apple = {size: png(size, _APPLE_SHARE) for _, size in _ICNS_TYPES}
    (folder / "slipstream.icns").write_bytes(icns(apple))
