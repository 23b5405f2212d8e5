"""One of the eleventh five: a café's blackboards in coloured chalk, a whiteboard with felt pen for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from random import Random

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, faded, path, polygon, shape, stroke, text
from editions.plates import plate
from editions.workshop import FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_CHALK, _SLATE, _PEN = "#f6f4ea", "#1d2321", "#23304f"
_HAND = "Kalam"
_EDGE = 3.6  # millimetres of the frame
_INK = {"black": _CHALK, "": _SLATE}
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_DISHES = {
    "cup": ("Espresso", "Kakao", "Café au lait", "Tee"), "cake": ("Törtchen", "Muffin", "Petit four"),
    "fish": ("Forelle", "Dorade", "Fang des Tages"), "apple": ("Apfelmus", "Most", "Strudel"),
    "bottle": ("Limonade", "Hausmarke", "Sirup"), "ice": ("Gelato", "Sorbet", "Eisbecher"),
    "mushroom": ("Pfifferlinge", "Waldsuppe"), "pot": ("Eintopf", "Tagessuppe", "Curry"), "pie": ("Quiche", "Tarte"),
}  # fmt: skip


def _tafel(card: Card) -> str:
    """Return a board in its frame, a dish in the card's colour and the number by hand; corners filled within the frame."""
    drawn = _white(card) if card.ai else _black(card)
    turns = [card.chance.choice((-7, -4, 0, 3, 6)) for _ in range(4)]
    bold = 'stroke="{}" stroke-width="0.55" stroke-linejoin="round"'
    return drawn + connectors(card, partial(_corner, not card.ai), 8, 5, _HAND, turns, _INK, bold)


def _corner(chalk: bool, shade: str) -> str:
    """Return a connector: a corner of the board filled in, its long side drawn by hand."""
    a, b = _EDGE, _EDGE + 13.6
    rim, filter_by = (_CHALK, 'filter="url(#chalk)"') if chalk else (_PEN, "")
    fill = path(f"M{a} {a}H{b}Q{b - 3.4} {a + 5.2} {a + 7.5} {b - 5.9}T{a} {b}z", shade)
    edge = stroke(f"M{b + 0.3} {a}Q{b - 3.1} {a + 5.4} {a + 7.7} {b - 5.7}T{a} {b + 0.3}", rim, 0.7, _ROUND)
    return fill + f"<g {filter_by}>{edge}</g>"


def _crumbly(chance: Random) -> str:
    """Return the definition of a filter that lets what is drawn crumble like chalk."""
    return (
        '<defs><filter id="chalk" x="-0.2" y="-0.2" width="1.4" height="1.4">'
        f'<feTurbulence type="fractalNoise" baseFrequency="1.5" numOctaves="3" seed="{chance.randrange(999)}" result="n"/>'
        '<feColorMatrix in="n" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 5 0 0 0 -1.0" result="holes"/>'
        '<feDisplacementMap in="SourceGraphic" in2="n" scale="0.5" result="rough"/>'
        '<feComposite in="rough" in2="holes" operator="in"/></filter></defs>'
    )


def _frame(card: Card, light: str, dark: str, ink: str) -> str:
    """Return the four rails of a frame, the id written on the right one among a few words."""
    rails = faded("rail", (0, light), (0.5, dark), (1, light))
    drawn = f"<defs>{rails}</defs>" + path(
        f"M0 0H63V88H0zM{_EDGE} {_EDGE}V{88 - _EDGE}H{63 - _EDGE}V{_EDGE}z", "url(#rail)", 'fill-rule="evenodd"'
    )
    drawn += stroke(
        f"M0 0L{_EDGE} {_EDGE}M63 0L{63 - _EDGE} {_EDGE}M0 88L{_EDGE} {88 - _EDGE}M63 88L{63 - _EDGE} {88 - _EDGE}",
        ink,
        0.2,
    )
    drawn += box(_EDGE, _EDGE, 63 - 2 * _EDGE, 88 - 2 * _EDGE, "none", f'stroke="{ink}" stroke-width="0.4"')
    words = f"Tafel {card.id} · 12 Uhr · seit 19{card.chance.randint(62, 98)}"
    return drawn + text(61.3, 44, 1.85, words, _HAND, ink, 90, f'stroke="{ink}" stroke-width="0.1"')


