"""Five more editions to tune on, held out until they were reported on: grounds computed like photographs."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import starmap
from math import cos, pi, sin

from editions.box import Card, Edition
from editions.ink import mixed, text
from editions.plates import bust, lights, mountains, plate, two_tone, wash

_INTO = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # from a corner into the card, clockwise from the top left
_UPRIGHT, _CROSS = [(0, -1), (0, 1)], [(-1, -1), (1, -1), (-1, 1), (1, 1)]
_PIPS = {1: [(0, 0)], 2: _UPRIGHT, 3: [*_UPRIGHT, (0, 0)], 4: _CROSS, 5: [*_CROSS, (0, 0)]}


def _triangles(card: Card, leg: float, inset: float = 0.0, edge: str = "") -> str:
    """Return the four corners without their digits; `inset` is the border that runs around them."""
    drawn = ""
    for (colour, _), (right, down) in zip(card.face.connectors, _INTO, strict=True):
        x, y = (inset if right > 0 else 63 - inset), (inset if down > 0 else 88 - inset)
        drawn += f'<path d="M{x} {y}h{right * leg}L{x} {y + down * leg}z" fill="{card.shade[colour]}" {edge}/>'
    return drawn


def _digits(
    card: Card,
    at: float,
    high: float,
    font: str,
    turns: Sequence[float],
    ink: Mapping[str, str],
    under: str = "",
    more: str = "",
) -> str:
    """Return the digits of the corners, each as far from both edges; `ink` by colour, and what lies under a digit."""
    drawn = ""
    for (colour, number), (right, down), turn in zip(card.face.connectors, _INTO, turns, strict=True):
        x, y = (at if right > 0 else 63 - at), (at if down > 0 else 88 - at)
        if under:
            drawn += f'<circle cx="{x}" cy="{y}" {under}/>'
        drawn += text(x, y, high, str(number), font, ink.get(colour, ink[""]), turn, more)
    return drawn


def _outlined(
    x: float, y: float, high: float, words: str, font: str, fill: str, edge: str, wide: float, turn: float = 0
) -> str:
    """Return words with an outline behind them."""
    return text(
        x, y, high, words, font, edge, turn, f'stroke="{edge}" stroke-width="{wide}" stroke-linejoin="round"'
    ) + text(x, y, high, words, font, fill, turn)


def _grid(chance: random.Random, x: float, y: float, cell: float, on: str, off: str) -> str:
    """Return a small map of the tableau in which some cells count."""
    marked = {(chance.randrange(5), chance.randrange(3)) for _ in range(5)}
    return "".join(
        f'<rect x="{x + c * cell * 1.15:.2f}" y="{y + r * cell * 1.5:.2f}" width="{cell}" height="{cell * 1.35:.2f}" fill="{on if (c, r) in marked else off}"/>'
        for c in range(5)
        for r in range(3)
    )


def _asked(card: Card, x: float, y: float, size: float, font: str, ink: str = "#ffffff") -> str:
    """Return what the condition asks for: squares of any colours with digits that are none of the card's fields."""
    drawn, chance = "", card.chance
    for at in range(chance.randint(1, 3)):
        shade = chance.choice([*card.shade.values()])
        drawn += f'<rect x="{x + at * size * 1.2:.2f}" y="{y}" width="{size}" height="{size}" rx="0.5" fill="{shade}" stroke="#fff" stroke-width="0.2"/>'
        drawn += text(x + at * size * 1.2 + size / 2, y + size / 2, size * 0.55, str(chance.randint(1, 5)), font, ink)
    return drawn


# Summit: a photograph printed in the card's colour over the whole card, no border; a heavy number on the rocks.


