"""One of the ninth five editions to tune on: a cabinet of natural history in frames, clockwork on graphite for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, polygon, shape, star, stroke, text
from editions.marks import TOWARDS
from editions.plates import plate, wash
from editions.workshop import asked, connectors, leaflet

_PAPER, _IVORY, _INK, _GRAPHITE = "#f5f3ee", "#efe7d2", "#2b2521", "#4b5057"
_FINE = f'stroke="{_INK}" stroke-width="0.45" stroke-linejoin="round"'
_SERIF, _DIGITS = "Spectral", "Libre Baskerville"
_SPECIES = ("antiqua", "mirabilis", "gigas", "elegans", "obscura", "rex", "borealis", "minor", "cornutus", "pulchra")


def _vitrina(card: Card) -> str:
    """Return a card in a light border: the number in the card's colour above a frame with a picture, its name below."""
    ground, ink = (_GRAPHITE, _IVORY) if card.ai else (_PAPER, _INK)
    drawn = box(0, 0, 63, 88, ground) + _heading(card) + _named(card, ink)
    drawn += text(4.1, 42, 2.3, f"N° {card.id}", _SERIF, ink, -90, f'stroke="{ink}" stroke-width="0.1"')
    drawn += text(59.4, 42, 1.2, "Vitrina · Mus. Hist. Nat. 1894–2026", _SERIF, ink, 90)
    bold = 'stroke="{}" stroke-width="0.28"'
    light = {"yellow": _INK, "": "#ffffff"}
    return drawn + _foot(card, ink) + connectors(card, partial(_mount, ground), 4.6, 4.8, _DIGITS, TOWARDS, light, bold)


def _mount(ground: str, shade: str) -> str:
    """Return a connector as the corner of an album: its long side hollow, a pale seam along it."""
    seam = stroke("M15 0Q6.4 6.4 0 15", mixed(shade, "#ffffff", 0.6), 0.5)
    return path("M-1 -1H17.4L16.8 0Q7.2 7.2 0 16.8L-1 17.4z", shade, f'stroke="{ground}" stroke-width="0.5"') + seam


def _heading(card: Card) -> str:
    number = str(card.face.number)
    if card.ai:
        plaque = box(23.5, 3.4, 16, 13.4, card.own, f'rx="1.6" stroke="{_IVORY}" stroke-width="0.6"')
        shade = _INK if card.face.colour == "yellow" else _IVORY
        return plaque + text(31.5, 10.1, 9.4, number, _DIGITS, shade)
    rule = stroke("M19.6 10.4h5M38.4 10.4h5", _INK, 0.4)
    return rule + text(31.5, 10.4, 11, number, _DIGITS, card.own, 0, f'stroke="{card.own}" stroke-width="0.35"')


def _named(card: Card, ink: str) -> str:
    """Return the picture and its name under it."""
    creature, *genera = card.chance.choice(_CREATURES)
    name = f"{'Automaton' if card.ai else card.chance.choice(genera)} {card.chance.choice(_SPECIES)}"
    drawn = _clockwork(card) if card.ai else _picture(card, creature)
    return drawn + f'<g transform="translate(31.5 68.6) skewX(-12)">{text(0, 0, 2.3, name, _SERIF, ink)}</g>'


def _picture(card: Card, creature: Callable[[Random], str]) -> str:
    """Return the frame in the card's colour, a painted ground with a creature, the phase on a seal at its lower right."""
    chance, own = card.chance, card.own
    paint = chance.choice(("#a9bfc4", "#c3b58e", "#b7c19c", "#cdb3a0", "#b5aebd", "#d3c48f"))
    drawn = plate(8.6, 19.6, 45.8, 44.8, wash(chance, 45.8, 44.8, _IVORY, paint))
    size, turn = chance.uniform(0.85, 1.05), chance.uniform(-16, 16)
    drawn += f'<g transform="translate(31.5 41) rotate({turn:.0f}) scale({size:.2f})">{creature(chance)}</g>'
    drawn += box(8.6, 19.6, 45.8, 44.8, "none", f'rx="1" stroke="{own}" stroke-width="2.4"')
    drawn += box(10.3, 21.3, 42.4, 41.4, "none", f'stroke="{_INK}" stroke-width="0.25"')
    seal = disc(51, 61, 4.6, _PAPER, _FINE) + disc(51, 61, 3.9, "none", f'stroke="{_INK}" stroke-width="0.2"')
    return drawn + seal + text(51, 61, 3.6, "I" * card.face.phase, _DIGITS, _INK)


def _tone(chance: Random) -> str:
    return chance.choice(("#b98a5a", "#8a9a78", "#c9b27a", "#7f93a0", "#a8705c", "#9c8aa0", "#d8cba6", "#6f7f6a"))


