"""A photo as the phone sends it becomes an upright image; what is no usable photo is refused before it is decoded."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

MOST_BYTES = 60_000_000
MOST_PIXELS = 64_000_000
LEAST_SIDE = 240
LONGEST = 10  # times as long as it is wide: more than any panorama
MOST_SCANS = 60  # of a progressive JPEG; cameras make ten
COMFORTABLE = 16_000_000  # pixels; larger photos are decoded at half or a quarter of their size
_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_TURNS: dict[int, tuple[int | None, int | None]] = {  # EXIF orientation: how to mirror, then how to turn
    2: (1, None),
    3: (None, cv2.ROTATE_180),
    4: (0, None),
    5: (1, cv2.ROTATE_90_COUNTERCLOCKWISE),
    6: (None, cv2.ROTATE_90_CLOCKWISE),
    7: (1, cv2.ROTATE_90_CLOCKWISE),
    8: (None, cv2.ROTATE_90_COUNTERCLOCKWISE),
}


@dataclass(frozen=True)
class Photo:
    """An upright BGR image, `scale` times smaller than the photo itself."""

    image: Pixels
    scale: float = 1.0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the image that was decoded."""
        return self.image.shape[1], self.image.shape[0]

    def in_photo(self, points: Points) -> Points:
        """Return points of the image in pixels of the upright photo, where pixel centres lie at whole numbers."""
        return np.asarray((points + 0.5) * self.scale - 0.5)


def photo_bytes(photo: Path) -> bytes:
    """Return the bytes of a photo; of a file that is too big only enough to refuse it."""
    with photo.open("rb") as file:
        return file.read(MOST_BYTES + 1)


@dataclass(frozen=True)
class _Header:
    format: str
    size: tuple[int, int]
    orientation: int


def read_photo(data: bytes, name: str = "photo", comfortable: int = COMFORTABLE) -> Photo:
    """Return the upright image of a JPEG, PNG, WebP or HEIC file, reduced where it has uncomfortably many pixels."""
    header = _header(data, name)
    reduction = next((step for step in (1, 2, 4) if header.size[0] * header.size[1] <= comfortable * step**2), 4)
    image = _decode_heif(data, reduction) if header.format == "HEIF" else _decode(data, reduction)
    if image is None:
        raise Unreadable(Reason("vision:error.damaged"), Place(name))
    return Photo(_turned(image, header.orientation), float(reduction))


def _turned(image: Pixels, orientation: int) -> Pixels:
    mirror, turn = _TURNS.get(orientation, (None, None))
    flat = image if mirror is None else cv2.flip(image, mirror)
    return np.asarray(flat if turn is None else cv2.rotate(flat, turn), np.uint8)


def _header(data: bytes, name: str) -> _Header:
    """Look at the first bytes only: what is too big or no photo must not cost memory."""
    if not data:
        raise Unreadable(Reason("vision:error.empty"), Place(name))
    if len(data) > MOST_BYTES:
        raise Unreadable(Reason("vision:error.big", (_millions(len(data)), _millions(MOST_BYTES))), Place(name))
    _learn_heif()
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            header = _Header(str(picture.format), picture.size, _orientation(picture))
            animated = picture.format in ("PNG", "WEBP") and getattr(picture, "n_frames", 1) > 1
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Unreadable(Reason("vision:error.many_pixels", (_millions(MOST_PIXELS),)), Place(name)) from None
    except Exception:  # a hostile header can raise nearly anything, and all of it means the same
        raise Unreadable(Reason("vision:error.no_photo"), Place(name)) from None
    wide, tall = header.size
    if wide * tall > MOST_PIXELS:
        raise Unreadable(Reason("vision:error.pixels", (wide, tall, _millions(MOST_PIXELS))), Place(name))
    if min(wide, tall) < LEAST_SIDE:
        raise Unreadable(Reason("vision:error.small", (wide, tall)), Place(name))
    if max(wide, tall) > LONGEST * min(wide, tall):
        raise Unreadable(Reason("vision:error.strip", (wide, tall)), Place(name))
    if header.format in ("JPEG", "MPO") and _scans(data) > MOST_SCANS:
        raise Unreadable(Reason("vision:error.passes"), Place(name))
    if animated:
        raise Unreadable(Reason("vision:error.moves"), Place(name))
    return header if header.format != "MPO" else _Header("JPEG", header.size, header.orientation)


def _millions(count: int) -> str:
    return f"{count / 1e6:.0f}"


_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def _scans(data: bytes) -> int:
    """Count how often a JPEG goes over the whole picture: each pass costs a picture, in however few bytes."""
    scans, at = 0, 2
    while scans <= MOST_SCANS and (marker := _MARKER.search(data, at)) and marker[0] != b"\xff\xd9":
        scans += marker[0] == b"\xff\xda"
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2], "big")
    return scans


@cache
def _learn_heif() -> None:
    from pillow_heif import register_heif_opener

    register_heif_opener()


def _orientation(picture: Image.Image) -> int:
    """What the header says; asking `getexif` would decode a whole PNG. HEIC keeps its rotation elsewhere."""
    exif = Image.Exif()
    exif.load(picture.info.get("exif", b""))
    value = exif.get(ExifTags.Base.Orientation, 1)
    return value if isinstance(value, int) else 1


def _decode(data: bytes, reduction: int) -> Pixels | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[reduction] | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _decode_heif(data: bytes, reduction: int) -> Pixels | None:
    """Decode through libheif, which turns the picture upright by itself."""
    try:
        with Image.open(io.BytesIO(data), formats=("HEIF",)) as picture:
            image = np.asarray(picture.convert("RGB"))
    except Exception:  # as for headers: any error here means a damaged file
        return None
    if reduction > 1:
        size = (-(-image.shape[1] // reduction), -(-image.shape[0] // reduction))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2BGR), np.uint8)
