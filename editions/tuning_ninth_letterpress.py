"""One of the ninth five editions to tune on: a playbill of wood type, one ink over the whole sheet for AI cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, polygon, shape, star, stroke, text, width_of
from editions.marks import SIDEWAYS
from editions.scenery import grain
from editions.workshop import asked, connectors, leaflet

_BUFF, _INK = "#efe2c6", "#26201b"
_WOOD, _SLAB = "Zilla Slab", "Arvo"
_EDGE = "V6H13.6V9.8H9.8V13.6H6V17H2"  # of a corner's steps, from x = 17
_CUT = f'stroke="{_INK}" stroke-width="0.55" stroke-linejoin="round"'
_HEAVY = f'stroke="{_INK}" stroke-width="0.2"'
_SHOWS = (
    "GRAND BALLON", "LE PROGRÈS", "AUX CURIEUX", "THÉÂTRE MÉCANIQUE", "L'AVENIR", "MERVEILLES", "GALERIE DES ARTS",
    "CIRQUE SAVANT", "SOIR & MATIN", "LE GÉNIE", "VAPEUR & Cie", "L'ÉTINCELLE", "HUIT TABLEAUX", "PANORAMA",
)  # fmt: skip


def _lettra(card: Card) -> str:
    """Return the playbill: rules around it, wear over all inks but the corners' figures."""
    drawn = box(0, 0, 63, 88, _BUFF) + (_engine(card) if card.ai else _playbill(card))
    worn = grain("worn", "1.5", 2.4, card.chance.randrange(999), (0.94, 0.89, 0.78))
    drawn += f"<defs>{worn}</defs>" + box(0, 0, 63, 88, "#000", 'filter="url(#worn)" opacity="0.38"')
    light = {"yellow": _INK, "": "#fffaf0"}
    return drawn + connectors(card, _steps, 6.2, 4.8, _SLAB, SIDEWAYS, light, 'stroke="{}" stroke-width="0.45"')


def _steps(shade: str) -> str:
    """Return a connector as a block with steps, a fine rule along them."""
    return (
        path(f"M0 0H17{_EDGE}H0z", _BUFF)
        + path("M1.8 1.8H16V5H12.6V8.8H8.8V12.6H5V16H1.8z", shade)
        + stroke(f"M17 2{_EDGE}", _INK, 0.35)
    )


def _rules(ink: str) -> str:
    """Return a thick rule with a fine one within, open where the corners are."""
    return stroke("M18.6 2.7H44.4M18.6 85.3H44.4M2.7 18.6V69.4M60.3 18.6V69.4", ink, 1.3) + stroke(
        "M18.6 4.2H44.4M18.6 83.8H44.4M4.2 18.6V69.4M58.8 18.6V69.4", ink, 0.3
    )


def _wood(x: float, y: float, tall: float, number: int, fill: str, key: str) -> str:
    """Return a narrow figure of wood type, its key printed a little beside its ink."""
    figure = partial(text, 0, 0, tall, str(number), _WOOD)
    inked = figure(fill, 0, f'stroke="{fill}" stroke-width="{tall * 0.075:.2f}" stroke-linejoin="round"')
    under = figure(key, 0, f'stroke="{key}" stroke-width="{tall * 0.075 + 1.2:.2f}" stroke-linejoin="round"')
    return f'<g transform="translate({x} {y}) scale(0.92 1)"><g transform="translate(0.7 0.8)">{under}</g>{inked}</g>'


def _playbill(card: Card) -> str:
    """Return a sheet with a cut in a ring and the number over rays, the act above, a show on a ribbon below."""
    chance, own = card.chance, card.own
    many = chance.choice((28, 36, 44))
    turn = chance.uniform(0, 9)
    rays = "".join(
        shape([(31.5, 47), *polygon(31.5, 47, 29, 2 * many, turn + 360 * k / many)[:2]], mixed(own, _BUFF, 0.55))
        for k in range(many)
    )
    drawn = _rules(own) + f'<defs><clipPath id="panel">{box(6, 19, 51, 44.6, "#000")}</clipPath></defs>'
    drawn += f'<g clip-path="url(#panel)">{rays}</g>'
    cut: Callable[[Random], str] = chance.choice((_balloon, _locomotive, _bulb, _airship))
    drawn += disc(18.6, 34, 11.6, _BUFF, _CUT) + disc(18.6, 34, 10.6, "none", f'stroke="{own}" stroke-width="0.5"')
    drawn += f'<g transform="translate(18.6 34)">{cut(chance)}</g>' + _wood(42, 38.6, 27, card.face.number, own, _INK)
    return drawn + _act(card.face.phase) + _ribbon(chance, own) + _small(card)