def _eye(x: float, y: float, radius: float = 1.5) -> str:
    return disc(x, y, radius, _IVORY, _FINE) + disc(x, y, 0.7, _INK)


def _ammonite(chance: Random) -> str:
    """Return a coiled shell: chambers along a spiral, smaller and smaller."""
    tone, way, turns = _tone(chance), chance.choice((-1, 1)), chance.uniform(2.2, 3.2)
    drawn, many = "", 60
    for k in range(many):
        share = 1 - k / many
        angle, far = way * 2 * pi * turns * k / many, 13 * share**1.25
        x, y = far * cos(angle), far * sin(angle)
        drawn += f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{5.6 * share**1.1:.2f}" ry="{1.9 * share + 0.25:.2f}" fill="{mixed(tone, _INK, 0.4 * (k % 3) / 2)}" {_FINE} transform="rotate({angle * 180 / pi:.1f} {x:.2f} {y:.2f})"/>'
    return drawn


def _trilobite(chance: Random) -> str:
    """Return an old crab of the sea: a head, rows of plates, spines."""
    tone, rows, wide = _tone(chance), chance.randint(8, 13), chance.uniform(8.5, 11)
    dark, step = mixed(tone, _INK, 0.3), 22 / rows
    drawn = ""
    for k in range(rows):
        y, half = -6 + k * step, wide * (1 - 0.75 * (k / rows) ** 1.8)
        drawn += path(
            f"M{-half - 1.4:.1f} {y + 3:.1f}Q{-half:.1f} {y:.1f} 0 {y:.1f}T{half + 1.4:.1f} {y + 3:.1f}Q{half:.1f} {y + step + 0.6:.1f} 0 {y + step:.1f}T{-half - 1.4:.1f} {y + 3:.1f}z",
            tone,
            _FINE,
        )
        drawn += f'<ellipse cx="0" cy="{y + step / 2:.1f}" rx="{half * 0.3:.1f}" ry="{step * 0.6:.1f}" fill="{dark}" {_FINE}/>'
    drawn += path(
        f"M{-wide - 2} -2Q{-wide - 1} -16 0 -16T{wide + 2} -2Q{wide - 1} -6 0 -5T{-wide - 2} -2z", tone, _FINE
    )
    drawn += f'<ellipse cx="0" cy="-9.6" rx="3.4" ry="4.6" fill="{dark}" {_FINE}/>'
    return drawn + _eye(-wide * 0.58, -9) + _eye(wide * 0.58, -9)


def _fish(chance: Random) -> str:
    """Return a fish with fins, scales, and perhaps first legs."""
    tone, tall, way = _tone(chance), chance.uniform(6, 9.5), chance.choice((-1, 1))
    fin = mixed(tone, _INK, 0.25)
    drawn = path(f"M10 0L19 {-tall}Q16 0 19 {tall}z", fin, _FINE) + path(
        f"M-7 {-tall * 0.7}Q0 {-tall - 8} 8 {-tall * 0.5}z", fin, _FINE
    )
    if chance.random() < 0.5:
        drawn += "".join(
            stroke(f"M{x} {tall * 0.6}l{chance.uniform(-3, 1):.1f} 5l3 2.4", fin, 2.2, 'stroke-linecap="round"')
            for x in (-7, 5)
        )
    drawn += path(f"M-18 0Q-9 {-tall * 1.3} 13 -1.2V1.2Q-9 {tall * 1.3} -18 0z", tone, _FINE)
    for k in range(9):
        for row in range(-2, 3):
            x, y = -5 + k * 1.9 + (row % 2) * 0.95, row * 1.7 * tall / 8 * (1 - k * 0.07)
            drawn += stroke(f"M{x:.1f} {y - 0.9:.1f}q1.6 0.9 0 1.8", _INK, 0.3)
    drawn += stroke(f"M-9 {-tall * 0.46:.1f}q3 {tall * 0.46:.1f} 0 {tall * 0.92:.1f}", _INK, 0.5) + _eye(-13, -1.3)
    return f'<g transform="scale({way} 1)">{drawn}</g>'


