"""One of the held-out editions: tickets of a cinema on coloured paper, a pass of pale stripes for AI cards."""

from __future__ import annotations

from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, polygon, shape, star, stroke, text, width_of
from editions.marks import SIDEWAYS
from editions.workshop import asked, connectors, leaflet

_SLAB, _NARROW = "Roboto Slab", "Oswald"
_CREAM, _DARK = "#fdf4df", "#221c18"
_INK = {"yellow": _DARK, "": _CREAM}
_FILMS = ("LE PHARE", "DOUZE HIVERS", "LA COMÈTE", "MINUIT MOINS", "LES GÉANTS", "ROUTE 9", "LE VOLEUR", "OCÉAN")
_TEAR = 60.0  # where the stub is torn off


def _seance(card: Card) -> str:
    """Return a ticket and its stub, tabs in the corners."""
    drawn = _pass(card) if card.ai else _ticket(card)
    heavy = 'stroke="{}" stroke-width="0.3"'
    return drawn + connectors(card, _tab, 5.6, 5.2, _SLAB, SIDEWAYS, _INK, heavy)


def _tab(shade: str) -> str:
    """Return a connector: a tab with one round corner, cream around it."""
    return box(-3, -3, 15.3, 15.3, _CREAM, 'rx="3.4"') + box(-3, -3, 14.3, 14.3, shade, 'rx="2.6"')


def _ticket(card: Card) -> str:
    """Return the ticket: the card's colour all over, the film above, the number on the stub below."""
    chance, ink = card.chance, _INK.get(card.face.colour, _CREAM)
    ground = mixed(card.own, _CREAM, 0.08)
    drawn = box(0, 0, 63, 88, ground) + _rays(chance, mixed(ground, _CREAM, 0.16))
    drawn += box(3.4, 14.6, 56.2, 42.4, "none", f'stroke="{ink}" stroke-width="0.9"')
    drawn += box(4.6, 15.8, 53.8, 40, "none", f'stroke="{ink}" stroke-width="0.3"')
    film = chance.choice(_FILMS)
    tall = min(4.6, 4.6 * 46 / width_of(film, 4.6, _NARROW))
    drawn += text(31.5, 21.6, tall, film, _NARROW, ink) + _thing(chance, 23, 38, ink, ground)
    drawn += _part(card.face.phase, ink) + _where(chance, ink) + _tear(ground)
    drawn += text(31.5, 73.5, 16, str(card.face.number), _SLAB, ink, 0, f'stroke="{ink}" stroke-width="0.8"')
    return drawn + _top(card, ink) + _id(card, ink)


def _rays(chance: Random, shade: str) -> str:
    """Return pale rays from somewhere under the film's name."""
    x, drawn = chance.uniform(10, 53), ""
    for at in range(12):
        ray = [(x, 38), *(polygon(x, 38, 80, 24, 15 * (2 * at + k) / 1.0)[0] for k in (0, 1))]
        drawn += shape(ray, shade)
    return drawn


def _thing(chance: Random, x: float, y: float, ink: str, ground: str) -> str:
    """Return what the picture shows: a camera, a reel, a clapper, a star or a bag of popcorn."""
    kind = chance.randrange(5)
    if kind == 0:
        reels = "".join(disc(x + dx, y - 6, 4.4, ink) + disc(x + dx, y - 6, 1.4, ground) for dx in (-5, 4.4))
        return (
            reels
            + box(x - 9.6, y - 1, 16, 11, ink, 'rx="1"')
            + shape([(x + 6, y + 4), (x + 12, y), (x + 12, y + 9)], ink)
        )
    if kind == 1:
        holes = "".join(disc(hx, hy, 2.5, ground) for hx, hy in polygon(x, y, 6, 5))
        return disc(x, y, 11, ink) + holes + disc(x, y, 1.1, ground) + stroke(f"M{x} {y + 10.4}h14", ink, 1.2)
    if kind == 2:
        drawn = box(x - 11, y - 3, 22, 13, ink, 'rx="0.8"')
        bars = "".join(
            shape(
                [
                    (x - 8 + 6 * k, y - 5),
                    (x - 5.4 + 6 * k, y - 5),
                    (x - 7 + 6 * k, y - 8.6),
                    (x - 9.6 + 6 * k, y - 8.6),
                ],
                ground,
            )
            for k in range(3)
        )
        return drawn + f'<g transform="rotate(-10 {x - 11} {y - 4})">{box(x - 11, y - 8.6, 22, 3.8, ink)}{bars}</g>'
    if kind == 3:
        return shape(star(x, y + 1, 12, 5, 0.42, chance.uniform(-12, 12)), ink) + disc(x, y + 1, 2, ground)
    puffs = "".join(disc(x + dx, y - 5 + dy, 3.2, ink) for dx, dy in ((-5, 0), (0, -2.6), (5, 0), (-2.4, 1), (2.6, 1)))
    bag = shape([(x - 8, y - 2), (x + 8, y - 2), (x + 5.6, y + 12), (x - 5.6, y + 12)], ink)
    return puffs + bag + stroke(f"M{x - 4} {y - 1}l1.4 12M{x} {y - 1}v12M{x + 4} {y - 1}l-1.4 12", ground, 1)


