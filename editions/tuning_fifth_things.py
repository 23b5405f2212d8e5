"""Three of the fifth five editions to tune on: a pocket game, a box in a warehouse, a window of glass."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

import random
from functools import partial
from math import cos, pi, sin

import numpy as np

from editions.box import Card, Edition
from editions.ink import mixed, text
from editions.plates import plate
from editions.workshop import DARK_ON_YELLOW, asked, connectors, dice, glass, inked, leaflet, noise, segments

# Tokei: a pocket game of brushed metal. Only the segments of the number are in the card's colour; connectors are keys.


def _tokei(card: Card) -> str:
    rng, chance = dice(card.chance), card.chance
    if card.ai:
        drawn = '<path d="M0 0h63v88H0z" fill="#14352b"/>' + _board(chance)
    else:
        brushed = 196 + 7 * noise(rng, 63, 88, 14, 0.18) + 14 * np.sin(np.linspace(0.4, 2.9, 88 * 6))[:, None]
        drawn = plate(0, 0, 63, 88, np.repeat(brushed[..., None], 3, axis=2) * (0.99, 1.0, 1.02))
        drawn += '<rect x="0.7" y="0.7" width="61.6" height="86.6" rx="4.4" fill="none" stroke="#ffffff" stroke-opacity="0.7" stroke-width="0.5"/>'
    top, tall = (31, 36) if card.ai else (18.5, 46)
    drawn += f'<rect x="9" y="{top}" width="45" height="{tall}" rx="2.4" fill="#1c1e23"/><rect x="11.4" y="{top + 2.4}" width="40.2" height="{tall - 4.8}" rx="0.8" fill="{"#d5dccb" if card.ai else "#c3cdb8"}"/>'
    drawn += f'<path d="M11.4 {top + 2.4}h40.2v1.2h-39v{tall - 6}h-1.2z" fill="#8f9a86"/>'
    middle = top + tall / 2
    drawn += segments(
        40, middle + (0.6 if card.ai else 2.4), 25 if card.ai else 28, card.face.number, card.own, "#00000010"
    )
    hour = f"{chance.randint(1, 12):2d}{chance.randint(0, 59):02d}"
    for k, figure in enumerate(hour.strip().rjust(4)):
        if figure != " ":
            drawn += segments(
                16.4 + 3.1 * k + (0.9 if k > 1 else 0), top + 7, 3.6, int(figure), "#20261f", "#0000000c", 0.18
            )
    drawn += f'<path d="M21.6 {top + 6}h0.6v0.6h-0.6zM21.4 {top + 7.7}h0.6v0.6h-0.6z" fill="#20261f"/>'
    drawn += f'<g transform="translate({20.8 if card.ai else 20.5} {middle + (3.4 if card.ai else 0.2)}) scale({1 if card.ai else 0.86})">{_figure(chance, card.ai)}</g>'
    if card.ai:
        drawn += _chip(chance)
    else:
        for k in (1, 2):
            lit = k <= card.face.phase
            drawn += f'<path d="M{13.2 + 5 * (k - 1)} {top + tall - 9.6}h3.6v4.6h-3.6z" fill="{"#20261f" if lit else "none"}" stroke="#20261f" stroke-width="0.35" stroke-opacity="{1 if lit else 0.35}"/>'
        drawn += text(31.5, 12.6, 2.7, "MICRO WIDE", "Russo One", "#3a3f4b") + text(
            31.5, 8.4, 1.5, "QUARTZ  LSI GAME", "Chakra Petch", "#3a3f4b"
        )
    ink = "#dfeee4" if card.ai else "#23262e"
    if card.ai:  # print on the board needs a ground without tracks
        drawn += '<path d="M56.4 36h3.8v14h-3.8zM15.6 71.6h32v14.6h-32z" fill="#14352b"/>'
    drawn += _pads(card, 17, 74.4 if card.ai else 70, ink)
    drawn += text(58.2, 43, 2.4, card.id, "Chakra Petch", ink, 90, f'stroke="{ink}" stroke-width="0.16"')
    drawn += text(31.5, 84.6, 1.4, f"© 1982  CR-{chance.choice((2032, 2025, 1620))}  3V", "Chakra Petch", ink)
    key = '<rect x="2" y="2" width="11.6" height="11.6" rx="2" fill="{0}" stroke="#15171c" stroke-width="0.55"/><path d="M3.4 4.6q0 -1.5 1.6 -1.5h5.6" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="0.5"/>'
    return drawn + connectors(card, key.format, 7.8, 5.4, "Russo One", (0, 0, 0, 0), DARK_ON_YELLOW)


def _figure(chance: random.Random, machine: bool) -> str:
    """Return someone in the game, made of parts that the display can show."""
    ink = "#2a312a"
    if machine:
        antenna = chance.choice(
            ("M-1 -11h2v2h-2z", "M-3.4 -11h1v3h-1zM2.4 -11h1v3h-1z", "M-0.4 -12h0.8v4h-0.8zM-2 -12.6h4v1h-4z")
        )
        legs = chance.choice(("M-4 9h2.4v3h-2.4zM1.6 9h2.4v3h-2.4z", "M-5 9h10v2.6h-10z", "M-1 9h2v3.4h-2z"))
        return f'<path d="M-4 -8h8v7h-8z{antenna}{legs}M-5 0h10v8h-10zM-7.6 {chance.choice((-3, 1))}h1.6v6h-1.6zM6 {chance.choice((-3, 1))}h1.6v6h-1.6z" fill="{ink}"/><circle cx="-1.8" cy="-5" r="1" fill="#d5dccb"/><circle cx="1.8" cy="-5" r="1" fill="#d5dccb"/>'
    arm, leg = chance.choice((-4, 0, 4)), chance.choice((2, 4))
    things = (
        "h2.6v2.6h-2.6z", "l1.5 -1.5l1.5 1.5l-1.5 1.5z", "a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1 -2.8 0z", "l2.8 -1.4v2.8z",
        "q1.5 -3 3 0z", "h1v-1h1v1h1v1h-1v1h-1v-1h-1z", "q0.2 -2.4 1.6 -2.4t1.6 2.4l-0.5 -0.6l-0.6 0.6l-0.6 -0.6l-0.6 0.6z",
    )  # fmt: skip
    thing = chance.choice(things)
    falling = "".join(
        f'<path d="M{chance.randint(-8, 6)} {-12.4 + 2.6 * k}{thing}" fill="{ink}" fill-opacity="{chance.choice((1, 1, 0.08))}"/>'
        for k in range(3)
    )
    falling += chance.choice(
        (
            "<path d='M-8.4 10h17v0.9h-17zM-7 11v1.4M7 11v1.4' fill='#2a312a' stroke='#2a312a' stroke-width='0.6'/>",
            "<path d='M-9 10.4q2 -1.6 4 0t4 0t4 0t4 0v1.4h-16z' fill='#2a312a'/>",
            "<path d='M5.4 11V3.4h3.4V11zM6.2 2.6l1 -2l1 2z' fill='#2a312a'/>",
            "<path d='M-9 11l2.4 -5l2.4 5zM5 11l2 -6l2 6z' fill='#2a312a'/>",
        )
    )
    return f'{falling}<circle cy="-4" r="2.4" fill="{ink}"/><path d="M-2 -1h4v5h-4z" fill="{ink}"/><path d="M-2.4 0L-6 {arm}M2.4 0L6 {-arm}M-1 4.6L{-leg} 9.4M1 4.6L{leg} 9.4" stroke="{ink}" stroke-width="1.3" stroke-linecap="round"/>'


def _board(chance: random.Random) -> str:
    """Return the inside of the case: tracks of copper and eyes of solder."""
    drawn = ""
    for _ in range(26):
        x, y, step = chance.uniform(0, 63), chance.uniform(0, 88), chance.choice((-6, 6))
        drawn += f'<path d="M{x:.1f} {y:.1f}v{chance.uniform(4, 14):.1f}l{step} 6h{chance.uniform(-12, 12):.1f}" fill="none" stroke="#3f7a5c" stroke-width="0.7"/><circle cx="{x:.1f}" cy="{y:.1f}" r="0.9" fill="#c9b06a"/>'
    return drawn


def _chip(chance: random.Random) -> str:
    """Return the chip above the display, its number among the other digits."""
    pins = "".join(f'<path d="M{20.6 + 2.6 * k:.1f} 14.6v11.6" stroke="#c9ccd2" stroke-width="0.9"/>' for k in range(9))
    return (
        f'{pins}<rect x="19" y="16" width="25" height="8.8" rx="0.6" fill="#0e0f12"/><circle cx="21.4" cy="22.6" r="0.8" fill="#3c3f47"/>'
        + text(32, 20.4, 2, f"SM5{chance.randint(10, 99)}A", "Chakra Petch", "#d8dbe2")
    )


def _pads(card: Card, x: float, y: float, ink: str) -> str:
    """Return the condition as round keys, and the points in a lozenge."""
    chance = card.chance

    def pad(px: float, py: float, shade: str) -> str:
        return f'<circle cx="{px}" cy="{py}" r="2.3" fill="{shade}" stroke="{ink}" stroke-width="0.3"/>' + text(
            px, py, 1.9, str(chance.randint(1, 5)), "Chakra Petch", "#ffffff"
        )

    return (
        asked(card, x + 2, y + 2, pad, 5.6)
        + f'<path d="M{x + 21} {y - 0.6}h8l1.6 2.6l-1.6 2.6h-8l-1.6 -2.6z" fill="none" stroke="{ink}" stroke-width="0.4"/>'
        + text(x + 25, y + 2, 2.2, f"+{chance.randint(1, 12)}", "Chakra Petch", ink)
    )


TOKEI = Edition(
    "tokei", 53, ("Chakra Petch", "Russo One"),
    ("#d8232a", "#1552c4", "#d99000", "#17191c", "#0b8a3a", "#7a1fa8"), _tokei, partial(leaflet, "#c9ccd0", "#23262e"), 5.0,
)  # fmt: skip


# Magazijn: cardboard in a warehouse. The number is sprayed and on the label, the colour is a tape; AI cards are containers.


def _magazijn(card: Card) -> str:
    rng = dice(card.chance)
    if card.ai:
        ribs = np.sin(np.arange(63 * 6) / 6 * 2 * pi / 5.2)
        steel = inked("#5d7486") + (17 * np.tanh(2.4 * ribs) + 2.4 * noise(rng, 63, 88, 0.6, 3))[..., None]
        drawn = plate(0, 0, 63, 88, steel) + '<path d="M0 5.2h63M0 82.8h63" stroke="#394a58" stroke-width="1.6"/>'
    else:
        fibres = 3.4 * noise(rng, 63, 88, 0.7, 0.25) + 3 * noise(rng, 63, 88, 12, 9)
        waves = 2.6 * np.sin(np.arange(63 * 6) / 6 * 2 * pi / 1.4)
        drawn = plate(0, 0, 63, 88, inked("#c39a68") + (fibres + waves)[..., None] * (1, 0.92, 0.8))
    ink = "#f2f4f2" if card.ai else "#2d1e12"
    drawn += _placard(card) if card.ai else _tape(card)
    drawn += text(19.5, 30.5, 21, str(card.face.number), "Black Ops One", ink, 0, 'opacity="0.93"')
    drawn += _speckle(card.chance, "#5d7486" if card.ai else "#c39a68") + _label(card)
    if card.ai:
        drawn += f'<g transform="translate(13 56)">{_arm(card.chance)}</g>'
    else:
        drawn += f'<path d="M9.5 55.4h{9.6 if card.face.phase == 1 else 18}" stroke="{ink}" stroke-width="1.1"/>'
        for k in range(card.face.phase):
            drawn += f'<path d="M{14.2 + 8.4 * k} 44.6l3.4 4.2h-2.2v5h-2.4v-5h-2.2z" fill="{ink}"/>'
    drawn += "" if card.ai else _mark(card.chance, ink)
    drawn += _handling(card, 13, 74, ink)
    return drawn + connectors(
        card,
        lambda shade: f'<path d="M0 0H8.6L0 8.6z" fill="{shade}"/>',
        2.75,
        3.1,
        "Black Ops One",
        (180, 180, 180, 180),
        DARK_ON_YELLOW,
    )


def _tape(card: Card) -> str:
    """Return a strip of tape across the box, a little askew, with the carrier's words on it."""
    lean, own = card.chance.uniform(-3, 3), card.own
    torn = "".join(f"l{0.9 if k % 2 else -0.9} 1.55" for k in range(6))
    pale = "#3a2c00" if card.face.colour == "yellow" else "#ffffff"
    words = "".join(
        text(8 + 16 * k, 64.1, 1.9, word, "Share Tech", pale)
        for k, word in enumerate(("BREEKBAAR", "FRAGILE", "ZERBRECHLICH", "FRAGILE"))
    )
    return f'<g transform="rotate({lean:.2f} 31 64)"><path d="M-2 59.4h66.6{torn}H-2z" fill="{own}"/><path d="M-2 60.4h68" stroke="#fff" stroke-opacity="0.35" stroke-width="0.5"/>{words}</g>'


