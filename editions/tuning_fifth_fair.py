"""One of the fifth five editions to tune on: a lottery at a fair."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin

from editions.box import Card, Edition
from editions.ink import text
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet, scalloped

# Lotería: a fair. Cut paper in the card's colour hangs over the picture, the number is on a crown cap; AI cards are at night.

_THINGS = ("nopal", "sol", "calavera", "guitarra", "chile", "corazón", "luna", "paloma", "campana", "sandía")
_LA = ("calavera", "guitarra", "luna", "paloma", "campana", "sandía")


def _loteria(card: Card) -> str:
    chance = card.chance
    warm, cool = chance.choice(
        [
            ("#f6c65b", "#f29b5f"),
            ("#8fd3c8", "#bfe6da"),
            ("#f4a6b7", "#f8c7cc"),
            ("#f3dfae", "#ecc98d"),
            ("#a9cdf0", "#cfe3f5"),
            ("#c7d987", "#dce7ae"),
        ]
    )
    if card.ai:
        warm, cool = "#40368a", "#4d439c"
    rays = "".join(
        f'<path d="M31.5 44L{31.5 + 70 * cos(a):.1f} {44 + 70 * sin(a):.1f}L{31.5 + 70 * cos(a + pi / 16):.1f} {44 + 70 * sin(a + pi / 16):.1f}z" fill="{cool}"/>'
        for k in range(16)
        for a in [k * pi / 8]
    )
    drawn = f'<path d="M0 0h63v88H0z" fill="#fffaf0"/><clipPath id="inner"><rect x="2.6" y="2.6" width="57.8" height="82.8" rx="1.6"/></clipPath><g clip-path="url(#inner)"><path d="M0 0h63v88H0z" fill="{warm}"/>{rays}'
    drawn += _stars(chance) if card.ai else ""
    drawn += (
        '<path d="M0 66q31 -6 63 0v22H0z" fill="#4a2b1c"/>'
        if not card.ai
        else '<path d="M0 64h63v24H0z" fill="#100c28"/>'
    )
    thing = chance.choice(_THINGS)
    drawn += f'<g transform="translate(29 {50 if card.ai else 46})">{_luchador(chance) if card.ai else _THING[thing](chance)}</g>'
    drawn += ("" if card.ai else _trinkets(chance)) + _papel(card.own, warm, "#fff8e6" if card.ai else "none") + "</g>"
    left = card.ai
    x, y, lean = (16.5, 57, 3) if left else (47, 57.5, -9)
    drawn += (
        f'<g transform="translate({x} {y}) rotate({lean + chance.uniform(-4, 4):.1f})">'
        + scalloped(0.5, 0.7, 10.6, 18, "#00000055")
        + scalloped(0, 0, 10.6, 18, "#c9c4b8")
        + '<circle r="9.2" fill="#fff8e6"/><circle r="8.5" fill="none" stroke="#8c2f2a" stroke-width="0.5"/>'
        + text(-0.3, 0, 10.6, str(card.face.number), "Oleo Script", "#31121a")
        + "</g>"
    )
    for k in range(card.face.phase):
        drawn += _marigold(9.4, 34 + 9.8 * k)
    name = "el autómata" if card.ai else f"{'la' if thing in _LA else 'el'} {thing}"
    drawn += '<path d="M13.5 69.4H49.5l-1.8 2.3l1.8 2.3H13.5l1.8 -2.3z" fill="#fff8e6"/>' + text(
        31.5, 71.8, 2.2, name.upper(), "Lilita One", "#31121a"
    )
    drawn += _wagers(card, 17, 75.8)
    drawn += (
        '<rect x="21.5" y="3.4" width="20" height="4.8" rx="2.4" fill="#fff8e6" stroke="#8c2f2a" stroke-width="0.3"/>'
        + text(31.5, 5.8, 2.3, f"N.º {card.id}", "Lilita One", "#31121a")
    )
    drawn += text(31.5, 83.7, 1.3, f"Imp. Robles, Puebla 1958    $ {chance.randint(2, 9)}.50", "Lilita One", "#f6e2c0")
    return drawn + connectors(
        card,
        lambda shade: f'<circle r="13.4" fill="#fffaf0"/><circle r="12.2" fill="{shade}"/>',
        5,
        5,
        "Lilita One",
        (-45, 45, 135, -135),
        DARK_ON_YELLOW,
    )


def _papel(own: str, behind: str, edge: str) -> str:
    """Return a string of cut paper: five sheets with holes and a toothed lower edge."""
    drawn = ""
    for k in range(5):
        x = 3 + 11.6 * k
        teeth = "".join(f"l-1.1 {2.2 if t % 2 == 0 else -2.2}" for t in range(10))
        drawn += f'<path d="M{x} 10h11v14{teeth}z" fill="{own}" stroke="{edge}" stroke-width="0.4"/>'
        drawn += f'<circle cx="{x + 5.5}" cy="17.4" r="2.2" fill="{behind}"/><circle cx="{x + 5.5}" cy="17.4" r="1" fill="{own}"/>'
        drawn += "".join(
            f'<path d="M{x + dx} {y}l1 1.3l-1 1.3l-1 -1.3z" fill="{behind}"/>'
            for dx, y in ((2, 12), (9, 12), (2, 20.4), (9, 20.4), (5.5, 11.4), (5.5, 21.4))
        )
    return drawn + '<path d="M0 9.4q31 2.4 63 0" fill="none" stroke="#fff8e6" stroke-width="0.6"/>'


def _marigold(x: float, y: float) -> str:
    """Return a flower: as many as the phase says."""
    petals = "".join(
        f'<ellipse cx="0" cy="-2.7" rx="1.25" ry="1.7" fill="{("#f08a1d", "#ffb52e")[k % 2]}" stroke="#8a3c08" stroke-width="0.2" transform="rotate({k * 36})"/>'
        for k in range(10)
    )
    return f'<g transform="translate({x} {y})"><circle r="4.5" fill="#fff8e6" stroke="#8a3c08" stroke-width="0.25"/>{petals}<circle r="1.7" fill="#c4400f"/></g>'


def _stars(chance: random.Random) -> str:
    return "".join(
        f'<circle cx="{chance.uniform(4, 59):.1f}" cy="{chance.uniform(26, 62):.1f}" r="{chance.uniform(0.2, 0.55):.2f}" fill="#ffeec2"/>'
        for _ in range(40)
    )


def _nopal(chance: random.Random) -> str:
    pads = "".join(
        f'<ellipse cx="{x + chance.uniform(-1, 1):.1f}" cy="{y}" rx="4" ry="6" fill="#3f8f4f" stroke="#1d4a2a" stroke-width="0.5" transform="rotate({turn + chance.randint(-8, 8)} {x} {y})"/>'
        for x, y, turn in ((0, 10, 0), (-6, 3, -35), (6, 2, 30), (0, -3, 5), (-9, -6, -10), (8, -8, 15))
    )
    fruit = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.4" fill="#d33f6a"/>' for x, y in ((-9, -12.4), (0, -9.6), (9, -14))
    )
    return pads + fruit


def _sol(chance: random.Random) -> str:
    turn = chance.randint(0, 29)
    rays = "".join(
        f'<path d="M-2 -8L0 -15L2 -8z" fill="#e2552b" transform="rotate({turn + 30 * k})"/>' for k in range(12)
    )
    return f'{rays}<circle r="9" fill="#ffd34d" stroke="#a8391a" stroke-width="0.6"/><circle cx="-3.2" cy="-1.6" r="1.1" fill="#5b1f10"/><circle cx="3.2" cy="-1.6" r="1.1" fill="#5b1f10"/><path d="M-4 3q4 {chance.uniform(2, 5):.1f} 8 0" fill="none" stroke="#5b1f10" stroke-width="0.8"/>'


def _calavera(chance: random.Random) -> str:
    hue = chance.choice(("#e0457b", "#2d9cc4", "#f29f05", "#6abf4b"))
    dots = "".join(f'<circle cx="{-6 + 3 * k}" cy="-9" r="0.9" fill="{hue}"/>' for k in range(5))
    return f'<path d="M-10 -4a10 11 0 0 1 20 0q0 6 -4 8v6h-12v-6q-4 -2 -4 -8z" fill="#fffdf5" stroke="#3b2a2a" stroke-width="0.6"/><circle cx="-4" cy="-2" r="3" fill="{hue}"/><circle cx="4" cy="-2" r="3" fill="{hue}"/><circle cx="-4" cy="-2" r="1.5" fill="#2a1a1a"/><circle cx="4" cy="-2" r="1.5" fill="#2a1a1a"/><path d="M0 1.4l1.2 2.6h-2.4z" fill="#2a1a1a"/><path d="M-5 6.6h10M-3 5v4M0 5v4M3 5v4" stroke="#3b2a2a" stroke-width="0.5"/>{dots}'


def _guitarra(chance: random.Random) -> str:
    return f'<g transform="rotate({chance.randint(15, 55)})"><rect x="-1.2" y="-18" width="2.4" height="18" fill="#5a3417"/><rect x="-2" y="-21" width="4" height="4" fill="#2f1a0b"/><path d="M0 -4c5 -1 6 4 4 6c4 3 3 11 -4 11s-8 -8 -4 -11c-2 -2 -1 -7 4 -6z" fill="#c9772b" stroke="#5a2f0f" stroke-width="0.6"/><circle cy="4" r="2.2" fill="#2f1a0b"/><path d="M-2.6 10h5.2" stroke="#2f1a0b" stroke-width="0.8"/></g>'


def _chile(chance: random.Random) -> str:
    return "".join(
        f'<g transform="translate({-4 + 4 * k} {chance.uniform(-2, 2):.1f}) rotate({chance.randint(-30, 30)})"><path d="M-2.6 -8q2.6 -2 5.2 0q1 9 -6 18q1.6 -9 0.8 -18z" fill="{("#d22f27", "#e8762c", "#3d8b3a")[k]}" stroke="#5c120e" stroke-width="0.4"/><path d="M0 -9q0 -3 2.6 -4" fill="none" stroke="#2d5a27" stroke-width="1"/></g>'
        for k in range(3)
    )


def _corazon(chance: random.Random) -> str:
    flames = "".join(
        f'<path d="M{x} -8q-2.4 -4 0 -{chance.uniform(6, 9):.1f}q2.4 4 0 8z" fill="#f4a722"/>' for x in (-3, 0, 3)
    )
    return f'{flames}<path d="M0 12C-16 0 -9 -11 0 -5C9 -11 16 0 0 12z" fill="#c8283c" stroke="#5a0c18" stroke-width="0.6"/><path d="M-9 1L9 -3M-9 3L9 -1" stroke="#f3d58a" stroke-width="0.8"/>'


def _luna(chance: random.Random) -> str:
    return f'<g transform="rotate({chance.randint(-30, 20)})"><path d="M4 -12a12 12 0 1 0 0 24a14.5 14.5 0 0 1 0 -24z" fill="#f4ecd0" stroke="#59512f" stroke-width="0.6"/><circle cx="-4.6" cy="-2" r="0.9" fill="#59512f"/><path d="M-5 4q1.6 1.6 3.4 0.6" fill="none" stroke="#59512f" stroke-width="0.7"/></g>'


def _paloma(chance: random.Random) -> str:
    return f'<g transform="rotate({chance.randint(-15, 15)})"><path d="M-12 4q8 5 15 0q5 -4 8 -8l-4 -1q-4 -3 -7 1q-5 1 -12 8z" fill="#fdfdf8" stroke="#3a4660" stroke-width="0.6"/><path d="M-3 2Q-9 -{chance.randint(6, 14)} 2 -12Q6 -4 3 1z" fill="#e4ebf2" stroke="#3a4660" stroke-width="0.6"/><circle cx="7.4" cy="-4.4" r="0.6" fill="#222"/></g>'


def _campana(chance: random.Random) -> str:
    return f'<g transform="rotate({chance.randint(-22, 22)} 0 -12)"><path d="M-9 8q3 -3 3 -10q0 -9 6 -9t6 9q0 7 3 10z" fill="#d8a431" stroke="#5f4310" stroke-width="0.6"/><circle cy="9.6" r="2" fill="#8a5f16"/><path d="M-6.4 3h12.8" stroke="#5f4310" stroke-width="0.6"/></g>'


def _sandia(chance: random.Random) -> str:
    seeds = "".join(
        f'<circle cx="{chance.uniform(-6, 6):.1f}" cy="{chance.uniform(-4, 1):.1f}" r="0.7" fill="#2a1212"/>'
        for _ in range(7)
    )
    return f'<g transform="rotate({chance.randint(-25, 25)})"><path d="M-12 -5h24a12 12 0 0 1 -24 0z" fill="#2f7d3c"/><path d="M-10.6 -5h21.2a10.6 10.6 0 0 1 -21.2 0z" fill="#eef0d0"/><path d="M-9.6 -5h19.2a9.6 9.6 0 0 1 -19.2 0z" fill="#e2404a"/>{seeds}</g>'


def _trinkets(chance: random.Random) -> str:
    """Return three little things around the large one."""
    drawn = ""
    for x, y in ((44, 33), (54, 38), (16, 62)):
        way = chance.choice(
            (
                "l2 2l-2 2l-2 -2z",
                "a2 2 0 1 0 0.1 0z",
                "l0.8 1.8h2l-1.6 1.3l0.7 2l-1.9 -1.2l-1.9 1.2l0.7 -2l-1.6 -1.3h2z",
                "q3 -2 3 1q0 2 -3 4q-3 -2 -3 -4q0 -3 3 -1z",
            )
        )
        hue = chance.choice(("#c8283c", "#fffdf5", "#2d9cc4", "#3f8f4f", "#6d3a86", "#31121a"))
        drawn += f'<path d="M{x + chance.uniform(-3, 3):.1f} {y + chance.uniform(-3, 3):.1f}{way}" fill="{hue}" stroke="#31121a" stroke-width="0.25"/>'
    return drawn


_THING: Mapping[str, Callable[[random.Random], str]] = dict(
    zip(_THINGS, (_nopal, _sol, _calavera, _guitarra, _chile, _corazon, _luna, _paloma, _campana, _sandia), strict=True)
)


def _luchador(chance: random.Random) -> str:
    """Return a machine with a wrestler's mask."""
    hue, eye = chance.choice(("#3fc1c9", "#f2a541", "#e85a8a", "#9ad14b", "#f4efe0")), chance.uniform(1.8, 3.4)
    mark = chance.choice(
        (
            "M0 -14l2 4h-4z",
            "M-3 -13h6v2h-6z",
            "M-2 -12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z",
            "M0 -14.4l1.4 2.8l-1.4 2.8l-1.4 -2.8z",
        )
    )
    return f'<g transform="translate({6 + chance.uniform(-1, 1):.1f} -3)"><path d="M0 -15v-5" stroke="#dfe4ee" stroke-width="1"/><circle cy="-20" r="1.7" fill="#ff6b5b"/><rect x="-9.5" y="-15" width="19" height="21" rx="6" fill="#cfd6e4" stroke="#5b6685" stroke-width="0.7"/><path d="M-9.5 -6q9.5 -12 19 0v5q-9.5 9 -19 0z" fill="{hue}"/><path d="{mark}" fill="#8c2f2a"/><circle cx="-4" cy="-4" r="{eye:.1f}" fill="#fff"/><circle cx="4" cy="-4" r="{eye:.1f}" fill="#fff"/><circle cx="-4" cy="-4" r="1.1" fill="#111"/><circle cx="4" cy="-4" r="1.1" fill="#111"/><rect x="-4.6" y="1.6" width="9.2" height="2.6" fill="#39415c"/><rect x="-6" y="6" width="12" height="4" fill="#9aa4bd"/></g>'


