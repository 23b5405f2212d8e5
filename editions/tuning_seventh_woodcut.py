"""One of the seventh five editions to tune on: woodcuts of a coast by day, lanterns at night for AI cards."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, stroke, text, way
from editions.marks import helper
from editions.scenery import grain
from editions.workshop import DARK_ON_YELLOW, asked, connectors

_WASHI, _SUMI, _SEA, _SEAL = "#f3e9d2", "#22211f", "#4d6b80", "#b5402f"
_BOLD = 'stroke="{0}" stroke-width="{1}"'


def _nishiki(card: Card) -> str:
    """Return a picture in a margin of paper; the card's colour is the title's slip and the fading top of the sky."""
    chance = card.chance
    fibres = grain("fibres", "0.25 0.9", 0.35, chance.randrange(99), (0.4, 0.32, 0.2))
    clip = '<clipPath id="picture"><rect x="4" y="4" width="55" height="80"/></clipPath>'
    drawn = f"<defs>{fibres}{clip}</defs>" + box(0, 0, 63, 88, _WASHI) + '<g clip-path="url(#picture)">'
    drawn += (_night(card) if card.ai else _coast(card)) + "</g>"
    drawn += box(4, 4, 55, 80, "none", f'stroke="{_SUMI}" stroke-width="0.5"')
    drawn += box(0, 0, 63, 88, "#000000", 'filter="url(#fibres)" opacity=".5"')
    slip = 44.6 if card.ai else 8.6
    drawn += _slip(card, slip) + _seal(card, slip + 5, 45.6) + _crest(card)
    ink = "#5b5243"
    words = f"© 2026 Kawa · {card.id}"
    drawn += text(61, 44, 2.1, words, "Merriweather", ink, 90, _BOLD.format(ink, 0.12))
    return drawn + connectors(
        card, lambda shade: path("M-1 -1H11L-1 11z", _WASHI) + path("M-1 -1H9.9L-1 9.9z", shade), 3, 3.3,
        "Merriweather", (0, 0, 0, 0), DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.3"',
    )  # fmt: skip


def _slip(card: Card, x: float) -> str:
    """Return the title's slip in the card's colour, the number on it."""
    ink = DARK_ON_YELLOW.get(card.face.colour, "#ffffff")
    drawn = box(x, 12, 10, 27, card.own, f'stroke="{_WASHI}" stroke-width="0.9"')
    drawn += box(x + 0.9, 12.9, 8.2, 25.2, "none", f'stroke="{ink}" stroke-width="0.25"')
    drawn += text(x + 5, 19.4, 7.6, str(card.face.number), "Merriweather", ink, 0, _BOLD.format(ink, 0.5))
    for k in range(3):  # a name in strokes of the brush
        y, chance = 28.4 + 3.4 * k, card.chance
        drawn += line(x + 3.2, y, x + 6.8, y - 0.4, ink, 0.5) + line(
            x + 5, y - 1.2, x + 5 + chance.uniform(-1, 1), y + 1.4, ink, 0.5
        )
        drawn += line(x + 3.6, y + 1.2, x + chance.uniform(5, 6.8), y + chance.uniform(0.6, 1.4), ink, 0.4)
    return drawn


def _seal(card: Card, x: float, y: float) -> str:
    """Return the seal: a stroke for the first phase, two for the second; the machine's has a gear's square."""
    drawn = box(x - 4.2, y - 4.2, 8.4, 8.4, _SEAL, 'rx="1"')
    if card.ai:
        return drawn + box(x - 2, y - 2, 4, 4, "none", f'stroke="{_WASHI}" stroke-width="1"')
    for at, wide in ((0, 2.8),) if card.face.phase == 1 else ((-1.7, 1.9), (1.7, 2.9)):
        brushed = f"M{x - wide} {y + at + 0.4}q{wide} -0.5 {2 * wide} -0.7l0.2 0.9q{-wide} 0 {-2 * wide} 0.6z"
        drawn += path(brushed, _WASHI, f'stroke="{_WASHI}" stroke-width="0.3"')
    return drawn


def _coast(card: Card) -> str:
    """Return a mountain behind the sea, a wave before it."""
    chance, own = card.chance, card.own
    sky = faded("sky", (0, own), (0.2, mixed(own, "#efdfc0", 0.45)), (0.42, "#efdfc0"), (1, "#f4e9d0"))
    drawn = f"<defs>{sky}</defs>" + box(4, 4, 55, 80, "url(#sky)")
    if chance.random() < 0.6:
        drawn += disc(chance.uniform(30, 50), chance.uniform(18, 30), chance.uniform(4, 6.5), "#f8f0dc")
    drawn += _mountain(chance)
    for _ in range(chance.randint(1, 3)):
        x, y, wide = chance.uniform(18, 44), chance.uniform(20, 42), chance.uniform(9, 16)
        mist = (
            f"M{x:.1f} {y:.1f}h{wide:.1f}a1.1 1.1 0 0 1 0 2.2h{-wide * 0.5:.1f}a1.1 1.1 0 0 0 0 2.2h{-wide * 0.6:.1f}"
        )
        drawn += path(mist + "a1.1 1.1 0 0 1 0 -2.2h2a1.1 1.1 0 0 0 0 -2.2z", "#fbf4e4", 'opacity=".9"')
    drawn += box(4, 52, 55, 32, mixed(_SEA, "#cfd8d4", 0.45))
    return drawn + _boat(chance) + chance.choice((_breaker, _scales, _pines))(chance)


def _mountain(chance: Random) -> str:
    """Return the mountain with its snow."""
    x, top, wide = chance.uniform(28, 44), chance.uniform(22, 32), chance.uniform(20, 30)
    outline = f"M{x - wide:.1f} 53Q{x - wide * 0.3:.1f} {top + 13:.1f} {x - 2.4:.1f} {top:.1f}H{x + 2.4:.1f}"
    outline += f"Q{x + wide * 0.3:.1f} {top + 13:.1f} {x + wide:.1f} 53z"
    tone = chance.choice(("#6f7f86", "#7b6a5c", "#5f7268", "#8a7b76"))
    snow = f"M{x - 2.4:.1f} {top:.1f}H{x + 2.4:.1f}L{x + 5.4:.1f} {top + 6.4:.1f}"
    snow += "l-2.4 -1.6l-1.4 3.4l-2 -3.6l-2.2 3.2l-1 -3.4l-2 2z"
    return path(outline, tone, f'stroke="{_SUMI}" stroke-width="0.4"') + path(snow, "#fbf6ea")


def _boat(chance: Random) -> str:
    x, y = chance.uniform(26, 48), chance.uniform(55, 60)
    hull = path(
        f"M{x - 6} {y}Q{x} {y + 2.6} {x + 6.6} {y - 1}L{x + 4.6} {y + 2.2}H{x - 4.4}z",
        "#8a6a44",
        f'stroke="{_SUMI}" stroke-width="0.3"',
    )
    sail = path(
        f"M{x - 2.6} {y - 7.4}H{x + 2.6}V{y - 0.6}H{x - 2.6}z", "#f4ead2", f'stroke="{_SUMI}" stroke-width="0.3"'
    )
    return hull + sail + line(x, y - 8.4, x, y, _SUMI, 0.3)


def _breaker(chance: Random) -> str:
    """Return a wave that rears up at one side, claws of foam on it."""
    flip = chance.choice((1, -1))
    place = f'transform="translate({31.5 - flip * 31.5} 0) scale({flip} 1)"'
    body = "M0 88V62Q8 46 22 47.5Q31 49 30.5 56Q26.6 52 21 54.6Q19 63 29 68.6Q42 74 63 68V88z"
    foam = "M22 47.5Q31 49 30.5 56q-1.4 -0.4 -1.6 -2q-1.4 1.4 -2.6 0.2q-1 1.4 -2.6 0q-1.6 1.2 -2.7 0.4Q24 50.6 16 48.8z"
    drawn = path(body, _SEA, f'stroke="{_SUMI}" stroke-width="0.5"') + path(
        foam, "#fbf6ea", f'stroke="{_SUMI}" stroke-width="0.35"'
    )
    for k in range(4):
        drawn += stroke(f"M{2 + 3.4 * k} 86Q{4 + 3 * k} {66 - k} {15 + 2.2 * k} {57.6 + 2.6 * k}", "#e9eef0", 0.5)
    dots = "".join(disc(24 + chance.uniform(-4, 14), 45 + chance.uniform(-4, 4), 0.45, "#fbf6ea") for _ in range(9))
    return f"<g {place}>{drawn}{dots}</g>"


def _scales(chance: Random) -> str:
    """Return the sea as rows of arcs."""
    tone, drawn = chance.choice((_SEA, "#5b7d74", "#6a7386")), ""
    for row in range(7):
        for column in range(10):
            x, y = 7 * column - (3.5 if row % 2 else 0), 66 + 3 * row
            for radius, fill in ((3.5, tone), (2.5, "#e6e6da"), (1.6, tone)):
                drawn += disc(x, y, radius, fill, f'stroke="{_SUMI}" stroke-width="0.2"')
    return drawn


def _pines(chance: Random) -> str:
    """Return a shore with crooked pines."""
    drawn = path("M0 88V67Q16 61 34 66T66 64V88z", "#a9a06f", f'stroke="{_SUMI}" stroke-width="0.4"')
    for _ in range(3):
        x, foot, lean = chance.uniform(10, 54), chance.uniform(68, 73), chance.uniform(-4, 4)
        drawn += stroke(f"M{x:.1f} {foot:.1f}q{lean:.1f} -5 {lean / 2:.1f} -11", "#5a4330", 1.1)
        for k in range(3):
            px, py = x + lean * (0.5 + 0.3 * (k - 1)) + (k - 1) * 2.6, foot - 8 - 2 * (k % 2)
            drawn += path(
                f"M{px - 4:.1f} {py:.1f}q1.6 -2.8 4 -2.2q3 -0.6 4 2.2z",
                "#3f5a44",
                f'stroke="{_SUMI}" stroke-width="0.25"',
            )
    return drawn


def _night(card: Card) -> str:
    """Return a night with the moon and a lantern in the shape of a machine's head, lit in the card's colour."""
    chance, own = card.chance, card.own
    drawn = f"<defs>{faded('sky', (0, '#1c2536'), (0.7, '#3d4b5e'), (1, '#59636b'))}</defs>" + box(
        4, 4, 55, 80, "url(#sky)"
    )
    drawn += disc(chance.uniform(14, 22), chance.uniform(16, 20), 5, "#efe3c0")
    roofs = [(4, 64), (10, 58), (20, 58), (26, 63), (34, 56), (48, 56), (54, 62), (59, 60), (59, 84), (4, 84)]
    drawn += shape(roofs, "#161a20")
    drawn += line(24, 4, 24, 27, _SUMI, 0.5) + box(19, 26, 10, 2.4, _SUMI)
    drawn += box(10, 28.4, 28, 24, own, f'rx="6" stroke="{_WASHI}" stroke-width="0.8"') + box(19, 52, 10, 2.4, _SUMI)
    drawn += stroke("".join(f"M11 {31.6 + 3.2 * k:.1f}H37" for k in range(6)), "#000000", 0.25, 'opacity=".35"')
    look = chance.uniform(-1, 1)
    for x in (18, 30):
        drawn += disc(x, 37.6, 3.6, _WASHI, f'stroke="{_SUMI}" stroke-width="0.6"') + disc(x + look, 37.6, 1.5, _SUMI)
    teeth = "".join(line(19 + 2.5 * k, 44.4, 19 + 2.5 * k, 48, _SUMI, 0.4) for k in range(5))
    drawn += box(17.6, 44.4, 12.8, 3.6, _WASHI, f'stroke="{_SUMI}" stroke-width="0.5"') + teeth
    tail = [(24 + sin(k) * 0.8, 54.4 + k) for k in range(7)]
    return drawn + stroke(way(tail), _SEAL, 0.9)


def _crest(card: Card) -> str:
    """Return a strip of paper with the condition as fans, and the points in a round crest."""

    def fan(x: float, y: float, shade: str) -> str:
        rim = [(x + 3.4 * cos(a), y + 1.6 - 3.4 * sin(a)) for a in (pi * (0.15 + 0.1 * k) for k in range(8))]
        return shape([(x, y + 1.6), *rim], shade, f'stroke="{_SUMI}" stroke-width="0.25"')

    drawn = box(12, 74.4, 39, 7, _WASHI, f'stroke="{_SUMI}" stroke-width="0.35"') + asked(card, 17.5, 78.2, fan, 7)
    drawn += disc(44.6, 77.9, 4.6, _SUMI) + disc(44.6, 77.9, 3.9, "none", f'stroke="{_WASHI}" stroke-width="0.3"')
    return drawn + text(
        44.6, 77.9, 3.2, str(card.chance.randint(1, 12)), "Merriweather", _WASHI, 0, _BOLD.format(_WASHI, 0.15)
    )


NISHIKI = Edition(
    "nishiki", 75, ("Merriweather",), ("#b8352c", "#2b5a93", "#dcae3a", "#2a2a2c", "#3f7d54", "#74508f"),
    _nishiki, lambda shade, at: helper(shade, at, "Merriweather", _WASHI, _SUMI, 0.5), 2.8,
)  # fmt: skip
