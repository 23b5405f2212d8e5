"""What a box may hold, looked at whole before it is taken in: places and sizes, not only kinds.

Whatever a deck file brings is drawn, multiplied and compared on every page and photo of the box; a list of thousands
or a place at infinity would break all of them.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.errors import CompanionError, Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.ai100.cards import CARD_IDS, COLOURS
from companion.games.ai100.deck import read_face
from companion.games.ai100.document import read_figures

_DEEP, _LONG, _LETTERS = 6, 400, 40_000
_SHADE = re.compile(r"#[0-9a-fA-F]{6}")
_OUTLINE = 63 * 88  # bytes of an outline: what `vision/align.py` keeps
_PICTURE = (63, 88)  # pixels of a card's picture: what `vision/pictures.py` keeps
_INK = (189, 264)  # pixels of a card's fine print: what `reader/teaching/whole_box.py` keeps
_POINTS = 300
_PRINT = Place("deck", "print")
Check = Callable[[object, Place], None]


def check_print(printed: object) -> None:
    """Raise Unreadable, with the place, for what cannot be the print of a deck; an empty one is not known yet."""
    if not isinstance(printed, dict):
        raise Unreadable(Reason("error.no_object"), _PRINT)
    check_bounds(printed, _PRINT)
    if "pictures" in printed:
        _by_card(printed["pictures"], _PRINT / "pictures", _album)
    if "ink" in printed:
        _by_card(printed["ink"], _PRINT / "ink", _fine_print)
    if not set(printed) - {"pictures", "ink"}:
        return
    for name, check in _NEEDED.items():
        check(printed.get(name), _PRINT / name)
    for name, check in _OPTIONAL.items():
        if name in printed:
            check(printed[name], _PRINT / name)


def damage(box: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys of a box that cannot be read, each with the place and what was expected."""
    found = {}
    for key, value in box.items():
        try:
            _check(key, value)
        except CompanionError as error:
            found[key] = str(error)
    return found


def _check(key: str, value: Any) -> None:
    if key == "@print":
        check_print(value)
    elif key == "@figures":
        read_figures(value)
    elif key.startswith("@doubt/") or key in CARD_IDS:
        read_face(value, Place(key))
    else:
        check_bounds(value, Place(key))


def check_bounds(value: object, place: Place, depth: int = 0) -> None:
    """Raise Unreadable for what no part of a deck is: endless, infinite or far too deep."""
    if isinstance(value, dict | list) and (len(value) > _LONG or depth > _DEEP):
        raise Unreadable(Reason("ai100:error.print_long", (_LONG,)), place)
    if isinstance(value, str) and len(value) > _LETTERS:
        raise Unreadable(Reason("ai100:error.print_text", (_LETTERS,)), place)
    if isinstance(value, int | float) and not abs(value) < 1e9:  # which is true of nan, and of ints of any length
        raise Unreadable(Reason("ai100:error.print_number", (shown(value), -1e9, 1e9)), place)
    if isinstance(value, dict):
        for key, one in value.items():
            check_bounds(one, place / str(key)[:40], depth + 1)
    if isinstance(value, list):
        for at, one in enumerate(value, 1):
            check_bounds(one, place / at, depth + 1)


def _between(value: object, least: float, most: float, place: Place) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise Unreadable(Reason("ai100:error.print_number", (shown(value), least, most)), place)


def _numbers(value: object, count: int, least: float, most: float, place: Place) -> None:
    if not isinstance(value, list) or len(value) != count:
        raise Unreadable(Reason("ai100:error.print_numbers", (count,)), place)
    for at, one in enumerate(value, 1):
        _between(one, least, most, place / at)


def _spot(value: object, place: Place) -> None:
    if not isinstance(value, list) or len(value) not in (3, 4):
        raise Unreadable(Reason("ai100:error.print_spot"), place)
    for at, (one, least, most) in enumerate(zip(value, (0, 0, 0.01, -360), (1, 1, 0.6, 360), strict=False), 1):
        _between(one, least, most, place / at)


def _points(value: object, place: Place) -> None:
    if not isinstance(value, list) or not 0 < len(value) <= _POINTS:
        raise Unreadable(Reason("ai100:error.print_points", (_POINTS,)), place)
    for at, point in enumerate(value, 1):
        _numbers(point, 2, 0, 1, place / at)


def _shades(value: object, place: Place) -> None:
    if not isinstance(value, dict) or set(value) != set(COLOURS):
        raise Unreadable(Reason("ai100:error.print_shades", (", ".join(COLOURS),)), place)
    for name, shade in value.items():
        if not isinstance(shade, str) or not _SHADE.fullmatch(shade):
            raise Unreadable(Reason("ai100:error.print_shade", (shown(shade),)), place / name)


def _ai(value: object, place: Place) -> None:
    if not isinstance(value, dict):
        raise Unreadable(Reason("error.no_object"), place)
    for name in ("number", "id"):
        _spot(value.get(name), place / name)
    _points(value.get("ground"), place / "ground")
    if value.get("tints"):
        _shades(value["tints"], place / "tints")


def _outline(value: object, place: Place) -> None:
    if not value:
        return
    try:
        size = len(base64.b64decode(value, validate=True)) if isinstance(value, str) else 0
    except (binascii.Error, ValueError):
        size = 0
    if size != _OUTLINE:
        raise Unreadable(Reason("ai100:error.print_outline"), place)


def _by_card(value: object, place: Place, check: Check) -> None:
    if not isinstance(value, dict):
        raise Unreadable(Reason("error.no_object"), place)
    for card, one in value.items():
        if card not in CARD_IDS:
            raise Unreadable(Reason("ai100:error.no_card_or_ai", (shown(card),)), place)
        check(one, place / card)


def _album(value: object, place: Place) -> None:
    # A single text is what earlier versions kept; it is no picture and left out.
    texts = () if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(_is_picture(text, _PICTURE) for text in texts):
        raise Unreadable(Reason("ai100:error.print_picture", _PICTURE), place)


def _fine_print(value: object, place: Place) -> None:
    if not _is_picture(value, _INK):
        raise Unreadable(Reason("ai100:error.print_picture", _INK), place)


def _is_picture(text: object, size: tuple[int, int]) -> bool:
    """Return whether a text is a WebP of our own size; its head says so, it is not unpacked."""
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except ValueError:
        return False
    head = b"\x9d\x01\x2a" + struct.pack("<HH", *size)
    return data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8 " and data[23:30] == head


# What the print of a deck says about itself, and how each part is looked at.
_NEEDED: Mapping[str, Check] = {
    "number": _spot,
    "id": _spot,
    "corner": _spot,
    "triangle": lambda value, place: _between(value, 0.05, 0.5, place),
    "shades": _shades,
}
_OPTIONAL: Mapping[str, Check] = {
    "ground": _points,
    "patches": _points,
    "tints": _shades,
    "turns": lambda value, place: _numbers(value, 4, -360, 360, place),
    "phase": lambda value, place: _numbers(value, 6, -10, 10, place),
    "ai": _ai,
    "outline": _outline,
}