def _summit(card: Card) -> str:
    chance, own = card.chance, card.own
    dark, light = mixed(own, "#000000", 0.62), mixed(own, "#ffffff", 0.62 if card.face.colour != "black" else 0.5)
    ground = two_tone(mountains(chance, 63, 88), mixed(dark, own, 0.25), light)
    drawn = plate(0, 0, 63, 88, ground)
    if card.ai:
        drawn += '<path d="M0 17h63v40H0z" fill="#10131a" fill-opacity="0.82"/>' + _mast(chance, 21, 37)
        drawn += f'<circle cx="45" cy="37" r="11" fill="{own}" stroke="#fff" stroke-width="1"/>' + text(
            45, 37, 12, str(card.face.number), "Archivo Black", "#fff"
        )
    else:
        drawn += _outlined(
            19, 54, 19, str(card.face.number), "Archivo Black", "#ffffff", mixed(dark, "#000000", 0.4), 1.6
        )
        rays = "".join(
            f'<path d="M0 -5v-2.2" stroke="#fff" stroke-width="0.9" transform="rotate({45 * k})"/>' for k in range(8)
        )
        sky = (
            f'<circle r="3.4" fill="#fff"/>{rays}'
            if card.face.phase == 1
            else '<path d="M2.2 -4.6a5 5 0 1 0 0 9.2a6.4 6.4 0 0 1 0 -9.2z" fill="#fff"/>'
        )
        drawn += f'<g transform="translate(44 25)">{sky}</g>'
    drawn += '<rect x="17" y="69.5" width="29" height="10" rx="1.4" fill="#0b0d12" fill-opacity="0.66"/>' + _grid(
        chance, 18.4, 71, 1.5, "#fff", "#ffffff55"
    )
    drawn += (
        _asked(card, 28, 72.9, 3.2, "Space Grotesk")
        + '<path d="M42 71.2l2.6 1.5v3l-2.6 1.5l-2.6 -1.5v-3z" fill="#fff" transform="translate(1 0.3)"/>'
    )
    drawn += text(43, 74.6, 2.2, str(chance.randint(2, 12)), "Space Grotesk", "#111")
    drawn += text(31.5, 5, 2.1, card.id, "Space Grotesk", "#eef0f2") + text(
        31.5, 84.4, 1.5, f"alt. {chance.randint(1200, 4800)} m   ©2021", "Space Grotesk", "#f4f4f4"
    )
    return (
        drawn
        + _triangles(card, 13.9)
        + _digits(card, 4.5, 4.6, "Archivo Black", (135, -135, -45, 45), {"yellow": "#241d00", "": "#ffffff"})
    )


def _mast(chance: random.Random, x: float, y: float) -> str:
    """Return a machine made of rods and dishes."""
    rods = "".join(
        f'<path d="M{x} {y + 14}L{x + chance.uniform(-10, 10):.1f} {y - chance.uniform(2, 14):.1f}" stroke="#9fb0c0" stroke-width="0.7"/>'
        for _ in range(5)
    )
    dish = "".join(
        f'<ellipse cx="{x + chance.uniform(-9, 9):.1f}" cy="{y + chance.uniform(-12, 6):.1f}" rx="3.4" ry="1.5" fill="#e8eef4" transform="rotate({chance.randint(-40, 40)} {x} {y})"/>'
        for _ in range(3)
    )
    return f'{rods}{dish}<rect x="{x - 6}" y="{y + 12}" width="12" height="5" fill="#dfe6ee"/><circle cx="{x - 2.4}" cy="{y + 14.4}" r="0.9" fill="#c33"/><circle cx="{x + 2.4}" cy="{y + 14.4}" r="0.9" fill="#c33"/>'


# Salon: a portrait within wide white margins; the colour is that of a seal, the number of old type cuts into the picture.


