"""One of the twelfth five: packets of seed with a gardener's label, a machine in a flower pot for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, star, stroke, text
from editions.marks import SIDEWAYS
from editions.workshop import asked, connectors, leaflet

_PAPER, _LEAF, _SOIL, _DARK = "#fbf5e4", "#5d8f45", "#5a4030", "#2e2418"
_HAND, _NAMES, _SLAB = "Permanent Marker", "Lobster", "Roboto Slab"
_INK = {"yellow": _DARK, "": "#ffffff"}
_EDGE = 'stroke="#2f5a24" stroke-width="0.3"'
_SKIES = ("#e9f0d9", "#dcebf0", "#f5e6cf", "#f1e3e0", "#e6e4f0")


def _semis(card: Card) -> str:
    """Return the packet or the pot, discs in the corners with digits that lie on their sides."""
    drawn = _pot(card) if card.ai else _packet(card)
    heavy = 'stroke="{}" stroke-width="0.25"'
    return drawn + connectors(card, _spot, 6.6, 4.9, _SLAB, SIDEWAYS, _INK, heavy)


def _spot(shade: str) -> str:
    """Return a connector: a disc with a white rim."""
    return (
        disc(6.6, 6.6, 5.6, mixed(shade, "#000000", 0.25))
        + disc(6.6, 6.6, 5.3, "#ffffff")
        + disc(6.6, 6.6, 4.75, shade)
    )


def _packet(card: Card) -> str:
    """Return a packet: crimped above, the plant's name on a band of the card's colour, its picture, a calendar."""
    chance, own = card.chance, card.own
    name, plant = chance.choice(_PLANTS)
    sky, ground = chance.choice(_SKIES), mixed(_PAPER, "#c9b98f", 0.12)
    drawn = f"<defs>{faded('air', (0, '#ffffff'), (1, sky))}</defs>" + box(0, 0, 63, 88, ground)
    crimps = "".join(f"M0 {0.7 + 0.9 * k:.1f}H63" for k in range(3))
    drawn += stroke(crimps, "#d9cdaa", 0.3) + box(4, 20, 55, 49, "url(#air)")
    drawn += plant(chance) + _soil(chance) + _seedlings(card.face.phase) + _stake(card)
    band = "M0 13.6H63V23.6Q47 29.6 31.5 29.6Q16 29.6 0 23.6z"
    drawn += path(band, "#00000040", 'transform="translate(0 0.7)"') + path(band, own)
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn += stroke("M0 22Q16 28 31.5 28Q47 28 63 22", ink, 0.35) + text(31.5, 20.8, 5.4, name, _NAMES, ink)
    drawn += text(31.5, 6.2, 2, "GRAINES", _SLAB, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.1"')
    drawn += text(31.5, 10, 1.5, f"depuis 18{chance.randint(51, 99)}", _SLAB, "#7d6c4d")
    return drawn + _edge(card, 61, 45, "#6b5a3c") + _foot(card)


def _edge(card: Card, x: float, y: float, ink: str) -> str:
    """Return the small print with the id along the right edge, read from above."""
    chance = card.chance
    words = f"Art. {card.id} · {chance.choice(('0,5', '1,5', '2', '4', '12'))} g · 20{chance.randint(24, 27)}"
    return text(x, y, 1.9, words, _SLAB, ink, 90, f'stroke="{ink}" stroke-width="0.12"')


def _foot(card: Card) -> str:
    """Return the months for sowing, seeds in the colours asked for, and the points in a ring."""
    chance, first = card.chance, card.chance.randint(1, 6)

    def seed(x: float, y: float, shade: str) -> str:
        drop = f"M{x:.2f} {y - 2:.2f}q2.3 2.3 0 4q-2.3 -1.7 0 -4z"
        return path(drop, shade, 'stroke="#2e2418" stroke-width="0.15"') + stroke(f"M{x} {y - 0.9}v1.8", "#ffffff", 0.2)

    drawn = ""
    for at, month in enumerate("JFMAMJJASOND"):
        x = 15.5 + 2.75 * at
        sown = first <= at < first + 3
        drawn += box(x, 71, 2.5, 3.1, _LEAF if sown else "#e2d7b8", 'rx="0.3"')
        drawn += text(x + 1.25, 72.55, 1.3, month, _SLAB, "#ffffff" if sown else "#6b5a3c")
    drawn += asked(card, 19.6, 79.8, seed, 4.4) + disc(41, 79.8, 3.3, "none", f'stroke="{_DARK}" stroke-width="0.4"')
    drawn += text(41, 79.8, 2.6, str(chance.randint(1, 12)), _SLAB, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.1"')
    advice = f"semer à {chance.randint(1, 4)} cm · lever en {chance.randint(6, 21)} j"
    return drawn + text(31.5, 85.6, 1.2, advice, _SLAB, "#7d6c4d")


def _soil(chance: Random) -> str:
    """Return a bed of earth with crumbs and pebbles."""
    drawn = path("M4 63Q12 60.4 21 61.8T40 61.4T59 62.4V69H4z", _SOIL)
    for _ in range(46):
        x, y = chance.uniform(5, 58), chance.uniform(63, 68.4)
        drawn += disc(x, y, chance.uniform(0.2, 0.7), mixed(_SOIL, chance.choice(("#000000", "#c9a67d")), 0.35))
    return drawn


def _seedlings(phase: int) -> str:
    """Return one seedling for the first phase, two for the second."""
    drawn = ""
    for at in range(phase):
        x = 10.4 + 8 * at
        drawn += stroke(f"M{x} 63.6V58.4", "#4c7d36", 0.9)
        for side in (-1, 1):
            leaf = f"M{x} 59.4q{side * 0.6} -4 {side * 3.7} -4.2q{side * 0.4} 4 {-side * 3.7} 4.2z"
            drawn += path(leaf, "#6fae4b", _EDGE)
    return drawn


def _stake(card: Card) -> str:
    """Return a label stuck into the bed, the number written on it by hand."""
    own = card.own
    way = "M-7.6 -15Q-7.6 -16.6 -6 -16.6H6Q7.6 -16.6 7.6 -15V9L0 13.6L-7.6 9z"
    drawn = path(way, "#000000", 'opacity="0.3" transform="translate(0.9 0.8)"')
    drawn += path(way, "#fffefa", 'stroke="#8d8877" stroke-width="0.35"')
    drawn += box(-7.4, -13.6, 14.8, 2.6, own) + text(0, -1.2, 14.5, str(card.face.number), _HAND, _DARK)
    earth = path("M33 66Q40 60.6 47 61.4T57 66z", _SOIL)
    return f'<g transform="translate(46 50.4) rotate({card.chance.uniform(-7, 7):.1f})">{drawn}</g>' + earth


def _fronds(chance: Random, x: float, y: float, long: float, many: int, wide: float = 1.0) -> str:
    """Return leaves that spread upwards from a point."""
    drawn = ""
    for k in range(many):
        lean = (k - (many - 1) / 2) / max(1, many - 1) * 1.5 + chance.uniform(-0.1, 0.1)
        tip = x + long * sin(lean), y - long * cos(lean)
        bend = 0.28 * long * wide
        green = mixed(_LEAF, chance.choice(("#a7c957", "#2f5a35")), chance.uniform(0, 0.5))
        side = cos(lean) * bend, sin(lean) * bend
        middle = (x + tip[0]) / 2, (y + tip[1]) / 2
        bulges = [(middle[0] + way * side[0], middle[1] + way * side[1]) for way in (1, -1)]
        there, back = (f"Q{bx:.1f} {by:.1f} " for bx, by in bulges)
        drawn += path(f"M{x:.1f} {y:.1f}{there}{tip[0]:.1f} {tip[1]:.1f}{back}{x:.1f} {y:.1f}z", green, _EDGE)
        drawn += line(x, y, middle[0] + (tip[0] - x) * 0.3, middle[1] + (tip[1] - y) * 0.3, "#e4efc9", 0.2)
    return drawn


def _roots(chance: Random, tone: str, plump: bool) -> str:
    """Return a bunch of roots with their leaves: long and thin, or round with a tail."""
    drawn, dark = "", mixed(tone, "#000000", 0.4)
    edge, shine = f'stroke="{dark}" stroke-width="0.3"', 'opacity="0.5" stroke-linecap="round"'
    for x, y in ((13.0, 42.0), (29.0, 42.0), (21.0, 44.0)):
        x, y = x + chance.uniform(-1, 1), y + chance.uniform(-1.5, 0.5)
        skin, drawn = mixed(tone, "#ffffff", chance.uniform(0, 0.14)), drawn + _fronds(chance, x, y + 1, 13, 5)
        at = f'transform="translate({x:.1f} {y:.1f})" '
        if plump:
            drawn += stroke(f"M0 9q0.4 3 {chance.uniform(-1.4, 1.4):.1f} 5.6", dark, 0.7, at)
            drawn += f'<ellipse cx="{x:.1f}" cy="{y + 5:.1f}" rx="5.6" ry="5" fill="{skin}" {edge}/>'
            drawn += stroke("M-3.6 4.4q0.4 -2.4 2.4 -3", "#ffffff", 0.8, at + shine)
            continue
        drawn += path("M-3.6 1.6Q-3.6 -1.6 0 -1Q3.6 -1.6 3.6 1.6Q2.2 11 0 15.5Q-2.2 11 -3.6 1.6z", skin, at + edge)
        drawn += stroke("M-2.2 2q0.2 4 1 7", "#ffffff", 0.7, at + shine)
        drawn += stroke("M0.6 4.6h2M-1 8.4h1.6", dark, 0.25, at)
    return drawn


def _fruits(chance: Random, tone: str) -> str:
    """Return a vine with round fruit."""
    drawn = stroke("M20 63Q16 48 23 31", "#4c7d36", 1.2) + _fronds(chance, 22, 38, 11, 5, 1.5)
    drawn += _fronds(chance, 18.5, 52, 12, 6, 1.5)
    for x, y in ((11.0, 41.0), (24.0, 44.0), (14.0, 51.0), (29.0, 52.4), (31.0, 37.0)):
        x, y, r = x + chance.uniform(-1, 1), y + chance.uniform(-1, 1), chance.uniform(4, 5.2)
        drawn += disc(x, y, r, tone, f'stroke="{mixed(tone, "#000000", 0.4)}" stroke-width="0.3"')
        drawn += disc(x - r * 0.35, y - r * 0.35, r * 0.22, "#ffffff", 'opacity="0.6"')
        drawn += shape(star(x, y - r * 0.75, 2, 5, 0.35), "#4c7d36")
    return drawn


def _pods(chance: Random) -> str:
    """Return pods, opened, with their peas."""
    drawn = stroke("M8 63Q12 44 20 32M26 63Q25 50 20 32", "#4c7d36", 0.8) + _fronds(chance, 20, 40, 9, 4, 1.6)
    for x, y, lean in ((13.0, 45, -28), (29.0, 43, 24), (21.5, 46, -6)):
        pod = path("M0 -11Q5.4 -4 4.6 4Q3.6 10 0 12Q-3.6 10 -4.6 4Q-5.4 -4 0 -11z", "#6da544", _EDGE)
        inside = path("M0 -8Q2.8 -3 2.8 3Q2.4 8 0 9.6Q-2.4 8 -2.8 3Q-2.8 -3 0 -8z", "#3f7a2e")
        peas = "".join(disc(0, -4.6 + 3.3 * k, 1.3 + 0.3 * (k in (1, 2)), "#b4d96a") for k in range(4))
        x += chance.uniform(-1, 1)
        drawn += f'<g transform="translate({x:.1f} {y:.1f}) rotate({lean})">{pod}{inside}{peas}</g>'
    return drawn


def _blooms(chance: Random, tone: str) -> str:
    """Return two flowers on their stalks."""
    drawn = ""
    for x, y, r in ((14, 40, 7.6), (28.5, 46, 6.2)):
        drawn += stroke(f"M{x} {y}Q{x + chance.uniform(-3, 3):.1f} 54 {x + 2} 64", "#4c7d36", 1.1)
        drawn += _fronds(chance, x + 1.4, 56, 6.4, 2, 1.5)
        petal = f'cx="{r * 0.8:.1f}" rx="{r * 0.42:.1f}" ry="{r * 0.2:.1f}" fill="{tone}"'
        edge = f'stroke="{mixed(tone, "#000000", 0.3)}" stroke-width="0.2"'
        for k in range(14):
            drawn += f'<ellipse {petal} {edge} transform="translate({x} {y}) rotate({k * 360 / 14:.0f})"/>'
        drawn += disc(x, y, r * 0.5, "#6b4226") + disc(x, y, r * 0.34, "#4a2c18")
    return drawn


_PLANTS: tuple[tuple[str, Callable[[Random], str]], ...] = (
    ("Carotte", partial(_roots, tone="#e8832f", plump=False)), ("Betterave", partial(_roots, tone="#8c2a4e", plump=True)),
    ("Radis rose", partial(_roots, tone="#d94a6a", plump=True)), ("Navet", partial(_roots, tone="#d9c9dd", plump=True)),
    ("Tomate", partial(_fruits, tone="#d8402f")), ("Mirabelle", partial(_fruits, tone="#e9b63c")),
    ("Petit pois", _pods), ("Tournesol", partial(_blooms, tone="#f0b52c")), ("Aster", partial(_blooms, tone="#8f86c9")),
    ("Cosmos", partial(_blooms, tone="#e58bb0")), ("Panais", partial(_roots, tone="#e9dcb4", plump=False)),
)  # fmt: skip


def _pot(card: Card) -> str:
    """Return a glasshouse at dusk, a machine that grows out of a pot glazed in the card's colour."""
    chance, own = card.chance, card.own
    dusk = faded("dusk", (0, "#16352f"), (0.65, "#2f6253"), (1, "#1d3f37"))
    drawn = f"<defs>{dusk}</defs>" + box(0, 0, 63, 88, "url(#dusk)")
    for _ in range(9):
        drawn += _fronds(chance, chance.uniform(0, 63), chance.uniform(50, 92), chance.uniform(16, 34), 6)
    bars = "M0 20L31.5 2L63 20M15.7 11V88M47.3 11V88M31.5 2V88M0 44H63"
    drawn += box(0, 0, 63, 88, "#12302a", 'opacity="0.62"') + stroke(bars, "#8fb5a6", 0.7, 'opacity="0.55"')
    drawn += _machine(chance) + box(8, 71, 47, 2.6, "#a87b4c") + box(8, 73.6, 47, 1.4, "#7a5531")
    glaze, ink = f'stroke="{mixed(own, "#000000", 0.4)}" stroke-width="0.5"', _INK.get(card.face.colour, "#ffffff")
    drawn += shape([(15.5, 47), (47.5, 47), (43.6, 71), (19.4, 71)], own, glaze)
    drawn += box(13.6, 43.4, 35.8, 6.2, own, f'rx="1" {glaze}')
    drawn += box(15, 44.6, 33, 0.9, "#ffffff", 'opacity="0.4" rx="0.4"')
    drawn += text(31.5, 60.2, 14.5, str(card.face.number), _HAND, ink) + box(15.5, 76.6, 32, 9.4, _PAPER, 'rx="1"')
    drawn += asked(card, 19.6, 81.4, lambda x, y, shade: shape(star(x, y, 2.1, 6, 0.6), shade), 5)
    worth = text(42.4, 81.4, 3, f"+{chance.randint(1, 12)}", _SLAB, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.15"')
    return drawn + worth + box(58.4, 29, 6, 30, _PAPER, 'rx="0.8"') + _edge(card, 60.7, 44, _DARK)


def _machine(chance: Random) -> str:
    """Return a head of tin with leaves for ears, a flower for an aerial."""
    tin, eye = mixed("#c9d3d0", "#b48a5a", chance.random() * 0.6), chance.uniform(2, 3.2)
    edge = 'stroke="#21332e" stroke-width="0.5"'
    drawn = _fronds(chance, 31.5, 46, 24, 9, 1.2) + box(28.6, 36, 5.8, 10, mixed(tin, "#000000", 0.3), edge)
    bloom = chance.choice(("#f2c14b", "#f0a3b5", "#ffffff"))
    drawn += stroke("M31.5 21V13", "#6fae4b", 0.9) + shape(star(31.5, 12, 3.2, 7, 0.55), bloom, edge)
    drawn += box(20.5, 20, 22, 17.4, tin, f'rx="{chance.uniform(1, 7):.1f}" {edge}')
    drawn += "".join(disc(x, 27, eye, "#fdf6d5", edge) + disc(x, 27, 1, "#21332e") for x in (26.5, 36.5))
    mouth = chance.choice(("M27 33.2h9", "M27 32.6q4.5 3 9 0", "M27 32.4h9v2h-9zM30 32.4v2M33 32.4v2"))
    return drawn + stroke(mouth, "#21332e", 0.6)


SEMIS = Edition(
    "semis", 124, (_HAND, _NAMES, _SLAB), ("#cc3d33", "#2e6fb3", "#f0c02f", "#37373b", "#3c8d4d", "#80479f"),
    _semis, partial(leaflet, _PAPER, _DARK), 1.8,
)  # fmt: skip