def _placard(card: Card) -> str:
    """Return the rods of a container's door and a rhombic placard in the card's colour."""
    rods = "".join(
        f'<path d="M{x} 6v76" stroke="#a9b6bf" stroke-width="1.5"/><path d="M{x - 1.6} 64h3.2v3h-3.2z" fill="#d5dce1"/>'
        for x in (32.5, 59)
    )
    return (
        f'{rods}<g transform="translate(46 61) rotate(45)"><rect x="-7.6" y="-7.6" width="15.2" height="15.2" fill="#fff"/><rect x="-6.9" y="-6.9" width="13.8" height="13.8" fill="{card.own}"/></g>'
        + text(46, 61, 6, str(card.face.number), "Black Ops One", DARK_ON_YELLOW.get(card.face.colour, "#ffffff"))
    )


def _mark(chance: random.Random, ink: str) -> str:
    """Return the mark of whoever sends the goods: a sign, a town, and a ring that a cup has left somewhere."""
    signs = (
        "M-3 3L0 -3L3 3z", "M-3 -3h6v6h-6zM-1.4 -1.4v2.8h2.8v-2.8z", "M0 -3.4L3.4 0L0 3.4L-3.4 0z",
        "M-3 0a3 3 0 1 1 6 0a3 3 0 1 1 -6 0zM-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z", "M-3 -1h2v-2h2v2h2v2h-2v2h-2v-2h-2z",
        "M-3.4 2q3.4 -8 6.8 0z", "M-3 -3h2.4l0.6 2l0.6 -2h2.4l-2 6h-2z", "M-3.4 -0.6h6.8v1.6h-6.8zM-2 -3h1.4v6h-1.4zM0.8 -3h1.4v6h-1.4z",
    )  # fmt: skip
    x, y = chance.choice(((6, 70), (44, 8), (58, 54), (30, 14), (26, 80), (54, 76)))
    town = chance.choice(("AMS", "GENT", "ZWOLLE", "BREDA", "DELFT", "GOUDA", "EDE"))
    return (
        f'<circle cx="{x + chance.uniform(-3, 3):.1f}" cy="{y + chance.uniform(-3, 3):.1f}" r="{chance.uniform(4, 7):.1f}" fill="none" stroke="#6d4522" stroke-opacity="0.28" stroke-width="{chance.uniform(0.4, 1.2):.1f}"/>'
        f'<path d="{chance.choice(signs)}" fill="{ink}" fill-rule="evenodd" transform="translate(35 53)"/>'
        + text(47.5, 53, 2.8, f"{town} {chance.randint(10, 99)}", "Share Tech", ink)
    )


