"""One of the sixth five editions to tune on: records in the dark, and cassettes for AI cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, stroke, text
from editions.scenery import grain
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet

_CREAM, _NIGHT = "#ece3cd", "#18242b"
_BOLD = 'stroke="{0}" stroke-width="0.45"'


def _side_b(card: Card) -> str:
    return _cassette(card) if card.ai else _record(card)


def _record(card: Card) -> str:
    """Return a record whose label is in the card's colour, the number hollow below it, the id on the sleeve's spine."""
    chance = card.chance
    paper = grain("paper", "0.8", 0.28, chance.randrange(99), (0.7, 0.8, 0.85))
    hue = mixed(_NIGHT, chance.choice(("#3b5560", "#4a3b50", "#3f4f3f", "#54413a")), 0.7)
    drawn = f"<defs>{faded('dusk', (0, hue), (1, mixed(_NIGHT, '#000000', 0.3)))}{paper}</defs>"
    drawn += box(0, 0, 63, 88, "url(#dusk)") + box(0, 0, 63, 88, "#000", 'filter="url(#paper)" opacity=".5"')
    drawn += _disc_of_sound(card, 29.5, 35)
    drawn += _spine(card)
    number = str(card.face.number)
    drawn += text(22.4, 69.6, 12, number, "Jost", _NIGHT, 0, f'stroke="{_CREAM}" stroke-width="2.5"')
    drawn += text(22.4, 69.6, 12, number, "Jost", _NIGHT, 0, f'stroke="{_NIGHT}" stroke-width="1.1"')
    for at in range(card.face.phase):
        drawn += _note(31.5 + 6 * (at - (card.face.phase - 1) / 2), 6.2)
    drawn += _tracks(card, 32.6, 67.6, _CREAM)
    return drawn + connectors(
        card, lambda shade: disc(0, 0, 15.8, _CREAM) + disc(0, 0, 15.1, shade), 5.9, 4.9, "Jost", (-45, 45, 135, -135),
        DARK_ON_YELLOW, _BOLD,
    )  # fmt: skip


def _disc_of_sound(card: Card, x: float, y: float) -> str:
    """Return the record: grooves, light across them, and the label with the words of a song."""
    chance, turn = card.chance, card.chance.uniform(-70, 10)
    drawn = disc(x + 0.8, y + 1.2, 24.6, "#000", 'opacity=".45"') + disc(x, y, 24.4, "#0a0a0c")
    for ring in range(16):
        wide = 0.5 if ring in (4, 9, 13) else 0.16
        drawn += disc(x, y, 13.4 + 0.66 * ring, "none", f'stroke="#34353c" stroke-width="{wide}"')
    for way in (0, 180):
        for half, light in ((15, 0.10), (8, 0.12)):
            ends = [
                (x + 24.2 * cos(a), y + 24.2 * sin(a)) for a in ((turn + way + s * half) * pi / 180 for s in (-1, 1))
            ]
            wedge = f"M{x} {y}L{ends[0][0]:.2f} {ends[0][1]:.2f}A24.2 24.2 0 0 1 {ends[1][0]:.2f} {ends[1][1]:.2f}z"
            drawn += path(wedge, "#ffffff", f'opacity="{light}"')
    ink = DARK_ON_YELLOW.get(card.face.colour, "#ffffff")
    drawn += disc(x, y, 12.6, _CREAM) + disc(x, y, 11.7, card.own)
    drawn += stroke(f"M{x - 9} {y - 3.4}h18M{x - 9} {y + 3.4}h18", ink, 0.25, 'opacity=".7"')
    drawn += text(x, y - 6, 1.9, chance.choice(_BANDS), "Teko", ink)
    drawn += text(x, y + 6, 1.8, f"{chance.randint(2, 6)}:{chance.randint(10, 59)}", "Teko", ink)
    return drawn + disc(x, y, 1.5, _CREAM) + disc(x, y, 0.9, "#0a0a0c")


_BANDS = ("THE LEVERS", "QUIET ENGINE", "TIN PARADE", "MOSS & WIRE", "NIGHT BUS", "LOW TIDE", "ORBIT TRIO")


def _spine(card: Card) -> str:
    """Return the spine along the right side, its words turned as on a shelf."""
    drawn = box(56.6, 19, 4.8, 49, _CREAM) + box(56.6, 19, 4.8, 3, card.own) + box(56.6, 65, 4.8, 3, card.own)
    drawn += text(59, 34, 1.9, "STEREO", "Teko", "#5b5546", 90)
    drawn += text(59, 55, 2.9, card.id, "Jost", "#16181b", 90, 'stroke="#16181b" stroke-width="0.14"')
    return drawn


def _note(x: float, y: float) -> str:
    """Return a note: one for the first phase, two for the second."""
    head = f'<ellipse cx="{x - 0.9:.2f}" cy="{y + 2.2:.2f}" rx="1.7" ry="1.25" fill="{_CREAM}"/>'
    stem = f"M{x + 0.45:.2f} {y + 2.2:.2f}v-5.6q0.4 1.6 2 2.2"
    return head + stroke(stem, _CREAM, 0.75)


def _tracks(card: Card, x: float, y: float, ink: str) -> str:
    """Return the condition as pads of a mixing desk, and the points beside a lever."""
    chance = card.chance

    def pad(px: float, py: float, shade: str) -> str:
        figure = text(px, py, 2.1, str(chance.randint(1, 5)), "Teko", "#ffffff")
        return box(px - 2, py - 2, 4, 4, shade, f'rx="0.7" stroke="{ink}" stroke-width="0.35"') + figure

    worth = chance.randint(1, 12)
    drawn = disc(x + 3, y, 3.3, ink) + text(x + 3, y, 2.8, str(worth), "Teko", "#16181b")
    drawn += line(x + 8, y - 2.6, x + 8, y + 2.6, ink, 0.4) + box(x + 6.8, y + chance.uniform(-2, 1), 2.4, 1.2, ink)
    return drawn + asked(card, x + 1, y + 7.6, pad, 4.9)


def _cassette(card: Card) -> str:
    """Return a cassette on a sunny ground, the label in the card's colour, the number on a sticker."""
    chance = card.chance
    drawn = box(0, 0, 63, 88, "#e9d9b4")
    for at, shade in enumerate(("#d98c4a", "#c9644a", "#8f4b52")):
        drawn += stroke(f"M-4 {66 + 4 * at}C20 {60 + 4 * at} 40 {80 + 3 * at} 68 {64 + 4 * at}", shade, 3.6)
    lean = chance.uniform(-2, 2)
    drawn += f'<g transform="rotate({lean:.2f} 31.5 42)">'
    drawn += box(4.8, 21.8, 55, 37, "#00000033", 'rx="2.6"') + box(4, 20.5, 55, 37, "#2c2e33", 'rx="2.6"')
    drawn += box(7.5, 23.4, 48, 25, "#f7f2e4", 'rx="1.6"') + box(7.5, 29, 48, 19.4, card.own, 'rx="1.2"')
    drawn += text(31.5, 26.3, 2.2, chance.choice(_BANDS), "Varela Round", "#2c2e33")
    drawn += path("M14 57.5L17 50.5H46L49 57.5z", "#44474e")
    drawn += box(15.5, 34, 32, 10.5, "#f7f2e4", 'rx="5.2"') + box(25.5, 36, 12, 6.5, "#3b2f2a", 'rx="1"')
    for x in (20.8, 42.2):
        drawn += disc(x, 39.2, 3.9, "#2c2e33") + _hub(x, 39.2, chance)
    for x in (6.4, 56.6):
        drawn += disc(x, 54.6, 0.9, "#8d9098")
    drawn += "</g>" + disc(31.5, 66, 8.4, "#00000022") + disc(31.5, 65.4, 8.4, "#fffdf6")
    drawn += disc(31.5, 65.4, 7.3, "none", f'stroke="{card.own}" stroke-width="0.9"')
    drawn += text(31.5, 65.4, 8.6, str(card.face.number), "Varela Round", "#1d1e21", 0, _BOLD.format("#1d1e21"))
    drawn += box(20, 3.6, 23, 6, "#2c2e33", 'rx="3"') + text(31.5, 6.6, 2.7, card.id, "Varela Round", "#f7f2e4")
    drawn += text(31.5, 14.6, 2.2, f"C-{chance.choice((60, 90))}  TYPE II", "Varela Round", "#8f4b52")
    drawn += _demands(card, 24, 81)
    return drawn + connectors(
        card, lambda shade: path("M-1 -1H12.6V9.6Q12.6 12.6 9.6 12.6H-1z", shade, 'stroke="#fffdf6" stroke-width="1"'),
        6.2, 5.6, "Varela Round", (0, 0, 0, 0), DARK_ON_YELLOW, _BOLD,
    )  # fmt: skip


def _hub(x: float, y: float, chance: Random) -> str:
    """Return the toothed hub of a reel, turned by chance."""
    teeth = "".join(box(-0.4, -2.9, 0.8, 1.5, "#2c2e33", f'transform="rotate({60 * k})"') for k in range(6))
    turn = chance.randrange(60)
    return f'<g transform="translate({x} {y}) rotate({turn})">{disc(0, 0, 2.9, "#f7f2e4")}{teeth}</g>'


def _demands(card: Card, x: float, y: float) -> str:
    """Return what an AI card asks for: round keys, and its points with a sign before them."""
    chance = card.chance

    def key(px: float, py: float, shade: str) -> str:
        return disc(px, py, 2.2, shade, 'stroke="#fffdf6" stroke-width="0.5"')

    return asked(card, x, y, key, 5) + text(x + 16, y, 2.5, f"+{chance.randint(2, 9)}", "Varela Round", "#2c2e33")


SIDE_B = Edition(
    "sideb", 62, ("Jost", "Teko", "Varela Round"), ("#d1372f", "#2b6fc4", "#eebb2f", "#2b2b2e", "#2f9a58", "#8b4cc0"),
    _side_b, partial(leaflet, "#26363f", "#ece3cd"), 2.4,
)  # fmt: skip
