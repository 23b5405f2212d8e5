"""One of the seventh five editions to tune on: motor racing as posters had it, hollow figures on the card's colour."""

from __future__ import annotations

from functools import partial

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, shape, stroke, text
from editions.marks import TOWARDS
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet

_LIGHT, _DARK = "#f6eedb", "#171412"
_BOLD = 'stroke="{0}" stroke-width="{1}"'
_TRACKS = ("MONTELUCE", "ST. AUBIN", "HARZRING", "PORTO ALTO", "KINGSMOOR", "LAC NOIR", "EIFELTAL", "VAL D'OR")


def _grand_prix(card: Card) -> str:
    """Return a poster: stripes over the card's colour, a car, under it the number as an outline."""
    chance = card.chance
    ink = _DARK if card.face.colour == "yellow" else _LIGHT
    drawn = box(0, 0, 63, 88, card.own) + _speed(card)
    drawn += text(31.5, 5.6, 2.5, chance.choice(_TRACKS), "Rajdhani", ink, 0, _BOLD.format(ink, 0.2))
    drawn += text(31.5, 10.4, 2.7, f"{chance.randint(1957, 1979)}", "Rajdhani", ink, 0, _BOLD.format(ink, 0.15))
    drawn += _car(card, ink)
    if card.ai:
        drawn += text(16.4, 61.4, 3, "AUTOPILOT", "Rajdhani", ink, -90, _BOLD.format(ink, 0.25))
    else:
        drawn += _chequers(16.4, 61.4, card.face.phase, ink)
    drawn += text(39, 61, 20.5, str(card.face.number), "Titan One", "none", 0, _BOLD.format(ink, 1.3))
    drawn += box(23.5, 80.8, 16, 5, _LIGHT, 'rx="0.8"')
    drawn += text(31.5, 83.3, 2.6, card.id, "Rajdhani", _DARK, 0, _BOLD.format(_DARK, 0.2))
    drawn += _stakes(card, ink)
    return drawn + connectors(
        card, lambda shade: path("M-1 -1H19L-1 19z", _LIGHT) + path("M-1 -1H17.4L-1 17.4z", shade), 5.7, 5.8,
        "Titan One", TOWARDS, DARK_ON_YELLOW,
    )  # fmt: skip


def _speed(card: Card) -> str:
    """Return three slanting stripes behind the car, in tones of the card's colour."""
    chance, own = card.chance, card.own
    lean, at = chance.uniform(14, 30), chance.uniform(22, 30)
    drawn = ""
    for k, share in enumerate((0.16, 0.3, 0.16)):
        y = at + 5.4 * k
        points = [(-1, y + lean / 2), (64, y - lean / 2), (64, y + 4.2 - lean / 2), (-1, y + 4.2 + lean / 2)]
        drawn += shape(points, mixed(own, "#ffffff", share))
    return drawn


def _car(card: Card, ink: str) -> str:
    """Return a racing car from the side: one of four bodies, somebody at the wheel or, on AI cards, an aerial."""
    chance = card.chance
    nose = chance.choice(("Q-22 -4 -12 -5", "L-21 -2.6L-12 -5", "Q-19 -1 -12 -5.4", "Q-24 -1 -14 -5"))
    tail = chance.choice(("L19 -7.4H23V0", "Q18 -7 22.4 -5V0", "H20V-8.6H23.4V0", "L22.6 -3V0"))
    drawn = f'<g transform="translate(31.5 {chance.uniform(37, 40):.1f})">'
    drawn += path(f"M-24 0{nose}H-5L-2 -7.6L0 -5H10{tail}Q22 2.4 18 2.4H-20Q-24 2.4 -24 0z", ink)
    drawn += line(-20, -0.6, 20, -0.6, card.own, 1)
    if card.ai:
        drawn += line(3, -5, 4.6, -12, ink, 0.7) + disc(4.7, -12.4, 1.1, ink) + box(0.6, -7.4, 6, 2.8, ink)
    else:
        helmet = chance.choice(("#ffffff", "#d9d2c0", "#e8d9b4", "#b9c3c9"))
        drawn += disc(4, -7.6, 3, helmet, f'stroke="{_DARK}" stroke-width="0.5"') + box(0.9, -8.3, 3.6, 1.6, _DARK)
    for x in (-14, 15):
        drawn += disc(x, 1.6, 5, _DARK, 'stroke="#ffffff" stroke-width="0.4"') + disc(x, 1.6, 2.3, "#cfc9bc")
        drawn += disc(x, 1.6, 0.7, _DARK)
    return drawn + "</g>" + stroke("M6 45.8H57", ink, 0.5, 'stroke-dasharray="3 1.4"')


def _chequers(x: float, y: float, phase: int, ink: str) -> str:
    """Return one flag for the first phase, two for the second."""
    drawn = ""
    for at in range(phase):
        top = y - 5 + 11 * (at - (phase - 1) / 2)
        drawn += line(x - 5, top - 0.6, x - 5, top + 9.6, ink, 0.8) + box(x - 4.6, top, 10, 6, _LIGHT)
        for row in range(3):
            for column in range(5):
                if (row + column) % 2 == 0:
                    drawn += box(x - 4.6 + 2 * column, top + 2 * row, 2, 2, _DARK)
    return drawn


def _stakes(card: Card, ink: str) -> str:
    """Return the condition as wheels in any colours and the points as laps."""

    def wheel(x: float, y: float, shade: str) -> str:
        return disc(x, y, 2.1, shade, f'stroke="{_LIGHT}" stroke-width="0.7"')

    laps = f"{card.chance.randint(2, 15)} laps"
    return asked(card, 20.5, 76.2, wheel, 5.2) + text(41, 76.2, 2.4, laps, "Rajdhani", ink, 0, _BOLD.format(ink, 0.18))


GRAND_PRIX = Edition(
    "grandprix", 74, ("Titan One", "Rajdhani"), ("#c4281f", "#1c5aa8", "#f0bb26", "#2b2a2b", "#1d7a4c", "#6c3c8c"),
    _grand_prix, partial(leaflet, _LIGHT, _DARK), 2.6,
)  # fmt: skip
