"""Five editions that were for tuning from the first."""

from __future__ import annotations

from functools import partial

from editions.box import Card, Edition
from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, path, polygon, shape, stroke, text, way
from editions.marks import (
    INWARDS,
    LIKE_PLAYING_CARDS,
    TOWARDS,
    UPRIGHT,
    Corners,
    burst,
    coin,
    condition,
    corners,
    helper,
    hexagon,
    icon,
    points,
    shield,
    sign,
)
from editions.scenery import grain, harbour, hills, robot, skyline

# Harbour: a picture to the edges, the colour in a band with the number at its left, the id inside a copyright line.

_HARBOUR = Corners(0.16, "DM Serif Display", 4.0, 0.35, UPRIGHT, edge=("#ffffff", 0.9))


def _harbour(card: Card) -> str:
    chance = card.chance
    if card.ai:
        drawn = skyline(chance, "#1d2a44", "#ffd98a")
        drawn += shape(
            polygon(31.5, 40, 15, 8, 22.5), mixed(card.own, "#000000", 0.1), 'stroke="#ffffff" stroke-width="1"'
        )
        drawn += text(
            31.5, 40, 17, str(card.face.number), "DM Serif Display", "#ffffff", 0, 'stroke="#10131a" stroke-width="0.5"'
        )
        drawn += robot(chance, 31.5, 15, 7, "#c8d2dc", "#10131a")
        drawn += box(13, 60, 37, 11, "#f8f2e2", 'rx="1"') + condition(
            card, 14.5, 62.6, 5, "Crimson Text", "#f8f2e2", "#3a332a", filled=False
        )
        drawn += points(card, 44, 65.5, 4.2, "Crimson Text", burst, "#e8c35a", "#2a1d08")
    else:
        drawn = harbour(
            chance, chance.choice(("#9fc7de", "#e3b38e", "#b9a9cf")), chance.choice(("#27566e", "#2f6a66", "#3b4f7a"))
        )
        drawn += box(0, 57, WIDE, 17, card.own) + box(0, 56.2, WIDE, 0.8, "#ffffff") + box(0, 74, WIDE, 0.8, "#ffffff")
        drawn += text(
            12, 65.5, 12, str(card.face.number), "DM Serif Display", "#ffffff", 0, 'stroke="#10131a" stroke-width="0.6"'
        )
        drawn += sign(card, 24.5, 65.5, 3, "#ffffff")
        drawn += box(31, 59, 28.5, 13, "#f8f2e2", 'rx="1"') + condition(
            card, 32, 62, 4.4, "Crimson Text", "#f8f2e2", "#3a332a", filled=False
        )
        drawn += points(card, 54.4, 65.4, 4.2, "Crimson Text", coin, "#7a5b2e", "#ffffff")
        drawn += shape([(26, 0), (37, 0), (37, 8), (31.5, 10.5), (26, 8)], "#f8f2e2")
        drawn += text(31.5, 4.6, 4.4, "I" * card.face.phase, "DM Serif Display", "#3a332a")
    drawn += box(11.5, 79.5, 40, 5, "#0d1218", 'rx="2.5" fill-opacity="0.72"')
    drawn += text(31.5, 82, 2.3, f"© 2024 Quay Games · {card.id}", "Crimson Text", "#ffffff")
    return drawn + corners(card, _HARBOUR)


# Linen: tinted paper with thin print; a coloured frame, a hollow number that is printed twice, the id up the left side.

_LINEN = Corners(0.22, "Josefin Sans", 4.4, 0.31, TOWARDS, inset=2.2, disc="#fffdf6", dark="#2b2622")