def _act(phase: int) -> str:
    """Return the act in capitals, one star or two under it."""
    stars = "".join(shape(star(33.7 - 2.2 * phase + 4.4 * at, 14.4, 1.5, 5, 0.42), _INK) for at in range(phase))
    return text(31.5, 9.2, 3.4, f"ACTE {'I' * phase}", _SLAB, _INK, 0, _HEAVY) + stars


def _ribbon(chance: Random, own: str) -> str:
    """Return a black ribbon over the panel's foot with the name of a show."""
    name = chance.choice(_SHOWS)
    drawn = path("M3 60.6H10V67.4H3L5.6 64zM60 60.6H53V67.4H60L57.4 64z", mixed(own, _INK, 0.55))
    drawn += box(7.4, 58.8, 48.2, 7.4, _INK)
    drawn += box(8.4, 59.6, 46.2, 5.8, "none", f'stroke="{_BUFF}" stroke-width="0.25"')
    tall = min(3, 3 * 43 / width_of(name, 3, _WOOD))
    return drawn + text(31.5, 62.5, tall, name, _WOOD, _BUFF, 0, f'stroke="{_BUFF}" stroke-width="0.15"')


def _small(card: Card) -> str:
    """Return what is asked for as diamonds, the price of a seat as points, the sheet's id."""

    def diamond(x: float, y: float, shade: str) -> str:
        return shape(polygon(x, y, 2.2, 4), shade, f'stroke="{_INK}" stroke-width="0.3"')

    drawn = asked(card, 20.6, 73, diamond, 4.6) + line(33.6, 70.6, 33.6, 75.4, _INK, 0.4)
    drawn += text(39.6, 73, 2.7, f"{card.chance.randint(1, 12)} frs", _SLAB, _INK)
    return drawn + text(31.5, 79.8, 2.8, f"N° {card.id}", _SLAB, _INK, 0, _HEAVY)


def _balloon(chance: Random) -> str:
    """Return a balloon with strips, its basket under it."""
    wide = chance.choice((1.4, 2.8, 4.2))
    drawn = path("M-6.4 -2.6A6.4 6.4 0 0 1 6.4 -2.6Q5.4 2 1.6 4.4H-1.6Q-5.4 2 -6.4 -2.6z", _BUFF, _CUT)
    drawn += path(
        f"M-{wide} -2.6Q-{wide} -8.6 0 -9Q{wide} -8.6 {wide} -2.6Q{wide} 2 0.8 4.4H-0.8Q-{wide} 2 -{wide} -2.6z", _INK
    )
    if chance.random() < 0.5:
        drawn += stroke("M-6.2 -3.4Q0 -0.6 6.2 -3.4M-5.8 -0.8Q0 2 5.8 -0.8", _INK if wide < 2 else _BUFF, 0.7)
    return drawn + stroke("M-1.4 4.4L-1 6.6M1.4 4.4L1 6.6", _INK, 0.3) + box(-1.3, 6.4, 2.6, 2, _INK)


def _locomotive(chance: Random) -> str:
    """Return an engine with smoke on rails."""
    high = chance.uniform(3.4, 5)
    drawn = box(-3, -1.6, 10, 4.4, _INK, 'rx="1.6"') + box(-8, -4.4, 5.4, 7.2, _INK) + box(-6.8, -3.2, 2.8, 2.4, _BUFF)
    drawn += path(f"M3.6 -1.6V{-high}L2.8 {-high - 1.4}H6.4L5.6 {-high}V-1.6z", _INK) + disc(0.4, -2, 1.1, _INK)
    drawn += "".join(
        disc(5.4 - k * 2.6, -high - 2.6 - k * 0.7, 1 + 0.25 * k, _BUFF, _CUT) for k in range(chance.randint(2, 4))
    )
    spokes = chance.randint(3, 6)
    for x, radius in ((-5.4, 2.5), (0.4, 2.1), (5, 2.1)):
        drawn += disc(x, 4.2, radius, _BUFF, _CUT) + "".join(
            line(x, 4.2, *end, _INK, 0.35) for end in polygon(x, 4.2, radius, spokes)
        )
    return drawn + stroke("M-9 6.9H9", _INK, 0.6)


