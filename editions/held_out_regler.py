"""One of the held-out editions: panels of synthesisers with knobs and cables, a cream console for AI cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, polygon, shape, stroke, text
from editions.marks import UPRIGHT
from editions.workshop import asked, connectors, leaflet

_HEAVY, _THIN = "Russo One", "Share Tech"
_PANELS = ("#23262b", "#2b2724", "#1f2a2d", "#2a2530")
_CREAM, _DARK, _STEEL = "#ece5d3", "#17181b", "#b7bcc2"
_MODULES = ("OSC", "VCF", "LFO", "ENV", "MIX", "SEQ", "VCA", "DLY")
_INK = {"yellow": _DARK, "": "#ffffff"}


def _regler(card: Card) -> str:
    """Return a panel or a console, sockets in the corners."""
    drawn = _console(card) if card.ai else _panel(card)
    return drawn + connectors(card, _socket, 6.6, 4.9, _HEAVY, UPRIGHT, _INK)


def _socket(shade: str) -> str:
    """Return a connector: a socket with a nut of steel, its cap in the connector's colour."""
    nut = shape(polygon(6.6, 6.6, 6.1, 6, 15), _STEEL, 'stroke="#5d6268" stroke-width="0.3" stroke-linejoin="round"')
    return nut + disc(6.6, 6.6, 4.9, shade, f'stroke="{_DARK}" stroke-width="0.4"')


def _panel(card: Card) -> str:
    """Return a dark panel: a band in the card's colour with name and number, knobs, cables, a display."""
    chance, metal = card.chance, card.chance.choice(_PANELS)
    drawn = box(0, 0, 63, 88, metal) + _brushed("#ffffff", 0.05) + _lamps(card.face.phase)
    drawn += box(0, 16, 63, 20, card.own) + box(0, 15.4, 63, 0.6, _STEEL) + box(0, 36, 63, 0.6, _STEEL)
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn += text(15.5, 23.4, 6, chance.choice(_MODULES), _HEAVY, ink)
    drawn += (
        _wave(chance, 5, 31, ink) + box(29, 18, 0.4, 16, ink) + text(46, 26, 13.5, str(card.face.number), _HEAVY, ink)
    )
    drawn += _controls(chance) + _cables(chance)
    return drawn + _display(card, 68.4, "#0d1510", "#c9f2cf") + _serial(card, "#d9dade")


def _brushed(ink: str, strength: float) -> str:
    """Return the fine scratches of brushed metal."""
    way = "".join(f"M0 {0.8 * k:.1f}h63" for k in range(111))
    return stroke(way, ink, 0.16, f'opacity="{strength}"')


def _lamps(phase: int) -> str:
    """Return two lamps above the band: in the first phase one is lit, in the second both are."""
    drawn = text(31.5, 4.6, 1.7, "PHASE", _THIN, "#d9dade")
    for at in range(2):
        x, lit = 27.5 + 8 * at, at < phase
        drawn += disc(x, 10, 3.1, "#0b0b0d", f'stroke="{_STEEL}" stroke-width="0.5"')
        drawn += disc(x, 10, 2.3, "#ffe9b0" if lit else "#3a332a") + (disc(x - 0.6, 9.4, 0.7, "#ffffff") if lit else "")
    return drawn


def _wave(chance: Random, x: float, y: float, ink: str) -> str:
    """Return a sign for a wave: a sine, a square or a saw."""
    ways = (
        "q2.6 -6 5.2 0t5.2 0t5.2 0t5.2 0",
        "v-2.4h5.2v4.8h5.2v-4.8h5.2v4.8h5.2v-2.4",
        "l5.2 -2.6v5.2l5.2 -5.2v5.2l5.2 -5.2v5.2l5.2 -5.2",
    )
    return stroke(f"M{x} {y}{chance.choice(ways)}", ink, 0.6, 'stroke-linejoin="round"')


def _knob(chance: Random, x: float, y: float, size: float, cap: str) -> str:
    """Return a knob with a scale from 0 to 10 about it, turned anywhere."""
    drawn = ""
    for at in range(11):
        a = pi * (0.75 + 1.5 * at / 10)
        near, far = size * 1.2, size * 1.42
        drawn += line(x + near * cos(a), y + near * sin(a), x + far * cos(a), y + far * sin(a), "#d9dade", 0.2)
    for label, side in (("0", -1), ("10", 1)):
        drawn += text(x + side * size, y + size * 1.35, 1.2, label, _THIN, "#d9dade")
    a = pi * (0.75 + 1.5 * chance.random())
    drawn += disc(x, y, size, "#0c0c0e") + disc(x, y, size * 0.72, cap, 'stroke="#000000" stroke-width="0.2"')
    return drawn + line(
        x + size * 0.2 * cos(a), y + size * 0.2 * sin(a), x + size * cos(a), y + size * sin(a), "#ffffff", 0.6
    )


