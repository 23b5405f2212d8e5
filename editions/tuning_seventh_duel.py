"""One of the seventh five editions to tune on: duelling cards, paintings in marble, machines in metal."""

from __future__ import annotations

from functools import partial
from math import pi

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, polygon, shape, star, text
from editions.marks import UPRIGHT
from editions.plates import plate
from editions.workshop import FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_NIGHT, _GOLD, _PARCHMENT, _INK = "#121013", "#d9b25c", "#efe4c8", "#2a2119"
_BOLD = 'stroke="{0}" stroke-width="{1}"'
_FIRST = ("Warden", "Weaver", "Song", "Keeper", "Spark", "Echo", "Oath", "Child", "Herald", "Dream", "Watch")
_SECOND = ("Embers", "the Deep", "Dawn", "Stone", "Winter", "the Vale", "Ashes", "Thorns", "Tides", "Dust")
_TOLD = (
    ("Old roads remember", "every foot that fell."), ("What wakes in clay", "will ask for a name."),
    ("No lamp, no moon,", "and still it came."), ("They counted stars", "until one counted back."),
)  # fmt: skip


def _saga(card: Card) -> str:
    return _machine(card) if card.ai else _legend(card)


def _legend(card: Card) -> str:
    """Return a name, a painting, a line with the number's gem and the phase's swords, a text, a line of small print."""
    chance, rng, own = card.chance, dice(card.chance), card.own
    drawn = f"<defs>{_shine(own)}</defs>" + box(0, 0, 63, 88, _NIGHT) + plate(2.6, 2.6, 57.8, 78.6, _marble(rng, own))
    drawn += box(6.4, 12.2, 50.2, 35, _GOLD) + plate(7, 12.8, 49, 33.8, _painting(rng, own))
    name = f"{chance.choice(_FIRST)} of {chance.choice(_SECOND)}"
    drawn += _bar(14.5, 4.6, 34) + text(31.5, 7.6, 2, name, "Vollkorn", _INK, 0, _BOLD.format(_INK, 0.1))
    drawn += _bar(9, 46.4, 45) + text(32, 49.4, 1.8, "Legend", "Vollkorn", _INK)
    for at in range(card.face.phase):
        drawn += _sword(49.8 - 5 * at, 49.4)
    drawn += box(6.4, 54, 50.2, 22.6, _PARCHMENT, f'rx="0.8" stroke="{_GOLD}" stroke-width="0.6"')
    drawn += _rules(card, 61.4) + _gem(card, 14.6, 50)
    return drawn + _small_print(card, 83.8, "#f3eee2") + connectors(
        card, _wing, 4.3, 4.3, "Exo 2", UPRIGHT, {"yellow": _INK, "": "#ffffff"}, 'stroke="{0}" stroke-width="0.4"',
    )  # fmt: skip


def _machine(card: Card) -> str:
    """Return a card of metal: a core in the card's colour to the edges, the number low at the right."""
    chance, rng, own = card.chance, dice(card.chance), card.own
    core = faded("core", (0, "#ffffff"), (0.3, own), (1, mixed(own, "#0b0d10", 0.55)), round_at=_CORE)
    drawn = f"<defs>{_shine(own)}{core}</defs>"
    drawn += plate(0, 0, 63, 88, _metal(rng)) + box(
        4.6, 14, 53.8, 46, "url(#core)", 'stroke="#2b3138" stroke-width="1"'
    )
    drawn += _automaton(card)
    drawn += path("M16 4.4H47L49.6 7.6L47 10.8H16L13.4 7.6z", "#20252b", 'stroke="#c9d1d8" stroke-width="0.4"')
    drawn += text(31.5, 7.6, 2, f"Engine of {chance.choice(_SECOND)}", "Vollkorn", "#e8edf1")
    drawn += box(4.6, 62, 53.8, 14.6, "#20252b", 'stroke="#c9d1d8" stroke-width="0.4"')
    drawn += (
        _gem(card, 47.6, 64.6) + _mana(card, 12, 67) + text(23, 73, 1.7, "Counts as any colour.", "Vollkorn", "#cdd5db")
    )
    return drawn + _small_print(card, 83.4, "#15181b") + connectors(
        card, _wing, 4.3, 4.3, "Exo 2", UPRIGHT, {"yellow": _INK, "": "#ffffff"}, 'stroke="{0}" stroke-width="0.4"',
    )  # fmt: skip