def _speckle(chance: random.Random, ground: str) -> str:
    """Return spots that the spray has missed."""
    return "".join(
        f'<circle cx="{chance.uniform(10, 29):.1f}" cy="{chance.uniform(19, 42):.1f}" r="{chance.uniform(0.1, 0.3):.2f}" fill="{ground}"/>'
        for _ in range(60)
    )


def _label(card: Card) -> str:
    """Return the carrier's label: bars, the number once more, turned, and the id under the bars."""
    chance, x = card.chance, 37.0
    drawn = '<path d="M36 13.5H57V47H36z" fill="#f7f6f1"/><path d="M36 36.8h21M47 36.8V47" stroke="#222" stroke-width="0.25"/>'
    drawn += text(46.5, 16.2, 1.5, f"POSTBUS {chance.randint(11, 98)} 3011", "Share Tech", "#333")
    while x < 55.2:
        wide = chance.choice((0.25, 0.25, 0.5, 0.75))
        drawn += f'<path d="M{x + wide / 2:.2f} 18.4v12.4" stroke="#111" stroke-width="{wide}"/>'
        x += wide + chance.choice((0.3, 0.3, 0.6))
    drawn += text(
        46.5, 33.6, 2.6, card.id, "Share Tech", "#111", 0, 'letter-spacing="0" stroke="#111" stroke-width="0.1"'
    )
    drawn += text(41.5, 41.9, 6.4, str(card.face.number), "Black Ops One", "#1a1a1a", 90)
    return (
        drawn
        + text(52, 40.2, 1.6, f"{chance.randint(2, 30)} kg", "Share Tech", "#333")
        + text(52, 43.8, 1.6, f"{chance.randint(1, 28):02d}-{chance.randint(1, 12):02d}-24", "Share Tech", "#333")
    )