def _salon(card: Card) -> str:
    chance, ink = card.chance, "#2b2723"
    sheet = "#fefdfb" if not card.ai else "#e4e6e8"
    drawn = f'<path d="M0 0h63v88H0z" fill="{sheet}"/>'
    wide, tall, x, y = (34, 42, 14.5, 13.5) if not card.ai else (42, 30, 10.5, 20)
    picture = two_tone(bust(chance, wide, tall, card.ai), "#1c1612", "#f1e9da")
    drawn += (
        plate(x, y, wide, tall, picture)
        + f'<rect x="{x - 1.2}" y="{y - 1.2}" width="{wide + 2.4}" height="{tall + 2.4}" fill="none" stroke="{ink}" stroke-width="0.25"/>'
    )
    scallop = "".join(
        f"{'L' if k else 'M'}{(6.6 + 0.55 * (k % 2)) * sin(k * pi / 16):.2f} {(6.6 + 0.55 * (k % 2)) * cos(k * pi / 16):.2f}"
        for k in range(32)
    )
    seal = (46.5, 55.5) if not card.ai else (31.5, 56)
    drawn += f'<g transform="translate({seal[0]} {seal[1]}) rotate({chance.randint(-30, 30)})"><path d="{scallop}z" fill="{card.own}"/><circle r="5.2" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="0.4"/></g>'
    if card.ai:
        drawn += text(seal[0], seal[1], 6, str(card.face.number), "Libre Baskerville", "#fff") + text(
            31.5, 14, 3, "AUTOMATE", "Libre Baskerville", ink
        )
    else:
        drawn += f'<path d="M{seal[0]} {seal[1] - 2.6}l2 3.4h-4z M{seal[0] - 1.6} {seal[1] + 1.6}h3.2v1.2h-3.2z" fill="#fff" fill-opacity="0.8"/>'
        drawn += _outlined(20.5, 53.5, 12.5, str(card.face.number), "Libre Baskerville", "#fefdfb", ink, 1.3)
        drawn += (
            text(31.5, 8, 3, "I" * card.face.phase, "Libre Baskerville", ink)
            + f'<path d="M23 8h5M35 8h5" stroke="{ink}" stroke-width="0.25"/>'
        )
    drawn += text(
        31.5,
        65.2,
        1.7,
        f"huile sur toile, {chance.randint(1802, 1899)}, {chance.randint(30, 90)} × {chance.randint(30, 90)}",
        "Libre Baskerville",
        "#6c665e",
    )
    drawn += (
        _grid(chance, 18, 69, 1.3, "#6c665e", "#dcd8d0")
        + _asked(card, 26.5, 69.8, 3.4, "Libre Baskerville")
        + text(45.5, 71.5, 2.8, f"{chance.randint(2, 12)} p.", "Libre Baskerville", ink)
    )
    drawn += text(57.6, 44, 2.2, card.id, "Libre Baskerville", "#a39e95", 90) + text(
        31.5, 82, 1.4, "Éd. du Salon · 75006", "Libre Baskerville", "#a39e95"
    )
    return (
        drawn
        + _triangles(card, 8.1)
        + _digits(card, 2.75, 3, "Libre Baskerville", (0, 0, 0, 0), {"": "#ffffff", "yellow": ink})
    )


# Brelan: a playing card with a black border; as many signs of the colour's suit as the number, and figures like indices.

_SUITS = {
    "red": "M0 4.4C-6 -0.4 -4.4 -4.4 -1.9 -4.4C-0.6 -4.4 0 -3.2 0 -2.4C0 -3.2 0.6 -4.4 1.9 -4.4C4.4 -4.4 6 -0.4 0 4.4z",
    "blue": "M0 -4.8C1.2 -2 3.6 -0.2 3.6 1.8A3.6 3.2 0 0 1 -3.6 1.8C-3.6 -0.2 -1.2 -2 0 -4.8z",
    "yellow": "M0 -4.8L1.3 -1.5L4.8 -1.4L2.1 0.8L3 4.2L0 2.2L-3 4.2L-2.1 0.8L-4.8 -1.4L-1.3 -1.5z",
    "black": "M0 -4.6C5.4 -0.4 4.2 2.4 2.2 2.4C1.2 2.4 0.6 1.9 0.4 1.4L1.2 4.4H-1.2L-0.4 1.4C-0.6 1.9 -1.2 2.4 -2.2 2.4C-4.2 2.4 -5.4 -0.4 0 -4.6z",
    "green": "M-1.6 -1.2A2.3 2.3 0 1 1 1.6 -1.2A2.3 2.3 0 1 1 0.7 1.6L1.3 4.4H-1.3L-0.7 1.6A2.3 2.3 0 1 1 -1.6 -1.2z",
    "violet": "M-3.8 3C-2.2 1 -3.4 -4.2 0 -4.4C3.4 -4.2 2.2 1 3.8 3zM-1.1 3.4H1.1V4.4H-1.1z",
}


def _suit(colour: str, shade: str, x: float, y: float, size: float, turn: float = 0) -> str:
    return f'<path transform="translate({x:.1f} {y:.1f}) rotate({turn:g}) scale({size / 9:.3f})" d="{_SUITS[colour]}" fill="{shade}"/>'


