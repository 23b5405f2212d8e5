"""The door for Python: what `from companion import ...` gives, and what the command line and the web use themselves.

>>> import companion
>>> game = companion.games()["pilier"].example()
>>> score = companion.score(game)
>>> [(sheet.name, sheet.total) for sheet in score.sheets]
[('Ana', 140), ('Ben', 80)]
>>> score.text(score.sheets[0].lines[0], "en")
'Tokens: 8, ten points each.'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.core.errors import GAME_FILE, Place, Unreadable
from companion.core.game import CardsInHand, Game, PhotoReading
from companion.core.reading import read_json
from companion.core.score import Score, WhatIf
from companion.core.sheet import Reason, ScoreSheet
from companion.registry import deck_game, find_game

GameFile = Mapping[str, Any] | Path | bytes
"""A game as a decoded `companion-game/1` document, as a file, or as the bytes of one."""


def score(game: GameFile) -> Score:
    """Return what a game comes to: sheets with their lines, winners, and what the rules forbid in it.

    >>> from companion import games, score
    >>> score(games()["pilier"].example()).winners
    ('Ana',)

    `Score.say("en")` is the `companion-score/1` document. What cannot be read raises Unreadable, what the rules forbid
    Illegal, what can mean two things Ambiguous.

    >>> score({"game": "chess"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    companion.core.errors.Unreadable: game: unknown game 'chess' (expected ...)
    """
    document = load(game)
    return _game_of(document).score(document)


def what_if(game: GameFile, player: str, card: str) -> WhatIf:
    """Return what a card in hand would bring on each legal cell, best first.

    >>> from companion import games, what_if
    >>> game = games()["ai100"].example()
    >>> played = game["turns"].pop()["Ana"]
    >>> options = what_if(game, "Ana", played["card"]).options
    >>> played["cell"] in [option.cell for option in options]
    True
    """
    document = load(game)
    found = _game_of(document)
    if not isinstance(found, CardsInHand):
        raise Unreadable(Reason("error.no_hand", (found.slug,)), Place("game"))
    return found.what_if(document, player, card)


def verify(game: GameFile, claims: Mapping[str, int]) -> dict[str, ScoreSheet]:
    """Return the sheets of players who claim a total; `verdict` is possible, impossible or undecided.

    >>> from companion import games, verify
    >>> sheets = verify(games()["pilier"].example(), {"Ana": 140, "Ben": 70})
    >>> {name: sheet.verdict for name, sheet in sheets.items()}
    {'Ana': 'possible', 'Ben': 'impossible'}
    """
    document = load(game)
    players = document.get("players")
    names = [one.get("name") for one in players if isinstance(one, dict)] if isinstance(players, list) else []
    for name in claims:
        if name not in names:
            known = ", ".join(str(one) for one in names)
            raise Unreadable(Reason("error.no_player", (repr(name), known)), Place("claims"))
    claiming = [
        {**one, "claimed": claims[one["name"]]} if isinstance(one, dict) and one.get("name") in claims else one
        for one in players or ()
    ]
    scored = score({**document, "players": claiming})
    if scored.problems:
        raise scored.problems[0]
    return {name: scored.sheet(name) for name in claims}


def read_photo(
    photo: bytes | Path, game: str | None = None, deck: str = "demo", box: Mapping[str, Any] | None = None
) -> PhotoReading:
    """Return what a photo shows, card by card; `box` is what is known about a deck that is not the demo deck.

    The game is the only one with decks where none is named. Only here is anything loaded that knows pictures.
    """
    decks = deck_game(game).decks()
    from companion.vision.upright import photo_bytes

    data, name = (photo_bytes(photo), photo.name) if isinstance(photo, Path) else (photo, "photo")
    return decks.read_photo(data, name, deck, box or {})


def load(game: GameFile) -> dict[str, Any]:
    """Return the document of a game, read strictly where it comes from a file."""
    document = game
    if isinstance(document, Path):
        document = document.read_bytes()
    if isinstance(document, bytes):
        document = read_json(document)
    if not isinstance(document, dict):
        raise Unreadable(Reason("error.no_object"), GAME_FILE)
    return document


def _game_of(document: Mapping[str, Any]) -> Game:
    return find_game(document.get("game"))
