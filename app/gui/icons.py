"""Our own line icons, drawn in a colour of the palette."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.core.paths import assets_folder


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    return (assets_folder() / "icons" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def draw_icon(name: str, colour: str, size: int, device_pixel_ratio: float = 1.0) -> QPixmap:
    """The icon `name` of assets/icons, `size` device-independent pixels square, its lines in `colour` (#rrggbb)."""
    pixels = max(1, round(size * device_pixel_ratio))
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(device_pixel_ratio)
    return pixmap


@lru_cache(maxsize=256)
def icon(name: str, colour: str, disabled_colour: str, size: int, device_pixel_ratio: float = 1.0) -> QIcon:
    """The icon in two colours, for a button."""
    result = QIcon(draw_icon(name, colour, size, device_pixel_ratio))
    result.addPixmap(draw_icon(name, disabled_colour, size, device_pixel_ratio), QIcon.Mode.Disabled)
    return result


def application_icon() -> QIcon:
    """The program's own icon."""
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(draw_icon("slipstream", "#000000", size))
    return result
