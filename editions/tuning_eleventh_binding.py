"""One of the eleventh five: books bound in marbled paper with corners of leather, punched cards for AI cards."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, star, stroke, text
from editions.plates import plate
from editions.scenery import grain
from editions.workshop import FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_GOLD, _DARK, _IVORY, _CARD, _PRINT = "#f2d58c", "#2a1c0e", "#f3ead2", "#ead9b0", "#6b5c45"
_ROMAN, _PENCIL = "DM Serif Display", "Crimson Text"
_INK = {"yellow": _DARK, "": _GOLD}
_PALETTES = (
    ("#efe4cc", "#8c2f2a", "#2e4a66", "#c79a4a", "#1f2426"), ("#e8dcc0", "#6f8f8c", "#b5654a", "#2f3b45", "#d8b878"),
    ("#f0e8d8", "#a8b7b0", "#d6a89a", "#6c6f7d", "#f7f2e6"), ("#d9c7a0", "#5a3b2a", "#8f6b3f", "#2c1f18", "#efe2c4"),
    ("#e9e2d2", "#3f6b57", "#c9b25a", "#7a2f3c", "#243036"), ("#ece7df", "#5f6f9a", "#9a6f8f", "#c9c3d6", "#2a2c40"),
)  # fmt: skip
_WORKS = (
    "HISTOIRE", "FABLES", "VOYAGES", "LETTRES", "ESSAIS", "CONTES", "OPERA", "POËMES", "JOURNAL", "DISCOURS", "CODEX",
    "ATLAS", "GRAMMATICA", "FLORA", "PHYSICA", "MEMORIE",
)  # fmt: skip
_TURNS = (0, 0, 180, 180)


def _legatura(card: Card) -> str:
    """Return a book's board with a lettering piece in the card's colour, or a punched card; corners of leather."""
    drawn = _punched(card) if card.ai else _board(card)
    heavy = 'stroke="{}" stroke-width="0.2" stroke-linejoin="round"'
    return drawn + connectors(card, _leather, 5.4, 6, _ROMAN, _TURNS, _INK, heavy)


def _leather(shade: str) -> str:
    """Return a connector: a turned-in corner of leather, two fillets of gold along its long side."""
    gold = "#d9b25c"
    return (
        path("M0 0H18.4L0 18.4z", "#000000", 'opacity="0.3" transform="translate(0.3 0.5)"')
        + path("M0 0H17.8L0 17.8z", shade)
        + path("M0 0H1.6V14.6L0 17.8zM0 0H17.8L14.6 1.6H0z", "#ffffff", 'opacity="0.1"')
        + stroke("M16.2 0L0 16.2", gold, 0.55)
        + stroke("M14.9 0L0 14.9", gold, 0.22)
    )


def _board(card: Card) -> str:
    rng, chance = dice(card.chance), card.chance
    drawn = plate(0, 0, 63, 88, _marbled(rng, chance.choice(_PALETTES), chance.randrange(4)))
    rubbed = faded("rubbed", (0.6, "#00000000"), (1, "#00000050"), round_at='r="0.75"')
    drawn += f"<defs>{rubbed}</defs>" + box(0, 0, 63, 88, "url(#rubbed)")
    return drawn + _ribbons(card.face.phase) + _piece(card) + _shelf(card)


def _marbled(rng: np.random.Generator, palette: tuple[str, ...], kind: int) -> Pixels:
    """Return marbled paper: paints on a bath, left as stones, combed, drawn into curls or to and fro."""
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    slow, quick = partial(noise, rng, 63, 88, 13, 13), partial(noise, rng, 63, 88, 4.5, 4.5)
    u, v = x + 1.6 * quick(), y + 1.6 * quick()
    if kind == 0:
        field = 1.5 * noise(rng, 63, 88, 7, 7) + 0.9 * noise(rng, 63, 88, 3, 3) + 0.4 * slow()
        field = field * 2.2
    elif kind == 1:
        pitch = rng.uniform(4, 6.5)
        comb = np.abs((u / pitch) % 2 - 1)
        field = (v + 9 * (1 - comb) ** 1.6 + 1.2 * slow()) / rng.uniform(1.1, 1.6)
    elif kind == 2:
        pitch = rng.uniform(8, 12)
        sway = 5 * np.sin(2 * np.pi * v / 15) + 1.5 * slow()
        comb = np.abs(((x + sway) / pitch) % 2 - 1)
        field = (y + 10 * comb**1.4 + 0.8 * quick()) / rng.uniform(1.2, 1.7)
    else:
        cell = rng.uniform(13, 17)
        row = np.floor(v / cell)
        a, b = (u + (row % 2) * cell / 2) % cell - cell / 2, v % cell - cell / 2
        far = np.hypot(a, b)
        field = far / 1.5 + np.arctan2(b, a) / (2 * np.pi) * 5 + 0.5 * slow()
    field = field + 0.22 * noise(rng, 63, 88, 1.2, 1.2)
    order = np.array([inked(shade) for shade in palette])[rng.permutation(len(palette))]
    which = np.floor(field).astype(int) % len(palette)
    share = np.clip((field % 1) * 9, 0, 1)[..., None]
    paint = order[which - 1] * (1 - share) + order[which] * share
    veins = np.exp(-(((field % 1 - 0.06) / 0.06) ** 2))[..., None]
    paint = paint * (1 - 0.4 * veins)
    drops = noise(rng, 63, 88, 1.7, 1.7) > 2.1
    paint = np.where(drops[..., None], inked(palette[0]), paint)
    paper = 1 + 0.03 * noise(rng, 63, 88, 0.4, 0.4) + 0.04 * noise(rng, 63, 88, 20, 20)
    return np.asarray(np.clip(cv2.GaussianBlur(np.asarray(paint), (0, 0), 0.6) * paper[..., None], 0, 255))


def _ribbons(phase: int) -> str:
    """Return one ribbon of silk for the first phase, two for the second, that hang from the head of the book."""
    drawn = ""
    for at in range(phase):
        x = 31.5 + (at - (phase - 1) / 2) * 6.6
        way = f"M{x - 1.9:.2f} -1V17.6l1.9 -2l1.9 2V-1z"
        drawn += path(way, "#000000", 'opacity="0.35" transform="translate(0.4 0.5)"')
        drawn += path(way, _IVORY, f'stroke="{_DARK}" stroke-width="0.3"')
        drawn += line(x - 1.1, 0, x - 1.1, 15.6, "#cdbf9e", 0.25) + line(x + 1.1, 0, x + 1.1, 15.6, "#cdbf9e", 0.25)
    return drawn


def _piece(card: Card) -> str:
    """Return the lettering piece: leather in the card's colour, tooled in gold: the work, the number, an ornament."""
    chance, own = card.chance, card.own
    ink = _INK.get(card.face.colour, _GOLD)
    skin = grain("skin", "0.9", 1.3, chance.randrange(999))
    drawn = box(12, 21.4, 39.8, 42.6, "#000000", 'opacity="0.4" rx="0.6"') + box(
        11.6, 20.8, 39.8, 42.4, own, 'rx="0.6"'
    )
    drawn += f"<defs>{skin}</defs>" + box(11.6, 20.8, 39.8, 42.4, "#000", 'filter="url(#skin)" opacity="0.25"')
    drawn += box(13, 22.2, 37, 39.6, "none", f'stroke="{ink}" stroke-width="0.75"')
    drawn += box(14.2, 23.4, 34.6, 37.2, "none", f'stroke="{ink}" stroke-width="0.25"')
    for x, across in ((16.6, 1), (46.4, -1)):
        for y, down in ((25.8, 1), (58.2, -1)):
            drawn += path(
                "M0 0q4 -1.6 5.4 1.2q-2.6 -.6 -3.4 .8q-1.4 .8 -.8 3.4q-2.8 -1.4 -1.2 -5.4z",
                ink,
                f'transform="translate({x - across * 0.6} {y - down * 0.6}) scale({0.8 * across} {0.8 * down})"',
            )
    drawn += text(31.5, 28, 2.1, chance.choice(_WORKS), _ROMAN, ink)
    drawn += text(31.5, 42.8, 17, str(card.face.number), _ROMAN, ink, 0, f'stroke="{ink}" stroke-width="0.4"')
    return drawn + _tool(chance.randrange(4), 31.5, 57, ink)


