"""Pictures that fill a card or a part of it, each card's own."""

from __future__ import annotations

from random import Random

from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, polygon, shape, star, stroke, way


def grain(name: str, often: str, strength: float, seed: int, ink: tuple[float, float, float] = (0, 0, 0)) -> str:
    """Return the definition of a filter that covers what it is put on with the grain of paper, stone or cloth."""
    red, green, blue = ink
    return (
        f'<filter id="{name}" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" '
        f'baseFrequency="{often}" numOctaves="4" seed="{seed}"/><feColorMatrix values="0 0 0 0 {red} 0 0 0 0 {green} '
        f'0 0 0 0 {blue} {strength} 0 0 0 {-strength * 0.38:.3f}"/></filter>'
    )


def hills(chance: Random, x: float, y: float, wide: float, tall: float, sky: str, earth: str) -> str:
    """Return a landscape: a fading sky, a sun, ranges of hills, perhaps trees and a house."""
    name = f"sky{chance.randrange(10**6)}"
    drawn = f"<defs>{faded(name, (0, sky), (1, mixed(sky, '#ffffff', 0.6)))}"
    drawn += f'<clipPath id="c{name}"><rect x="{x}" y="{y}" width="{wide}" height="{tall}"/></clipPath></defs>'
    drawn += f'<g clip-path="url(#c{name})">' + box(x, y, wide, tall, f"url(#{name})")
    drawn += disc(
        x + chance.uniform(0.15, 0.85) * wide,
        y + chance.uniform(0.12, 0.4) * tall,
        tall * chance.uniform(0.06, 0.14),
        "#fff6d8",
    )
    for depth in range(4):
        level = y + tall * (0.42 + 0.15 * depth)
        steps = 7 + depth * 2
        ridge = [(x + wide * k / steps, level - chance.uniform(0, tall * 0.2)) for k in range(steps + 1)]
        drawn += shape([(x, y + tall), *ridge, (x + wide, y + tall)], mixed(mixed(earth, sky, 0.6), earth, depth / 3))
    for _ in range(chance.randint(2, 7)):
        at, foot = x + chance.random() * wide, y + tall * chance.uniform(0.75, 0.97)
        size = tall * chance.uniform(0.08, 0.18)
        drawn += shape([(at - size / 3, foot), (at, foot - size), (at + size / 3, foot)], mixed(earth, "#000000", 0.45))
    if chance.random() < 0.6:
        at, foot, size = x + chance.uniform(0.2, 0.8) * wide, y + tall * chance.uniform(0.7, 0.9), tall * 0.09
        roof = [(at - size * 1.2, foot - size), (at, foot - 2 * size), (at + size * 1.2, foot - size)]
        drawn += box(at - size, foot - size, 2 * size, size, "#e9dcc0") + shape(roof, "#8a4a36")
    return drawn + "</g>"


def harbour(chance: Random, sky: str, sea: str) -> str:
    """Return water to the card's edges, boats, gulls and a far shore."""
    drawn = f"<defs>{faded('sky', (0, sky), (0.45, '#f4e7cf'))}"
    drawn += f"{faded('sea', (0, mixed(sea, '#ffffff', 0.35)), (1, sea))}</defs>"
    horizon = chance.uniform(26, 36)
    drawn += box(0, 0, WIDE, TALL, "url(#sky)") + disc(
        chance.uniform(8, 55), horizon - chance.uniform(0, 14), chance.uniform(4, 8), "#ffe9b0"
    )
    shore = [(k * WIDE / 9, horizon - chance.uniform(0, 6)) for k in range(10)]
    drawn += shape([(0, horizon), *shore, (WIDE, horizon)], mixed(sea, "#6c7b58", 0.55))
    drawn += box(0, horizon, WIDE, TALL - horizon, "url(#sea)")
    for _ in range(40):
        x, y = chance.uniform(0, WIDE), chance.uniform(horizon + 1, TALL)
        drawn += line(x, y, x + chance.uniform(2, 8), y, mixed(sea, "#ffffff", chance.uniform(0.2, 0.8)), 0.35)
    for _ in range(chance.randint(2, 4)):
        x, y, s = chance.uniform(8, 55), chance.uniform(horizon + 3, 66), chance.uniform(3, 7)
        hull = mixed("#7a3d2b", "#22303c", chance.random())
        drawn += shape([(x - s, y), (x + s, y), (x + s * 0.6, y + s * 0.5), (x - s * 0.6, y + s * 0.5)], hull)
        drawn += shape([(x, y - s * 1.9), (x + s * 0.9, y - s * 0.2), (x, y - s * 0.2)], "#fbf5e6") + line(
            x, y, x, y - s * 2, "#3a2d22", 0.4
        )
    for _ in range(5):
        x, y = chance.uniform(4, 58), chance.uniform(4, horizon - 4)
        drawn += stroke(f"M{x:.1f} {y:.1f}q1 -1.4 2 0q1 -1.4 2 0", "#39424c", 0.35)
    return drawn