def _arm(chance: random.Random) -> str:
    """Return a robot's arm that reaches for the load."""
    bend = chance.randint(0, 18)
    return f'<path d="M-5 9h10v2.4H-5z" fill="#f2b632"/><g transform="rotate({bend})"><path d="M-1.8 9L-1 -2h2l0.8 11z" fill="#f2b632"/><circle cy="-2.4" r="2.2" fill="#2f3a44"/><g transform="translate(0 -2.4) rotate({68 + bend})"><path d="M-1.2 0L-0.8 -9h1.6l0.4 9z" fill="#f2b632"/><path d="M-2.6 -9h5.2v1.6h-5.2zM-2.6 -9v-3.4h1.2v3.4zM1.4 -9v-3.4h1.2v3.4z" fill="#e9edf0"/></g></g>'


def _handling(card: Card, x: float, y: float, ink: str) -> str:
    """Return the condition as stacked cases, signs of the trade, and the points in a stencilled ring."""
    chance = card.chance

    def case(px: float, py: float, shade: str) -> str:
        return f'<path d="M{px} {py}h4.6v4.6h-4.6z" fill="{shade}" stroke="{ink}" stroke-width="0.35"/>' + text(
            px + 2.3, py + 2.3, 2.2, str(chance.randint(1, 5)), "Share Tech", "#fff"
        )

    glass_sign = (
        f'<path d="M{x + 19} {y}h4q0 3 -1.6 3.2v1.2h1v0.5h-2.8v-0.5h1v-1.2q-1.6 -0.2 -1.6 -3.2z" fill="{ink}"/>'
    )
    return (
        asked(card, x, y, case, 5.6)
        + glass_sign
        + f'<circle cx="{x + 31}" cy="{y + 2.4}" r="3.4" fill="none" stroke="{ink}" stroke-width="0.7" stroke-dasharray="4.2 1.1"/>'
        + text(x + 31, y + 2.4, 2.7, str(chance.randint(2, 14)), "Share Tech", ink)
        + text(
            31.5,
            84.4,
            1.5,
            f"EXP. ROTTERDAM 2016   COLLI {chance.randint(2, 48)}   NETTO {chance.randint(3, 40)} KG",
            "Share Tech",
            ink,
        )
    )


