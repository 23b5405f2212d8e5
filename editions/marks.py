"""What most cards carry somewhere: corner triangles, points, a condition, icons, small print."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.ai100.cards import COLOURS
from editions.box import Card
from editions.ink import TALL, WIDE, box, disc, line, mixed, path, polygon, shape, star, text

# Where the top of each corner digit points, clockwise from upright: tl, tr, br, bl.
UPRIGHT = (0, 0, 0, 0)
TOWARDS = (-45, 45, 135, -135)
INWARDS = (135, -135, -45, 45)
LIKE_PLAYING_CARDS = (0, 0, 180, 180)
ON_THEIR_HEAD = (180, 180, 180, 180)
SIDEWAYS = (90, 90, -90, -90)


@dataclass(frozen=True)
class Corners:
    """How an edition prints the four connectors."""

    leg: float  # as a share of the card's width
    font: str
    digit: float  # height in millimetres
    deep: float  # how far the digit's centre is from either edge, as a share of the leg
    turns: Sequence[int] = UPRIGHT
    inset: float = 0.0  # millimetres between the card's edge and the triangle
    edge: tuple[str, float] | None = None  # ink and width of the border along the long side
    disc: str = ""  # fill of a disc behind the digit
    light: str = "#ffffff"
    dark: str = "#15171a"
    dark_on: tuple[str, ...] = ("yellow",)
    dashed: bool = False
    outlined: str = ""  # ink around the digit


def corners(card: Card, how: Corners) -> str:
    """Return the four triangles with their digits."""
    drawn = ""
    leg, inset = how.leg * WIDE, how.inset
    for at, (colour, number) in enumerate(card.face.connectors):
        right, low = at in (1, 2), at in (2, 3)
        x, y = (WIDE - inset if right else inset), (TALL - inset if low else inset)
        dx, dy = (-1 if right else 1), (-1 if low else 1)
        triangle = [(x, y), (x + dx * leg, y), (x, y + dy * leg)]
        drawn += shape(triangle, card.shade[colour])
        if how.edge:
            dash = 'stroke-dasharray="1.6 1.1"' if how.dashed else ""
            drawn += line(*triangle[1], *triangle[2], *how.edge, dash)
        middle = x + dx * leg * how.deep, y + dy * leg * how.deep
        if how.disc:
            drawn += disc(*middle, how.digit * 0.82, how.disc)
        ink = how.dark if how.disc or colour in how.dark_on else how.light
        more = f'stroke="{how.outlined}" stroke-width="0.5" paint-order="stroke"' if how.outlined else ""
        drawn += text(*middle, how.digit, str(number), how.font, ink, how.turns[at], more)
    return drawn


Badge = Callable[[float, float, float, str], str]


def burst(x: float, y: float, size: float, fill: str) -> str:
    """Return a star of many points."""
    return shape(star(x, y, size, 10, 0.8), fill)


def hexagon(x: float, y: float, size: float, fill: str) -> str:
    """Return a hexagon."""
    return shape(polygon(x, y, size, 6), fill)


def coin(x: float, y: float, size: float, fill: str) -> str:
    """Return two rings."""
    return disc(x, y, size, fill) + disc(
        x, y, size * 0.82, "none", f'stroke="#ffffff" stroke-width="{size * 0.07:.2f}"'
    )


def shield(x: float, y: float, size: float, fill: str, more: str = "") -> str:
    """Return a shield, `size` half its width."""
    return (
        f'<path d="M{x - size:.2f} {y - size:.2f}h{2 * size:.2f}v{size:.2f}q0 {size * 0.9:.2f} {-size:.2f} '
        f'{size * 1.35:.2f}q{-size:.2f} {-size * 0.45:.2f} {-size:.2f} {-size * 1.35:.2f}z" fill="{fill}" {more}/>'
    )


def points(card: Card, x: float, y: float, size: float, font: str, badge: Badge, fill: str, ink: str) -> str:
    """Return a badge with the card's points, 1 to 12."""
    worth = card.chance.randint(1, 12)
    return badge(x, y, size, fill) + text(x, y, size * (0.9 if worth < 10 else 0.75), str(worth), font, ink)


