"""One of the seventh five editions to tune on: cakes under a striped awning, kitchen robots for AI cards."""

from __future__ import annotations

from math import cos, pi, sin

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, shape, stroke, text
from editions.marks import LIKE_PLAYING_CARDS, helper
from editions.workshop import asked, connectors, scalloped

_CREAM, _CHOCOLATE, _SPONGE = "#fff6e6", "#4a2a1c", "#e9bd84"
_BOLD = 'stroke="{0}" stroke-width="{1}"'


def _torte(card: Card) -> str:
    """Return a shop: an awning, a cake on a stand or a robot, the number on a doily below."""
    ground, pale = ("#dcecee", "#c6dde1") if card.ai else (_CREAM, "#fbe9cc")
    drawn = box(0, 0, 63, 88, ground)
    if card.ai:  # the tiles of a kitchen
        drawn += "".join(line(0, 7.2 * k, 63, 7.2 * k, pale, 0.5) for k in range(13))
        drawn += "".join(line(7.2 * k, 0, 7.2 * k, 88, pale, 0.5) for k in range(9))
    else:
        drawn += "".join(box(4.2 * k, 0, 2.1, 88, pale) for k in range(15))
    drawn += _awning(card) + (_mixer(card) if card.ai else _cake(card))
    drawn += scalloped(31.5, 60.4, 12, 18, "#ffffff", f'stroke="{mixed(card.own, "#ffffff", 0.2)}" stroke-width="0.7"')
    for k in range(18):
        angle = 2 * pi * k / 18
        drawn += disc(31.5 + 10.2 * cos(angle), 60.4 + 10.2 * sin(angle), 0.6, pale)
    drawn += text(31.5, 60.4, 12.6, str(card.face.number), "Lobster", _CHOCOLATE)
    drawn += _label(card) + _order(card)
    drawn += text(31.5, 84.4, 1.7, "Tante Ilse, 1926", "Lobster", "#a5836a")
    return drawn + connectors(
        card, lambda shade: _slice(shade, ground), 4.8, 4.5, "Lobster", LIKE_PLAYING_CARDS, {"": _CHOCOLATE},
    )  # fmt: skip


def _slice(shade: str, ground: str) -> str:
    """Return a piece of cake with piped cream along its long side and a dollop under the digit."""
    piped = "".join(disc(15.2 - 15.2 * k / 7, 15.2 * k / 7, 1.5, ground) for k in range(8))
    return path("M-1 -1H16.2L-1 16.2z", shade) + piped + disc(4.8, 4.8, 3.6, "#fffaf0")


def _awning(card: Card) -> str:
    """Return stripes in the card's colour and white, hanging in scallops."""
    drawn = ""
    for k in range(9):
        shade = card.own if k % 2 == 0 else "#ffffff"
        drawn += path(f"M{7 * k} 0h7v13a3.5 3.5 0 0 1 -7 0z", shade, 'stroke="#00000022" stroke-width="0.3"')
    return drawn + box(0, 0, 63, 1.4, mixed(card.own, "#000000", 0.25))


def _cake(card: Card) -> str:
    """Return a cake of two or three layers with icing in the card's colour, and a candle for each phase."""
    chance, own = card.chance, card.own
    wide, low = chance.uniform(12, 14.5), 42.4
    layers = chance.choice((2, 3))
    tall = chance.uniform(4, 5) if layers == 3 else chance.uniform(5, 6.6)
    dough = chance.choice((_SPONGE, "#8a5a3c", "#f3d9a4"))
    stand = f"M14.5 {low}H48.5Q46.5 45 33.5 45V47.6H29.5V45Q16.5 45 14.5 {low}z"
    drawn = path(stand, "#f7f7f5", 'stroke="#b9b2a6" stroke-width="0.4"')
    for k in range(layers):
        drawn += box(31.5 - wide, low - tall * (k + 1), 2 * wide, tall, dough)
        drawn += box(31.5 - wide, low - tall * (k + 1), 2 * wide, 1.1, "#fffaf0")
    top = low - tall * layers
    drips = "".join(
        f"q0 {chance.uniform(2.2, 5):.1f} {-wide / 6:.2f} {0}t{-wide / 6:.2f} 0" if k % 2 else f"h{-wide / 3:.2f}"
        for k in range(6)
    )
    icing = f"M{31.5 - wide - 0.6} {top + 1.8}Q{31.5 - wide - 0.6} {top - 2} {31.5 - wide + 3} {top - 2}"
    icing += f"H{31.5 + wide - 3}Q{31.5 + wide + 0.6} {top - 2} {31.5 + wide + 0.6} {top + 1.8}l-0.6 0{drips}z"
    drawn += path(icing, own)
    for _ in range(chance.randint(6, 12)):
        at, down = chance.uniform(-wide + 1.5, wide - 1.5), chance.uniform(-1.2, 0.8)
        drawn += line(31.5 + at, top + down, 32.2 + at, top + down + 0.4, chance.choice(("#ffffff", "#f8d7e0")), 0.5)
    return drawn + "".join(_candle(31.5 + at, top - 2) for at in ((0,) if card.face.phase == 1 else (-4.6, 4.6)))