def reef(chance: Random, deep: str) -> str:
    """Return a view under water: light from above, weed, fish and bubbles."""
    drawn = (
        f"<defs>{faded('deep', (0, mixed(deep, '#ffffff', 0.7)), (0.5, deep), (1, mixed(deep, '#000000', 0.5)))}</defs>"
    )
    drawn += box(0, 0, WIDE, TALL, "url(#deep)")
    for _ in range(5):
        x = chance.uniform(-5, WIDE)
        drawn += shape([(x, 0), (x + 6, 0), (x + 20, TALL), (x + 4, TALL)], "#ffffff", 'fill-opacity="0.07"')
    for _ in range(11):
        x, tall = chance.uniform(0, WIDE), chance.uniform(10, 32)
        weed = mixed("#1d5e44", chance.choice(("#c26a4a", "#8a3f73", "#d7a64a")), chance.random())
        bend = f"q{chance.uniform(-9, 9):.1f} {-tall / 2:.1f} {chance.uniform(-4, 4):.1f} {-tall:.1f}"
        drawn += stroke(f"M{x:.1f} {TALL}{bend}", weed, chance.uniform(0.8, 2.6), 'stroke-linecap="round"')
    for _ in range(chance.randint(3, 8)):
        x, y, s, way = chance.uniform(8, 55), chance.uniform(14, 72), chance.uniform(1.6, 4.5), chance.choice((-1, 1))
        scale = chance.choice(("#f2b33d", "#f5f1e6", "#e4573d", "#7fd0d8", "#c9d94a"))
        drawn += f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{s:.1f}" ry="{s * 0.5:.1f}" fill="{scale}"/>'
        drawn += shape(
            [(x - way * s * 0.8, y), (x - way * s * 1.6, y - s * 0.5), (x - way * s * 1.6, y + s * 0.5)], scale
        )
        drawn += disc(x + way * s * 0.6, y - s * 0.1, s * 0.12, "#111111")
    for _ in range(14):
        drawn += disc(
            chance.uniform(2, 61),
            chance.uniform(4, 80),
            chance.uniform(0.3, 1.1),
            "none",
            'stroke="#e8fbff" stroke-width="0.25"',
        )
    return drawn