def _brelan(card: Card) -> str:
    chance, own, colour = card.chance, card.own, card.face.colour
    sheet = "#f7f1e1" if not card.ai else "#e9dcc0"
    drawn = f'<path d="M0 0h63v88H0z" fill="#0f0f10"/><rect x="2.6" y="2.6" width="57.8" height="82.8" rx="2.4" fill="{sheet}"/>'
    for k in range(9):
        drawn += f'<ellipse cx="31.5" cy="43" rx="{13 + 4 * cos(k)}" ry="19" fill="none" stroke="{mixed(sheet, "#8a7a55", 0.35)}" stroke-width="0.18" transform="rotate({k * 20 + chance.randint(0, 9)} 31.5 43)"/>'
    if card.face.phase:
        drawn += '<path d="M17 17.5h29v51h-29z" fill="none" stroke="#3a352b" stroke-width="0.5"/>'
    if card.face.phase == 2:
        drawn += '<path d="M18.2 18.7h26.6v48.6h-26.6z" fill="none" stroke="#3a352b" stroke-width="0.5"/>'
    for x, y, turn in ((10.3, 26.5, 0), (52.7, 60.5, 180)):
        drawn += text(x, y, 7, str(card.face.number), "Zilla Slab", own, turn, f'stroke="{own}" stroke-width="0.6"')
        drawn += _suit(colour, own, x, y + (7.6 if not turn else -7.6), 5, turn)
    if card.ai:
        for turn in (0, 180):
            drawn += f'<g transform="rotate({turn} 31.5 43)">{_court(chance, own)}</g>'
    else:
        for dx, dy in _PIPS[card.face.number]:
            drawn += _suit(colour, own, 31.5 + dx * 7, 41 + dy * 14, 9.5, 180 if dy > 0 else 0)
    drawn += _grid(chance, 19.5, 71.2, 1.3, "#3a352b", "#cfc4a6") + _asked(card, 28, 71.6, 3.4, "Zilla Slab")
    drawn += '<circle cx="43.5" cy="73.5" r="3" fill="#3a352b"/>' + text(
        43.5, 73.5, 2.6, str(chance.randint(2, 12)), "Zilla Slab", "#f7f1e1"
    )
    drawn += text(31.5, 6.4, 2.1, f"Bl. 4 · {card.id} · 1962", "Zilla Slab", "#3a352b") + text(
        31.5, 81.6, 1.6, "54 rue des Cartiers", "Zilla Slab", "#3a352b"
    )
    return (
        drawn
        + _triangles(card, 11.6, 2.6, 'stroke="#0f0f10" stroke-width="0.9"')
        + _digits(
            card,
            6.3,
            4,
            "Zilla Slab",
            (-45, 45, 135, -135),
            {"": "#fffdf5"},
            more='stroke="#fffdf5" stroke-width="0.25"',
        )
    )


def _court(chance: random.Random, own: str) -> str:
    """Return the upper half of a court card's machine."""
    stripes = "".join(
        f'<path d="M{20 + k * 4} 43v-7l2 -2l2 2v7z" fill="{own if k % 2 else "#d8b95a"}" stroke="#22201b" stroke-width="0.3"/>'
        for k in range(6)
    )
    eyes = "".join(f'<circle cx="{x}" cy="28.4" r="1.5" fill="#22201b"/>' for x in (28.6, 34.4))
    crown = '<path d="M25 22l1.6 -5l3.2 3.4l1.7 -4.4l1.7 4.4l3.2 -3.4l1.6 5z" fill="#d8b95a" stroke="#22201b" stroke-width="0.4"/>'
    mouth = f'<path d="M28.5 32h{chance.choice((4, 5, 6))}" stroke="#22201b" stroke-width="0.6"/>'
    return f'{stripes}<rect x="25" y="22" width="13" height="12" rx="1" fill="#f6ead0" stroke="#22201b" stroke-width="0.5"/>{crown}{eyes}{mouth}'


# Nocturne: lights at night above, the card's deep colour below a slant and around the rim; a hollow number, a ticket.