def _linen(card: Card) -> str:
    paper = mixed("#fbf6ea", card.own, 0.5 if card.ai else 0.08)
    drawn = f"<defs>{grain('weave', '1.4 0.25', 0.5, card.chance.randrange(99), (0.3, 0.25, 0.2))}</defs>"
    drawn += box(0, 0, WIDE, TALL, "#fffdf6") + box(2.2, 2.2, WIDE - 4.4, TALL - 4.4, paper)
    drawn += box(2.2, 2.2, WIDE - 4.4, TALL - 4.4, "#000", 'filter="url(#weave)" opacity="0.35"')
    drawn += box(3.4, 3.4, WIDE - 6.8, TALL - 6.8, "none", f'stroke="{card.own}" stroke-width="2.4"')
    if not card.ai:
        drawn += hills(card.chance, 12, 24, 39, 31, "#dfe6e4", "#8d8a72") + box(
            12, 24, 39, 31, "none", 'stroke="#6b6459" stroke-width="0.4"'
        )
    else:
        drawn += disc(31.5, 40, 17, "#fffdf6") + disc(
            31.5, 40, 15.4, "none", f'stroke="{card.own}" stroke-width="0.7" stroke-dasharray="2 1.4"'
        )
        drawn += icon(card.chance.randrange(6), 31.5, 40, 10, mixed(card.own, "#ffffff", 0.55))
    hollow = f'stroke="{mixed(card.own, "#000000", 0.15)}" stroke-width="0.7"'
    drawn += text(31.5, 14.5, 11, str(card.face.number), "Alfa Slab One", "none", 0, hollow)
    drawn += text(31.5, 73.5, 11, str(card.face.number), "Alfa Slab One", "none", 180, hollow)
    drawn += condition(card, 14, 58.5, 4.6, "Josefin Sans", paper, "#5d554a", filled=False)
    drawn += points(card, 46, 61, 3.8, "Josefin Sans", hexagon, "#b6593a", "#ffffff")
    for at in range(card.face.phase):
        drawn += disc(31.5 + (at - (card.face.phase - 1) / 2) * 3.4, 81.6, 1.0, "#2b2622")
    drawn += text(7.4, 44, 2.6, card.id, "Josefin Sans", "#4c453b", -90)
    drawn += text(55.7, 44, 1.5, "Tissage éditions 2023 · 1-5 · 45 min", "Josefin Sans", "#6b6459", 90)
    return drawn + corners(card, _LINEN)


# Arcade: dark grounds of squares, everything in pixels, the smallest triangles; one or two frames tell the phase.

_ARCADE = Corners(0.125, "Press Start 2P", 3.0, 0.31, UPRIGHT)


def _arcade(card: Card) -> str:
    chance, ground = card.chance, mixed(card.own, "#0a0a14", 0.62 if not card.ai else 0.9)
    drawn = box(0, 0, WIDE, TALL, ground)
    for _ in range(160):
        x, y = chance.randrange(21) * 3, chance.randrange(30) * 3
        drawn += box(x, y, 3, 3, mixed(ground, card.own, chance.uniform(0.1, 0.55 if not card.ai else 0.25)))
    for at in range(card.face.phase):
        drawn += box(
            9.2 + 1.6 * at,
            9.2 + 1.6 * at,
            WIDE - 18.4 - 3.2 * at,
            TALL - 18.4 - 3.2 * at,
            "none",
            'stroke="#f4f4f4" stroke-width="0.7"',
        )
    half = [[chance.random() < 0.55 for _ in range(4)] for _ in range(7)]
    for row, cells in enumerate(half):
        for column, on in enumerate(cells):
            if on:
                tone = mixed("#ffffff", card.own, chance.uniform(0.0, 0.5))
                for x in {column, 6 - column}:
                    drawn += box(21 + x * 3, 15 + row * 3, 3, 3, tone)
    if card.ai:
        drawn += box(14, 40, 35, 15, card.own, 'stroke="#f4f4f4" stroke-width="1.2"') + text(
            31.5,
            47.6,
            10,
            str(card.face.number),
            "Press Start 2P",
            "#ffffff" if card.face.colour != "yellow" else "#101010",
        )
    else:
        drawn += shield(31.5, 48, 10, "#f4f4f4") + shield(31.5, 48, 8.8, card.own)
        drawn += text(
            31.5,
            47.4,
            9,
            str(card.face.number),
            "Press Start 2P",
            "#ffffff" if card.face.colour != "yellow" else "#101010",
        )
    drawn += box(12, 63, 39, 9, "#0a0a14", 'fill-opacity="0.8"') + condition(
        card, 14, 65, 4.8, "Press Start 2P", "#ffffff", "#c8c8d4"
    )
    drawn += points(card, 45.6, 67.5, 4.0, "Press Start 2P", burst, "#ffe14d", "#16161f")
    drawn += text(31.5, 83.2, 2.5, card.id, "Press Start 2P", "#f4f4f4")
    drawn += text(31.5, 4, 1.5, "(C)2021 8-BIT WORKS", "Press Start 2P", "#c8c8d4")
    return drawn + corners(card, _ARCADE)


