"""One of the eighth five editions to tune on: stickers of footballers with the number on their shirts, shining crests for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text
from editions.marks import TOWARDS
from editions.workshop import asked, leaflet

_NIGHT, _WHITE = "#1a2233", "#fcfcfa"
_BLOCKS = {
    1: "M-.26 -.48L.02 -.75V.75M-.32 .66H.36",
    2: "M-.42 -.3V-.52L-.22 -.72H.22L.42 -.52V-.2L-.4 .4V.68H.5",
    3: "M-.42 -.38V-.52L-.22 -.72H.22L.42 -.52V-.2L.22 0H-.14M.22 0L.42 .2V.52L.22 .72H-.22L-.42 .52V.38",
    4: "M.2 .82V-.72L-.44 .2V.32H.54",
    5: "M.48 -.7H-.4V-.08H.2L.42 .12V.52L.22 .72H-.22L-.42 .52V.38",
}
_NAMES = (
    "BARROS", "KOVAL", "LINDQVIST", "OKAFOR", "TANAKA", "MORETTI", "DUPIN", "VARGA", "SILVA", "HAAS", "NOVAK", "IBARRA",
    "PETROV", "DIALLO", "SANTOS", "BERG", "ROSSI", "KEITA", "MURPHY", "CASTRO",
)  # fmt: skip


def _digit(x: float, y: float, tall: float, number: int, fill: str, rim: str, turn: float = 0) -> str:
    """Return a figure as it is ironed on shirts: straight strokes, cut corners, a rim."""
    drawn = "".join(
        stroke(_BLOCKS[number], shade, wide, 'stroke-miterlimit="2"') for shade, wide in ((rim, 0.5), (fill, 0.32))
    )
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:g}) scale({tall / 1.7:.3f})">{drawn}</g>'


def _tribuna(card: Card) -> str:
    inside = _crest(card) if card.ai else _player(card)
    clip = '<defs><clipPath id="inside"><rect x="2.4" y="2.4" width="58.2" height="83.2" rx="1.6"/></clipPath></defs>'
    drawn = box(0, 0, 63, 88, _WHITE) + clip + f'<g clip-path="url(#inside)">{inside}{_corners(card)}</g>'
    return drawn + _side(card)


def _corners(card: Card) -> str:
    """Return large triangles within the white border, the tops of their figures towards the corner."""
    drawn = ""
    for at, (colour, number) in enumerate(card.face.connectors):
        x, right = (60.6, -1) if at in (1, 2) else (2.4, 1)
        y, down = (85.6, -1) if at in (2, 3) else (2.4, 1)
        corner = [(x, y), (x + 16.4 * right, y), (x, y + 16.4 * down)]
        drawn += shape(corner, card.shade[colour], f'stroke="{_WHITE}" stroke-width="1.2"')
        ink, rim = (_NIGHT, "#fff3c4") if colour == "yellow" else (_WHITE, "#00000055")
        drawn += _digit(x + 5.1 * right, y + 5.1 * down, 6, number, ink, rim, TOWARDS[at])
    return drawn


def _side(card: Card) -> str:
    """Return the id in a plate at the right, read from below, over the white border."""
    plate = box(56.4, 33, 4.8, 22, _NIGHT, f'rx="1" stroke="{_WHITE}" stroke-width="0.6"')
    return plate + text(
        58.8, 44, 2.8, f"N.{card.id}", "Roboto Slab", _WHITE, -90, f'stroke="{_WHITE}" stroke-width="0.12"'
    )


def _ground(chance: Random) -> str:
    """Return a stand full of people under the sky, and mown grass."""
    sky = chance.choice(("#9ccbe8", "#f2c9a2", "#b9c4d6", "#6f86b8"))
    drawn = f"<defs>{faded('sky', (0, sky), (1, '#f7f7f2'))}</defs>" + box(0, 0, 63, 40, "url(#sky)")
    roof = chance.uniform(13, 21)
    drawn += shape([(0, roof), (63, roof + chance.uniform(-5, 5)), (63, 44), (0, 44)], "#59606e")
    crowd = ("#d9b08c", "#e9e4da", "#8f3b3b", "#46608f", "#c9b458", "#39424f", "#7d8794", "#f0f0ec")
    for row in range(12):
        for k in range(34):
            if chance.random() < 0.85:
                drawn += disc(k * 1.9 + (row % 2) * 0.95, roof + 4 + row * 1.9, 0.8, chance.choice(crowd))
    drawn += box(0, 43, 63, 3.6, "#e9ecee") + "".join(
        box(k * 9 + chance.uniform(0, 4), 44, 4, 1.6, chance.choice(crowd)) for k in range(7)
    )
    return drawn + "".join(box(9 * k, 46.6, 9, 42, ("#7fae66", "#74a25c")[k % 2]) for k in range(7))


def _player(card: Card) -> str:
    """Return a footballer before the stand: the shirt in the card's colour, the number on it, stars for the phase."""
    chance, own = card.chance, card.own
    drawn = _ground(chance) + _shirt(card) + _head(chance, 30, 24)
    ink, rim = (_NIGHT, "#fff8dc") if card.face.colour == "yellow" else ("#ffffff", mixed(own, "#000000", 0.65))
    drawn += _digit(30, 53.4, 15.4, card.face.number, ink, rim)
    for at in range(card.face.phase):
        drawn += shape(
            star(31.5 + (at * 8 - 4 if card.face.phase == 2 else 0), 7.6, 3.8, 5, 0.42),
            "#f2b51d",
            f'stroke="{_NIGHT}" stroke-width="0.5"',
        )
    drawn += box(0, 66, 63, 6.4, _NIGHT) + text(31.5, 69.2, 3, chance.choice(_NAMES), "Bebas Neue", _WHITE)
    return drawn + _data(card, _WHITE, _NIGHT)