def _candle(x: float, y: float) -> str:
    stick = box(x - 0.9, y - 5, 1.8, 5.2, "#ffffff", f'stroke="{_CHOCOLATE}" stroke-width="0.4"')
    flame = path(
        f"M{x} {y - 9.4}q2.4 3 0 4.2q-2.4 -1.2 0 -4.2z", "#f39b1f", f'stroke="{_CHOCOLATE}" stroke-width="0.3"'
    )
    return stick + line(x - 0.9, y - 1.4, x + 0.9, y - 2.6, "#d98a9b", 0.6) + flame


def _mixer(card: Card) -> str:
    """Return a kitchen robot with a face, its bowl in the card's colour."""
    chance = card.chance
    pen = f'stroke="{_CHOCOLATE}" stroke-width="0.6" stroke-linejoin="round"'
    drawn = path("M16 46H47V43.4H25V30H40Q47 30 47 25T40 20H22Q16 20 16 27z", "#f4f1ea", pen)
    drawn += path("M29.5 35H46.5Q46.5 43 38 43T29.5 35z", card.own, pen) + line(38, 30, 38, 37, "#8b9298", 1.1)
    look = chance.uniform(-0.6, 0.6)
    for x in (33.5, 40.5):
        drawn += disc(x, 24.6, 2, "#ffffff", pen) + disc(x + look, 24.6, 0.9, _CHOCOLATE)
    return drawn + stroke("M34.6 27.8q2.4 1.4 4.8 0", _CHOCOLATE, 0.5) + disc(20.5, 38, 1.6, card.own, pen)


def _label(card: Card) -> str:
    """Return the label with the id, turned along the left edge, and a price at the right."""
    price = f"{card.chance.randint(2, 9)},{card.chance.choice(('20', '50', '80'))} €"
    drawn = box(3.2, 33.5, 5, 21, "#ffffff", f'rx="0.8" stroke="{_CHOCOLATE}" stroke-width="0.35"')
    drawn += text(5.7, 44, 2.5, f"N° {card.id}", "Quicksand", _CHOCOLATE, -90, _BOLD.format(_CHOCOLATE, 0.28))
    tag = [(46, 55.6), (48.4, 52.8), (59, 52.8), (59, 58.4), (48.4, 58.4)]
    drawn += shape(tag, "#fffdf6", f'stroke="{_CHOCOLATE}" stroke-width="0.35"')
    return drawn + text(53.4, 55.6, 1.9, price, "Quicksand", _CHOCOLATE, 0, _BOLD.format(_CHOCOLATE, 0.15))


def _order(card: Card) -> str:
    """Return the condition as macarons and the points in a heart."""

    def macaron(x: float, y: float, shade: str) -> str:
        halves = path(f"M{x - 2.5} {y - 0.4}a2.5 2.1 0 0 1 5 0zM{x - 2.5} {y + 0.7}a2.5 2.1 0 0 0 5 0z", shade)
        return halves + line(x - 2.3, y + 0.15, x + 2.3, y + 0.15, "#fff3df", 0.9)

    heart = "M0 3.8C-6.4 -0.4 -4.2 -4.6 -1.6 -4.2Q-0.4 -4 0 -2.8Q0.4 -4 1.6 -4.2C4.2 -4.6 6.4 -0.4 0 3.8z"
    drawn = asked(card, 14.6, 77, macaron, 6) + path(heart, "#d98a9b", 'transform="translate(43.6 77.4)"')
    return drawn + text(43.6, 76.6, 2.7, str(card.chance.randint(1, 12)), "Lobster", "#ffffff")


TORTE = Edition(
    "torte", 73, ("Lobster", "Quicksand"), ("#d13b44", "#3a7ac0", "#f4c63d", "#3a302d", "#5c9c4b", "#8d57a8"),
    _torte, lambda shade, at: helper(shade, at, "Lobster", _CREAM, _CHOCOLATE, 0.7), 4.4,
)  # fmt: skip