def _beetle(chance: Random) -> str:
    """Return a beetle from above: legs, horns or feelers, spots on its wings."""
    tone, wide = _tone(chance), chance.uniform(6.5, 8.6)
    legs = "".join(
        stroke(
            f"M{side * 4} {y}l{side * (wide - 1):.1f} {dy}l{side * 2.4} {dy + 3}", _INK, 0.9, 'stroke-linejoin="round"'
        )
        for side in (-1, 1)
        for y, dy in ((-4, -4), (2, 1), (8, 4))
    )
    if chance.random() < 0.5:
        horns = stroke("M-2 -13q-7 -3 -3 -8M2 -13q7 -3 3 -8", _INK, 1.3)
    else:
        horns = (
            stroke("M-1.6 -13l-4 -6M1.6 -13l4 -6", _INK, 0.6) + disc(-5.6, -19, 0.9, _INK) + disc(5.6, -19, 0.9, _INK)
        )
    drawn = legs + horns + disc(0, -11.4, 3.6, mixed(tone, _INK, 0.6), _FINE)
    drawn += path(f"M{-wide + 1} -4Q{-wide + 1} -10 0 -10T{wide - 1} -4z", mixed(tone, _INK, 0.35), _FINE)
    drawn += path(f"M0 -4H{-wide}Q{-wide - 1} 14 0 16zM0 -4H{wide}Q{wide + 1} 14 0 16z", tone, _FINE)
    spots = [
        (chance.uniform(2, wide - 2.4), chance.uniform(-1, 9), chance.uniform(0.5, 1.5))
        for _ in range(chance.randint(0, 5))
    ]
    return drawn + "".join(disc(side * x, y, r, _INK, 'opacity="0.75"') for x, y, r in spots for side in (-1, 1))


_CREATURES: tuple[tuple[Callable[[Random], str], str, str], ...] = (
    (_ammonite, "Ammonites", "Ceratites"), (_trilobite, "Calymene", "Trinucleus"), (_fish, "Silurus", "Coelodus"),
    (_beetle, "Lucanus", "Carabus"),
)  # fmt: skip


def _clockwork(card: Card) -> str:
    """Return an oval with a frame in the card's colour: wheels that turn each other behind a face of brass."""
    chance = card.chance
    oval = f'<ellipse cx="31.5" cy="42" rx="22" ry="21.6" fill="{_IVORY}" stroke="{card.own}" stroke-width="2.6"/>'
    rim = f'<ellipse cx="31.5" cy="42" rx="23.6" ry="23.2" fill="none" stroke="{_IVORY}" stroke-width="0.5"/>'
    drawn = "<defs><clipPath id='oval'><ellipse cx='31.5' cy='42' rx='20.7' ry='20.3'/></clipPath></defs>"
    for _ in range(7):
        x, y, radius = chance.uniform(14, 49), chance.uniform(26, 60), chance.uniform(4, 9)
        brass = chance.choice(("#c2a05a", "#a9a49a", "#b0764c", "#d3bd82"))
        drawn += shape(star(x, y, radius, round(radius * 2.4), 0.84), brass, _FINE) + disc(
            x, y, radius * 0.55, _IVORY, _FINE
        )
        drawn += "".join(line(x, y, *end, brass, 0.8) for end in polygon(x, y, radius * 0.6, 5)) + disc(x, y, 0.9, _INK)
    tilt, eye = chance.randint(-8, 8), chance.uniform(2, 3.2)
    face = path(
        f"M-8 -9Q0 -{chance.randint(12, 18)} 8 -9V{chance.randint(4, 8)}Q0 {chance.randint(12, 17)} -8 6z",
        chance.choice(("#d9bd74", "#cfd2d0", "#d09a72")),
        _FINE,
    )
    for side in (-1, 1):
        face += _eye(3.6 * side, -3, eye) + disc(8.4 * side, -1, 1.3, "#8d7a50", _FINE)
    face += stroke("M0 -1v3.4M-3.4 5.4h6.8M-2 4.6v1.6M0 4.6v1.6M2 4.6v1.6", _INK, 0.5)
    drawn += f'<g transform="translate(31.5 42) rotate({tilt}) scale(1.15)">{face}</g>'
    return f'{oval}{rim}<g clip-path="url(#oval)">{drawn}</g>'


def _foot(card: Card, ink: str) -> str:
    """Return what is asked for as eggs in a row, and the points on a label with a hole."""

    def egg(x: float, y: float, shade: str) -> str:
        return f'<ellipse cx="{x}" cy="{y}" rx="1.6" ry="2.1" fill="{shade}" stroke="{ink}" stroke-width="0.3"/>'

    label = path("M36.6 75.8l1.8 -2.4h7.4v4.8h-7.4z", _IVORY, _FINE) + disc(38.4, 75.8, 0.5, _INK)
    drawn = asked(card, 19.6, 75.8, egg, 4.2) + label
    return drawn + text(42.4, 75.8, 2.5, str(card.chance.randint(1, 12)), _DIGITS, _INK)


VITRINA = Edition(
    "vitrina", 92, (_SERIF, _DIGITS), ("#b93a32", "#2f649b", "#dca81c", "#3b3733", "#4a8548", "#7a4e8c"),
    _vitrina, partial(leaflet, _PAPER, _INK), 3.4,
)  # fmt: skip