_CORE = 'cx="0.5" cy="0.45" r="0.75"'


def _wing(shade: str) -> str:
    """Return a corner of enamel in a setting of gold."""
    return (
        path("M-1 -1H15.4L-1 15.4z", _NIGHT) + path("M-1 -1H14.4L-1 14.4z", _GOLD) + path("M-1 -1H13.2L-1 13.2z", shade)
    )


def _shine(own: str) -> str:
    lit = faded("gem", (0, mixed(own, "#ffffff", 0.5)), (0.55, own), (1, mixed(own, "#000000", 0.4)), round_at=_LIT)
    return lit + faded("bar", (0, "#fbf4e0"), (1, "#dccaa0"))


_LIT = 'cx="0.38" cy="0.32" r="0.75"'


def _gem(card: Card, x: float, y: float) -> str:
    """Return the gem with the number, set in gold."""
    ink = _INK if card.face.colour == "yellow" else "#ffffff"
    drawn = disc(x + 0.4, y + 0.6, 8, "#000000", 'opacity=".4"') + shape(star(x, y, 8.4, 12, 0.93), _GOLD)
    drawn += disc(x, y, 7.2, _NIGHT) + disc(x, y, 6.7, "url(#gem)")
    return drawn + text(x, y, 8, str(card.face.number), "Exo 2", ink, 0, _BOLD.format(ink, 0.9))


def _bar(x: float, y: float, wide: float) -> str:
    return box(x, y, wide, 6, "url(#bar)", f'rx="3" stroke="{_NIGHT}" stroke-width="0.5"')


def _sword(x: float, y: float) -> str:
    """Return a sword: one for the first phase, two for the second."""
    way = "M0 -3.4L0.7 -2.4V0.8H2V1.7H0.5V3.2H-0.5V1.7H-2V0.8H-0.7V-2.4z"
    return path(way, "#8d1f1f", f'transform="translate({x} {y}) rotate(24) scale(0.85)"')


def _mana(card: Card, x: float, y: float) -> str:
    """Return what the card asks for: how many, and of which colours."""

    def drop(px: float, py: float, shade: str) -> str:
        return disc(px, py, 1.7, shade, 'stroke="#ffffff" stroke-width="0.3"')

    count = disc(x, y, 1.9, "#bdb6a8") + text(x, y, 2, str(card.chance.randint(1, 4)), "Exo 2", _INK)
    return count + asked(card, x + 4.6, y, drop, 4.2)


def _rules(card: Card, y: float) -> str:
    """Return what the card asks for, a saying, and the points in a shield."""
    chance = card.chance
    worth = f"+{chance.randint(1, 12)}"
    drawn = _mana(card, 28, y - 2) + line(12, y + 2, 51, y + 2, "#b9a678", 0.25)
    for row, words in enumerate(chance.choice(_TOLD)):
        drawn += text(27, y + 5.2 + 3.2 * row, 1.4, words, "Vollkorn", "#5a4a36")
    drawn += box(44.4, y + 5, 9, 5.4, "url(#bar)", f'rx="1" stroke="{_INK}" stroke-width="0.4"')
    return drawn + text(48.9, y + 7.7, 2.6, worth, "Exo 2", _INK, 0, _BOLD.format(_INK, 0.15))


def _small_print(card: Card, y: float, ink: str) -> str:
    of = 12 if card.ai else 120
    return text(31.5, y, 2, f"{card.id}/{of} · AIH · © 2026", "Exo 2", ink, 0, _BOLD.format(ink, 0.1))


def _marble(rng: np.random.Generator, own: str) -> Pixels:
    """Return the frame's stone: veins that wander through the card's colour."""
    wide, tall = 57.8, 78.6
    drift = (
        noise(rng, wide, tall, 14, 14) + 0.5 * noise(rng, wide, tall, 6, 6) + 0.25 * noise(rng, wide, tall, 2.5, 2.5)
    )
    veins = np.exp(-((np.sin(1.7 * drift) / 0.16) ** 2))
    tone = 1 + 0.09 * drift + 0.03 * noise(rng, wide, tall, 0.6, 0.6)
    stone = inked(own) * tone[..., None]
    return np.asarray(stone + (inked("#f2ead8") - stone) * (0.28 * veins)[..., None])


