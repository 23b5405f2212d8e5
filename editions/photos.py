"""Photographs of an edition, its cards in use (sleeves, bent cards, foil): nine that teach the box, and new ones."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.samples.photographs import CELLS, LEVELS, Shot, deal, photograph, worn_scene
from editions.box import HELP_IDS, Edition, edition_images


def teaching_photos(edition: Edition, first: int, levels: tuple[str, ...] = ("easy", "medium")) -> dict[str, Shot]:
    """Return nine photos of the whole box, 15 cards each and the AI cards last, by the name of their file.

    The cards lie in no order, and the photographer stands at any side of the table. On hard photos light is
    mirrored and shadows fall as they do at the table; on others whoever teaches has taken a little care.
    """
    evolution = random.Random(f"{edition.name} {first}").sample(EVOLUTION_IDS, len(EVOLUTION_IDS))
    piles = [tuple(evolution[at : at + 15]) for at in range(0, 120, 15)] + [AI_IDS]
    photos = {}
    for at, pile in enumerate(piles):
        level = levels[at % len(levels)]
        how = replace(worn_scene(level, first + at), standee=False)
        if level != "hard":
            how = replace(how, glare=0, foil=0.0)
        cells = dict(zip(CELLS, pile, strict=False))
        photos[f"{at + 1}.jpg"] = photograph(cells, edition_images(edition, pile), how)
    return photos


def tableau_photos(edition: Edition, first: int, count: int) -> list[tuple[str, Shot]]:
    """Return photos of tableaux with their levels, the levels in turn: seven of ten whole, most with help cards."""
    photos = []
    for at in range(count):
        seed, level = first + at, LEVELS[at % len(LEVELS)]
        chance = random.Random(seed)
        cells = deal(EVOLUTION_IDS, AI_IDS, seed, 15 if chance.random() < 0.7 else chance.randint(4, 14))
        helps = list(edition_images(edition, HELP_IDS).values()) if chance.random() < 0.8 else []
        photos.append(
            (level, photograph(cells, edition_images(edition, cells.values()), worn_scene(level, seed), helps))
        )
    return photos
