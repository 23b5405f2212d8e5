"""One of the eighth five editions to tune on: a page of comics with slanting panels, and one splash panel for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, polygon, shape, star, stroke, text
from editions.workshop import asked, leaflet

_INK, _PAGE, _CAPTION, _FLASH = "#141214", "#fdfcf4", "#ffe98a", "#ffd21f"
_PEN = f'stroke="{_INK}" stroke-width="0.8" stroke-linejoin="round"'
_BRUSHED = {
    1: "M-.28 -.4L.06 -.72V.72",
    2: "M-.42 -.36Q-.4 -.74 0 -.74Q.44 -.72 .42 -.34Q.4 -.02 -.42 .7H.46",
    3: "M-.4 -.72H.4L-.04 -.16Q.46 -.14 .44 .28Q.4 .74 -.02 .74Q-.34 .74 -.46 .46",
    4: "M.16 .74V-.74L-.46 .28H.48",
    5: "M.4 -.72H-.32L-.38 -.1Q-.1 -.24 .1 -.2Q.46 -.1 .44 .28Q.4 .74 -.04 .74Q-.34 .74 -.44 .52",
}
_NOISES = ("PAF", "ZACK", "BOUM", "WUSCH", "CRAC", "PLOF", "HOP", "KLONK", "VROUM", "SPLASH")
_SAID = (
    "Plus vite !",
    "Et moi ?",
    "Pas encore...",
    "Qui va là ?",
    "Je le savais.",
    "Trop tard !",
    "Regarde !",
    "Oh non...",
)


def _digit(x: float, y: float, tall: float, number: int, fill: str) -> str:
    """Return a figure drawn with a brush, leaning, in a shade with a black contour."""
    rounded = 'stroke-linejoin="round" stroke-linecap="round"'
    drawn = "".join(stroke(_BRUSHED[number], shade, wide, rounded) for shade, wide in ((_INK, 0.56), (fill, 0.3)))
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({tall / 1.8:.3f}) skewX(-8)">{drawn}</g>'


def _dots(chance: Random, area: str, shade: str, name: str) -> str:
    """Return a screen of dots that grow downwards within an outline."""
    grow, pitch = chance.choice((1, -1)), 2.4
    screen = "".join(
        disc(k * pitch + (row % 2) * pitch / 2, row * pitch * 0.6, 0.25 + 0.75 * (share if grow > 0 else 1 - share), shade)
        for row in range(38) for share in [row / 38] for k in range(28)
    )  # fmt: skip
    return f'<defs><clipPath id="{name}"><path d="{area}"/></clipPath></defs><g clip-path="url(#{name})">{screen}</g>'


def _bulles(card: Card) -> str:
    return (_splash(card) if card.ai else _page(card)) + _corners(card)


def _page(card: Card) -> str:
    """Return two panels parted by a slanting gutter: a hero on the card's colour, a street under it."""
    chance, own = card.chance, card.own
    left, right = chance.uniform(47, 51), chance.uniform(53, 57)
    upper, lower = f"M3 3H60V{right:.1f}L3 {left:.1f}z", f"M3 {left + 2:.1f}L60 {right + 2:.1f}V85H3z"
    drawn = box(0, 0, 63, 88, _PAGE) + path(upper, own) + _dots(chance, upper, mixed(own, "#ffffff", 0.28), "up")
    drawn += f'<g clip-path="url(#up)">{_hero(card, 20, 33)}</g>' + stroke(upper, _INK, 1)
    drawn += path(lower, "#f4f0e2") + _dots(chance, lower, "#d3dfe4", "low")
    drawn += f'<g clip-path="url(#low)">{_street(chance)}</g>' + stroke(lower, _INK, 1)
    drawn += shape(star(44.4, 33, 14.6, 13, 0.76, chance.randint(0, 20)), "#ffffff", _PEN)
    drawn += _digit(44.4, 33, 17, card.face.number, own)
    said = chance.choice(_SAID)
    drawn += path("M25 5.4H40Q44 5.4 44 9T40 12.6H28L23.6 16.4L24.6 12.4Q20 12 20 9T25 5.4z", "#ffffff", _PEN)
    drawn += text(32, 9, 1.9, said, "Kalam", _INK)
    for at in range(card.face.phase):
        bolt = "M1.6 -5L-3.4 0.8H-0.6L-1.8 5L3.4 -1.2H0.6z"
        drawn += path(bolt, _FLASH, f'{_PEN} transform="translate({46.4 + 7 * at} 65.6)"')
    drawn += (
        f'<g transform="rotate({chance.randint(-14, 4)} 24 63)">' + _shout(24, 62.4, chance.choice(_NOISES)) + "</g>"
    )
    return drawn + _foot(card)