def condition(card: Card, x: float, y: float, size: float, font: str, paper: str, ink: str, filled: bool = True) -> str:
    """Return a small plan of the tableau and a row of little cards, each with a digit or an icon."""
    chance, drawn = card.chance, ""
    kind = chance.randrange(4)
    for row in range(3):
        for column in range(5):
            on = (
                (kind == 0 and row == 1)
                or (kind == 1 and column in (1, 3))
                or (kind == 2 and (row + column) % 2)
                or kind == 3
            )
            drawn += box(
                x + column * size * 0.27, y + row * size * 0.36, size * 0.2, size * 0.28,
                card.own if on else "none", f'stroke="{ink}" stroke-width="{size * 0.03:.2f}"',
            )  # fmt: skip
    x += size * 1.7
    for _ in range(chance.randint(1, 3)):
        colour = card.shade[chance.choice(COLOURS)]
        drawn += box(
            x, y, size * 0.78, size * 1.02, colour if filled else paper,
            f'rx="{size * 0.1:.2f}" stroke="{ink if filled else colour}" stroke-width="{size * 0.06:.2f}"',
        )  # fmt: skip
        shown = paper if filled else colour
        middle = x + size * 0.39, y + size * 0.51
        if chance.random() < 0.6:
            drawn += text(*middle, size * 0.55, str(chance.randint(1, 5)), font, shown)
        else:
            drawn += icon(chance.randrange(6), *middle, size * 0.27, shown)
        x += size * 0.95
    return drawn


def icon(which: int, x: float, y: float, size: float, ink: str, more: str = "") -> str:
    """Return one of six signs that stand for the colours: drop, leaf, moon, gear, key, flame."""
    s = size
    if which == 0:
        tail = f"q{-s * 0.3} {-s * 0.3} {s * 0.7} {-s * 1.3}z"
        return path(
            f"M{x} {y - s}q{s} {s} {s * 0.7} {s * 1.3}a{s * 0.75} {s * 0.75} 0 0 1 {-s * 1.4} 0{tail}", ink, more
        )
    if which == 1:
        return path(f"M{x - s} {y + s}q{-s * 0.1} {-s * 2} {s * 2} {-s * 2}q0 {s * 2} {-s * 2} {s * 2}z", ink, more)
    if which == 2:
        outer, inner = f"a{s} {s} 0 1 0 {s * 0.6} {s * 1.4}", f"a{s * 0.8} {s * 0.8} 0 1 1 {-s * 0.6} {-s * 1.4}"
        return path(f"M{x + s * 0.4} {y - s}{outer}{inner}z", ink, more)
    if which == 3:
        return shape(star(x, y, s, 8, 0.72), ink, more) + disc(x, y, s * 0.3, "#ffffff", 'fill-opacity="0.75"')
    if which == 4:
        bow = disc(x - s * 0.45, y, s * 0.42, "none", f'stroke="{ink}" stroke-width="{s * 0.28:.2f}"')
        bit = box(x + s * 0.6, y, s * 0.22, s * 0.5, ink)
        return bow + box(x - s * 0.05, y - s * 0.14, s * 1.05, s * 0.28, ink) + bit
    flame = ((-0.7, 1), (-0.8, -0.1), (-0.35, 0.15), (0, -1), (0.4, -0.05), (0.8, -0.35), (0.7, 1))
    return shape([(x + s * right, y + s * down) for right, down in flame], ink, more)


def sign(card: Card, x: float, y: float, size: float, ink: str) -> str:
    """Return the icon of the card's own colour."""
    return icon(COLOURS.index(card.face.colour), x, y, size, ink)


def helper(shade: Mapping[str, str], at: int, font: str, paper: str, ink: str, frame: float = 1.0) -> str:
    """Return a help card: a letter, and lines of small print with icons."""
    chance = random.Random(at)
    drawn = box(0, 0, WIDE, TALL, paper)
    drawn += box(3, 3, WIDE - 6, TALL - 6, "none", f'rx="2" stroke="{ink}" stroke-width="{frame}"')
    drawn += text(WIDE / 2, 11, 7, "ABC"[at], font, ink)
    for row in range(7):
        y = 21 + row * 9
        drawn += icon((row + at) % 6, 10, y, 2.2, list(shade.values())[(row + at) % 6])
        for down in (-1.2, 1.2):
            drawn += box(16, y + down, chance.uniform(18, 38), 0.9, mixed(ink, paper, 0.4))
    return drawn