def _part(phase: int, ink: str) -> str:
    """Return which part of the evening it is, in Roman figures within a circle."""
    drawn = disc(47, 34, 7.4, "none", f'stroke="{ink}" stroke-width="0.7"')
    drawn += text(47, 45, 1.9, "PARTIE", _NARROW, ink)
    for at in range(phase):
        x = 47 + 3.8 * (at - (phase - 1) / 2)
        drawn += stroke(f"M{x:.1f} 30.4v7.2", ink, 1.5) + stroke(
            f"M{x - 1.5:.1f} 30.4h3M{x - 1.5:.1f} 37.6h3", ink, 0.7
        )
    return drawn


def _where(chance: Random, ink: str) -> str:
    """Return row, seat and price."""
    price = f"{chance.randint(5, 12)},{chance.choice(('00', '50', '80'))} €"
    words = f"RANG {chance.choice('ABCDEFGH')} · PLACE {chance.randint(1, 38)} · {price}"
    return text(31.5, 53, 2, words, _NARROW, ink)


def _tear(ground: str) -> str:
    """Return the row of holes where the stub is torn off, a dark half disc at either end."""
    drawn = line(3, _TEAR, 60, _TEAR, _DARK, 0.6, 'stroke-dasharray="1.2 1.2" opacity="0.75"')
    return drawn + "".join(disc(x, _TEAR, 2.2, mixed(ground, _DARK, 0.72)) for x in (0, 63))


def _top(card: Card, ink: str) -> str:
    """Return what is asked for as seats in their colours, and the points, between the upper tabs."""

    def seat(x: float, y: float, shade: str) -> str:
        edge = f'stroke="{_DARK}" stroke-width="0.2"'
        return path(f"M{x - 1.6} {y + 1.9}v-2.4q0 -1.8 1.6 -1.8t1.6 1.8v2.4z", shade, edge)

    drawn = box(14.6, 3, 33.8, 7.4, _CREAM, f'rx="1" stroke="{_DARK}" stroke-width="0.25"')
    drawn += asked(card, 18.6, 6.8, seat, 4.4) + text(41, 6.7, 2.6, f"{card.chance.randint(1, 15)} pts", _NARROW, _DARK)
    return drawn + text(31.5, 12.5, 1.4, f"© Ciné Séance 20{card.chance.randint(10, 26)}", _NARROW, ink)


def _id(card: Card, ink: str) -> str:
    """Return the id on the stub, which reads upwards as tickets are numbered, and a bar code across from it."""
    drawn = box(15.2, 63, 4.6, 21, _CREAM) + text(17.5, 73.5, 2.7, f"Nº {card.id}", _SLAB, _DARK, -90)
    y = 64.0
    while y < 83:
        thick = card.chance.choice((0.3, 0.5, 0.9))
        drawn += box(44.6, y, 4.4, thick, ink)
        y += thick + card.chance.choice((0.4, 0.7))
    return drawn


def _pass(card: Card) -> str:
    """Return a pass: cream with stripes in the card's colour, a robot at the projector, the number in a star."""
    chance, own = card.chance, card.own
    drawn = box(0, 0, 63, 88, _CREAM)
    for at in range(-6, 8):
        x = 10.0 * at
        drawn += shape([(x, 0), (x + 4.6, 0), (x + 48.6, 88), (x + 44, 88)], mixed(own, _CREAM, 0.5))
    drawn += box(6, 15, 51, 41, _DARK, 'rx="2"') + shape(
        [(27, 32), (57, 20), (57, 52), (27, 38)], mixed(own, _CREAM, 0.55)
    )
    wide = chance.uniform(6.4, 8.4)
    drawn += box(19 - wide, 26, 2 * wide, 15, "#cfc9bb", 'rx="2"') + box(16, 41, 6, 4, "#9b968b")
    drawn += box(19 - wide + 1.6, 29.4, 2 * wide - 3.2, 4.6, _DARK, 'rx="2.2"')
    drawn += "".join(disc(19 + dx, 31.7, 1.2, own) for dx in (-2.6, 2.6)) + stroke("M15.6 37.6h6.8", _DARK, 0.8)
    drawn += box(10, 45, 18, 11, "#cfc9bb", 'rx="2"') + line(19, 26, 19, 20.6, "#cfc9bb", 0.8) + disc(19, 20, 1.4, own)
    drawn += text(45, 36, 4, "PASS", _NARROW, _DARK)
    drawn += shape(star(31.5, 71.4, 14, 14, 0.86), own, f'stroke="{_DARK}" stroke-width="0.5"')
    ink = _INK.get(card.face.colour, _CREAM)
    drawn += text(31.5, 71.4, 13, str(card.face.number), _SLAB, ink, 0, f'stroke="{ink}" stroke-width="0.8"')
    drawn += _top(card, _DARK) + box(20, 57, 23, 4.4, _CREAM, f'stroke="{_DARK}" stroke-width="0.3"')
    return drawn + text(31.5, 59.2, 2.6, f"Nº {card.id}", _SLAB, _DARK)


SEANCE = Edition(
    "seance", 134, (_SLAB, _NARROW), ("#c8382f", "#2b6cab", "#efba2c", "#43424a", "#33895a", "#80479c"),
    _seance, partial(leaflet, _CREAM, _DARK), 2.0,
)  # fmt: skip