def _metal(rng: np.random.Generator) -> Pixels:
    """Return cast metal with a sheen."""
    y = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE][0] / FINE
    sheen = 22 * np.sin(y / 88 * 3 * pi + rng.uniform(0, pi))
    return np.asarray(
        inked("#a3abb2") + (sheen + 5 * noise(rng, 63, 88, 0.5, 0.5) + 6 * noise(rng, 63, 88, 9, 9))[..., None]
    )


def _painting(rng: np.random.Generator, own: str) -> Pixels:
    """Return a painted land under a sky that glows: peaks, haze between them, perhaps a tower."""
    wide, tall = 49.0, 33.8
    h, w = int(tall * FINE), int(wide * FINE)
    y, x = np.mgrid[0:h, 0:w] / FINE
    high, low = (inked(str(shade)) for shade in _SKIES[int(rng.integers(len(_SKIES)))])
    clouds = noise(rng, wide, tall, 12, 4) + 0.5 * noise(rng, wide, tall, 5, 2)
    sky = high + (low - high) * np.clip(y / tall * 1.3 + 0.08 * clouds, 0, 1)[..., None]
    sx, sy = rng.uniform(10, 40), rng.uniform(6, 15)
    glow = np.exp(-np.hypot(x - sx, y - sy) / rng.uniform(4, 8))[..., None]
    picture = sky + (inked("#fff4d2") - sky) * glow
    dark = inked(mixed(own, "#1a1c22", 0.75))
    for layer in range(4):
        ridge = noise(rng, wide, 2, 11 - 2 * layer, 2)[0] + 0.4 * noise(rng, wide, 2, 3, 2)[0]
        top = 13 + 5 * layer - (3.4 - 0.5 * layer) * ridge
        inside = np.clip((y - top) * FINE, 0, 1)[..., None]
        rock = 1 + 0.12 * noise(rng, wide, tall, 1.5, 2.5) - 0.02 * (y - top)
        land = (low + (dark - low) * (0.35 + 0.2 * layer)) * rock[..., None]
        picture = picture * (1 - inside) + land * inside
        if layer == 2 and rng.random() < 0.6:
            tx, foot = rng.uniform(8, 40), 20.0
            tower = (np.abs(x - tx) < 1.5) & (y > foot - 9) & (y < foot + 4)
            roof = (np.abs(x - tx) < (y - foot + 13) * 0.5) & (y > foot - 13) & (y < foot - 9)
            picture[tower | roof] = dark * 0.8
    return np.asarray(picture + rng.normal(0, 4, (h, w, 1)))


_SKIES = (
    ("#27476e", "#e9b27a"),
    ("#3b2f55", "#d88a78"),
    ("#5d8aa0", "#e8e2c4"),
    ("#1e2a38", "#6f8c94"),
    ("#7a6a52", "#ecd9a6"),
)


def _automaton(card: Card) -> str:
    """Return a machine's head before the core."""
    chance, pen = card.chance, 'stroke="#15181b" stroke-width="0.7" stroke-linejoin="round"'
    wide, jaw = chance.uniform(9, 12), chance.uniform(5, 8)
    head = [(31.5 - wide, 26), (31.5 - wide * 0.6, 19.6), (31.5 + wide * 0.6, 19.6), (31.5 + wide, 26)]
    head += [(31.5 + wide, 38), (31.5 + jaw, 47), (31.5 - jaw, 47), (31.5 - wide, 38)]
    drawn = path("M12 60Q14 49 25 48H38Q49 49 51 60z", "#5d666e", pen) + shape(head, "#aeb7be", pen)
    for x in (31.5 - wide * 0.45, 31.5 + wide * 0.45):
        drawn += shape(polygon(x, 31.4, 3, 6), "#15181b") + disc(x, 31.4, 1.5, card.own) + disc(x, 31.4, 0.6, "#ffffff")
    drawn += "".join(line(31.5 + k, 40.6, 31.5 + k * 0.9, 44.4, "#15181b", 0.6) for k in (-3.6, -1.2, 1.2, 3.6))
    return drawn + line(31.5, 20, 31.5, 27, "#15181b", 0.5)


SAGA = Edition(
    "saga", 72, ("Exo 2", "Vollkorn"), ("#a8282b", "#2660a4", "#d9aa34", "#3b3a3d", "#2f7a45", "#704294"),
    _saga, partial(leaflet, _PARCHMENT, _INK), 3.2,
)  # fmt: skip
