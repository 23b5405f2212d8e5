"""Five more editions to tune on, held out until they were reported on: markup by hand, no parts shared with others."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

from editions.box import Card, Edition
from editions.ink import mixed, text

_TURN = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # into the card from its corners, clockwise from the top left


def _connectors(
    card: Card,
    leg: float,
    size: float,
    font: str,
    turns: Sequence[float],
    deep: float = 0.33,
    rim: str = "",
    gap: float = 0,
) -> str:
    """Four triangles, each drawn at the top left and put into its corner; digits are set where they then lie."""
    drawn = ""
    for at, (colour, number) in enumerate(card.face.connectors):
        right, down = _TURN[at]
        x, y = (gap if right > 0 else 63 - gap), (gap if down > 0 else 88 - gap)
        edge = f' stroke="{rim}" stroke-width="1.1" stroke-linejoin="bevel"' if rim else ""
        place = f"translate({x} {y}) scale({right} {down})"
        drawn += f'<path transform="{place}" d="M0 0H{leg}L0 {leg}Z" fill="{card.shade[colour]}"{edge}/>'
        ink = "#1b1a17" if colour == "yellow" else "#fffdf5"
        drawn += text(x + right * deep * leg, y + down * deep * leg, size, str(number), font, ink, turns[at])
    return drawn


def _face_of_a_robot(x: float, y: float, size: float, skin: str, ink: str, tilt: float) -> str:
    eyes = "".join(f'<circle cx="{dx}" cy="-2" r="1.6" fill="{ink}"/>' for dx in (-3.2, 3.2))
    return (
        f'<g transform="translate({x} {y}) rotate({tilt:.1f}) scale({size / 10})"><path d="M-8 -7h16v13h-16z" fill="{skin}"'
        f' stroke="{ink}"/><path d="M0 -7v-5M-5 3h10" stroke="{ink}" stroke-width="1.2"/>{eyes}</g>'
    )


def _tokens(card: Card, x: float, y: float, font: str, ink: str) -> str:
    """What a card is worth and asks for: digits that are none of its fields."""
    chance, drawn = card.chance, ""
    for at in range(chance.randint(1, 3)):
        shade = list(card.shade.values())[chance.randrange(6)]
        drawn += f'<rect x="{x + at * 5}" y="{y}" width="4" height="4.6" rx="1" fill="{shade}"/>'
        drawn += text(x + at * 5 + 2, y + 2.3, 2, str(chance.randint(1, 6)), font, "#ffffff")
    return drawn + text(x + 20, y + 2.4, 3, f"+{chance.randint(1, 9)}", font, ink)


def _orchard(card: Card) -> str:
    """Blots of paint; the colour in a ribbon, a hollow number low at the right, the id up the left edge."""
    chance, paper = card.chance, "#f4efe0" if not card.ai else "#3a4438"
    drawn = f'<path d="M0 0h63v88H0z" fill="{paper}"/>'
    for _ in range(26):
        hue = mixed(chance.choice(("#8fb573", "#d8b26a", "#c9806a", "#7fa3a8")), paper, chance.uniform(0.2, 0.7))
        drawn += (
            f'<ellipse cx="{chance.uniform(0, 63):.1f}" cy="{chance.uniform(0, 88):.1f}" rx="{chance.uniform(3, 11):.1f}" '
            f'ry="{chance.uniform(2, 7):.1f}" fill="{hue}" fill-opacity="0.55" transform="rotate({chance.randint(-20, 20)} 31 44)"/>'
        )
    drawn += f'<path d="M0 33q16 -5 31.5 0t31.5 0v11q-16 5 -31.5 0t-31.5 0z" fill="{card.own}" stroke="#fffdf5" stroke-width="0.8"/>'
    if card.ai:
        drawn += _face_of_a_robot(24, 60, 9, "#c9d4bd", "#20261f", chance.uniform(-9, 9))
    else:
        for _ in range(3):
            x, y = chance.uniform(14, 30), chance.uniform(53, 66)
            drawn += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="#b8412f" stroke="#5a2018" stroke-width="0.4"/>'
    hollow = 'stroke="#2c2a20" stroke-width="0.9"'
    drawn += '<circle cx="46" cy="59" r="10.6" fill="#fffdf5"/>' + text(
        46, 59, 12.5, str(card.face.number), "Abril Fatface", "#fffdf5", 0, hollow
    )
    for at in range(card.face.phase):
        x = 31.5 + (at - (card.face.phase - 1) / 2) * 6
        drawn += f'<path d="M{x} 24q4 -3 0 -8q-4 5 0 8z" fill="#2f5a2b"/>'
    drawn += '<rect x="19" y="72.6" width="26" height="6.6" rx="2" fill="#fffdf5"/>' + _tokens(
        card, 21, 73.6, "Oswald", "#2c2a20"
    )
    drawn += '<rect x="0.6" y="40" width="3.6" height="17" fill="#fffdf5"/>' + text(
        2.4, 48.5, 2.2, card.id, "Oswald", "#2c2a20", -90
    )
    drawn += text(31.5, 83.4, 1.7, "Verger & fils, 1987", "Crimson Text", "#2c2a20" if not card.ai else "#f4efe0")
    return drawn + _connectors(card, 17.6, 5.4, "Abril Fatface", (-45, 45, 135, -135), 0.31)


def _cosmos(card: Card) -> str:
    """Stars on black; the colour is a planet's, the number stands twice, the id in a line of small print."""
    chance = card.chance
    drawn = '<path d="M0 0h63v88H0z" fill="#0d0f1a"/>' if not card.ai else '<path d="M0 0h63v88H0z" fill="#23202f"/>'
    for _ in range(70):
        drawn += f'<circle cx="{chance.uniform(0, 63):.1f}" cy="{chance.uniform(0, 88):.1f}" r="{chance.uniform(0.1, 0.5):.2f}" fill="#e9ecff"/>'
    size = chance.uniform(11, 13.5)
    drawn += f'<circle cx="31.5" cy="42" r="{size:.1f}" fill="{card.own}" stroke="#cfd3ea" stroke-width="0.7"/>'
    for _ in range(5):
        a, r = radians(chance.randrange(360)), chance.uniform(2, 8)
        x, y = 31.5 + r * cos(a), 42 + r * sin(a)
        drawn += (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{chance.uniform(0.8, 2.2):.1f}" fill="#000" fill-opacity="0.22"/>'
        )
    if card.ai:
        drawn += _face_of_a_robot(31.5, 42, 9, "#cfd3ea", "#0d0f1a", 0)
    else:
        drawn += f'<ellipse cx="31.5" cy="42" rx="{size + 6:.1f}" ry="3" fill="none" stroke="#cfd3ea" stroke-width="0.8" transform="rotate({chance.randint(-30, 30)} 31.5 42)"/>'
    drawn += text(13.5, 22, 9.5, str(card.face.number), "Oswald", "#f5f6ff") + text(
        49.5, 64, 9.5, str(card.face.number), "Oswald", "#f5f6ff"
    )
    if card.face.phase:
        drawn += text(31.5, 15, 4.6, "I" * card.face.phase, "Cinzel", "#f1d58a")
    drawn += _tokens(card, 14, 69, "Oswald", "#f5f6ff")
    drawn += text(31.5, 82.6, 2.1, f"No. {card.id} of 132", "Oswald", "#cfd3ea")
    return drawn + _connectors(card, 11.4, 4.2, "Oswald", (0, 0, 0, 0), 0.34, "#f5f6ff")