# Herald: parchment, the colour on a shield with the number, the largest triangles, their lower digits upside down.

_HERALD = Corners(0.28, "Cinzel", 6.2, 0.3, LIKE_PLAYING_CARDS, inset=1.6, edge=("#b8923c", 1.3), outlined="#00000055")


def _herald(card: Card) -> str:
    chance = card.chance
    page = "#e6d3a8" if not card.ai else "#5a4630"
    ink = "#3a2a16" if not card.ai else "#f0e2c0"
    drawn = f"<defs>{grain('page', '0.06', 0.9, chance.randrange(999), (0.35, 0.22, 0.08))}</defs>"
    drawn += box(0, 0, WIDE, TALL, page) + box(0, 0, WIDE, TALL, "#000", 'filter="url(#page)" opacity="0.5"')
    drawn += box(1.6, 1.6, WIDE - 3.2, TALL - 3.2, "none", f'stroke="{ink}" stroke-width="0.5"')
    for side in (-1, 1):
        for at in range(6):
            x, y = 31.5 + side * (19 + chance.uniform(-2, 2)), 32 + at * 5.5
            leaf = f"M{x:.1f} {y:.1f}q{side * 4} -3 {side * 5} 2q{-side * 3} 1 {-side * 5} -2z"
            drawn += path(leaf, ink, 'fill-opacity="0.45"')
    if card.ai:
        drawn += robot(chance, 49, 40, 6, "#d8c9a2", "#241703")
    drawn += shield(31.5, 38, 15.5, "#b8923c") + shield(31.5, 38, 14, card.own)
    drawn += f'<path d="M31.5 24v32" stroke="#ffffff" stroke-opacity="0.25" stroke-width="{chance.choice((1, 4, 9))}"/>'
    drawn += text(
        31.5,
        39,
        15,
        str(card.face.number),
        "Cinzel",
        "#fff6df" if card.face.colour != "yellow" else "#241703",
        0,
        f'stroke="{"#fff6df" if card.face.colour != "yellow" else "#241703"}" stroke-width="0.9"',
    )
    drawn += text(31.5, 6.4, 3.0, card.id, "Cinzel", ink, 0, f'stroke="{ink}" stroke-width="0.15"')
    for at in range(card.face.phase):
        y = 13.5 + at * 3.2
        drawn += shape([(21, y), (42, y), (40, y + 1.1), (42, y + 2.2), (21, y + 2.2), (23, y + 1.1)], "#8c2f28")
    drawn += condition(card, 19, 63, 4.6, "Cinzel", page, ink, filled=False)
    drawn += points(card, 31.5, 75, 4.4, "Cinzel", coin, "#7d2b25", "#fff6df")
    drawn += text(31.5, 84.2, 1.4, "MMXXII · 2-4 · EDITIO 3", "Cinzel", ink)
    return drawn + corners(card, _HERALD)


# Metro: the whole ground is the colour; a huge condensed number low at the right, digits that face the middle.

_METRO = Corners(0.185, "Anton", 4.2, 0.34, INWARDS, edge=("#ffffff", 1.2), dark_on=("yellow",))