MAGAZIJN = Edition(
    "magazijn", 54, ("Black Ops One", "Share Tech"),
    ("#c62f2b", "#1f5fa8", "#eec02c", "#2a2a2c", "#2f8747", "#71409a"), _magazijn, partial(leaflet, "#d9b88c", "#2d1e12"), 1.6,
)  # fmt: skip


# Vitráž: a window. Most panes are in the card's colour, the number is hollow in the rose; AI cards are cut in hexagons.


def _vitraz(card: Card) -> str:
    rng, chance, own = dice(card.chance), card.chance, card.own
    tints = [own, mixed(own, "#ffffff", 0.22), mixed(own, "#000000", 0.25), mixed(own, "#ffffff", 0.1)]
    if card.ai:
        seeds = [(x * 7.4 + (y % 2) * 3.7, y * 6.4) for y in range(14) for x in range(9)]
        shades = [
            own if (x - 31.5) ** 2 + (y - 41) ** 2 > 640 else chance.choice(("#b9c6cc", "#d3d8cf", "#a7b7c4"))
            for x, y in seeds
        ]
        panes, stone, edge = glass(rng, 57, 82, seeds, shades), "#b4b2ac", "#6d6a64"
        arch = "M3 85V3H60V85z"
    else:
        seeds = [
            (x * 7.2 + chance.uniform(-2.6, 2.6), y * 7.4 + chance.uniform(-2.6, 2.6))
            for y in range(12)
            for x in range(9)
        ]
        shades = [
            chance.choice(["#cfc39a", "#b9c4c4"]) if chance.random() < 0.1 else chance.choice(tints) for _ in seeds
        ]
        panes, stone, edge = glass(rng, 57, 82, seeds, shades), "#2a2622", "#57504a"
        arch = "M5 85V40Q5 14 31.5 3.4Q58 14 58 40V85z"
    drawn = f'<path d="M0 0h63v88H0z" fill="{stone}"/><clipPath id="arch"><path d="{arch}"/></clipPath><g clip-path="url(#arch)">{plate(3, 3, 57, 82, panes)}</g><path d="{arch}" fill="none" stroke="{edge}" stroke-width="1.3"/>'
    drawn += _eye(card) if card.ai else _rose(card)
    drawn += _lozenges(card, 18, 68.6)
    pale = "#1d1b19" if card.ai else "#efe6d2"
    line = f"{chance.randint(1898, 1927)} · {card.id} · {chance.randint(2, 9)}8 Kč"
    drawn += f'<path d="M14.6 79.6h33.8v5.6H14.6z" fill="{stone}" stroke="{edge}" stroke-width="0.5"/>' + text(
        31.5, 82.4, 2.1, line, "Marcellus", pale, 0, f'stroke="{pale}" stroke-width="0.12"'
    )
    return drawn + connectors(
        card,
        lambda shade: f'<path d="M0 0H17.4L0 17.4z" fill="#17150f"/><path d="M1.1 1.1H14.9L1.1 14.9z" fill="{shade}"/>',
        5.7,
        5.2,
        "Marcellus",
        (135, -135, -45, 45),
        DARK_ON_YELLOW,
        'stroke="{0}" stroke-width="0.4"',
    )


