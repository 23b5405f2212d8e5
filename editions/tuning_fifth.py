"""Five more editions to tune on, held out until they were reported on: letters here, a fair and three things beside."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

import random
from functools import partial
from math import cos, sin

import numpy as np

from editions.box import Card, Edition
from editions.ink import mixed, text
from editions.plates import plate
from editions.tuning_fifth_fair import LOTERIA
from editions.tuning_fifth_things import MAGAZIJN, TOKEI, VITRAZ
from editions.workshop import (
    DARK_ON_YELLOW,
    FINE,
    Pixels,
    asked,
    connectors,
    dice,
    engraved,
    filled,
    inked,
    leaflet,
    noise,
)

# Postale: an airmail letter. The stamp is engraved in the card's colour, its value is the number; AI cards are telegrams.


def _postale(card: Card) -> str:
    rng = dice(card.chance)
    grain = 1.6 * noise(rng, 63, 88, 0.5, 0.5) + 1.5 * noise(rng, 63, 88, 6, 2)
    drawn = plate(0, 0, 63, 88, inked("#cfdad3" if card.ai else "#f4efe2") + grain[..., None])
    drawn += _telegram(card) if card.ai else _letter(card, rng)
    drawn += (
        f'<g transform="translate(7.6 53) rotate(-90)"><rect x="-10" y="-3" width="20" height="6" fill="#fffdf8" stroke="{"#24405c" if card.ai else "#b3262b"}" stroke-width="0.5"/>'
        f'<path d="M-5 -3v6" stroke="#b3262b" stroke-width="0.3"/></g>'
        + text(7.6, 60.6, 3.2, "R", "Fraunces", "#b3262b", -90)
        + text(7.6, 50.6, 2.5, card.id, "Spectral", "#16161a", -90, 'stroke="#16161a" stroke-width="0.12"')
    )
    return drawn + connectors(
        card,
        lambda shade: f'<path d="M-1 -1H13.4L-1 13.4z" fill="#fffdf8"/><path d="M-1 -1H12L-1 12z" fill="{shade}"/>',
        3.7,
        4.3,
        "Fraunces",
        (0, 0, 0, 0),
        DARK_ON_YELLOW,
    )


def _letter(card: Card, rng: np.random.Generator) -> str:
    """Return the front of the letter with its stamp, postmark and address."""
    chance, own = card.chance, card.own
    drawn = '<path d="M0 0H63V88H0z M2.6 2.6V85.4H60.4V2.6z" fill="#faf8f1" fill-rule="evenodd"/>'
    for k in range(26):  # the striped edge of airmail, upright sides and level ones
        ink = ("#c9313a", "#274b8f")[k % 2]
        drawn += f'<path d="M{k * 5 - 2} 0h2.4l-2 2.6h-2.4zM{k * 5 - 2} 85.4h2.4l-2 2.6h-2.4zM0 {k * 5}v2.4l2.6 -2v-2.4zM60.4 {k * 5}v2.4l2.6 -2v-2.4z" fill="{ink}"/>'
    lean = chance.uniform(-2.5, 2.5)
    holes = "".join(
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="0.62" fill="#ded8c9"/>'
        for k in range(16)
        for x, y in ((15.6 + k * 2, -0.1), (15.6 + k * 2, 40.1))
    ) + "".join(f'<circle cx="{x}" cy="{1 + k * 2}" r="0.62" fill="#ded8c9"/>' for k in range(20) for x in (14.6, 46.7))
    dark, pale = mixed(own, "#000000", 0.3), mixed(own, "#ffffff", 0.82)
    stamp = (
        '<rect x="15.3" y="0.7" width="32" height="40" fill="#3a3325" fill-opacity="0.25"/><rect x="14.6" y="0" width="32" height="40" fill="#fffefa"/>'
        + holes
        + plate(17, 2.4, 27.2, 35.2, engraved(_view(chance, rng, 27.2, 35.2), own, pale))
        + f'<rect x="17" y="2.4" width="27.2" height="35.2" fill="none" stroke="{own}" stroke-width="1.3"/>'
        + f'<rect x="17.6" y="26" width="26" height="11" fill="{pale}" stroke="{own}" stroke-width="0.7"/>'
        + text(24.2, 31.5, 7.6, str(card.face.number), "Fraunces", dark)
        + text(35.8, 33.2, 2.3, "LIRE", "Fraunces", own)
        + text(35.8, 29, 1.4, "P O S T A", "Spectral", dark)
        + text(38.4, 39, 0.9, f"I.P.S. ROMA {chance.randint(1931, 1964)}", "Spectral", dark)
    )
    drawn += f'<g transform="translate(5.4 14) rotate({lean:.2f} 30 20)">{stamp}</g>'
    drawn += _postmark(chance, 19.5, 20.5) + _planes(card.face.phase, 7.6, 33)
    address = "".join(_scribble(chance, 14, 59.2 + 3.6 * k, 24 - 6 * k) for k in range(2))
    return drawn + address + _charges(card, 15.5, 73, "#2b2f3a")


def _planes(phase: int, x: float, y: float) -> str:
    """Return the airmail label at the edge, one aeroplane for the first phase and two for the second."""
    plane = '<path d="M0 -3.2c0.5 0 0.7 0.8 0.7 1.6l3 2.2v0.9l-3 -0.8l-0.2 2l1 0.8v0.6l-1.5 -0.4l-1.5 0.4v-0.6l1 -0.8l-0.2 -2l-3 0.8v-0.9l3 -2.2c0 -0.8 0.2 -1.6 0.7 -1.6z" fill="#fff"/>'
    rows = (0.0,) if phase == 1 else (-3.9, 3.9)
    return (
        f'<rect x="{x - 4.2}" y="{y - 9}" width="8.4" height="18" rx="0.6" fill="#2b5fae"/>'
        f'<rect x="{x - 3.7}" y="{y - 8.5}" width="7.4" height="17" rx="0.4" fill="none" stroke="#fff" stroke-width="0.25"/>'
        + "".join(f'<g transform="translate({x} {y + row})">{plane}</g>' for row in rows)
    )


def _postmark(chance: random.Random, x: float, y: float) -> str:
    """Return a date stamp with its wavy lines, put on in haste."""
    ink, lean = "#23252e", chance.uniform(-24, 14)
    waves = "".join(
        f'<path d="M9 {row}q2.4 -1.8 4.8 0t4.8 0t4.8 0" fill="none" stroke="{ink}" stroke-width="0.45"/>'
        for row in (-3.4, -1.6, 0.2, 2)
    )
    date = f"{chance.randint(1, 28)}.{chance.randint(1, 12)}.{chance.randint(31, 64)}"
    return (
        f'<g transform="translate({x} {y}) rotate({lean:.1f})" opacity="0.72"><circle r="8" fill="none" stroke="{ink}" stroke-width="0.6"/><circle r="5.6" fill="none" stroke="{ink}" stroke-width="0.3"/>{waves}'
        + text(0, 0, 1.9, date, "Spectral", ink)
        + text(0, -6.8, 1.1, chance.choice(["TORINO", "GENOVA", "NAPOLI", "TRIESTE"]), "Spectral", ink)
        + text(0, 6.8, 1.1, f"ORE {chance.randint(7, 19)}", "Spectral", ink)
        + "</g>"
    )


def _scribble(chance: random.Random, x: float, y: float, wide: float) -> str:
    """Return a line of an address written with a pen."""
    way = f"M{x} {y}"
    while wide > 0:
        step = chance.uniform(0.8, 2)
        way += f"q{step / 2:.2f} {-chance.uniform(0.6, 3):.2f} {step:.2f} {chance.uniform(-0.3, 0.3):.2f}"
        wide -= step
    return f'<path d="{way}" fill="none" stroke="#26366b" stroke-width="0.35" stroke-linecap="round"/>'


def _charges(card: Card, x: float, y: float, ink: str) -> str:
    """Return the condition as little parcels, and the points as a charge."""
    chance = card.chance

    def parcel(px: float, py: float, shade: str) -> str:
        return (
            f'<rect x="{px}" y="{py}" width="4.6" height="4.6" fill="{shade}" stroke="{ink}" stroke-width="0.25"/><path d="M{px} {py + 1.1}h4.6" stroke="#fff" stroke-width="0.3"/>'
            + text(px + 2.3, py + 2.9, 2, str(chance.randint(1, 5)), "Spectral", "#fff")
        )

    return (
        f'<path d="M{x - 1} {y - 1.6}h34M{x - 1} {y + 6.4}h34" stroke="{ink}" stroke-width="0.2"/>'
        + asked(card, x, y, parcel, 5.6)
        + f'<circle cx="{x + 28}" cy="{y + 2.4}" r="3.1" fill="none" stroke="{ink}" stroke-width="0.35"/>'
        + text(x + 28, y + 2.4, 2.6, str(chance.randint(2, 14)), "Spectral", ink)
        + text(x + 16, y + 9, 1.3, "Mod. 22-R  Ed. Corriere 2019", "Spectral", ink)
    )


def _view(chance: random.Random, rng: np.random.Generator, wide: float, tall: float) -> Pixels:
    """Return what a stamp shows: a sky, hills, and a lighthouse, a bridge, a ship or a tower."""
    h, w = int(tall * FINE), int(wide * FINE)
    grey = 0.55 + 0.3 * np.linspace(0, 1, h)[:, None] + 0.09 * noise(rng, wide, tall, 9, 3)[:h, :w]
    grey = np.asarray(np.clip(grey, 0.3, 0.95))
    for layer, tone in enumerate((0.62, 0.45)):
        swing, start = chance.uniform(1.5, 4), chance.uniform(0, 6)
        ridge = [(x, 14 + 4 * layer + swing * sin(start + x / (4 - layer)) + 0.6 * sin(x * 1.7)) for x in range(-2, 32)]
        filled(grey, [*ridge, (34, 40), (-2, 40)], tone)
    x, low = chance.uniform(9, 18), 26.0
    if (kind := chance.choice(("light", "bridge", "ship", "tower", "balloon"))) == "light":
        filled(grey, [(x - 3, low), (x - 1.6, 6), (x + 1.6, 6), (x + 3, low)], 0.95)
        for band in (9.0, 15.0, 21.0):
            filled(grey, [(x - 2.3, band), (x + 2.3, band), (x + 2.5, band + 3), (x - 2.5, band + 3)], 0.12)
        filled(grey, [(x - 2, 6), (x, 2.4), (x + 2, 6)], 0.1)
        filled(grey, [(x + 1.4, 4.4), (28, 1), (28, 8)], 0.97)
    elif kind == "bridge":
        filled(grey, [(0, 15), (28, 12), (28, 14.4), (0, 17.4)], 0.08)
        for pier in range(5):
            filled(grey, [(pier * 7 - 3, 14), (pier * 7 - 1.2, 14), (pier * 7 - 0.6, low), (pier * 7 - 3.6, low)], 0.16)
    elif kind == "ship":
        filled(grey, [(0, 20), (28, 20), (28, 30), (0, 30)], 0.7)
        filled(grey, [(x - 8, 19), (x + 9, 18), (x + 6, 23.4), (x - 6, 23.4)], 0.05)
        filled(grey, [(x - 0.5, 18), (x - 0.5, 4), (x + 7, 17)], 0.97)
        filled(grey, [(x - 1.4, 18), (x - 1.4, 6), (x - 7, 17)], 0.88)
    elif kind == "balloon":
        filled(grey, [(x + 6 * sin(a / 3), 9 - 6.6 * cos(a / 3)) for a in range(19)], 0.9)
        for side in (-1, 1):
            filled(
                grey,
                [(x + side, 2.6), (x + side * 3, 9), (x + side * 1.4, 15), (x + side * 0.4, 15), (x + side * 1.4, 9)],
                0.15,
            )
        filled(grey, [(x - 1.4, 17.6), (x + 1.4, 17.6), (x + 1.2, 20), (x - 1.2, 20)], 0.05)
    else:
        filled(grey, [(x - 3.4, low), (x - 3.4, 8), (x + 3.4, 8), (x + 3.4, low)], 0.3)
        filled(grey, [(x - 4.4, 8), (x, 3), (x + 4.4, 8)], 0.06)
        for row in (11.0, 16.0, 21.0):
            filled(grey, [(x - 1, row), (x + 1, row), (x + 1, row + 2.6), (x - 1, row + 2.6)], 0.98)
    return grey


def _telegram(card: Card) -> str:
    """Return a telegram with pasted strips; the office's stamp is in the card's colour and bears the number."""
    chance, ink = card.chance, "#24405c"
    drawn = f'<path d="M2.4 2.4H60.6V85.6H2.4z" fill="none" stroke="{ink}" stroke-width="0.8"/>' + text(
        31.5, 9, 3.4, "TELEGRAMMA", "Fraunces", ink
    )
    drawn += f'<path d="M14 13.6h36M14 18.4h36M26 13.6v4.8M38 13.6v4.8" stroke="{ink}" stroke-width="0.25"/>'
    for k in range(3):
        drawn += text(20 + 12 * k, 16, 1.8, str(chance.randint(10, 990)), "Spectral", "#2a2a2a")
    for row in range(3):
        wide = chance.uniform(26, 36)
        drawn += f'<rect x="15" y="{22 + row * 5}" width="{wide:.1f}" height="3.6" fill="#fbf9ef" transform="rotate({chance.uniform(-1, 1):.2f} 30 {22 + row * 5})"/>'
        x = 17.0
        while x < 12 + wide:
            word = chance.uniform(2, 6)
            drawn += f'<path d="M{x:.1f} {23.8 + row * 5}h{min(word, 13 + wide - x):.1f}" stroke="#33343a" stroke-width="1.1" stroke-dasharray="0.7 0.35"/>'
            x += word + 1.2
    lean = chance.uniform(-9, 9)
    drawn += (
        f'<g transform="translate(41.5 53) rotate({lean:.1f})"><circle r="11.6" fill="{card.own}"/><circle r="10.3" fill="none" stroke="#fffdf8" stroke-width="0.5"/><circle r="7.4" fill="#fffdf8"/>'
        + text(0, 0, 8.4, str(card.face.number), "Fraunces", "#16161a")
        + "</g>"
    )
    key = '<path d="M-8 5h15v2.4h-15zM-6 5v-3h2v3zM4 5v-2h2v2zM-6.6 1.4l12 -2.6l0.4 1.6l-12 2.6z" fill="#24405c"/><circle cx="6.4" cy="-1.6" r="2" fill="#24405c"/><circle cx="-1" cy="-7" r="3.4" fill="none" stroke="#24405c" stroke-width="0.8"/><circle cx="-2.2" cy="-7.4" r="0.6" fill="#24405c"/><circle cx="0.2" cy="-7.4" r="0.6" fill="#24405c"/>'
    return drawn + f'<g transform="translate(21 54)">{key}</g>' + _charges(card, 15.5, 73, ink)


FIFTH = (
    Edition(
        "postale", 51, ("Fraunces", "Spectral"),
        ("#b8322f", "#2d5f9e", "#c99a1b", "#3a3a3d", "#3b7d4a", "#71468f"), _postale, partial(leaflet, "#f4efe2", "#274b8f"), 2.0,
    ),
    LOTERIA, TOKEI, MAGAZIJN, VITRAZ,
)  # fmt: skip
