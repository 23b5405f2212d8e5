"""Invent the demo deck: balanced faces for all 132 cards, far enough apart to be told from each other.

usage: python tools/make_demo_deck.py > data/ai100/demo-deck.json
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, NUMBERS, Connector, Face
from companion.games.ai100.deck import FORMAT, face_to_json

# The rulebook's examples show these; black is the colour of 099 to 120.
KNOWN_COLOURS = {"069": "green", "073": "red", "082": "yellow"} | {f"{n:03d}": "black" for n in range(99, 121)}
LEAST_DISTANCE = 5


def fields(face: Face) -> list[object]:
    """Return the ten printed facts by which two faces can differ."""
    return [face.colour, face.number, *(fact for connector in face.connectors for fact in connector)]


def balanced(values: tuple[object, ...], amount: int, dice: random.Random) -> list[object]:
    """Return `amount` values, each as often as the others (give or take one), shuffled."""
    dealt = [values[i % len(values)] for i in range(amount)]
    dice.shuffle(dealt)
    return dealt


def connectors(dice: random.Random) -> tuple[Connector, ...]:
    """Return four connectors of four different colours, as the cards have them."""
    return tuple(Connector(colour, dice.choice(NUMBERS)) for colour in dice.sample(COLOURS, 4))


def invent(dice: random.Random) -> Iterator[tuple[str, Face]]:
    """Yield every card with its invented face."""
    others = tuple(colour for colour in COLOURS if colour != "black")
    free = [card for card in EVOLUTION_IDS if card not in KNOWN_COLOURS]
    colours = KNOWN_COLOURS | dict(zip(free, balanced(others, len(free), dice), strict=True))
    numbers = dict(zip(EVOLUTION_IDS, balanced(NUMBERS, 120, dice), strict=True))
    phases = dict(zip(EVOLUTION_IDS, balanced((1, 2), 120, dice), strict=True))
    colours |= dict(zip(AI_IDS, balanced(COLOURS, 12, dice), strict=True))
    numbers |= dict(zip(AI_IDS, balanced(NUMBERS, 12, dice), strict=True))
    colours["AI-10"], numbers["AI-10"] = "green", 4
    made: list[Face] = []
    for card in (*EVOLUTION_IDS, *AI_IDS):
        while True:
            face = Face(colours[card], numbers[card], connectors(dice), phases.get(card, 0))
            apart = (sum(a != b for a, b in zip(fields(face), fields(other), strict=True)) for other in made)
            if min(apart, default=10) >= LEAST_DISTANCE:
                break
        made.append(face)
        yield card, face


def main() -> None:
    """Print the deck, one card a line."""
    faces = ",\n".join(f'  "{card}": {json.dumps(face_to_json(face))}' for card, face in invent(random.Random(2442)))
    print(f'{{"format": "{FORMAT}", "game": "ai100", "name": "demo",\n "faces": {{\n{faces}\n }}}}')


if __name__ == "__main__":
    main()