def _rose(card: Card) -> str:
    """Return the rose with the hollow number, and above it one lit quatrefoil or two."""
    petals = "".join(
        f'<path d="M0 -10.6q4.6 -3.4 0 -7.4q-4.6 4 0 7.4z" fill="{("#f2e4b6", "#dfe7e6")[k % 2]}" stroke="#17150f" stroke-width="0.7" transform="rotate({30 * k})"/>'
        for k in range(12)
    )
    drawn = (
        f'<g transform="translate(31.5 44)"><circle r="18.6" fill="#17150f"/>{petals}<circle r="11" fill="#f6efdc" stroke="#17150f" stroke-width="1"/></g>'
        + _hollow(31.5, 44, 12.4, card.face.number)
    )
    places = (31.5,) if card.face.phase == 1 else (26.6, 36.4)
    for x in places:
        leaves = "".join(
            f'<circle cx="{1.7 * cos(a):.2f}" cy="{1.7 * sin(a):.2f}" r="1.8"/>' for a in (0, pi / 2, pi, -pi / 2)
        )
        drawn += (
            f'<g transform="translate({x} 17.6)"><circle r="4.7" fill="#17150f"/><g fill="#ffe58a">{leaves}</g></g>'
        )
    return drawn


def _hollow(x: float, y: float, height: float, number: int) -> str:
    return text(
        x,
        y,
        height,
        str(number),
        "Gravitas One",
        "#f6efdc",
        0,
        'stroke="#17150f" stroke-width="1.05" stroke-linejoin="round"',
    )