def _slate(rng: np.random.Generator) -> Pixels:
    """Return a board that has often been wiped."""
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    wiped = np.clip(noise(rng, 63, 88, 26, 9), -1, 2) + 0.5 * noise(rng, 63, 88, 9, 4)
    for _ in range(7):
        cx, cy, radius = rng.uniform(0, 63), rng.uniform(0, 88), rng.uniform(12, 34)
        ring = np.hypot(x - cx, (y - cy) * 1.2) - radius
        wiped += 0.6 * np.exp(-((ring / 2.4) ** 2)) * (0.6 + 0.4 * np.sin(ring * 9))
    grit = noise(rng, 63, 88, 0.5, 0.5)
    haze = np.clip(0.05 + 0.045 * wiped + 0.012 * grit, 0, 0.3)[..., None]
    board = inked("#3a6153")
    return np.asarray(np.clip(board + (inked("#dfe6de") - board) * haze + rng.normal(0, 2, (*wiped.shape, 1)), 0, 255))


def _black(card: Card) -> str:
    chance = card.chance
    kind = chance.choice(list(_DISHES))
    drawn = plate(0, 0, 63, 88, _slate(dice(chance))) + _crumbly(chance)
    drawn += _frame(card, "#c79a63", "#b1824b", "#4a2f16")
    chalked = text(
        31.5,
        12.6,
        2.9,
        chance.choice(_DISHES[kind]),
        _HAND,
        _CHALK,
        chance.randint(-3, 3),
        f'stroke="{_CHALK}" stroke-width="0.2"',
    )
    chalked += _line(card.face.phase)
    draw: Callable[[str, Random], str] = _DRAWN[kind]
    lean = chance.randint(-6, 6)
    chalked += f'<g transform="translate(31.5 34) rotate({lean})">{draw(card.own, chance)}</g>'
    chalked += _number(card)
    drawn += f'<g filter="url(#chalk)">{chalked}</g>'
    drawn += asked(
        card, 36, 62.4, lambda x, y, shade: disc(x, y, 2, shade, f'stroke="{_CHALK}" stroke-width="0.4"'), 5.4
    )
    return drawn + text(
        39.6, 69.6, 2.9, f"+ {chance.randint(1, 12)}", _HAND, _CHALK, -3, f'stroke="{_CHALK}" stroke-width="0.2"'
    )


def _line(phase: int) -> str:
    """Return the line about the board: straight in the first phase, of loops in the second."""
    if phase == 1:
        ways = ("M19 6.6H44.6", "M19 81.6H44.4", "M6.6 19V69.4", "M56.4 19.2V69")
        return "".join(stroke(each, _CHALK, 0.7, _ROUND) for each in ways)
    loops = ""
    for x, y, many, turn in ((19, 6.8, 8, 0), (44, 81.2, 8, 180), (56.2, 19.2, 16, 90), (6.8, 68.8, 16, -90)):
        way = "M0 0" + "".join(
            f"C{3.13 * k + 3.6:.2f} 3.4 {3.13 * k - 0.5:.2f} 3.4 {3.13 * (k + 1):.2f} 0" for k in range(many)
        )
        loops += stroke(way, _CHALK, 0.6, f'{_ROUND} transform="translate({x} {y}) rotate({turn})"')
    return loops


def _number(card: Card) -> str:
    """Return the number by hand in a ring that does not quite close."""
    figure = text(
        21.5,
        64.6,
        13.4,
        str(card.face.number),
        _HAND,
        _CHALK,
        0,
        f'stroke="{_CHALK}" stroke-width="1.3" stroke-linejoin="round"',
    )
    ring = "M24.4 54.4C14 53.2 11 60 11.6 65.6S17.6 75.4 23.4 74.6S32 68 31 61.6S24.6 54 19.4 55.2"
    return stroke(ring, _CHALK, 0.7, _ROUND) + figure


def _filled(way: str, shade: str) -> str:
    """Return an outline in white chalk, filled in with the side of a coloured one."""
    return path(way, shade, f'stroke="{_CHALK}" stroke-width="0.8" {_ROUND}')


def _marks(*ways: str) -> str:
    return "".join(stroke(each, _CHALK, 0.65, _ROUND) for each in ways)


def _cup(own: str, chance: Random) -> str:
    wide = chance.uniform(9, 11.5)
    steam = (f"M{x} -9q-2 -2.4 0 -4.6t0 -4.4" for x in (-4, 0.4, 4.6)[: chance.randint(2, 3)])
    bowl = f"M{-wide} -6H{wide}Q{wide} 8 {wide * 0.4} 9H{-wide * 0.4}Q{-wide} 8 {-wide} -6z"
    return _filled(bowl, own) + _marks(
        f"M{wide - 0.4} -3q6 -1.6 5 3.4t-7 3.6", f"M{-wide - 4} 12.4Q0 15.4 {wide + 4} 12.4", *steam
    )