def _shirt(card: Card) -> str:
    """Return shoulders in the card's colour with sleeves, a collar and perhaps thin stripes, hoops or a sash."""
    chance, own = card.chance, card.own
    trim = mixed(own, "#ffffff", 0.82) if chance.random() < 0.6 else mixed(own, "#000000", 0.5)
    body = "M5 72Q5 45 14 42L25 37H35L46 42Q55 45 55 72z"
    pattern = mixed(own, "#ffffff", 0.16) if card.face.colour != "yellow" else mixed(own, "#7a4a00", 0.14)
    kind = chance.randrange(4)
    drawn = f'<defs><clipPath id="shirt"><path d="{body}"/></clipPath></defs>' + path(
        body, own, 'stroke="#14181f" stroke-width="0.7"'
    )
    if kind == 1:
        drawn += "".join(box(6 + 9 * k, 36, 4, 38, pattern, 'clip-path="url(#shirt)"') for k in range(6))
    if kind == 2:
        drawn += "".join(box(0, 42 + 8 * k, 63, 3.6, pattern, 'clip-path="url(#shirt)"') for k in range(4))
    if kind == 3:
        drawn += shape([(8, 36), (22, 36), (56, 74), (42, 74)], pattern, 'clip-path="url(#shirt)"')
    drawn += stroke("M14 72V56M46 72V56", mixed(own, "#000000", 0.45), 0.6)
    drawn += path("M25 37L30 43L35 37L37.4 38L30 46.4L22.6 38z", trim)
    return drawn + stroke("M6.4 55Q10 57.6 13.6 56M53.6 55Q50 57.6 46.4 56", trim, 1.3, 'clip-path="url(#shirt)"')


def _head(chance: Random, x: float, y: float) -> str:
    """Return a face with hair, brows, perhaps a beard or a headband, by lot."""
    skin = chance.choice(("#f3cba5", "#e0a878", "#b87b4e", "#8a5635", "#5f3a24"))
    hair = chance.choice(("#1d1714", "#3c2415", "#7a4a22", "#d9b25a", "#8d8a86", "#a5441f"))
    dark, wide = mixed(skin, "#401c10", 0.3), chance.uniform(7.6, 9)
    drawn = box(x - 4, y + 8, 8, 9, dark) + path(f"M{x - 4} {y + 13}q4 4.4 8 0v3q-4 3 -8 0z", skin)
    style = chance.randrange(5)
    if style == 0:
        drawn += disc(x, y - 5, wide + 3.6, hair)
    if style == 1:
        drawn += path(f"M{x - wide - 2} {y + 11}V{y - 4}Q{x} {y - 19} {x + wide + 2} {y - 4}V{y + 11}z", hair)
    drawn += disc(x - wide, y + 1, 2, skin) + disc(x + wide, y + 1, 2, skin)
    drawn += f'<ellipse cx="{x}" cy="{y}" rx="{wide:.1f}" ry="11.4" fill="{skin}"/>'
    if style != 4:
        parting = chance.uniform(-4, 4)
        drawn += path(
            f"M{x - wide - 0.3} {y - 2}Q{x - wide - 0.6} {y - 13} {x} {y - 13}T{x + wide + 0.3} {y - 2}Q{x + parting + 2} {y - 6} {x + parting} {y - 8}Q{x - 4} {y - 6} {x - wide - 0.3} {y - 2}z",
            hair,
        )
    if chance.random() < 0.25:
        drawn += box(x - wide - 0.2, y - 7, 2 * wide + 0.4, 2.2, chance.choice(("#ffffff", "#22262e")))
    for side in (-3.4, 3.4):
        drawn += f'<ellipse cx="{x + side}" cy="{y}" rx="1.5" ry="0.95" fill="#ffffff"/>' + disc(
            x + side, y, 0.8, "#21160f"
        )
        drawn += line(x + side - 1.9, y - 2.4, x + side + 1.9, y - 2.6, hair if style != 4 else dark, 0.8)
    drawn += stroke(f"M{x} {y}v3.4l-1.2 0.4", dark, 0.7) + stroke(
        f"M{x - 2.6} {y + 6.6}q2.6 {chance.uniform(-0.6, 2):.1f} 5.2 0", "#8c3a30", 0.9
    )
    beard = chance.randrange(4)
    if beard == 0:
        drawn += stroke(f"M{x - 2.8} {y + 4.9}q2.8 -1.2 5.6 0", hair, 1.2)
    if beard == 1:
        drawn += path(
            f"M{x - wide + 0.4} {y + 4}Q{x} {y + 22} {x + wide - 0.4} {y + 4}Q{x} {y + 12.6} {x - wide + 0.4} {y + 4}z",
            hair,
        )
    return drawn


