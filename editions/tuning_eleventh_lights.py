"""One of the eleventh five: a cheap quartet of lighthouses with figures under a photograph, sonar for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, line, path, stroke, text
from editions.marks import UPRIGHT
from editions.plates import plate
from editions.workshop import DARK_ON_YELLOW, FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_WHITE, _INK, _RULE = "#ffffff", "#1c1d20", "#c9cdd2"
_HEAD, _BODY = "Archivo Black", "Barlow Condensed"
_WIDE, _HIGH = 53, 36  # millimetres of the photograph
_FIRST = ("Norder", "Wester", "Oster", "Hohe", "Alt", "Skar", "Brand", "Möwen", "Grau", "Sand", "Heller", "Krumm")
_LAST = ("haken", "riff", "holm", "nes", "sand", "plate", "ort", "klint", "horn", "varde")
_SKIES = (
    ("#2f6fae", "#cfe3ee"), ("#5f7f9a", "#d9dcd6"), ("#3b4a68", "#f0b98a"), ("#7d8b96", "#c8cfd2"), ("#1f3558", "#e48a6a"),
)  # fmt: skip
_BANDS = ("#c9382c", "#30353b", "#2f5d8a", "#e9e6dc", "#b5814e", "#8a8d8c")
_FIELDS = (
    ("Höhe", 9, 61, "m"), ("Baujahr", 1811, 1969, ""), ("Tragweite", 9, 27, "sm"), ("Stufen", 48, 317, ""),
    ("Wiederkehr", 3, 30, "s"), ("Leistung", 250, 2000, "W"), ("Feuerhöhe", 12, 88, "m"),
)  # fmt: skip


def _quartett(card: Card) -> str:
    """Return a photograph over a table in a frame of the card's colour, or a sonar's screen; squares in the corners."""
    drawn = _screen(card) if card.ai else _sheet(card)
    bold = 'stroke="{}" stroke-width="0.5" stroke-linejoin="round"'
    return drawn + connectors(card, _tab, 4.7, 5.4, _BODY, UPRIGHT, DARK_ON_YELLOW, bold)


def _tab(shade: str) -> str:
    """Return a connector: a square, the corner in the card rounded."""
    return path("M-1 -1H10.2V7A3.2 3.2 0 0 1 7 10.2H-1z", _WHITE) + path(
        "M-1 -1H9.2V6.6A2.6 2.6 0 0 1 6.6 9.2H-1z", shade
    )


def _sheet(card: Card) -> str:
    chance, own = card.chance, card.own
    ink = DARK_ON_YELLOW.get(card.face.colour, _WHITE)
    name = chance.choice(_FIRST) + chance.choice(_LAST)
    drawn = box(0, 0, 63, 88, _WHITE) + box(2.2, 2.2, 58.6, 83.6, own, 'rx="1.6"')
    drawn += text(31.5, 6.9, 2.9, name, _HEAD, ink)
    drawn += _picture(card) + _table(card)
    drawn += disc(48.4, 45.8, 9.4, own) + disc(48.4, 45.8, 8.5, _WHITE)
    drawn += text(48.4, 45.8, 10.4, str(card.face.number), _HEAD, _INK)
    small = f"© 1984 Lichtbild GmbH · Nr. {card.id} · 120 Blatt"
    return drawn + text(31.5, 82, 1.75, small, _BODY, ink, 0, f'stroke="{ink}" stroke-width="0.1"')


def _picture(card: Card) -> str:
    """Return the photograph: with square corners in the first phase, arched in the second, and a tag that says so."""
    second = card.face.phase == 2
    way = f"M5 47.2V{24.4 if second else 11.2}" + ("A26.5 13.2 0 0 1 58 24.4" if second else "H58") + "V47.2z"
    drawn = f'<defs><clipPath id="photo">{path(way, "#000")}</clipPath></defs>'
    drawn += plate(5, 11.2, _WIDE, _HIGH, _photograph(card), 'clip-path="url(#photo)"') + stroke(way, _WHITE, 0.9)
    return drawn + box(5, 41.2, 9.4, 6, _WHITE) + text(9.7, 44.3, 3.2, "I" * card.face.phase, _HEAD, _INK)


def _table(card: Card) -> str:
    """Return four lines of figures and one with what is asked for."""
    chance = card.chance
    drawn = box(5, 49.4, 53, 27.6, _WHITE)
    fields = chance.sample(_FIELDS, 4)
    for at, (what, low, high, unit) in enumerate(fields):
        y = 52.6 + 4.9 * at
        worth = f"{chance.randint(low, high)} {unit}".strip()
        right = 36 if at == 0 else 56
        if at:
            drawn += line(6.4, y - 2.45, 56.6, y - 2.45, _RULE, 0.25)
        drawn += _flush(7, y, what, _INK, False) + _flush(right, y, worth, _INK, True)
    drawn += line(6.4, 69.75, 56.6, 69.75, _RULE, 0.25) + _flush(7, 72.9, "Bonus", _INK, False)
    drawn += asked(card, 25, 72.9, lambda x, y, shade: box(x - 1.7, y - 1.7, 3.4, 3.4, shade), 4.6)
    return drawn + _flush(56, 72.9, f"+{chance.randint(1, 12)}", _INK, True)


def _flush(x: float, y: float, words: str, ink: str, right: bool) -> str:
    """Return words that start or end at a place."""
    anchor = "end" if right else "start"
    centred = text(0, 0, 2.2, words, _BODY, ink, 0, f'stroke="{ink}" stroke-width="0.12" text-anchor="{anchor}"')
    head, _, tail = centred.partition('<text x="')
    shift = tail.partition('"')[2]
    return head.replace("translate(0.00 0.00)", f"translate({x:.2f} {y:.2f})") + '<text x="0"' + shift


def _photograph(card: Card) -> Pixels:
    """Return a lighthouse on its rock between sky and sea, as a cheap press prints it."""
    rng, chance = dice(card.chance), card.chance
    h, w = _HIGH * FINE, _WIDE * FINE
    y, x = np.mgrid[0:h, 0:w] / FINE
    top, low = (inked(shade) for shade in chance.choice(_SKIES))
    horizon = rng.uniform(22, 27)
    share = np.clip(y / horizon, 0, 1)[..., None]
    sky = top + (low - top) * share**1.3
    cloud = (
        noise(rng, _WIDE, _HIGH, 15, 5) + 0.6 * noise(rng, _WIDE, _HIGH, 5, 2) + 0.3 * noise(rng, _WIDE, _HIGH, 2, 1)
    )
    sky = sky + (inked("#ffffff") - sky) * np.clip((cloud - rng.uniform(-0.2, 0.7)) * 0.5, 0, 0.85)[..., None]
    near = np.clip((y - horizon) / (_HIGH - horizon), 0, 1)
    swell = noise(rng, _WIDE, _HIGH, 4, 0.7) * (0.4 + near) + 0.6 * noise(rng, _WIDE, _HIGH, 1.2, 0.4) * near
    sea = (low * 0.45 + top * 0.35) * (0.95 - 0.35 * near + 0.14 * swell)[..., None]
    sea = sea + (inked("#ffffff") - sea) * np.clip((swell - 1.5) * near, 0, 0.8)[..., None]
    picture = np.where((y < horizon)[..., None], sky, sea)
    foot, at = rng.uniform(27, 31), rng.uniform(13, 30)
    crest = foot - 3 + 0.035 * (x - at) ** 2 * rng.uniform(0.4, 1) + 0.8 * noise(rng, _WIDE, _HIGH, 3, 60)
    rough = 1 + 0.25 * noise(rng, _WIDE, _HIGH, 2, 1.2) + 0.2 * noise(rng, _WIDE, _HIGH, 0.6, 0.5)
    rock = (
        inked(chance.choice(("#5f564b", "#6f7a55", "#4d4f52", "#8a7a5f")))
        * (rough * (1.1 - 0.02 * (y - foot)))[..., None]
    )
    tower = _tower(rng, chance.choice(_BANDS), chance.choice(_BANDS[1:]), x - at, y, foot - 2, rng.uniform(4, 9))
    picture = picture * (1 - tower[..., 3:]) + tower[..., :3] * tower[..., 3:]
    shore = foot + 3.4 + 0.5 * noise(rng, _WIDE, _HIGH, 3, 60)
    picture = np.where(((y > crest) & (y < shore))[..., None], rock, picture)
    foam = np.exp(-(((y - shore - 0.2) / 0.55) ** 2)) * (crest < shore + 0.6)
    picture = picture + (inked("#f4f6f4") - picture) * np.clip(foam * 0.8, 0, 1)[..., None]
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.float64)
    return np.asarray(np.clip((picture - 128) * 1.12 + 132 + rng.normal(0, 5, (h, w, 1)), 0, 255))


def _tower(rng: np.random.Generator, paint: str, other: str, x: Pixels, y: Pixels, foot: float, top: float) -> Pixels:
    """Return a tower as colours and how far they cover: its bands, its windows, the lantern with its roof."""
    tall = foot - top
    wide = rng.uniform(2.1, 3.2) * (0.72 + 0.4 * np.clip((y - top) / tall, 0, 1))
    light = np.clip(0.62 + 0.5 * np.sqrt(np.clip(1 - (x / wide + 0.35) ** 2, 0, 1)), 0, 1.1)[..., None]
    band = (np.floor((y - top) / tall * rng.integers(3, 7)) % 2 == 0)[..., None]
    ground = np.where(band, inked(paint), inked("#f2efe6" if paint != "#e9e6dc" else other)) * light
    cover = ((np.abs(x) < wide) & (y > top) & (y < foot)).astype(float)
    lantern = (np.abs(x) < 1.5) & (y > top - 3.2) & (y <= top)
    glow = inked("#fff3b8") + 0 * light
    ground = np.where(lantern[..., None], np.where((np.abs(x) % 1 < 0.2)[..., None], inked("#33383c"), glow), ground)
    gallery = (np.abs(x) < 2.9) & (np.abs(y - top - 0.1) < 0.4)
    roof = (np.abs(x) < (y - top + 5.4) * 0.9) & (y > top - 5.4) & (y <= top - 3.2)
    ground = np.where((gallery | roof)[..., None], inked("#33383c"), ground)
    for at in (0.25, 0.5, 0.75):
        window = (np.abs(x + 0.3) < 0.35) & (np.abs(y - top - tall * at) < 0.6)
        ground = np.where(window[..., None], inked("#26292c"), ground)
    cover = np.maximum(cover, (lantern | gallery | roof).astype(float))
    return np.concatenate([ground, cover[..., None]], axis=2)


def _screen(card: Card) -> str:
    """Return a sonar's round screen over brushed metal, the number on a keycap in the card's colour."""
    rng, chance = dice(card.chance), card.chance
    metal = 116 + 9 * noise(rng, 63, 88, 40, 0.3) + 8 * noise(rng, 63, 88, 60, 30)
    drawn = plate(0, 0, 63, 88, np.clip(metal, 0, 255)[..., None] * np.array([0.98, 1.0, 1.03]))
    drawn += (
        disc(31.5, 32.6, 22, "#23272a") + f'<defs><clipPath id="crt">{disc(31.5, 32.6, 20.4, "#000")}</clipPath></defs>'
    )
    drawn += plate(11, 12.1, 41, 41, _echoes(rng), 'clip-path="url(#crt)"')
    for x in (6.4, 56.6):
        for y in (14.4, 73.6):
            drawn += disc(x, y, 1.5, "#d5d8da", 'stroke="#3b3f43" stroke-width="0.3"')
            drawn += line(x - 0.9, y - 0.7, x + 0.9, y + 0.7, "#3b3f43", 0.4)
    ink = DARK_ON_YELLOW.get(card.face.colour, _WHITE)
    drawn += box(15.6, 56.4, 31.8, 20, "#1c1d20", 'rx="3"') + box(16.8, 57.4, 29.4, 17.4, card.own, 'rx="2.2"')
    drawn += box(18.2, 58, 26.6, 14.6, "#ffffff", 'rx="1.8" fill-opacity="0.14"')
    drawn += text(31.5, 65.6, 11.6, str(card.face.number), _HEAD, ink)
    drawn += box(19, 79, 25, 6, "#1c1d20", 'rx="0.6"')
    worth = f"{card.id} · 115 V · +{chance.randint(1, 12)}"
    return drawn + text(31.5, 82, 2.1, worth, _BODY, "#f2f2ee", 0, 'stroke="#f2f2ee" stroke-width="0.1"')


def _echoes(rng: np.random.Generator) -> Pixels:
    """Return the sonar's picture: rings, a beam that fades behind itself, what it met."""
    side = 41 * FINE
    y, x = np.mgrid[0:side, 0:side] / FINE - 20.5
    far, angle = np.hypot(x, y), np.arctan2(y, x)
    behind = (rng.uniform(0, 6.28) - angle) % (2 * np.pi)
    glow = 0.1 + 0.5 * np.exp(-behind * 1.6) + 0.5 * np.exp(-(((far % 5) - 2.5) ** 2) / 0.012)
    coast = noise(rng, 41, 41, 9, 9) + 0.5 * noise(rng, 41, 41, 3, 3)
    glow += 0.75 * np.exp(-(((coast - 0.7) / 0.12) ** 2)) + 0.18 * (coast > 0.7)
    for _ in range(int(rng.integers(3, 8))):
        at, turn = rng.uniform(4, 18), rng.uniform(0, 6.28)
        glow += 1.4 * np.exp(-((x - at * np.cos(turn)) ** 2 + (y - at * np.sin(turn)) ** 2) / 0.5)
    glow *= 1 - 0.35 * (far / 20.5) ** 4
    tone = np.clip(glow + 0.03 * rng.normal(0, 1, glow.shape), 0, 1.2)[..., None]
    return np.asarray(np.clip(inked("#06231c") + tone * inked("#5fd6a0"), 0, 255))


QUARTETT = Edition(
    "quartett", 113, (_HEAD, _BODY), ("#d5471c", "#0072b2", "#f0d92e", "#1f2022", "#009e73", "#a85cb0"),
    _quartett, partial(leaflet, _WHITE, _INK), 2.6,
)  # fmt: skip