def _shout(x: float, y: float, words: str) -> str:
    return text(x, y, 5.6, words, "Lilita One", "#f4552d", 0, f'stroke="{_INK}" stroke-width="1" paint-order="stroke"')


def _hero(card: Card, x: float, y: float) -> str:
    """Return head and shoulders of somebody: hair, perhaps a mask or glasses, a mouth, by lot."""
    chance = card.chance
    skin = chance.choice(("#f6cfa6", "#e3a877", "#a86b42", "#7a4a2c", "#f1b9a0"))
    hair = chance.choice(("#26201e", "#6b3a1c", "#e2b84a", "#b9b4ac", "#a8351f", "#3f6f8f"))
    coat = chance.choice(("#f4f1e6", "#30363f", "#d8a13a", "#7f9aa8", "#b0553f"))
    drawn = path(f"M{x - 17} {y + 26}Q{x - 16} {y + 11} {x} {y + 11}T{x + 17} {y + 26}z", coat, _PEN)
    style = chance.randrange(4)
    behind = (
        disc(x, y - 3, 12.4, hair, _PEN),
        path(f"M{x - 11} {y + 12}V{y - 4}Q{x - 10} {y - 14} {x} {y - 14}T{x + 11} {y - 4}V{y + 12}z", hair, _PEN),
        "".join(disc(x + dx, y + dy, 4.2, hair, _PEN) for dx, dy in ((-8, -4), (-6, -9), (0, -11.4), (6, -9), (8, -4))),
        shape(star(x, y - 4, 14, 9, 0.7, chance.randint(0, 40)), hair, _PEN),
    )[style]
    drawn += behind + path(
        f"M{x - 8.6} {y - 5}Q{x - 8.6} {y + 12} {x} {y + 12.6}T{x + 8.6} {y - 5}Q{x} {y - 10} {x - 8.6} {y - 5}z",
        skin,
        _PEN,
    )
    if chance.random() < 0.4:
        drawn += path(
            f"M{x - 9} {y - 3}H{x + 9}V{y + 1.6}Q{x + 4} {y + 4} {x} {y + 1.4}Q{x - 4} {y + 4} {x - 9} {y + 1.6}z", _INK
        )
    look = chance.uniform(-0.9, 0.9)
    for side in (-3.6, 3.6):
        drawn += disc(x + side, y - 0.4, 1.9, "#ffffff", f'stroke="{_INK}" stroke-width="0.5"') + disc(
            x + side + look, y - 0.3, 0.8, _INK
        )
        lift = chance.uniform(-1.2, 1.2)
        drawn += line(x + side - 2.2, y - 3.6 + lift, x + side + 2.2, y - 3.6 - lift, _INK, 0.9)
    mouth = ("M-3 7q3 2.6 6 0", "M-2.6 8q2.6 -2.4 5.2 0", "M-2 6.4q2 -2 4 0q0 3.6 -2 3.6t-2 -3.6z", "M-3 7.6h6")
    drawn += stroke(f"M{x} {y + 1.4}l1.4 2.6l-1.6 0.3", _INK, 0.6)
    return drawn + f'<g transform="translate({x} {y})">{path(chance.choice(mouth), "#8c2420", _PEN)}</g>'


def _street(chance: Random) -> str:
    """Return roofs and windows along the bottom."""
    drawn, x = "", 0.0
    while x < 63:
        wide, top = chance.uniform(6, 13), chance.uniform(66, 73)
        drawn += box(x, top, wide, 22, chance.choice(("#c9d6d8", "#e2cfae", "#b7c3b0", "#d8b8a6")), _PEN)
        drawn += "".join(box(x + 1.2 + 2.6 * k, top + 1.6, 1.4, 1.8, _INK) for k in range(int(wide / 3)))
        x += wide
    return drawn