def _wagers(card: Card, x: float, y: float) -> str:
    """Return the condition as beans of a lottery, and the points on a coin."""
    chance = card.chance

    def bean(px: float, py: float, shade: str) -> str:
        return (
            f'<ellipse cx="{px + 2.3}" cy="{py + 2.2}" rx="2.3" ry="2.1" fill="{shade}" stroke="#fff8e6" stroke-width="0.35"/>'
            + text(px + 2.3, py + 2.2, 2, str(chance.randint(1, 5)), "Lilita One", "#fff8e6")
        )

    return (
        asked(card, x, y, bean, 5.4)
        + f'<circle cx="{x + 26}" cy="{y + 2.2}" r="2.9" fill="#e8c15a" stroke="#7a4a10" stroke-width="0.4"/>'
        + text(x + 26, y + 2.2, 2.1, str(chance.randint(2, 14)), "Lilita One", "#4a2b08")
        + text(x + 20.4, y + 2.2, 1.8, "=", "Lilita One", "#f6e2c0")
    )


LOTERIA = Edition(
    "loteria", 52, ("Oleo Script", "Lilita One"),
    ("#dc2f3e", "#1c6fc4", "#f4b70f", "#26222b", "#1f9a54", "#8a3ab0"), _loteria, partial(leaflet, "#fff1d0", "#8c2f2a"), 3.4,
)  # fmt: skip