def chart(chance: Random, paper: str, land: str) -> str:
    """Return a map: coasts, contour lines, meridians, a compass rose and a dotted route."""
    drawn = box(0, 0, WIDE, TALL, paper)
    for k in range(7):
        drawn += line(k * 10.5, 0, k * 10.5, TALL, mixed(paper, "#4a5a66", 0.25), 0.18) + line(
            0, k * 14, WIDE, k * 14, mixed(paper, "#4a5a66", 0.25), 0.18
        )
    for _ in range(chance.randint(2, 4)):
        x, y, size = chance.uniform(6, 57), chance.uniform(12, 76), chance.uniform(7, 17)
        coast = [(px, py) for px, py in polygon(0, 0, 1, 13)]
        spread = [chance.uniform(0.55, 1.1) for _ in coast]
        for share in (1.0, 0.78, 0.55):
            ring = [
                (x + px * s * size * share, y + py * s * size * share)
                for (px, py), s in zip(coast, spread, strict=True)
            ]
            drawn += shape(
                ring, mixed(paper, land, 1.25 - share), f'stroke="{mixed(land, "#3b2f20", 0.4)}" stroke-width="0.3"'
            )
    x, y = chance.uniform(12, 50), chance.uniform(20, 66)
    drawn += shape(star(x, y, 6, 4, 0.2), "#5c4a34") + shape(star(x, y, 4, 4, 0.25, 45), "#a08a64")
    route = [(chance.uniform(6, 57), chance.uniform(14, 74)) for _ in range(4)]
    return drawn + stroke(way(route), "#a33a2c", 0.5, 'stroke-dasharray="1.2 1"')


def skyline(chance: Random, night: str, lit: str) -> str:
    """Return a town at night: towers and windows."""
    drawn = f"<defs>{faded('night', (0, mixed(night, '#000000', 0.4)), (1, mixed(night, lit, 0.3)))}</defs>" + box(
        0, 0, WIDE, TALL, "url(#night)"
    )
    for _ in range(40):
        drawn += disc(chance.uniform(0, WIDE), chance.uniform(0, 40), chance.uniform(0.1, 0.35), "#ffffff")
    x = -2.0
    while x < WIDE:
        wide, top = chance.uniform(5, 11), chance.uniform(30, 62)
        drawn += box(x, top, wide, TALL - top, mixed(night, "#000000", chance.uniform(0.2, 0.7)))
        for row in range(int((TALL - top) / 3.2)):
            for column in range(int(wide / 2.2)):
                if chance.random() < 0.35:
                    drawn += box(
                        x + 0.8 + column * 2.2,
                        top + 1.2 + row * 3.2,
                        1.0,
                        1.5,
                        lit,
                        f'fill-opacity="{chance.uniform(0.3, 1):.2f}"',
                    )
        x += wide
    return drawn


def robot(chance: Random, x: float, y: float, size: float, skin: str, ink: str) -> str:
    """Return the portrait of a robot, `size` half its height; no two look alike."""
    wide, tall = size * chance.uniform(0.6, 0.95), size * chance.uniform(0.5, 0.8)
    drawn = line(x, y - tall, x + chance.uniform(-0.3, 0.3) * size, y - size * 1.1, ink, size * 0.08)
    drawn += disc(x, y - size * 1.05, size * chance.uniform(0.08, 0.16), ink)
    drawn += box(x - wide * 0.5, y + tall * 0.8, wide, size * 0.5, mixed(skin, ink, 0.5))
    drawn += box(
        x - wide,
        y - tall,
        2 * wide,
        2 * tall,
        skin,
        f'rx="{size * chance.uniform(0.05, 0.5):.2f}" stroke="{ink}" stroke-width="{size * 0.07:.2f}"',
    )
    apart, eye = wide * chance.uniform(0.35, 0.55), size * chance.uniform(0.1, 0.22)
    for side in (-1, 1):
        drawn += disc(
            x + side * apart, y - tall * 0.25, eye, "#ffffff", f'stroke="{ink}" stroke-width="{size * 0.06:.2f}"'
        )
        drawn += disc(x + side * apart + chance.uniform(-0.3, 0.3) * eye, y - tall * 0.25, eye * 0.45, ink)
        drawn += box(
            x + side * wide * 1.08 - size * 0.08, y - size * 0.2, size * 0.16, size * chance.uniform(0.3, 0.5), ink
        )
    teeth = chance.randint(3, 8)
    for at in range(teeth):
        drawn += box(
            x - wide * 0.5 + at * wide / teeth,
            y + tall * 0.35,
            wide / teeth * 0.6,
            tall * chance.uniform(0.15, 0.35),
            ink,
        )
    return drawn
