"""Five more editions to tune on, held out until they were reported on: an underground here, four more beside."""

from __future__ import annotations

from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, path, stroke, text, way
from editions.tuning_seventh_cakes import TORTE
from editions.tuning_seventh_duel import SAGA
from editions.tuning_seventh_race import GRAND_PRIX
from editions.tuning_seventh_woodcut import NISHIKI
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet

_PAPER, _INK, _GREY = "#fcfcfb", "#17191c", "#c9cdd1"
_BOLD = 'stroke="{0}" stroke-width="{1}"'
_ROUND = 'stroke-linejoin="round" stroke-linecap="round"'
_STOPS = (
    "Nordtor", "Hafen", "Am Wall", "Rosengasse", "Lindenhof", "Messe Ost", "Uferweg", "Markthalle", "Alte Post",
    "Gasthof", "Südkreuz", "Kanalplatz", "Zoo", "Stadion", "Tierpark", "Brunnen", "Museum", "Theater",
)  # fmt: skip


def _linie(card: Card) -> str:
    """Return the plan: thin lines in any colour, one thick line in the card's, the number in its interchange."""
    chance, own = card.chance, card.own
    x, y = 18.6, chance.uniform(31, 34)
    drawn = box(0, 0, 63, 88, _PAPER) + path("M-2 52Q16 44 30 50T66 40V47Q48 50 34 56T-2 60z", "#e8eff4")
    for _ in range(3):
        drawn += stroke(_route(chance, chance.uniform(20, 57)), _GREY, 0.9, _ROUND)
    for shade in chance.sample([shade for shade in card.shade.values() if shade != own], 2):
        drawn += stroke(_route(chance, chance.uniform(22, 55)), shade, 0.9, _ROUND)
    turn, end = chance.uniform(36, 40), chance.choice((20, 26, 40, 46))
    route = [(x, y), (turn, y), (turn + abs(end - y), end), (70, end)]
    driverless = 'stroke-dasharray="5 1.4" stroke-linejoin="round"' if card.ai else _ROUND
    drawn += stroke(way(route), own, 5, driverless)
    for at in (turn - 3, turn + abs(end - y) + 2.4):
        drawn += disc(at, y if at < turn else end, 1.5, _PAPER, f'stroke="{_INK}" stroke-width="0.6"')
    drawn += disc(x, y, 10, _PAPER, f'stroke="{_INK}" stroke-width="1.8"')
    drawn += text(x, y, 11, str(card.face.number), "Overpass", _INK, 0, _BOLD.format(_INK, 1))
    drawn += _robot(31.5, 9) if card.ai else _train(card, 31.5, 9)
    return drawn + _plate(card) + connectors(
        card, lambda shade: path("M-1 -1H10.6A11.6 11.6 0 0 1 -1 10.6z", shade), 4.3, 4.6, "Overpass", (0, 0, 0, 0),
        DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.45"',
    )  # fmt: skip


def _route(chance: Random, y: float) -> str:
    """Return a line across the plan with one bend of 45 degrees."""
    turn, rise = chance.uniform(8, 40), chance.choice((9, 14)) * (1 if y < 36 else -1)
    return way([(-4, y), (turn, y), (turn + abs(rise), y + rise), (70, y + rise)])


def _train(card: Card, x: float, y: float) -> str:
    """Return the sign of a train: one coach in the first phase, two in the second."""
    coaches = card.face.phase
    drawn = ""
    for at in range(coaches):
        left = x - 5.6 * coaches + 11.2 * at + 0.4
        drawn += box(left, y - 3.4, 10.4, 6, _INK, 'rx="1.4"')
        drawn += "".join(box(left + 1.2 + 2.9 * k, y - 2, 2.2, 2.2, _PAPER, 'rx="0.3"') for k in range(3))
        drawn += disc(left + 2.6, y + 3.4, 1.1, _INK) + disc(left + 7.8, y + 3.4, 1.1, _INK)
    return drawn


def _robot(x: float, y: float) -> str:
    """Return the sign of a driverless line."""
    head = "M-5 -3H5V4H-5zM-3 -1V1.4H-0.8V-1zM0.8 -1V1.4H3V-1zM-2.4 2.4V3.2H2.4V2.4zM-0.4 -5H0.4V-3H-0.4z"
    return path(head, _INK, f'transform="translate({x} {y})" fill-rule="evenodd"')


def _plate(card: Card) -> str:
    """Return the stop's name on the card's colour, the condition and the points under it, and a line of small print."""
    chance, own = card.chance, card.own
    ink = DARK_ON_YELLOW.get(card.face.colour, "#ffffff")
    name = "Leitstelle" if card.ai else chance.choice(_STOPS)
    drawn = box(0, 61, 63, 8.4, own) + text(31.5, 65.2, 3.6, name, "Overpass", ink, 0, _BOLD.format(ink, 0.2))

    def line_sign(at: float, low: float, shade: str) -> str:
        return box(at - 2.6, low - 2, 5.2, 4, shade, 'rx="0.9"')

    drawn += asked(card, 17, 74.6, line_sign, 6)
    minutes = f"{chance.randint(2, 14)} min"
    drawn += disc(38.6, 74.6, 2.2, "none", f'stroke="{_INK}" stroke-width="0.5"')
    drawn += line(38.6, 74.6, 38.6, 73.2, _INK, 0.4) + line(38.6, 74.6, 39.6, 75, _INK, 0.4)
    drawn += text(47.2, 74.6, 2.3, minutes, "Overpass", _INK)
    return drawn + text(
        31.5, 82.4, 2.1, f"Linie | Blatt {card.id} | 06/2026", "Overpass", "#3c4147", 0, _BOLD.format("#3c4147", 0.08)
    )


SEVENTH = (
    Edition(
        "linie", 71, ("Overpass",), ("#d8232a", "#0072bc", "#f6c700", "#1f2124", "#00904a", "#83388a"),
        _linie, partial(leaflet, _PAPER, _INK), 3.4,
    ),
    SAGA, TORTE, GRAND_PRIX, NISHIKI,
)  # fmt: skip