def _bauhaus(card: Card) -> str:
    """Blocks on white; a frame in the colour, a tall number at the right, digits of the corners on their heads."""
    chance = card.chance
    drawn = f'<path d="M0 0h63v88H0z" fill="{card.own}"/><path d="M4.6 4.6h53.8v78.8H4.6z" fill="{"#fbfbf8" if not card.ai else "#d9d5c8"}"/>'
    for _ in range(4):
        x, y, tone = chance.uniform(10, 26), chance.uniform(24, 62), chance.choice(("#1f1f1f", "#9a9a94", "#c7c3b6"))
        if chance.random() < 0.5:
            drawn += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{chance.uniform(3, 8):.1f}" fill="{tone}"/>'
        else:
            drawn += f'<rect x="{x:.1f}" y="{y:.1f}" width="{chance.uniform(4, 12):.1f}" height="{chance.uniform(4, 12):.1f}" fill="{tone}" transform="rotate({chance.choice((0, 45))} {x:.1f} {y:.1f})"/>'
    if card.ai:
        drawn += _face_of_a_robot(20, 44, 11, "#fbfbf8", "#1f1f1f", 45)
    drawn += '<path d="M36 27h20v30H36z" fill="#fbfbf8"/>' + text(46, 42, 21, str(card.face.number), "Anton", "#1f1f1f")
    if card.face.phase:
        drawn += f'<rect x="28.5" y="10" width="6" height="6" rx="{0 if card.face.phase == 1 else 3}" fill="#1f1f1f"/>'
    drawn += '<path d="M18 66.5h27v7.4h-27z" fill="#fbfbf8"/>' + _tokens(card, 20, 68, "Josefin Sans", "#1f1f1f")
    drawn += '<path d="M21 76h21v5H21z" fill="#1f1f1f"/>' + text(31.5, 78.5, 2.6, card.id, "Josefin Sans", "#fbfbf8")
    drawn += text(46, 61.5, 2, "1923 / 4", "Josefin Sans", "#1f1f1f")
    return drawn + _connectors(card, 14, 5, "Anton", (180, 180, 180, 180), 0.32, "#fbfbf8")


