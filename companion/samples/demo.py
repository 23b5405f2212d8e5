"""The demo deck of the first game, ready to print, with photos and a game to try everything on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.core.sheet import Reason

SHOTS = (("easy", "Ana", 15), ("medium", "Ben", 15), ("hard", "Ana", 15), ("easy", "Ben", 8))


def write_samples(folder: Path) -> Reason:
    """Write cards, a sheet to print and cut, faces, sample photos and a sample game; return what there is now."""
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.paper import demo_sheet
    from companion.samples.prints import deck_pngs

    deck = demo_deck()
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    cards = deck_pngs(deck)
    for card, png in cards.items():
        (folder / "cards" / f"{card}.png").write_bytes(png)
    (folder / "sheet.pdf").write_bytes(demo_sheet(deck, "en", "Companion: demo deck"))
    _write(folder / "faces.json", deck.to_json())
    game = sample_game()
    _write(folder / "game.json", game)
    _photos(folder / "photos", game, cards)
    return Reason("ai100:deck.samples", (str(folder), len(cards), len(SHOTS)))


def sample_game() -> dict[str, Any]:
    """Return a legal game of two players, all fourteen turns, without cards that ask for a choice."""
    from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
    from companion.games.ai100.deck import demo_deck, face_to_json
    from companion.samples.photographs import deal

    faces = demo_deck().faces
    plain = [card for card in EVOLUTION_IDS if faces[card].colour != "black"]
    first, second = ([card for card in plain if faces[card].phase == phase] for phase in (1, 2))
    players = {
        "Ana": (AI_IDS[3], first[:7] + second[:7], list(deal(plain, AI_IDS, 4))[1:]),
        "Ben": (AI_IDS[6], first[7:14] + second[7:14], list(deal(plain, AI_IDS, 8))[1:]),
    }
    turns = [
        {name: {"card": cards[turn], "cell": cells[turn]} for name, (_, cards, cells) in players.items()}
        for turn in range(14)
    ]
    used = sorted({card for ai, cards, _ in players.values() for card in (ai, *cards)})
    return {
        "format": "companion-game/1",
        "game": "ai100",
        "players": [{"name": name, "ai": ai} for name, (ai, _, _) in players.items()],
        "objectives": ["O3", "O4"],
        "faces": {card: face_to_json(faces[card]) for card in used},
        "turns": turns,
    }


def _photos(folder: Path, game: dict[str, Any], cards: dict[str, bytes]) -> None:
    """Take photos of the sample game's tableaux; ids.json says what they show, as `companion enrol` reads it."""
    from companion.games.ai100.draw import HELP_IDS
    from companion.samples.photographs import CENTRE, photograph, scene
    from companion.samples.prints import pixels

    folder.mkdir(exist_ok=True)
    ids = {}
    for seed, (level, name, count) in enumerate(SHOTS, 1):
        ai = next(player["ai"] for player in game["players"] if player["name"] == name)
        tableau = {CENTRE: ai} | {turn[name]["cell"]: turn[name]["card"] for turn in game["turns"][: count - 1]}
        images = {card: pixels(cards[card]) for card in (*tableau.values(), *HELP_IDS)}
        shot = photograph(tableau, images, scene(level, seed), [images[card] for card in HELP_IDS])
        file = folder / f"{name.lower()}-{level}{'' if count == 15 else f'-{count}-cards'}.jpg"
        file.write_bytes(shot.jpeg)
        ids[file.name] = tableau
    _write(folder / "ids.json", ids)


def _write(file: Path, document: dict[str, Any]) -> None:
    file.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
