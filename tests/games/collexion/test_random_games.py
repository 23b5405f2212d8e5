"""Whole games at random, written down as game files: pieces and tokens add up at every turn."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.collexion import GAME
from companion.games.collexion.document import read_record
from companion.games.collexion.pieces import PIECES
from companion.games.collexion.replay import play, start
from companion.games.collexion.series import Piles, best_payment, validations
from tests.games.compare import differences


def a_take(pool, rng):
    pieces = [rng.choice(pool.pieces)]
    left = pool - pieces
    while len(pieces) < 4 and rng.random() < 0.8:
        following = [piece for piece in PIECES if piece.shares(pieces[-1]) and left.count(piece)]
        if not following:
            break
        pieces.append(rng.choice(following))
        left -= pieces[-1:]
    return pieces


def a_game(rng):
    """Play to the end, and return the game file and the positions on the way."""
    names = ["Ana", "Ben", "Cleo", "Dan"][: rng.randint(2, 4)]
    document = {
        "format": "companion-game/1",
        "game": "collexion",
        "players": [{"name": name} for name in names],
        "turns": [],
    }
    position = start(read_record(document))
    positions = []
    while not position.finished:
        name = names[position.turn % len(names)]
        last_round = position.last_turn is not None
        take = [] if last_round and (not position.pool.total or rng.random() < 0.5) else a_take(position.pool, rng)
        choice = rng.choice(validations(position.collections[name] + take))
        paid = best_payment(position.piles, choice.series)
        series = [{"series": one.series.name} | ({"pile": one.pile} if one.pile else {}) for one in paid]
        document["turns"].append({"take": list(map(str, take)), "series": series})
        record = read_record(document)
        position = play(position, record.turns[-1], record)
        positions.append(position)
    return document, positions


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False))
def test_pieces_and_tokens_add_up_to_the_end(rng):
    document, positions = a_game(rng)
    for position in positions:
        validated = sum(len(lines) for lines in position.lines.values())
        kept = sum(collection.total for collection in position.collections.values())
        assert position.pool.total + kept + 4 * validated == 80
        won = sum(line.points for lines in position.lines.values() for line in lines)
        on_piles = sum(sum((2, 3, 4)[3 - left :]) for left in position.piles.left)
        assert won + on_piles == sum((2, 3, 4)) * len(Piles().left)
    score = GAME.score(document).say("en")
    assert score["finished"] is True
    assert len(document["turns"]) % len(document["players"]) == 0
    for player in score["players"]:
        paid = sum(line["points"] for line in player["lines"] if line["kind"] == "series")
        assert player["total"] == paid + 3 - player["left"]


def test_engine_and_slow_way_agree_on_random_files_refusals_included():
    assert list(differences("collexion", 60, seed=14)) == []