def _codex(card: Card) -> str:
    """Parchment; the number in a coloured initial at the top left, small corners whose digits lie sideways."""
    chance, sheet = card.chance, "#ead9b0" if not card.ai else "#b99f6b"
    drawn = f'<path d="M0 0h63v88H0z" fill="{sheet}"/>'
    for inset in (9.5, 10.6):
        drawn += f'<rect x="{inset}" y="{inset}" width="{63 - 2 * inset}" height="{88 - 2 * inset}" fill="none" stroke="#6b4a22" stroke-width="0.3"/>'
    for row in range(9):
        far = chance.uniform(8, 17) if row < 5 else chance.uniform(20, 37)
        left = 33 if row < 5 else 13
        drawn += f'<path d="M{left} {16 + row * 4.2:.1f}h{far:.1f}" stroke="#4a3318" stroke-width="0.7" stroke-dasharray="{chance.uniform(1, 3):.1f} 0.7"/>'
    drawn += f'<rect x="12.4" y="13" width="18" height="19" fill="{card.own}" stroke="#6b4a22"/>' + text(
        21.4, 22.5, 12, str(card.face.number), "Cinzel", "#fff6dd", 0, 'stroke="#fff6dd" stroke-width="0.5"'
    )
    if card.ai:
        drawn += _face_of_a_robot(31.5, 58, 9, "#ead9b0", "#4a3318", chance.uniform(-5, 5))
    else:
        vine = " ".join(f"q{chance.uniform(-5, 5):.1f} -3 {chance.uniform(2, 5):.1f} 0" for _ in range(8))
        drawn += f'<path d="M14 60{vine}" fill="none" stroke="#5d6b2f" stroke-width="1.2"/>'
    if card.face.phase:
        drawn += '<circle cx="44" cy="62" r="4.6" fill="#8c1f1f"/>' + text(
            44, 62, 4.8, str(card.face.phase), "Cinzel", "#fff6dd"
        )
    drawn += _tokens(card, 14, 69.6, "Playfair Display", "#4a3318")
    drawn += text(45, 80.6, 2.3, card.id, "Playfair Display", "#4a3318") + text(
        20, 80.8, 1.7, "fol. 12 MCDLV", "Crimson Text", "#4a3318"
    )
    return drawn + _connectors(card, 8.6, 3.6, "Playfair Display", (90, 90, 90, 90), 0.36)