def _cake(own: str, chance: Random) -> str:
    top = chance.uniform(11, 14.5)
    drawn = _filled(f"M-11 -1Q-13 -7 -7.6 -8Q-5 -{top:.1f} 0 -{top:.1f}Q5.4 -{top:.1f} 7.6 -8Q13 -7 11 -1z", own)
    drawn += _marks("M-9.6 -0.4L-7 12H7L9.6 -0.4", "M-4.4 0L-3 12", "M0 0V12", "M4.4 0L3 12")
    return drawn + disc(0.4, -top - 1.8, 1.8, "none", f'stroke="{_CHALK}" stroke-width="0.7"')


def _fish(own: str, chance: Random) -> str:
    deep, scales = chance.uniform(6, 9), chance.randint(2, 4)
    body = f"M-15 0Q-6 {-deep * 1.5:.1f} 7 -1.6L14.6 -7Q12.6 0 14.6 7L7 1.6Q-6 {deep * 1.5:.1f} -15 0z"
    rows = (f"M{-6 + 4 * at} -3q2.6 3 0 6" for at in range(scales))
    return (
        _filled(body, own) + disc(-10.6, -1, 0.9, _CHALK) + _marks(*rows, "M-18 -9q1.4 -2 2.8 0", "M-19 -13q1 -1.4 2 0")
    )


def _apple(own: str, chance: Random) -> str:
    lean = chance.uniform(-2, 3)
    body = "M0 -6Q-5 -9.6 -10 -6.4Q-14 -1.6 -9.6 7Q-5.6 13.4 0 10.8Q5.6 13.4 9.6 7Q14 -1.6 10 -6.4Q5 -9.6 0 -6z"
    return _filled(body, own) + _marks(
        f"M0 -6Q0 -11 {lean:.1f} -13", f"M{lean / 2:.1f} -10q4 -5 9 -2.6q-3.6 4.6 -9 2.6z", "M-7.6 -3.4q-1.8 2.6 -0.6 6"
    )


def _bottle(own: str, chance: Random) -> str:
    wide, neck = chance.uniform(5.4, 7.4), chance.uniform(1.8, 2.6)
    body = f"M{-neck} -15H{neck}V-8Q{wide} -6 {wide} -1V14H{-wide}V-1Q{-wide} -6 {-neck} -8z"
    return _filled(body, own) + _marks(
        f"M{-wide} 2H{wide}",
        f"M{-wide} 9.4H{wide}",
        f"M{wide + 3.4} 0L{wide + 4.6} 14h6L{wide + 10.8} 0z",
        "M-2.4 4.6q2.4 2.6 4.8 0",
    )


def _ice(own: str, chance: Random) -> str:
    three = chance.random() < 0.5
    scoops = ((-4.8, -5), (4.8, -5), (0, -10.4)) if three else ((0, -11), (0, -4.4))
    balls = "".join(disc(x, y, 6, own, f'stroke="{_CHALK}" stroke-width="0.8"') for x, y in scoops)
    return balls + _marks(
        "M-9.6 0H9.6L0 16z", "M-5.4 0.4L3 11", "M0.6 0.4L5.6 6.6", "M5.4 0.4L-3 11", "M-0.6 0.4L-5.6 6.6"
    )


def _mushroom(own: str, chance: Random) -> str:
    tall = chance.uniform(11, 14)
    drawn = _marks("M-3.4 0Q-2.6 8 -5 13H5Q2.6 8 3.4 0", "M-13 13.6Q-9 11.6 -5 13", "M5 13q4 -1.6 9 0.4")
    drawn += _filled(f"M-13 1Q-12 -{tall:.1f} 0 -{tall:.1f}T13 1Q0 4 -13 1z", own)
    dots = polygon(0, -tall * 0.42, 5.2, chance.randint(3, 5), chance.uniform(0, 60))
    return drawn + "".join(disc(x, y, 1.2, _CHALK) for x, y in dots)


def _pot(own: str, chance: Random) -> str:
    deep = chance.uniform(8, 11)
    drawn = _filled(f"M-12 -4H12V{deep - 3:.1f}Q12 {deep:.1f} 9 {deep:.1f}H-9Q-12 {deep:.1f} -12 {deep - 3:.1f}z", own)
    drawn += _marks("M-13 -5.6Q0 -12.6 13 -5.6z", "M-12.4 -1h-4v3.6h4", "M12.4 -1h4v3.6h-4") + disc(
        0, -11, 1.6, "none", f'stroke="{_CHALK}" stroke-width="0.7"'
    )
    return drawn + _marks(*(f"M{x} -13q-1.6 -1.6 0 -3.2t0 -3" for x in (-5, 5)))


