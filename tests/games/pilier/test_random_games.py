"""Whole games at random, written down as game files: tokens and cards add up, and the cards never fall apart."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import NOWHERE
from companion.games.pilier import GAME
from companion.games.pilier.cards import CARD_NAMES, read_card
from companion.games.pilier.document import read_record
from companion.games.pilier.replay import play, replay, start
from companion.games.pilier.rules import COLOURS
from tests.games.compare import differences

from .naive import heaps


def a_game(rng, turns):
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay"][: rng.randint(2, 6)]
    deck = [name for colour in COLOURS for name in rng.sample([n for n in CARD_NAMES if n.startswith(colour)], 18)]
    rng.shuffle(deck)
    document = {
        "format": "companion-game/1",
        "game": "pilier",
        "players": [{"name": name} for name in names],
        "start": dict(zip(("0,0", "0,1", "1,1", "2,1", "2,2"), deck, strict=False)),
        "turns": [],
    }
    hand = deck[5:30]
    position = start(read_record(document))
    for _ in range(turns):
        ways = [(card, cell) for card in hand for cell in position.square.cells_for(read_card(card, NOWHERE))]
        turn = {"pass": True}
        if ways:
            card, cell = rng.choice(ways)
            hand.remove(card)
            turn = {"card": card, "cell": str(cell), "taken": []}
            lines = position.square.with_card(read_card(card, NOWHERE), cell).phases(cell)
            if len(lines) > 1:
                turn["line"] = rng.choice(lines)
        document["turns"].append(turn)
        before = position
        while (position := play(before, read_record(document).turns[-1], tuple(names))).takeable:
            turn["taken"].append(str(rng.choice(position.takeable)))
    return document


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_tokens_and_cards_add_up(rng):
    document = a_game(rng, 25)
    position = replay(read_record(document))
    laid = 5 + sum("card" in turn for turn in document["turns"])
    assert sum(position.tokens) == 6 * len(document["players"])
    assert len(position.square.cards) + sum(map(len, position.won.values())) == laid
    assert len(heaps(position.square.cards)) == 1
    assert position.phase is None
    score = GAME.score(document).say("fr")
    for player in score["players"]:
        assert all(other["total"] <= player["total"] for other in player["alternatives"])


def test_engine_and_slow_way_agree_on_random_files_refusals_included():
    assert list(differences("pilier", 40, seed=14)) == []


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_token_and_every_card_stands_at_its_turn(rng):
    document = a_game(rng, 20)
    position = replay(read_record(document))
    score = GAME.score(document).say("en")
    for seat, player in enumerate(score["players"]):
        tokens = sum(line["points"] for line in player["lines"] if line["kind"] in ("tokens", "lay", "pass"))
        assert tokens == 10 * position.tokens[seat]
        cards = [cell for line in player["lines"] if line["kind"] == "phase" for group in line["groups"]
                 for cell in group["cells"]]  # fmt: skip
        assert cards == list(map(str, position.won[seat]))
    # Nothing is won that nobody loses, but for the tokens of the start.
    assert sum(line["points"] for player in score["players"] for line in player["lines"]
               if line["kind"] in ("lay", "pass")) == 0  # fmt: skip