def _controls(chance: Random) -> str:
    """Return knobs or sliders in rows."""
    kind, drawn = chance.randrange(3), ""
    if kind == 0:
        return "".join(_knob(chance, x, 49, 6, "#3a3d42") for x in (15.5, 31.5, 47.5))
    if kind == 1:
        for x in (10.0, 22.0):
            drawn += _knob(chance, x, 44, 3.4, "#55504a") + _knob(chance, x, 56, 3.4, "#55504a")
        return drawn + _knob(chance, 44, 50, 8, "#3a3d42")
    for at in range(6):
        x, high = 11 + 8.2 * at, chance.uniform(43, 56)
        drawn += box(x - 0.5, 41, 1, 18, "#08080a") + box(x - 2.1, high, 4.2, 2.6, "#d5d1c6", 'rx="0.4"')
        drawn += line(x - 2.1, high + 1.3, x + 2.1, high + 1.3, _DARK, 0.3)
    return drawn


def _cables(chance: Random) -> str:
    """Return grey and tan cables that hang over the panel from plug to plug."""
    drawn = ""
    for _ in range(chance.randint(1, 2)):
        shade = chance.choice(("#8d9096", "#c7b89a", "#e6e3da"))
        x, to_x = chance.uniform(4, 18), chance.uniform(42, 59)
        sag, end = chance.uniform(64, 70), chance.uniform(60, 63)
        way = f"M{x:.1f} 63.4C{x + 6:.1f} 70 {to_x - 12:.1f} {sag:.1f} {to_x:.1f} {end:.1f}"
        drawn += stroke(way, "#000000", 1.3, 'opacity="0.5" transform="translate(0.2 0.5)"')
        drawn += stroke(way, shade, 0.9, 'stroke-linecap="round"') + disc(x, 63.4, 1.2, "#0c0c0e")
    return drawn


def _display(card: Card, y: float, ground: str, ink: str) -> str:
    """Return a small display: bars in the colours asked for, and the points."""

    def pad(x: float, at: float, shade: str) -> str:
        return box(x - 1.9, at - 1.9, 3.8, 3.8, shade, f'rx="0.8" stroke="{ink}" stroke-width="0.3"')

    drawn = box(15, y, 33, 8.4, ground, f'rx="1" stroke="{_STEEL}" stroke-width="0.5"')
    drawn += asked(card, 19.4, y + 4.2, pad, 5)
    return drawn + text(40.6, y + 4.2, 2.6, f"+{card.chance.randint(1, 12)} dB", _THIN, ink)


def _serial(card: Card, ink: str) -> str:
    """Return the id as a serial number, and small print under it."""
    drawn = text(31.5, 80.6, 2.8, f"S/N {card.id}", _THIN, ink, 0, f'stroke="{ink}" stroke-width="0.12"')
    return drawn + text(31.5, 85, 1.4, f"© 19{card.chance.randint(68, 89)} Regler GmbH · 230 V", _THIN, ink)


def _console(card: Card) -> str:
    """Return a cream console that looks like a face: dials for eyes, a speaker, a pad in the card's colour."""
    chance = card.chance
    drawn = box(0, 0, 63, 88, _CREAM) + _brushed("#7a6a48", 0.14)
    drawn += box(14, 2.4, 35, 3, _DARK, 'rx="1.5"') + text(31.5, 9.4, 2.4, "AUTOMAT", _HEAVY, _DARK)
    for x in (20.5, 42.5):
        drawn += disc(x, 24, 9, _DARK) + disc(x, 24, 8, "#fbf8ee")
        lean = chance.uniform(-0.9, 0.9)
        drawn += "".join(
            line(x + 6 * sin(a), 25 - 6 * cos(a), x + 7.2 * sin(a), 25 - 7.2 * cos(a), _DARK, 0.3)
            for a in (-1.2 + 0.24 * k for k in range(11))
        )
        drawn += line(x, 26, x + 6 * sin(lean), 26 - 6.4 * cos(lean), "#a02c20", 0.5) + disc(x, 26, 1.6, _DARK)
    drawn += box(16, 37, 31, 27, _DARK, 'rx="2.4"') + box(17.2, 38.2, 28.6, 24.6, card.own, 'rx="1.6"')
    drawn += box(17.2, 38.2, 28.6, 2.2, mixed(card.own, "#ffffff", 0.35), 'rx="1"')
    drawn += text(31.5, 51.4, 15, str(card.face.number), _HEAVY, _INK.get(card.face.colour, "#ffffff"))
    for x in (5.4, 51.6):
        drawn += "".join(box(x, 40 + 2.4 * k, 6, 1, _DARK, 'rx="0.5"') for k in range(10))
    return drawn + _display(card, 67.2, "#fbf8ee", _DARK) + _serial(card, _DARK)


REGLER = Edition(
    "regler", 132, (_HEAVY, _THIN), ("#d8322f", "#2374d6", "#f5c518", "#53565e", "#2ea35b", "#a04fd0"),
    _regler, partial(leaflet, _CREAM, _DARK), 2.4,
)  # fmt: skip