def _tool(which: int, x: float, y: float, ink: str) -> str:
    """Return a small ornament as a finisher's tool presses it."""
    arms = "".join(
        path("M2.6 0Q5 -2 8 -.4Q6 -.2 5.4 .8Q4 1.4 2.6 0z", ink, f'transform="translate({x} {y}) scale({side} 1)"')
        for side in (-1, 1)
    )
    middle = (
        shape(star(x, y, 1.9, 6, 0.5), ink),
        disc(x, y, 1.5, "none", f'stroke="{ink}" stroke-width="0.5"') + disc(x, y, 0.5, ink),
        shape(star(x, y, 2.1, 4, 0.35), ink),
        shape(star(x, y, 1.9, 8, 0.7), ink),
    )[which]
    return arms + middle


def _shelf(card: Card) -> str:
    """Return the library's label, with the id among other figures, and what is asked for in seals on a slip."""
    chance = card.chance
    drawn = box(15.2, 67.2, 33, 8.8, "#000000", 'opacity="0.35" rx="1.6"') + box(15, 66.8, 33, 8.8, _IVORY, 'rx="1.6"')
    drawn += asked(card, 19.4, 71.2, lambda x, y, shade: disc(x, y, 2, shade), 4.7)
    drawn += text(
        40.8, 71.3, 3, f"+{chance.randint(1, 12)}", _PENCIL, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.12"'
    )
    drawn += box(19.3, 79.1, 24.4, 6.2, "#fbf8ee", 'stroke="#3d5a80" stroke-width="0.35" rx="0.5"')
    words = f"{chance.choice(('8°', '4°', '12°'))} · {card.id} · {chance.randint(1687, 1849)}"
    return drawn + text(31.5, 82.2, 2.1, words, _PENCIL, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.12"')


def _punched(card: Card) -> str:
    """Return a punched card: columns of small digits, holes, a cut number on a strip in the card's colour."""
    chance, own = card.chance, card.own
    ink = _INK.get(card.face.colour, _GOLD)
    drawn = box(0, 0, 63, 88, _CARD)
    for row in range(10):
        y = 20.8 + 5.3 * row
        columns = [*range(2, 14, 2), *range(50, 62, 2)] if 25 < y < 64 else range(2, 62, 2)
        for x in columns:
            if chance.random() < 0.28:
                drawn += box(x - 0.55, y - 1.5, 1.3, 3, "#3b3023")
            elif x % 4 == 0:
                drawn += text(x, y, 1.25, str(row), _PENCIL, _PRINT)
    drawn += box(14, 27.4, 35, 34.4, _CARD) + box(15, 28.4, 33, 32.4, own)
    drawn += box(16.2, 29.6, 30.6, 30, "none", f'stroke="{ink}" stroke-width="0.5" stroke-dasharray="1.4 0.9"')
    drawn += text(31.5, 44.6, 19, str(card.face.number), _ROMAN, ink, 0, f'stroke="{ink}" stroke-width="0.5"')
    drawn += text(31.5, 9, 3, chance.choice(("TISSAGE", "TABULA", "MACHINA", "CALCUL")), _ROMAN, _DARK)
    drawn += text(31.5, 14, 1.5, "· NE PAS PLIER ·", _PENCIL, mixed(_PRINT, _DARK, 0.4))
    words = f"Ref. {card.id} · {chance.randint(1804, 1890)} · +{chance.randint(1, 12)}"
    return drawn + text(31.5, 82.2, 2.1, words, _PENCIL, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.12"')


LEGATURA = Edition(
    "legatura", 112, (_ROMAN, _PENCIL), ("#a8232e", "#20559a", "#d8a63a", "#2b2725", "#26734a", "#6e3a8a"),
    _legatura, partial(leaflet, _IVORY, _DARK), 2.0,
)  # fmt: skip
