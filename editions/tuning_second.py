"""Five more editions to tune on: the first that were held out, until they were reported on."""

from __future__ import annotations

from functools import partial

from editions.box import Card, Edition
from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, path, polygon, shape, stroke, text, way
from editions.marks import (
    ON_THEIR_HEAD,
    SIDEWAYS,
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
from editions.scenery import chart, grain, hills, reef, robot

# Atoll: a view under water; the colour only in an emblem at the top right, the number in a disc at the top left.

_ATOLL = Corners(0.14, "Fredoka", 3.7, 0.34, UPRIGHT, edge=("#fff7dc", 0.8), outlined="#00000066")


def _atoll(card: Card) -> str:
    chance = card.chance
    drawn = reef(chance, "#1f6f8f" if not card.ai else "#2a1f4a")
    if card.ai:
        drawn += disc(31.5, 36, 18, "#fff7dc") + robot(chance, 31.5, 38, 11, "#9fd6d2", "#173042")
    drawn += disc(16, 17, 8.2, "#fff7dc") + disc(16, 17, 7.2, "#173042")
    drawn += text(16, 17, 8, str(card.face.number), "Fredoka", "#fff7dc", 0, 'stroke="#fff7dc" stroke-width="0.5"')
    emblem = polygon(47, 17, 8.4, 6 if not card.ai else 4, 30)
    drawn += shape(emblem, card.own, 'stroke="#fff7dc" stroke-width="1"') + sign(card, 47, 17, 3.6, "#fff7dc")
    drawn += box(8, 66, 47, 11, "#fff7dc", 'rx="5.5" fill-opacity="0.92"')
    drawn += condition(card, 12, 69, 5, "Fredoka", "#fff7dc", "#173042", filled=False)
    drawn += points(card, 48, 71.5, 4.3, "Fredoka", coin, "#c2613f", "#fff7dc")
    for at in range(card.face.phase):
        shell = [(29 + at * 5, 63), (31.5 + at * 5, 58.5), (34 + at * 5, 63)]
        drawn += shape([(x - 2.5 * (card.face.phase - 1), y) for x, y in shell], "#fff7dc")
    drawn += text(31.5, 83.6, 1.9, f"Atoll Spiele 2020 © {card.id} 3.1", "Crimson Text", "#fff7dc")
    return drawn + corners(card, _ATOLL)


# Gazette: newsprint; the colour in a band down the left side, old-style figures that hang, the id up the right side.

_GAZETTE = Corners(0.2, "Playfair Display", 4.2, 0.31, TOWARDS, inset=1.4)


def _gazette(card: Card) -> str:
    chance = card.chance
    paper, ink = ("#efece2", "#201f1d") if not card.ai else ("#201f1d", "#efece2")
    drawn = f"<defs>{grain('news', '0.9', 0.7, chance.randrange(999), (0.2, 0.2, 0.2))}</defs>"
    drawn += box(0, 0, WIDE, TALL, paper) + box(0, 0, WIDE, TALL, "#000", 'filter="url(#news)" opacity="0.25"')
    drawn += box(1.4, 1.4, 14.5, TALL - 2.8, card.own)
    drawn += text(
        8.6, 32, 10, str(card.face.number), "Playfair Display", "#ffffff", 0, 'stroke="#fff" stroke-width="0.5"'
    )
    drawn += sign(card, 8.6, 46, 3.4, "#ffffff")
    if card.face.phase:
        drawn += box(4.6, 54, 8, 0.8, "#ffffff") + text(
            8.6, 58.6, 4.4, "ab"[card.face.phase - 1], "Playfair Display", "#fff"
        )
    drawn += text(36, 17.5, 3.6, "THE DAILY" if not card.ai else "EXTRA No. 1", "Playfair Display", ink)
    drawn += line(19, 21.5, 53, 21.5, ink, 0.4) + line(19, 22.4, 53, 22.4, ink, 0.2)
    if card.ai:
        drawn += robot(chance, 36, 39, 12, "#8f8b80", "#111111")
    else:
        drawn += hills(chance, 20, 25, 33, 26, "#c9c6bc", "#55534d")
        for _ in range(60):
            drawn += disc(
                chance.uniform(20, 53), chance.uniform(25, 51), chance.uniform(0.1, 0.5), ink, 'fill-opacity="0.35"'
            )
    for row in range(5):
        drawn += box(20, 54 + row * 1.7, chance.uniform(10, 15), 0.6, mixed(ink, paper, 0.4))
    drawn += text(43.6, 58, 3, str(chance.randint(1893, 1925)), "Playfair Display", ink)
    drawn += condition(card, 20, 65, 4.8, "Playfair Display", paper, ink, filled=False)
    drawn += points(card, 45, 67.4, 4, "Playfair Display", hexagon, mixed(ink, paper, 0.2), paper)
    drawn += text(59.4, 44, 2.3, card.id, "Playfair Display", ink, -90)
    drawn += text(36, 83.6, 1.6, "4 colours · 2d", "Playfair Display", ink)
    return drawn + corners(card, _GAZETTE)


# Neon: black, everything drawn in light; a hollow number printed twice, triangles whose digits stand on their head.

_NEON = Corners(
    0.24, "Orbitron", 4.8, 0.3, ON_THEIR_HEAD, inset=2.0, edge=("#0b0b12", 1.0), dark_on=("yellow", "green")
)


def _neon(card: Card) -> str:
    chance, glow = card.chance, mixed(card.own, "#ffffff", 0.25 if card.face.colour != "black" else 0.62)
    middle = 'cx="0.5" cy="0.45" r="0.6"'
    dusk = faded("dusk", (0, mixed("#0b0b12", card.own, 0.28)), (1, "#0b0b12"), round_at=middle)
    drawn = f"<defs>{dusk}</defs>"
    drawn += box(0, 0, WIDE, TALL, "#0b0b12") + box(2, 2, WIDE - 4, TALL - 4, "url(#dusk)", 'rx="2"')
    for k in range(12):
        drawn += line(31.5, 44, -30 + k * 11, TALL, glow, 0.25, 'stroke-opacity="0.35"')
    for k in range(7):
        drawn += line(2, 52 + k * k * 0.8, 61, 52 + k * k * 0.8, glow, 0.25, 'stroke-opacity="0.35"')
    for wide, seen in ((2.6, 0.25), (0.9, 1.0)):
        frame = f'rx="3" stroke="{glow}" stroke-width="{wide}" stroke-opacity="{seen}"'
        dash = ' stroke-dasharray="5 2"' if card.face.phase == 2 else ""
        drawn += box(4.6, 4.6, WIDE - 9.2, TALL - 9.2, "none", frame + dash)
    if card.ai:
        drawn += robot(chance, 31.5, 44, 9, "#1c1c2b", glow)
    else:
        figure = polygon(31.5, 44, chance.uniform(8, 11), chance.choice((3, 4, 5, 6, 8)), chance.uniform(0, 90))
        drawn += shape(figure, "none", f'stroke="{glow}" stroke-width="0.8"')
        spark = [(chance.uniform(16, 47), chance.uniform(34, 54)) for _ in range(5)]
        drawn += stroke(way(spark), "#f5f5ff", 0.5) + icon(chance.randrange(6), 31.5, 44, 3.4, glow)
    hollow = f'stroke="{glow}" stroke-width="0.9"'
    drawn += text(31.5, 23, 12, str(card.face.number), "Orbitron", "none", 0, hollow)
    drawn += text(31.5, 63.5, 8, str(card.face.number), "Orbitron", "none", 0, hollow)
    drawn += condition(card, 17, 70.4, 4, "Orbitron", "#ffffff", "#c9c9dd")
    drawn += points(card, 44, 72.4, 3.4, "Orbitron", burst, "#f5f5ff", "#0b0b12")
    drawn += box(23, 7.4, 17, 4, "#0b0b12") + text(31.5, 9.4, 2.5, card.id, "Orbitron", "#f5f5ff")
    drawn += text(31.5, 80, 1.5, "2084 (c) 5 WATT", "Orbitron", "#c9c9dd")
    return drawn + corners(card, _NEON)


# Quilt: patches in tints of the colour; the number low at the left, stitched triangles with a button behind the digit.

_QUILT = Corners(
    0.26, "Righteous", 4.8, 0.3, UPRIGHT, inset=1.0, edge=("#fdf8ef", 0.9), disc="#fdf8ef", dark="#3b3430", dashed=True
)


def _quilt(card: Card) -> str:
    chance = card.chance
    drawn = box(0, 0, WIDE, TALL, "#fdf8ef")
    patch = 8.7
    for row in range(10):
        for column in range(7):
            tint = mixed(
                "#fdf8ef", card.own, chance.uniform(0.15, 0.62) if not card.ai else (row + column) % 2 * 0.7 + 0.1
            )
            x, y = 1 + column * patch, 1 + row * patch * 0.99
            drawn += box(x, y, patch, patch, tint)
            kind = chance.randrange(4)
            thread = mixed(tint, "#ffffff" if chance.random() < 0.5 else card.own, 0.45)
            if kind == 0:
                drawn += disc(x + patch / 2, y + patch / 2, patch * 0.25, thread)
            elif kind == 1:
                drawn += "".join(line(x + k * 2, y, x + k * 2, y + patch, thread, 0.6) for k in range(1, 5))
            elif kind == 2:
                drawn += shape([(x, y), (x + patch, y), (x, y + patch)], thread)
            drawn += box(
                x + 0.4,
                y + 0.4,
                patch - 0.8,
                patch - 0.8,
                "none",
                'stroke="#ffffff" stroke-width="0.25" stroke-dasharray="0.9 0.7"',
            )
    drawn += box(19, 9, 25, 26, "#fdf8ef", 'rx="3"')
    if card.ai:
        drawn += robot(chance, 31.5, 23, 9, mixed(card.own, "#ffffff", 0.4), "#3b3430")
    else:
        for _ in range(chance.randint(3, 6)):
            petal = mixed(chance.choice(list(card.shade.values())), "#ffffff", 0.3)
            x, y, s = chance.uniform(23, 40), chance.uniform(13, 31), chance.uniform(1.5, 4)
            drawn += "".join(disc(px, py, s * 0.55, petal) for px, py in polygon(x, y, s * 0.8, 5)) + disc(
                x, y, s * 0.4, "#fdf8ef"
            )
    drawn += (
        disc(17.6, 56, 11, "#fdf8ef")
        + disc(17.6, 56, 10, card.own)
        + disc(17.6, 56, 8.8, "none", 'stroke="#fdf8ef" stroke-width="0.4" stroke-dasharray="1.2 0.9"')
    )
    drawn += text(
        17.6, 56, 11, str(card.face.number), "Righteous", "#fdf8ef" if card.face.colour != "yellow" else "#3b3430"
    )
    for at in range(card.face.phase):
        drawn += box(31, 40.4 + at * 3, 25, 1.8, "#3b3430", 'rx="0.9"')
    drawn += box(31, 48, 25, 15, "#fdf8ef", 'rx="2"') + condition(
        card, 32.4, 50, 4.2, "Righteous", "#fdf8ef", "#6d625a"
    )
    drawn += points(card, 50, 58.6, 3.5, "Righteous", hexagon, "#3b3430", "#fdf8ef")
    drawn += box(22.5, 2.6, 18, 4.4, "#fdf8ef", 'rx="2.2"') + text(31.5, 4.8, 2.7, card.id, "Righteous", "#3b3430")
    drawn += box(20.5, 80.5, 22, 3.6, "#fdf8ef", 'rx="1.8"') + text(
        31.5, 82.3, 1.6, "Patchwork & Co 2019 · 1/3", "Righteous", "#6d625a"
    )
    return drawn + corners(card, _QUILT)


# Meridian: a map; tinted paper and a flag carry the colour, a number in handwriting, the id tiny in a cartouche below.

_MERIDIAN = Corners(0.17, "Kalam", 4.4, 0.34, SIDEWAYS, edge=("#4a3a26", 0.5), light="#fffaf0", dark="#2a2016")


def _meridian(card: Card) -> str:
    chance = card.chance
    tint = mixed("#f2e6c8", card.own, 0.22)
    drawn = chart(chance, tint if not card.ai else mixed("#20303c", card.own, 0.25), mixed("#b99b62", card.own, 0.3))
    drawn += box(1, 1, WIDE - 2, TALL - 2, "none", 'stroke="#4a3a26" stroke-width="0.6"')
    if card.ai:
        drawn += box(18, 14, 27, 24, "#f2e6c8", 'stroke="#4a3a26" stroke-width="0.6"') + robot(
            chance, 31.5, 27, 9, card.own, "#2a2016"
        )
    pole = 37
    flag = path(f"M{pole} 46q5 -3 9 0t9 0v13q-5 3 -9 0t-9 0z", card.own, 'stroke="#2a2016" stroke-width="0.5"')
    drawn += line(pole, 45, pole, 68, "#2a2016", 1) + flag
    drawn += sign(card, 46, 53, 3, "#fffaf0")
    drawn += disc(19, 55, 10.5, "#fffaf0", 'fill-opacity="0.85"')
    drawn += text(19, 55, 13, str(card.face.number), "Kalam", "#2a2016", 0, 'stroke="#2a2016" stroke-width="0.5"')
    if card.face.phase:
        drawn += shield(31.5, 9, 4.6, "#7c2d23") + text(31.5, 8.8, 4.2, str(card.face.phase), "Kalam", "#fffaf0")
    drawn += box(13, 69.4, 37, 8.4, "#fffaf0", 'rx="1" stroke="#4a3a26" stroke-width="0.3"')
    drawn += condition(card, 14.6, 71.2, 4.4, "Kalam", "#fffaf0", "#4a3a26")
    drawn += points(card, 45, 73.6, 3.5, "Kalam", burst, "#7c2d23", "#fffaf0")
    drawn += box(24.5, 79.6, 14, 4, "#fffaf0", 'stroke="#4a3a26" stroke-width="0.3"')
    drawn += text(31.5, 81.6, 2.0, card.id, "Kalam", "#2a2016")
    drawn += text(
        31.5, 85.6, 1.2, "Longitude 45° W · ed. 2 · MMXXVI", "Crimson Text", "#2a2016" if not card.ai else "#f2e6c8"
    )
    return drawn + corners(card, _MERIDIAN)


SECOND = (
    Edition(
        "atoll", 21, ("Fredoka", "Crimson Text"),
        ("#dd4b39", "#1b66c9", "#f4c20d", "#1d2226", "#2e9e4f", "#8e4ec6"),
        _atoll, partial(helper, font="Fredoka", paper="#fff7dc", ink="#173042", frame=1.4), 4.0,
    ),
    Edition(
        "gazette", 22, ("Playfair Display",),
        ("#a3262a", "#2d4f7c", "#c9a227", "#3a3936", "#4a6b3a", "#6a3f72"),
        _gazette, partial(helper, font="Playfair Display", paper="#efece2", ink="#201f1d", frame=0.3), 2.0,
    ),
    Edition(
        "neon", 23, ("Orbitron",),
        ("#ff2e63", "#1e90ff", "#ffe600", "#3c4048", "#2bd96b", "#b14aed"),
        _neon, partial(helper, font="Orbitron", paper="#0b0b12", ink="#c9c9dd", frame=0.8), 3.0,
    ),
    Edition(
        "quilt", 24, ("Righteous",),
        ("#cf5c5c", "#5b8bc4", "#e5bd4f", "#57534f", "#74a36b", "#9c77b5"),
        _quilt, partial(helper, font="Righteous", paper="#fdf8ef", ink="#6d625a", frame=1.0), 5.0,
    ),
    Edition(
        "meridian", 25, ("Kalam", "Crimson Text"),
        ("#a8402f", "#34608c", "#d0a232", "#35302b", "#517a45", "#6f4a83"),
        _meridian, partial(helper, font="Kalam", paper="#f2e6c8", ink="#4a3a26", frame=0.6), 2.6,
    ),
)  # fmt: skip