def _metro(card: Card) -> str:
    chance, own = card.chance, card.own
    ink = "#ffffff" if card.face.colour != "yellow" else "#1a1a1a"
    if card.ai:
        drawn = box(0, 0, WIDE, TALL, "#f3f1ec")
        for at in range(-6, 14):
            drawn += line(at * 9, 0, at * 9 + 40, TALL, own, 4)
        drawn += box(13, 14, 37, 26, "#ffffff", f'stroke="{own}" stroke-width="1.5"') + robot(
            chance, 31.5, 28, 10, mixed(own, "#ffffff", 0.5), "#26282b"
        )
        drawn += box(58.4, 33, 3.6, 14, "#ffffff") + box(15, 83, 33, 3.2, "#ffffff")
        drawn += box(30, 44, 28, 30, own) + text(44, 59, 22, str(card.face.number), "Anton", ink)
    else:
        drawn = f"<defs>{faded('g', (0, mixed(own, '#ffffff', 0.12)), (1, mixed(own, '#000000', 0.14)))}</defs>" + box(
            0, 0, WIDE, TALL, "url(#g)"
        )
        for _ in range(chance.randint(3, 6)):
            tone = f'fill-opacity="{chance.uniform(0.12, 0.3):.2f}"'
            x, y, s = chance.uniform(0, WIDE), chance.uniform(10, 60), chance.uniform(8, 24)
            drawn += chance.choice(
                (
                    disc(x, y, s, ink, tone),
                    box(x - s, y - s / 3, 2 * s, s * 0.66, ink, tone),
                    shape(polygon(x, y, s, 3, chance.uniform(0, 120)), ink, tone),
                )
            )
        stops = [(chance.uniform(12, 50), 18 + at * 9) for at in range(4)]
        drawn += stroke(way(stops), ink, 1.6)
        drawn += "".join(disc(x, y, 1.7, "#ffffff", 'stroke="#111" stroke-width="0.7"') for x, y in stops)
        drawn += text(45, 58, 27, str(card.face.number), "Anton", ink)
    drawn += disc(15, 58, 7, own) + sign(card, 15, 58, 4.6, ink)
    drawn += box(14, 73.4, 35, 7.2, "#ffffff") + condition(card, 15.2, 74.8, 4.2, "Oswald", "#ffffff", "#333333")
    drawn += points(card, 44, 77, 3.3, "Oswald", hexagon, "#111111", "#ffffff")
    if card.face.phase:
        drawn += disc(31.5, 7.2, 3.6, "#111111") + text(31.5, 7.2, 3.6, str(card.face.phase), "Anton", "#ffffff")
    drawn += text(60.2, 40, 2.1, card.id, "Oswald", ink if not card.ai else "#111111", 90)
    drawn += text(31.5, 84.6, 1.6, "© 2025 LINE 4 PUBLISHING", "Oswald", ink if not card.ai else "#111111")
    return drawn + corners(card, _METRO)


FIRST = (
    Edition(
        "harbour", 11, ("DM Serif Display", "Crimson Text"),
        ("#b5342b", "#2b5f9e", "#d9a521", "#2c2a2e", "#3c7d43", "#70408f"),
        _harbour, partial(helper, font="DM Serif Display", paper="#f8f2e2", ink="#3a332a", frame=0.6), 3.0,
    ),
    Edition(
        "linen", 12, ("Josefin Sans", "Alfa Slab One"),
        ("#c8553d", "#4a78a8", "#dfb23c", "#4b4a48", "#6b8f4e", "#8a6aa5"),
        _linen, partial(helper, font="Josefin Sans", paper="#fffdf6", ink="#6b6459", frame=0.4), 2.4,
    ),
    Edition(
        "arcade", 13, ("Press Start 2P",),
        ("#e8364f", "#2f7bff", "#ffd23f", "#40424d", "#1fbf5f", "#a347e0"),
        _arcade, partial(helper, font="Press Start 2P", paper="#14141f", ink="#f4f4f4", frame=1.2), 2.0,
    ),
    Edition(
        "herald", 14, ("Cinzel",),
        ("#8e1f22", "#24436e", "#c99a2e", "#1f1b18", "#2f5a34", "#56306b"),
        _herald, partial(helper, font="Cinzel", paper="#e6d3a8", ink="#3a2a16", frame=1.0), 3.6,
    ),
    Edition(
        "metro", 15, ("Anton", "Oswald"),
        ("#d8222a", "#0067b1", "#ffcc00", "#26282b", "#008c45", "#7a2a90"),
        _metro, partial(helper, font="Anton", paper="#f3f1ec", ink="#111111", frame=2.0), 4.2,
    ),
)  # fmt: skip
