"""What phones send, and what people send instead."""

import io
import struct
import tracemalloc
import zlib

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from companion.core.errors import Unreadable
from companion.vision.upright import MOST_BYTES, read_photo

pillow_heif.register_heif_opener()
RED, GREEN, BLUE, WHITE = (0, 0, 255), (0, 160, 0), (255, 0, 0), (255, 255, 255)  # BGR


def quarters(width=400, height=300):
    """Red, green, blue and white quarters, from the top left in reading order, BGR."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2, : width // 2], image[: height // 2, width // 2 :] = RED, GREEN
    image[height // 2 :, : width // 2], image[height // 2 :, width // 2 :] = BLUE, WHITE
    return image


def encoded(image, format, orientation=1, **options):
    """The image as a file that says it must be turned by its EXIF orientation."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = io.BytesIO()
    Image.fromarray(image[..., ::-1]).save(file, format, exif=exif, **options)
    return file.getvalue()


def corners(image):
    height, width = image.shape[:2]
    spots = (
        (height // 8, width // 8),
        (height // 8, -width // 8),
        (-height // 8, width // 8),
        (-height // 8, -width // 8),
    )
    return [tuple(int(v) for v in np.round(image[spot] / 255)) for spot in spots]


def seen(*colours):
    return [tuple(round(v / 255) for v in colour) for colour in colours]


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_every_format_of_a_phone_is_read(format):
    photo = read_photo(encoded(quarters(), format))
    assert photo.size == (400, 300)
    assert photo.scale == 1
    assert corners(photo.image) == seen(RED, GREEN, BLUE, WHITE)


# What the camera stored, for each orientation, when the upright photo is red green / blue white.
STORED = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image, 1),
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: np.rot90(image, -1),
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_exif_rotation_brings_the_photo_upright(orientation, format):
    stored = np.ascontiguousarray(STORED[orientation](quarters()))
    photo = read_photo(encoded(stored, format, orientation))
    assert photo.size == (400, 300)
    assert corners(photo.image) == seen(RED, GREEN, BLUE, WHITE)


def test_a_heic_is_turned_by_its_container_and_not_by_exif_again():
    photo = read_photo(encoded(quarters(), "HEIF", 6))
    assert photo.size == (400, 300)
    assert corners(photo.image) == seen(RED, GREEN, BLUE, WHITE)


@pytest.mark.parametrize("format", ["JPEG", "PNG", "HEIF"])
def test_a_large_photo_is_reduced_and_points_keep_their_place(format):
    image = np.zeros((600, 1001, 3), np.uint8)
    image[400:420, 800:820] = 255
    photo = read_photo(encoded(image, format), comfortable=200_000)
    assert photo.size in ((500, 300), (501, 300))
    assert photo.scale == 2
    rows, columns = np.nonzero(photo.image[..., 1] > 127)
    middle = np.array([[columns.mean(), rows.mean()]])
    assert photo.in_photo(middle) == pytest.approx(np.array([[809.5, 409.5]]), abs=1.01)


def test_a_jpeg_that_carries_a_second_picture_is_a_photo_all_the_same():
    first, second = (Image.fromarray(quarters()[..., ::-1]) for _ in range(2))
    file = io.BytesIO()
    first.save(file, "MPO", save_all=True, append_images=[second])
    assert corners(read_photo(file.getvalue()).image) == seen(RED, GREEN, BLUE, WHITE)


def test_grey_transparent_and_deep_pictures_become_bgr():
    for mode in ("L", "LA", "RGBA", "P"):
        file = io.BytesIO()
        Image.new(mode, (300, 260)).save(file, "PNG")
        assert read_photo(file.getvalue()).image.shape == (260, 300, 3)
    _, deep = cv2.imencode(".png", np.full((260, 300, 3), 65535, np.uint16))
    assert read_photo(deep.tobytes()).image.max() == 255


def png_that_claims(width, height):
    """A PNG header followed by nearly nothing: a small file that asks for much memory."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 50_000))


def jpeg_that_claims(width, height):
    data = bytearray(encoded(quarters(), "JPEG"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def webp_that_claims(width, height):
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def moving(format):
    frames = [Image.new("RGB", (300, 300), colour) for colour in ("red", "green")]
    file = io.BytesIO()
    frames[0].save(file, format, save_all=True, append_images=frames[1:])
    return file.getvalue()


PHOTO = encoded(np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8), "JPEG")

HOSTILE = {
    "empty": (b"", "empty"),
    "text": (b"this is a letter, not a photo" * 100, "JPEG, PNG, WebP or HEIC"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "JPEG, PNG, WebP or HEIC"),
    "pdf": (b"%PDF-1.7\n" + b"0" * 500, "JPEG, PNG, WebP or HEIC"),
    "gif": (moving("GIF"), "JPEG, PNG, WebP or HEIC"),
    "moving png": (moving("PNG"), "moves"),
    "moving webp": (moving("WEBP"), "moves"),
    "half a jpeg": (PHOTO[: len(PHOTO) // 2], "damaged"),
    "half a png": (encoded(quarters(), "PNG")[:700], "damaged"),
    "half a heic": (encoded(quarters(), "HEIF")[:-400], "can be read"),
    "jpeg header only": (PHOTO[:200], "JPEG, PNG, WebP or HEIC"),
    "200 megapixels": (png_that_claims(20_000, 10_000), "megapixels"),
    "100 megapixels": (png_that_claims(10_000, 10_000), "megapixels"),
    "65 megapixel jpeg": (jpeg_that_claims(10_000, 6_500), "10000 x 6500"),
    "4 gigapixel jpeg": (jpeg_that_claims(65_000, 65_000), "megapixels"),
    "endless png": (png_that_claims(2**31 - 1, 2**31 - 1), "megapixels"),
    "60 megapixels of nothing": (png_that_claims(10_000, 6_000), "damaged"),
    "huge webp": (webp_that_claims(16_384, 16_384), ""),
    "tiny": (encoded(quarters(8, 8), "PNG"), "too small"),
    "no bytes to spare": (b"\xff\xd8" + b"\0" * MOST_BYTES, "60 MB"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_clear_line(name):
    data, words = HOSTILE[name]
    with pytest.raises(Unreadable) as refused:
        read_photo(data, "table.jpg")
    assert str(refused.value).startswith("table.jpg: ")
    assert words in str(refused.value)
    assert "\n" not in refused.value.say("fr")


def test_a_bomb_is_refused_before_it_costs_memory():
    bombs = [png_that_claims(20_000, 20_000), jpeg_that_claims(60_000, 60_000), webp_that_claims(16_384, 16_384)]
    tracemalloc.start()
    for bomb in bombs:
        with pytest.raises(Unreadable):
            read_photo(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def progressive(scans: int) -> bytes:
    """A small file that goes over its picture again and again."""
    out = io.BytesIO()
    Image.new("RGB", (800, 600), "white").save(out, "JPEG", progressive=True, quality=10)
    data = out.getvalue()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * scans + data[-2:]


def test_a_picture_that_is_built_up_in_thousands_of_passes_is_refused_before_it_is_decoded() -> None:
    assert read_photo(progressive(1)).size == (800, 600)
    with pytest.raises(Unreadable, match="far too many passes"):
        read_photo(progressive(5000))


def test_what_hangs_on_behind_a_jpeg_is_not_counted() -> None:
    assert read_photo(progressive(1) + b"PK\x03\x04" + b"\xff\xda\x00\x02" * 5000).size == (800, 600)


def test_a_strip_is_no_photo_of_a_table() -> None:
    out = io.BytesIO()
    Image.new("1", (266_000, 240)).save(out, "PNG")
    with pytest.raises(Unreadable, match="266000 x 240 pixels, a strip and no photo of a table"):
        read_photo(out.getvalue())