def _nocturne(card: Card) -> str:
    chance, own = card.chance, card.own
    drawn = f'<path d="M0 0h63v88H0z" fill="{own}"/>'
    if card.ai:
        drawn += '<path d="M3 3h57v82H3z" fill="#dfe4e6"/>' + "".join(
            f'<path d="M3 {9 + k * 6}h57" stroke="#b7c2c8" stroke-width="0.3"/>' for k in range(13)
        )
        drawn += f'<path d="M3 60L60 46V85H3z" fill="{own}"/><rect x="17" y="22" width="22" height="27" rx="4" fill="#39444b"/><rect x="20" y="26" width="16" height="9" rx="1.5" fill="#bfe3ef"/><circle cx="22" cy="43" r="1.8" fill="#ffe9a8"/><circle cx="34" cy="43" r="1.8" fill="#ffe9a8"/>'
        drawn += '<circle cx="48" cy="57" r="8.6" fill="#fff"/>' + text(
            48, 57, 10, str(card.face.number), "Bungee", "#16181b"
        )
    else:
        drawn += plate(3, 3, 57, 62, lights(chance, 57, 62)) + f'<path d="M3 64L60 48V85H3z" fill="{own}"/>'
        bends = " ".join(f"l{chance.choice((4, 7, 9))} {chance.choice((-3, 0, 3))}" for _ in range(8))
        drawn += f'<path d="M3 {chance.randint(64, 69)} {bends}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="0.8"/>'
        drawn += text(
            39,
            38,
            21,
            str(card.face.number),
            "Bungee",
            "none",
            0,
            'stroke="#ffffff" stroke-width="1.3" stroke-linejoin="round"',
        )
        for k in range(card.face.phase):
            drawn += f'<path d="M{29.4 + k * 4 - card.face.phase * 2 + 2} 7.4l3.4 3.6l-3.4 3.6" fill="none" stroke="#fff" stroke-width="1.3"/>'
    drawn += '<rect x="4.4" y="26" width="6" height="36" fill="#f4f0e2"/>' + text(
        7.4, 44, 2.3, card.id, "IBM Plex Mono", "#191919", -90, 'stroke="#191919" stroke-width="0.12"'
    )
    drawn += text(7.4, 57, 1.7, f"L{chance.randint(1, 14)}", "IBM Plex Mono", "#6b6b6b", -90) + text(
        7.4, 32, 1.7, f"{chance.randint(5, 23):02}:{chance.randint(10, 59)}", "IBM Plex Mono", "#6b6b6b", -90
    )
    drawn += (
        '<rect x="21" y="70.6" width="21" height="5.4" rx="2.7" fill="#f4f0e2"/>'
        + _asked(card, 24, 71.6, 3.4, "IBM Plex Mono")
        + text(38.2, 73.3, 2.5, f"+{chance.randint(2, 12)}", "IBM Plex Mono", "#191919")
    )
    drawn += text(31.5, 81, 1.6, "zones 1-5, 1.90 E", "IBM Plex Mono", "#ffffff")
    return (
        drawn
        + _triangles(card, 16.8, 0, 'stroke="#ffffff" stroke-width="0.8"')
        + _digits(card, 5.6, 5.6, "Bungee", (0, 0, 0, 0), {"": "#ffffff"})
    )


# Herbier: pale paint on rough paper; a label stuck on askew with the number written by hand, digits that lie sideways.


def _frond(chance: random.Random, ink: str) -> str:
    """Return a pressed leaf with its leaflets."""
    drawn, bend, lean = "", chance.uniform(20, 60), chance.uniform(-4, 4)
    many, long = chance.randint(7, 12), chance.uniform(7, 11)
    for k in range(many):
        t = k / many
        x, y, reach = 26 + lean * t * (2 - t), 64 - t * 42, long * (1 - 0.7 * t)
        for side in (-1, 1):
            drawn += f'<ellipse cx="{side * reach / 2:.1f}" rx="{reach / 2:.1f}" ry="{reach * 0.16:.1f}" fill="{ink}" fill-opacity="0.85" transform="translate({x:.1f} {y:.1f}) rotate({-side * bend:.0f})"/>'
    drawn += (
        f'<path d="M26 69V64Q{26 + lean:.1f} 43 {26 + lean:.1f} 20" fill="none" stroke="{ink}" stroke-width="0.7"/>'
    )
    return drawn