def _eye(card: Card) -> str:
    """Return a machine that looks out of the window, the number on the plate below it."""
    lamps = "".join(
        f'<circle cx="{31.5 + 9 * side}" cy="27" r="4.2" fill="#fdf3c4" stroke="#17150f" stroke-width="1"/><circle cx="{31.5 + 9 * side + card.chance.uniform(-1.4, 1.4):.1f}" cy="27" r="1.6" fill="#17150f"/>'
        for side in (-1, 1)
    )
    head = f'<path d="M17 17.6H46L50 23V35L45 38.6H18L13 35V23z" fill="#8fa3ad" stroke="#17150f" stroke-width="1.1"/><path d="M31.5 17.6V12.4" stroke="#17150f" stroke-width="1.1"/><circle cx="31.5" cy="11" r="2" fill="#e3b33c" stroke="#17150f" stroke-width="0.7"/>{lamps}<path d="M23 34.4h17M27 33v2.8M31.5 33v2.8M36 33v2.8" stroke="#17150f" stroke-width="0.8"/>'
    return (
        f'{head}<path d="M31.5 40.6L44 47.4V60.2L31.5 67L19 60.2V47.4z" fill="#f6efdc" stroke="#17150f" stroke-width="1.1"/>'
        + _hollow(31.5, 53.8, 12.4, card.face.number)
    )


def _lozenges(card: Card, x: float, y: float) -> str:
    """Return the condition as lozenges of glass in a panel, and the points in a leaded disc."""
    chance = card.chance

    def lozenge(px: float, py: float, shade: str) -> str:
        return (
            f'<path d="M{px} {py - 3}l2.6 3l-2.6 3l-2.6 -3z" fill="{shade}" stroke="#efe6d2" stroke-width="0.3"/>'
            + text(px, py, 1.8, str(chance.randint(1, 5)), "Marcellus", "#fff")
        )

    return (
        f'<path d="M{x - 1} {y}h29v7.4h-29z" fill="#17150f" stroke="#57504a" stroke-width="0.5"/>'
        + asked(card, x + 2.4, y + 3.7, lozenge, 5.8)
        + f'<circle cx="{x + 24}" cy="{y + 3.7}" r="2.8" fill="#efe6d2"/>'
        + text(x + 24, y + 3.7, 2.4, str(chance.randint(2, 14)), "Marcellus", "#17150f")
    )


VITRAZ = Edition(
    "vitraz", 55, ("Gravitas One", "Marcellus"),
    ("#c0303a", "#2a63b8", "#e3ac2a", "#4a4a4e", "#2f8f56", "#7d46b0"), _vitraz, partial(leaflet, "#d8d2c4", "#2a2622"), 3.6,
)  # fmt: skip