def _foot(card: Card) -> str:
    """Return the caption with the id, what is asked for, the points, and the price of the issue."""
    chance = card.chance
    drawn = box(18.4, 78.6, 26, 5.6, _CAPTION, _PEN) + text(
        31.4, 81.4, 2.9, card.id, "Kalam", _INK, 0, f'stroke="{_INK}" stroke-width="0.25"'
    )
    drawn += box(6, 70, 24, 6, "#ffffff", _PEN)

    def splat(x: float, y: float, shade: str) -> str:
        return shape(star(x, y, 2.3, 7, 0.66), shade, f'stroke="{_INK}" stroke-width="0.35"')

    drawn += asked(card, 9.4, 73, splat, 5.2) + text(26.6, 73, 2, f"+{chance.randint(1, 12)}", "Kalam", _INK)
    drawn += shape(polygon(50.8, 74, 3.8, 8, 22.5), "#ffffff", _PEN)
    return drawn + text(50.8, 74, 1.7, f"{chance.randint(2, 9)},50", "Kalam", _INK)


def _splash(card: Card) -> str:
    """Return one panel to the edges: rays in the card's colour at night, a robot, the number on its screen."""
    chance, own = card.chance, card.own
    drawn = box(0, 0, 63, 88, "#2b3350")
    middle, many = chance.uniform(26, 37), chance.randint(11, 15)
    for at in range(many):
        rays = polygon(middle, 34, 90, 2 * many, chance.uniform(0, 3) + 360 * at / many)[:2]
        drawn += shape([(middle, 34), *rays], own)
    edge = f'stroke="{_INK}" stroke-width="1.1" stroke-linejoin="round"'
    steel, eye, tilt = chance.choice(("#c7ced4", "#e5dcc6", "#9fb2bd")), chance.uniform(3, 4.6), chance.randint(-7, 7)
    head = line(31.5, 17, 31.5 + chance.uniform(-6, 6), 7, _INK, 1.4) + box(
        13, 15, 37, 27, steel, f'rx="{chance.uniform(1, 11):.1f}" {edge}'
    )
    for side in (-1, 1):
        head += box(31.5 + side * 20 - 2, 23, 4, 10, own, edge) + disc(31.5 + side * 8.6, 25.6, eye, _FLASH, edge)
        head += disc(31.5 + side * 8.6 + chance.uniform(-1.4, 1.4), 25.6, 1.5, _INK)
    head += "".join(box(22 + 3.4 * k, 35 - chance.choice((0, 1)), 2.4, 3.4, "#ffffff", edge) for k in range(6))
    drawn += f'<g transform="rotate({tilt} 31.5 30)">{head}</g>' + path("M8 92L13 45H50L55 92z", steel, edge)
    drawn += box(18.4, 49, 26.2, 25, own, f'rx="2.4" {edge}') + _digit(31.5, 61.5, 17.4, card.face.number, "#ffffff")
    drawn += box(18.4, 78.6, 26.2, 5.6, _CAPTION, _PEN)
    drawn += text(31.5, 81.4, 2.9, card.id, "Kalam", _INK, 0, f'stroke="{_INK}" stroke-width="0.25"')
    return drawn + disc(51, 58, 3.6, "#ffffff", _PEN) + text(51, 58, 2.3, f"{chance.randint(2, 12)}", "Kalam", _INK)


def _corners(card: Card) -> str:
    """Return the connectors: triangles with a fat contour, white figures upright."""
    drawn = ""
    for at, (colour, number) in enumerate(card.face.connectors):
        x, right = (63, -1) if at in (1, 2) else (0, 1)
        y, down = (88, -1) if at in (2, 3) else (0, 1)
        drawn += shape(
            [(x - right, y - down), (x + 15.4 * right, y - down), (x - right, y + 15.4 * down)],
            card.shade[colour],
            f'stroke="{_PAGE}" stroke-width="2.6"',
        )
        drawn += shape(
            [(x - right, y - down), (x + 15.4 * right, y - down), (x - right, y + 15.4 * down)],
            card.shade[colour],
            f'stroke="{_INK}" stroke-width="1.1"',
        )
        drawn += _digit(x + 4.8 * right, y + 4.9 * down, 6.2, number, "#ffffff")
    return drawn


BULLES = Edition(
    "bulles", 82, ("Kalam", "Lilita One"), ("#e5392f", "#2577d6", "#f7c21e", "#3a3b42", "#2fa452", "#8d44b8"),
    _bulles, partial(leaflet, _PAGE, _INK), 3.2,
)  # fmt: skip