def _herbier(card: Card) -> str:
    chance, ink = card.chance, "#3b352c"
    drawn = plate(
        0, 0, 63, 88, wash(chance, 63, 88, "#f6f1e4" if not card.ai else "#cfd0c4", mixed(card.own, "#f6f1e4", 0.35))
    )
    if card.ai:
        for at in range(3):
            x, y, r = chance.uniform(20, 38), 30 + at * 11, chance.uniform(5, 8)
            teeth = "".join(
                f'<rect x="-1" y="{-r - 1.4:.1f}" width="2" height="2.4" transform="rotate({k * 36})"/>'
                for k in range(10)
            )
            drawn += f'<g transform="translate({x:.1f} {y})" fill="{mixed(ink, "#8a7a4a", 0.3 * at)}">{teeth}<circle r="{r:.1f}"/><circle r="{r * 0.4:.1f}" fill="#e8e4d4"/></g>'
    else:
        drawn += _frond(chance, mixed("#4e6b3a", "#7a5a35", chance.random()))
    tilt = chance.uniform(-5, 5)
    drawn += f'<g transform="rotate({tilt:.1f} 44 30)"><rect x="34.5" y="21" width="19" height="19" fill="#fffdf6" stroke="#c9bfa6" stroke-width="0.3"/><rect x="33.5" y="18" width="21" height="5.4" fill="{card.own}"/>'
    drawn += text(44, 31.6, 10.5, str(card.face.number), "Permanent Marker", ink) + "</g>"
    if card.face.phase == 1:
        drawn += f'<path d="M46 58v-6M46 53q-3 -2 0 -6q3 4 0 6" fill="#7c8f55" stroke="{ink}" stroke-width="0.5"/>'
    elif card.face.phase == 2:
        petals = "".join(
            f'<ellipse cy="-2.6" rx="1.3" ry="2" fill="#fffdf6" stroke="{ink}" stroke-width="0.4" transform="translate(46 50) rotate({72 * k})"/>'
            for k in range(5)
        )
        drawn += f'<path d="M46 58v-8" stroke="{ink}" stroke-width="0.5"/>{petals}<circle cx="46" cy="50" r="1.1" fill="#c99a2e"/>'
    drawn += (
        '<rect x="13" y="68.6" width="37" height="8.4" fill="#fffdf6" fill-opacity="0.85"/>'
        + _grid(chance, 15, 69.6, 1.3, ink, "#d8d0bc")
        + _asked(card, 24, 71, 3.4, "Bitter", ink)
    )
    drawn += (
        text(40, 72.8, 2.4, f"{chance.randint(2, 12)} pt", "Bitter", ink)
        + f'<path d="M48 61h6M48 60.2v1.6M54 60.2v1.6" stroke="{ink}" stroke-width="0.3"/>'
        + text(51, 63.4, 1.3, "5 cm", "Bitter", ink)
    )
    drawn += text(31.5, 6, 2.1, card.id, "Bitter", "#8d8575") + text(
        31.5, 81.4, 1.2, f"leg. {chance.randint(1851, 1899)}, 46°{chance.randint(10, 59)}'N", "Bitter", "#8d8575"
    )
    edge = 'stroke="#fffdf6" stroke-width="0.9" stroke-linejoin="round"'
    return (
        drawn
        + _triangles(card, 9.8, 1.2, edge)
        + _digits(
            card, 4.5, 2.9, "Bitter", (-90, -90, -90, -90), {"": ink, "black": "#fffdf6"}, more='stroke-width="0.2"'
        )
    )


def _helper(shades: Mapping[str, str], at: int) -> str:
    """Return a help card: rows of signs and words."""
    rows = starmap(
        "<circle cx='12' cy='{0}' r='2.4' fill='{1}'/><path d='M18 {0}h{2}' stroke='#777' stroke-width='1'/>".format,
        ((16 + 10 * k, shade, 22 + (k * 9 + at * 4) % 17) for k, shade in enumerate(shades.values())),
    )
    return f"<path d='M0 0h63v88H0z' fill='{('#e9eef0', '#f3e9dc', '#e6ead9')[at]}'/>{''.join(rows)}<path d='M8 76h47' stroke='#444' stroke-width='2'/>"


FOURTH = (
    Edition(
        "summit", 41, ("Archivo Black", "Space Grotesk"),
        ("#c8342f", "#2568b4", "#e6b422", "#3b3d42", "#2f8f4e", "#7c46a8"), _summit, _helper, 4.4,
    ),
    Edition(
        "salon", 42, ("Libre Baskerville",),
        ("#b14a44", "#4c76a3", "#d6ad4c", "#3f3d3c", "#6f9160", "#86669a"), _salon, _helper, 2.2,
    ),
    Edition(
        "brelan", 43, ("Zilla Slab",),
        ("#c8102e", "#1d4f91", "#d99a00", "#1d1d1f", "#00794f", "#6d2077"), _brelan, _helper, 3.8,
    ),
    Edition(
        "nocturne", 44, ("Bungee", "IBM Plex Mono"),
        ("#97201f", "#15427c", "#c48c04", "#26272a", "#17603a", "#54236f"), _nocturne, _helper, 3.0,
    ),
    Edition(
        "herbier", 45, ("Permanent Marker", "Bitter"),
        ("#e39a92", "#97bbe0", "#efd882", "#77767a", "#a2cb98", "#bfa2d6"), _herbier, _helper, 2.8,
    ),
)  # fmt: skip
