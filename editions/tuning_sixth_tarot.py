"""One of the sixth five editions to tune on: arcana in gold on the card's colour, and engraved plates for AI cards."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text
from editions.marks import helper
from editions.workshop import DARK_ON_YELLOW, asked, connectors

_IVORY, _INK, _GOLD = "#f6eedb", "#231c14", "#e7c878"
_BOLD = 'stroke="{0}" stroke-width="{1}"'


def _arcane(card: Card) -> str:
    return _plate(card) if card.ai else _arcanum(card)


def _arcanum(card: Card) -> str:
    """Return a card in its colour to the ivory border, gold ornament on it, the number at the top and on its head."""
    chance, own = card.chance, card.own
    gold = "#4a3404" if card.face.colour == "yellow" else _GOLD
    deep = mixed(own, "#000000", 0.16)
    glow = faded("glow", (0, own), (1, deep), round_at='cx="0.5" cy="0.43" r="0.6"')
    drawn = f"<defs>{glow}</defs>"
    drawn += box(0, 0, 63, 88, _IVORY) + box(2.2, 2.2, 58.6, 83.6, "url(#glow)", 'rx="1.8"')
    for inset, wide in ((4, 0.7), (5.3, 0.25)):
        frame = f'rx="1.2" stroke="{gold}" stroke-width="{wide}"'
        drawn += box(inset, inset, 63 - 2 * inset, 88 - 2 * inset, "none", frame)
    drawn += _scrolls(gold) + _emblem(chance, 31.5, 39.6, gold, own)
    spread = (0,) if card.face.phase == 1 else (-12, 12)
    for step in spread:
        drawn += _crown(31.5 + step, 20 if step == 0 else 21, gold)
    for y, turn in ((9.6, 0), (78.4, 180)):
        drawn += _cartouche(31.5, y, gold)
        drawn += text(31.5, y, 8.2, str(card.face.number), "EB Garamond", _INK, turn, _BOLD.format(_INK, 0.35))
    drawn += _ribbon(card, 31.5, 61.2) + _oracle(card, 31.5, 68.6, gold)
    return drawn + connectors(
        card, lambda shade: _spandrel(shade, gold), 4.9, 4.4, "EB Garamond", (0, 0, 180, 180), DARK_ON_YELLOW,
        'stroke="{0}" stroke-width="0.35"',
    )  # fmt: skip


def _spandrel(shade: str, gold: str) -> str:
    """Return a corner hollowed along its long side, with an ivory seam and a line of gold."""
    seam = path("M-1 -1H19.4V0Q7.6 7.6 0 19.4H-1z", _IVORY)
    return seam + path("M-1 -1H17.6Q6.9 6.9 -1 17.6z", shade) + stroke("M16.4 0Q6.6 6.6 0 16.4", gold, 0.3)


def _scrolls(gold: str) -> str:
    """Return tendrils along both sides, mirrored."""
    half = "M8.2 44c0 -6 3.4 -6.4 3.4 -10.4c0 -2.6 -3.2 -2.8 -3.2 -0.6c0 1.4 1.6 1.6 1.8 0.4M8.2 44c0 -3 1.6 -4 1.6 -6"
    drawn = ""
    for right in (1, -1):
        for down in (1, -1):
            place = f'transform="translate({0 if right > 0 else 63} {0 if down > 0 else 88}) scale({right} {down})"'
            drawn += stroke(half, gold, 0.45, place)
        drawn += shape(star(31.5 - right * 23.4, 44, 1.5, 4, 0.4), gold)
    return drawn


def _emblem(chance: Random, x: float, y: float, gold: str, own: str) -> str:
    """Return a medallion with rays, and one of eight signs in it."""
    rays = chance.choice((16, 20, 24, 32))
    drawn = ""
    for k in range(rays):
        angle, long = 2 * pi * k / rays, 17.4 if k % 2 else 15.6
        drawn += line(x + 13 * cos(angle), y + 13 * sin(angle), x + long * cos(angle), y + long * sin(angle), gold, 0.4)
    petals = chance.choice((8, 10, 12))
    for k in range(petals):
        place = f'transform="translate({x} {y}) rotate({360 * k / petals})"'
        drawn += stroke("M0 -8.4q3.2 -2 0 -4.2q-3.2 2.2 0 4.2z", gold, 0.4, place)
    drawn += disc(x, y, 12.6, "none", f'stroke="{gold}" stroke-width="0.35"')
    drawn += disc(x, y, 8.2, mixed(own, "#000000", 0.3), f'stroke="{gold}" stroke-width="0.6"')
    return drawn + _sign(chance.randrange(8), x, y, gold)


_SIGNS = (
    "M2 -6A6.2 6.2 0 1 0 5.6 3.4A5 5 0 1 1 2 -6z",  # moon
    "M-6.6 0Q0 -7 6.6 0Q0 7 -6.6 0zM-2.6 0A2.6 2.6 0 1 0 2.6 0A2.6 2.6 0 1 0 -2.6 0z",  # eye
    "M-1 0V6H3V4.4H0.8V3H2.4V1.4H0.8V0A3.2 3.2 0 1 0 -1 0zM0 -4.6A1.5 1.5 0 1 1 0 -1.6A1.5 1.5 0 1 1 0 -4.6z",  # key
    "M-4 6V-3H-5V-6H-3V-4.6H-1V-6H1V-4.6H3V-6H5V-3H4V6H1.4V2.6H-1.4V6z",  # tower
    "M-3.6 6V0L-5.4 -2L-4 -3L-2.6 -1.4V-6H-1.2V-2H-0.4V-6.6H1V-2H1.8V-5.8H3.2V-1.6L3.8 -4H5L4 2L2.6 6z",  # hand
    "M-4.6 -6H4.6Q4.6 0 0.9 1V4H3.6V6H-3.6V4H-0.9V1Q-4.6 0 -4.6 -6z",  # chalice
)


def _sign(which: int, x: float, y: float, gold: str) -> str:
    """Return what an arcanum shows: the sun, a wheel, or one of the other signs."""
    if which == 0:
        return shape(star(x, y, 6.4, 12, 0.62), gold)
    if which == 1:
        spokes = "".join(line(x, y, px, py, gold, 0.7) for px, py in polygon(x, y, 5.6, 8))
        return disc(x, y, 5.6, "none", f'stroke="{gold}" stroke-width="1"') + spokes + disc(x, y, 1.5, gold)
    return path(_SIGNS[which - 2], gold, f'transform="translate({x} {y})" fill-rule="evenodd"')


def _crown(x: float, y: float, gold: str) -> str:
    """Return a crown: one above the medallion for the first phase, two beside it for the second."""
    place = f'transform="translate({x} {y})"'
    crown = path("M-3.6 2.4L-4.2 -1.8L-1.9 0.2L0 -2.8L1.9 0.2L4.2 -1.8L3.6 2.4z", gold, place)
    return crown + "".join(disc(x + dx, y + dy, 0.6, gold) for dx, dy in ((-4.2, -2.3), (0, -3.3), (4.2, -2.3)))


def _cartouche(x: float, y: float, gold: str) -> str:
    """Return an ivory shield with curled ends for a number."""
    upper, lower = "Q-8.4 -3 -6 -3Q-6 -5.9 -3 -5.9H3Q6 -5.9 6 -3Q8.4 -3 8.4 0", "Q8.4 3 6 3Q6 5.9 3 5.9H-3Q-6 5.9 -6 3"
    outline = f"M-8.4 0{upper}{lower}Q-8.4 3 -8.4 0z"
    return path(outline, _IVORY, f'transform="translate({x} {y})" stroke="{gold}" stroke-width="0.6"')


def _ribbon(card: Card, x: float, y: float) -> str:
    """Return the ribbon under the medallion: a year in Roman numerals and the id."""
    year = card.chance.choice(("MCMI", "MDCCX", "MMXX", "MCMXC"))
    drawn = path(f"M{x - 20} {y - 1.2}l3 3l-3 3h6v-6zM{x + 20} {y - 1.2}l-3 3l3 3h-6v-6z", mixed(_IVORY, _INK, 0.25))
    drawn += box(x - 15.6, y - 3, 31.2, 6, _IVORY, f'stroke="{_INK}" stroke-width="0.25"')
    drawn += text(x - 6.4, y, 2.1, year, "EB Garamond", "#7a6a50") + disc(x + 1.6, y, 0.4, _INK)
    return drawn + text(x + 8.4, y, 2.9, card.id, "EB Garamond", _INK, 0, _BOLD.format(_INK, 0.14))


def _oracle(card: Card, x: float, y: float, gold: str) -> str:
    """Return the condition as lozenges, and the points in a star."""
    chance = card.chance

    def lozenge(px: float, py: float, shade: str) -> str:
        return shape(polygon(px, py, 2.6, 4), shade, f'stroke="{_IVORY}" stroke-width="0.5"')

    drawn = asked(card, x - 9, y, lozenge, 5.6) + shape(star(x + 11, y, 4.2, 8, 0.82), gold)
    ink = _IVORY if gold != _GOLD else _INK
    return drawn + text(x + 11, y, 2.7, str(chance.randint(1, 12)), "EB Garamond", ink, 0, _BOLD.format(ink, 0.12))


def _plate(card: Card) -> str:
    """Return an engraved plate on ivory: an eye in a wheel of teeth, the colour in the frame, slab figures."""
    chance, own = card.chance, card.own
    drawn = box(0, 0, 63, 88, own) + box(5, 5, 53, 78, _IVORY)
    drawn += box(6, 6, 51, 76, "none", f'stroke="{_INK}" stroke-width="0.4"')
    hatched = "".join(f"M6 {8 + 1.1 * k:.1f}H57" for k in range(37))
    drawn += stroke(hatched, _INK, 0.14, 'opacity=".55"')
    teeth = chance.choice((12, 14, 16))
    drawn += shape(star(31.5, 30, 19.5, teeth, 0.86), _IVORY, f'stroke="{_INK}" stroke-width="0.7"')
    drawn += disc(31.5, 30, 14, "none", f'stroke="{_INK}" stroke-width="0.4"')
    drawn += shape(polygon(31.5, 31.5, 13.4, 3), _IVORY, f'stroke="{_INK}" stroke-width="0.8"')
    look = chance.uniform(-1.6, 1.6)
    drawn += path("M23.8 32.4Q31.5 25 39.2 32.4Q31.5 39 23.8 32.4z", "#ffffff", f'stroke="{_INK}" stroke-width="0.7"')
    drawn += disc(31.5 + look, 32, 3, own, f'stroke="{_INK}" stroke-width="0.6"') + disc(31.5 + look, 32, 1.2, _INK)
    for k in range(9):
        angle = pi * (k + 1) / 10
        drawn += line(
            31.5 - 15 * cos(angle), 30 - 15 * sin(angle), 31.5 - 17 * cos(angle), 30 - 17 * sin(angle), _INK, 0.35
        )
    drawn += box(6.2, 49.6, 50.6, 20.2, _IVORY, f'stroke="{_INK}" stroke-width="0.4"')
    drawn += text(20, 59.8, 13, str(card.face.number), "Arvo", _INK, 0, _BOLD.format(_INK, 0.6))
    drawn += text(43, 56, 3.3, card.id, "Arvo", _INK, 0, _BOLD.format(_INK, 0.12))
    drawn += text(43, 62.6, 2, "MACHINA", "Arvo", "#7a6a50") + line(32, 52.6, 32, 67, _INK, 0.3)
    drawn += _oracle(card, 31.5, 75.6, _GOLD)
    return drawn + connectors(
        card, lambda shade: path("M-1 -1H15L-1 15z", shade, f'stroke="{_IVORY}" stroke-width="1.2"'), 4.2, 4.4, "Arvo",
        (0, 0, 0, 0), DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.25"',
    )  # fmt: skip


ARCANE = Edition(
    "arcane", 65, ("EB Garamond", "Arvo"), ("#a5252b", "#24508f", "#dca62c", "#29272b", "#24704a", "#673a8e"),
    _arcane, lambda shade, at: helper(shade, at, "EB Garamond", _IVORY, _INK, 0.6), 3.2,
)  # fmt: skip