def _tropic(card: Card) -> str:
    """The whole ground in tints of the colour under leaves; a disc with the number below, the id down the right edge."""
    chance, bright = card.chance, mixed(card.own, "#ffffff", 0.25)
    drawn = f'<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="{bright}"/><stop offset="1" stop-color="{mixed(card.own, "#101010", 0.12)}"/></linearGradient></defs><path d="M0 0h63v88H0z" fill="url(#sky)"/>'
    for _ in range(7):
        x, y, turn = chance.uniform(4, 59), chance.uniform(16, 50), chance.randint(0, 359)
        leaf = mixed(chance.choice(("#0f4d3a", "#1d6b4a", "#f2e7c9")), card.own, 0.25)
        drawn += f'<path transform="translate({x:.1f} {y:.1f}) rotate({turn})" d="M0 0q7 -7 16 0q-9 7 -16 0z" fill="{leaf}" fill-opacity="0.75"/>'
    if card.ai:
        drawn += '<circle cx="31.5" cy="30" r="12" fill="#fffdf5"/>' + _face_of_a_robot(
            31.5, 31, 10, bright, "#173b2f", chance.uniform(-6, 6)
        )
    drawn += f'<circle cx="31.5" cy="60" r="9.6" fill="#fffdf5" stroke="{card.own}" stroke-width="1.4"/>' + text(
        31.5, 60, 11, str(card.face.number), "DM Serif Display", "#173b2f"
    )
    for at in range(card.face.phase):
        drawn += f'<path d="M{18 + at * 3} 56l0 8" stroke="#fffdf5" stroke-width="1.6"/>'
    drawn += '<rect x="15" y="73" width="32" height="7" rx="3.5" fill="#fffdf5"/>' + _tokens(
        card, 18, 74.2, "Fredoka", "#173b2f"
    )
    drawn += '<rect x="58.4" y="34" width="4" height="18" fill="#fffdf5"/>' + text(
        60.4, 43, 2.4, card.id, "Fredoka", "#173b2f", 90
    )
    drawn += text(48, 69, 2.2, "7.50", "Fredoka", "#fffdf5")
    return drawn + _connectors(card, 13, 4.6, "DM Serif Display", (0, 0, 180, 180), 0.34, "#fffdf5", 0.8)


def _helper(shades: Mapping[str, str], at: int) -> str:
    lines = "".join(
        f'<path d="M14 {18 + row * 8}h{28 + (row * 7 + at * 5) % 11}" stroke="#5b564c" stroke-width="1.3"/>'
        f'<circle cx="9" cy="{18 + row * 8}" r="1.8" fill="{list(shades.values())[(row + at) % 6]}"/>'
        for row in range(8)
    )
    return f'<path d="M0 0h63v88H0z" fill="#efebe0"/>{text(31.5, 9, 5, "XYZ"[at], "Oswald", "#5b564c")}{lines}'


THIRD = (
    Edition(
        "orchard", 31, ("Abril Fatface", "Oswald", "Crimson Text"),
        ("#c0392b", "#2e6da4", "#e0b12f", "#33322e", "#4c8a3f", "#7d4a94"), _orchard, _helper, 3.4,
    ),
    Edition(
        "cosmos", 32, ("Oswald", "Cinzel"),
        ("#e0483e", "#2f74d0", "#f0c419", "#4a4d57", "#35a860", "#9357c9"), _cosmos, _helper, 2.4,
    ),
    Edition(
        "bauhaus", 33, ("Anton", "Josefin Sans", "Oswald"),
        ("#d62d20", "#1e5aa8", "#f2b705", "#222222", "#2c8c4b", "#6a3b8f"), _bauhaus, _helper, 1.6,
    ),
    Edition(
        "codex", 34, ("Cinzel", "Playfair Display", "Crimson Text", "Oswald"),
        ("#a02c24", "#2a4c80", "#cf9b22", "#2a241d", "#3d6b33", "#5f3672"), _codex, _helper, 2.8,
    ),
    Edition(
        "tropic", 35, ("DM Serif Display", "Fredoka", "Oswald"),
        ("#d9434b", "#2b7bb9", "#edc133", "#3a3d40", "#3a9a58", "#8a55b5"), _tropic, _helper, 4.6,
    ),
)  # fmt: skip