def _bulb(chance: Random) -> str:
    """Return a lamp that shines."""
    many = chance.randint(8, 14)
    ends = zip(polygon(0, -1.6, 6.8, many), polygon(0, -1.6, chance.uniform(8.2, 9), many), strict=True)
    rays = "".join(line(*inner, *outer, _INK, 0.5) for inner, outer in ends)
    glass = path("M-5 -2A5 5 0 0 1 5 -2Q5 1 2.4 3.6H-2.4Q-5 1 -5 -2z", _BUFF, _CUT)
    thread = stroke("M-1.4 3.4L-2.4 -1.4l1.6 1.4l0.8 -1.8l0.8 1.8l1.6 -1.4L1.4 3.4", _INK, 0.4)
    return rays + glass + thread + box(-2.2, 3.8, 4.4, 3, _INK) + box(-1.2, 6.8, 2.4, 1.2, _INK)


def _airship(chance: Random) -> str:
    """Return an airship over a line of clouds."""
    ribs = "".join(
        stroke(f"M{x} -5.4Q{x * 1.25} -1.8 {x} 1.8", _INK, 0.4) for x in range(-6, 7, chance.choice((2, 3, 4)))
    )
    hull = path("M-9 -1.8Q-6 -6 1 -6T9 -1.8Q8 2.4 1 2.4T-9 -1.8z", _BUFF, _CUT) + path(
        "M-9.4 -5L-6.4 -2.6V-1L-9.4 1.4z", _INK
    )
    cabin = path("M-3 2.4H4L3 4.8H-2z", _INK)
    clouds = "".join(
        stroke(f"M{chance.uniform(-8, 2):.1f} {y}q1.4 -1.8 2.8 0q1.4 -1.8 2.8 0", _INK, 0.4) for y in (7, -7.4)
    )
    return hull + ribs + cabin + clouds


def _engine(card: Card) -> str:
    """Return a sheet of one ink: a robot cut in black and buff, the number in an oval under it."""
    chance, own = card.chance, card.own
    drawn = box(4.6, 4.6, 53.8, 78.8, own) + box(5.8, 5.8, 51.4, 76.4, "none", f'stroke="{_BUFF}" stroke-width="0.4"')
    drawn += "".join(
        stroke(f"M6 {y}Q20 {y + chance.uniform(-1.5, 1.5):.1f} 31 {y}T57 {y}", mixed(own, _INK, 0.3), 0.3)
        for y in range(19, 69, 2)
    )
    tilt, eye, round_by = chance.randint(-5, 5), chance.uniform(2.2, 3.4), chance.uniform(0.4, 6)
    head = line(0, -11, 0, -16, _INK, 0.9) + disc(0, -16.6, 1.5, _BUFF, _CUT)
    head += box(-13, -11, 26, 20, _BUFF, f'rx="{round_by:.1f}" {_CUT}')
    head += "".join(line(-12 + 1.4 * k, 4.4, -12 + 1.4 * k, 8, _INK, 0.5) for k in range(18) if abs(k - 8.6) > 5)
    for side in (-1, 1):
        head += "".join(disc(side * 5.6, -4, r, ink) for r, ink in ((eye + 0.8, _INK), (eye, _BUFF), (1.2, _INK)))
        head += box(side * 14 - 1.4, -5, 2.8, 8, _INK)
        head += stroke(f"M{side * 6} 9V14H{side * 13}L{side * 15} 22", _INK, 1.6)
    head += box(-5, 3.4, 10, 3.4, _INK) + "".join(
        box(-4.4 + 1.8 * k, 3.9, 1.2, chance.choice((1.2, 2.4)), _BUFF) for k in range(5)
    )
    drawn += f'<g transform="translate(31.5 30) rotate({tilt})">{head}</g>'
    oval = '<ellipse cx="31.5" cy="54.6" rx="{}" ry="{}" fill="{}"/>'
    drawn += oval.format(13.4, 12, _BUFF) + oval.format(12.4, 11, _INK) + oval.format(11.8, 10.4, _BUFF)
    drawn += _wood(31.5, 54.4, 12.6, card.face.number, own, _INK)
    return drawn + box(18, 69, 27, 13.4, _BUFF) + _small(card)


LETTRA = Edition(
    "lettra", 95, (_WOOD, _SLAB), ("#c23a2b", "#2a6496", "#e0a526", "#3d3833", "#3f7f4a", "#76508c"),
    _lettra, partial(leaflet, _BUFF, _INK), 2.4,
)  # fmt: skip