def _pie(own: str, chance: Random) -> str:
    cut = chance.uniform(0.5, 1.2)
    a, b = -0.3, -0.3 - cut
    arc = f"M0 0L{13 * cos(a):.1f} {13 * sin(a):.1f}A13 13 0 1 1 {13 * cos(b):.1f} {13 * sin(b):.1f}z"
    cuts = (f"M0 0L{12 * cos(t):.1f} {12 * sin(t):.1f}" for t in (a + (2 * pi - cut) * k / 5 for k in range(1, 5)))
    return _filled(arc, own) + _marks(*cuts)


_DRAWN: dict[str, Callable[[str, Random], str]] = {
    "cup": _cup, "cake": _cake, "fish": _fish, "apple": _apple, "bottle": _bottle, "ice": _ice, "mushroom": _mushroom,
    "pot": _pot, "pie": _pie,
}  # fmt: skip


def _white(card: Card) -> str:
    """Return a whiteboard in aluminium: a plan in felt pen, and the number on a magnet in the card's colour."""
    chance = card.chance
    gloss = faded("gloss", (0, "#ffffff"), (0.45, "#f1f4f5"), (0.5, "#fafcfc"), (1, "#e8edef"), across=True)
    drawn = f"<defs>{gloss}</defs>" + box(0, 0, 63, 88, "url(#gloss)") + _frame(card, "#d9dee1", "#aeb6bb", "#39424a")
    felt = partial(stroke, ink=_PEN, wide=0.75, more=_ROUND)
    places = [(12.5, 26.0), (31.5, 15.5), (50.5, 26.0), (50.5, 61.0), (31.5, 76.5), (12.5, 61.0)]
    for x, y in places:
        if chance.random() < 0.85:
            drawn += felt(f"M31.5 43.5L{x} {y}")
    for x, y in places:
        kind, s = chance.randrange(4), chance.uniform(3.2, 4.2)
        if kind == 0:
            drawn += path(f"M{x - s} {y - s * 0.7:.1f}h{2 * s:.1f}v{s * 1.4:.1f}h{-2 * s:.1f}z", "#fbfcfc") + felt(
                f"M{x - s:.1f} {y - s * 0.7:.1f}h{2 * s:.1f}v{s * 1.4:.1f}h{-2 * s:.1f}zM{x - s * 0.6:.1f} {y:.1f}h{s * 1.1:.1f}"
            )
        elif kind == 1:
            drawn += (
                disc(x, y, s * 0.9, "#fbfcfc", f'stroke="{_PEN}" stroke-width="0.75"')
                + disc(x - 1.2, y - 0.6, 0.5, _PEN)
                + disc(x + 1.2, y - 0.6, 0.5, _PEN)
                + felt(f"M{x - 1.6:.1f} {y + 1.2:.1f}h3.2")
            )
        elif kind == 2:
            drawn += shape(polygon(x, y, s * 1.15, 4), "#fbfcfc", f'stroke="{_PEN}" stroke-width="0.75"') + text(
                x, y, 2.6, "?", _HAND, _PEN
            )
        else:
            drawn += path(
                f"M{x - s:.1f} {y + 1.6:.1f}q-2 -4 2 -4q1.4 -3.4 4.4 -1q3.4 -0.6 2.6 5z",
                "#fbfcfc",
                f'stroke="{_PEN}" stroke-width="0.75"',
            )
    ink = _INK.get(card.face.colour, _SLATE)
    drawn += (
        disc(32, 44.4, 14.6, "#00000038")
        + disc(31.5, 43.5, 14.2, card.own)
        + disc(31.5, 43.5, 12.6, "#ffffff", 'fill-opacity="0.12"')
    )
    return drawn + text(
        31.5,
        43.5,
        15,
        str(card.face.number),
        _HAND,
        ink,
        0,
        f'stroke="{ink}" stroke-width="1.3" stroke-linejoin="round"',
    )


TAFEL = Edition(
    "tafel", 114, (_HAND,), ("#ef6f62", "#6cb2ea", "#f7dc5e", "#141617", "#8fd65f", "#bd92ea"),
    _tafel, partial(leaflet, "#3a6153", _CHALK), 2.6,
)  # fmt: skip
