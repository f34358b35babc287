"""The icon's forms are read by those who read such files."""

import struct
from pathlib import Path

import pytest
from bundle.icons import HICOLOR_SIZES, icns, png, write_icons
from PySide6.QtGui import QImage, QImageReader


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    write_icons(folder)
    return folder


def test_a_png_for_each_size(icons: Path) -> None:
    for size in HICOLOR_SIZES:
        image = QImage(str(icons / f"{size}.png"))
        assert (image.width(), image.height()) == (size, size)
        assert image.pixelColor(0, 0).alpha() < image.pixelColor(size // 2, size - 2).alpha() == 255


def test_lines_are_whole_pixels_at_16() -> None:
    image = QImage.fromData(png(16))
    # Along a column through the straight part of both lines: two pixels of white, one of ground, two of mint.
    column = [image.pixelColor(6, y).lightness() for y in range(5, 13)]
    white, ground, mint = column[1:3], column[3], column[4:6]
    assert min(white) == 255
    assert len(set(mint)) == 1
    assert column[0] < 100 > ground < min(mint)


def test_windows_reads_every_size(icons: Path) -> None:
    reader = QImageReader(str(icons / "slipstream.ico"))
    sizes = []
    for index in range(reader.imageCount()):
        assert reader.jumpToImage(index)
        sizes.append(reader.read().width())
    assert sizes == [16, 20, 24, 32, 40, 48, 64, 128, 256]


def test_macos_finds_images_of_the_announced_lengths(icons: Path) -> None:
    content = (icons / "slipstream.icns").read_bytes()
    assert struct.unpack(">4sI", content[:8]) == (b"icns", len(content))
    place, kinds = 8, {}
    while place < len(content):
        kind, length = struct.unpack(">4sI", content[place : place + 8])
        kinds[kind] = QImage.fromData(content[place + 8 : place + length]).width()
        place += length
    assert kinds[b"icp4"] == 16
    assert kinds[b"ic10"] == 1024
    assert len(kinds) == 10


def test_a_size_that_is_missing_is_told() -> None:
    with pytest.raises(KeyError):
        icns({16: b""})