def _data(card: Card, ink: str, ground: str) -> str:
    """Return between the lower corners what is asked for as pennants, the points on a ball, and the player's data."""
    chance = card.chance
    drawn = box(19.8, 73.4, 23.4, 12.2, ground, 'rx="1"')

    def pennant(x: float, y: float, shade: str) -> str:
        return shape([(x - 1.5, y - 2), (x + 2.1, y), (x - 1.5, y + 2)], shade, f'stroke="{ink}" stroke-width="0.3"')

    drawn += asked(card, 23, 76.8, pennant, 4.4) + disc(39, 76.8, 2.7, _WHITE, f'stroke="{_NIGHT}" stroke-width="0.4"')
    drawn += text(39, 76.8, 2.2, str(chance.randint(1, 12)), "Roboto Slab", _NIGHT)
    height = f"1,{chance.randint(65, 98)} m  {chance.randint(62, 94)} kg"
    return (
        drawn
        + text(31.5, 81.6, 1.5, height, "Roboto Slab", ink)
        + text(31.5, 84, 1, "Figurine Tribuna 1986", "Roboto Slab", ink)
    )


def _crest(card: Card) -> str:
    """Return a crest on shining foil: a robot in goal above, the number on the card's colour under it."""
    chance, own = card.chance, card.own
    foil = faded(
        "foil",
        (0, "#e9eef5"),
        (0.2, "#f6e6f1"),
        (0.4, "#dff3ec"),
        (0.6, "#f8f3d8"),
        (0.8, "#dde8f8"),
        (1, "#efe2f4"),
        across=True,
    )
    drawn = f"<defs>{foil}</defs>" + box(0, 0, 63, 88, "url(#foil)")
    facets = chance.randint(9, 14)
    for at in range(facets):
        drawn += shape(
            [(31.5, 40), *polygon(31.5, 40, 70, 2 * facets, 360 * at / facets)[:2]], "#ffffff", 'opacity="0.55"'
        )
    shield = "M9 14Q20 16 31.5 10Q43 16 54 14V42Q54 60 31.5 70Q9 60 9 42z"
    drawn += path(shield, own, f'stroke="{_NIGHT}" stroke-width="3"') + stroke(shield, "#e2c15c", 1.5)
    edge = f'stroke="{_NIGHT}" stroke-width="0.8"'
    skin, round_by = chance.choice(("#d5dbe0", "#eadfc4", "#b9c9d0")), chance.uniform(0.6, 5)
    drawn += line(31.5, 20, 31.5 + chance.uniform(-5, 5), 13.6, _NIGHT, 1) + box(
        20, 19, 23, 18, skin, f'rx="{round_by:.1f}" {edge}'
    )
    for side in (-1, 1):
        drawn += disc(31.5 + side * 5.4, 25.6, chance.uniform(1.8, 2.9), "#f6d54a", edge) + disc(
            31.5 + side * 5.4, 25.6, 1, _NIGHT
        )
        drawn += box(31.5 + side * 13.3 - 1.6, 24, 3.2, 7, skin, edge)
    drawn += box(25, 31, 13, 3, _NIGHT) + "".join(
        line(26.4 + 2 * k, 31.4, 26.4 + 2 * k, 33.6, chance.choice((skin, "#f6d54a")), 0.8) for k in range(6)
    )
    ink, rim = (_NIGHT, "#fff8dc") if card.face.colour == "yellow" else ("#ffffff", mixed(own, "#000000", 0.65))
    return drawn + _digit(31.5, 51, 15.4, card.face.number, ink, rim) + _data(card, _WHITE, _NIGHT)


TRIBUNA = Edition(
    "tribuna", 83, ("Bebas Neue", "Roboto Slab"), ("#cf2230", "#1f57b5", "#f5c518", "#25262b", "#12834a", "#6f3a9c"),
    _tribuna, partial(leaflet, _WHITE, _NIGHT), 2.6,
)  # fmt: skip
