"""Whole games at random, written down as game files: no token is created or lost."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import NOWHERE
from companion.games.boussanga import GAME
from companion.games.boussanga.board import CELLS
from companion.games.boussanga.cards import finds, placements, read_card
from companion.games.boussanga.competitive import play, replay, start
from companion.games.boussanga.cooperative import replay as replay_together
from companion.games.boussanga.document import read_record
from companion.games.boussanga.fewest import can_win
from tests.games.compare import differences

from .naive import fewest

COLOURS = ("yellow", "green", "blue", "red")
SHAPES = (
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (0, 3)),
    ((0, 0), (0, 1), (1, 0)),
)


def a_card(rng, colours=COLOURS):
    return [[row, column, rng.choice(colours)] for row, column in rng.choice(SHAPES)]


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["each", "once"]))
def test_board_reserve_and_plates_hold_all_tokens(rng, crossing):
    names = ["Ana", "Ben", "Cleo", "Dan"][: rng.randint(2, 4)]
    document = {
        "format": "companion-game/1",
        "game": "boussanga",
        "mode": "competitive",
        "rulings": {"crossing": crossing},
        "players": [{"name": name} for name in names],
        "turns": [],
    }
    position = start(read_record(document))
    while not position.finished and position.turn < 40:
        card = a_card(rng, ("red", "blue"))
        ways = placements(position.board, read_card(card, COLOURS, NOWHERE), position.reserve)
        # Alignments first, so that something happens.
        best = [way for way in ways if way.alignments] or ways
        if best:
            way = rng.choice(best)
            document["turns"].append({"card": card, "cell": str(way.cell), "orientation": way.orientation})
        else:
            document["turns"].append({"pass": True})
        record = read_record(document)
        position = play(position, record.turns[-1], record)
    assert position == replay(record)
    held = position.board.tokens + Counter(position.reserve)
    for plate in position.plates.values():
        held.update(plate)
    assert held == dict.fromkeys(COLOURS, 16)
    assert not position.board.alignments()
    values = {"yellow": 1, "green": 1, "blue": 2, "red": 3}
    for index, player in enumerate(GAME.score(document).say("fr")["players"]):
        assert player["total"] == sum(count * values[colour] for colour, count in position.plates[index].items())


@settings(max_examples=6, deadline=None)
@given(st.randoms(use_true_random=False))
def test_in_the_cooperative_mode_board_zone_and_plate_hold_all_tokens(rng):
    tokens = [*COLOURS] * 16
    rng.shuffle(tokens)
    document = {
        "format": "companion-game/1",
        "game": "boussanga",
        "mode": "cooperative",
        "players": [{"name": "Ana"}],
        "board": [tokens[8 * row : 8 * row + 8] for row in range(8)],
        "turns": [],
    }
    for _ in range(25):
        position = replay_together(read_record(document))
        if position.finished:
            break
        card = a_card(rng)
        ways = finds(position.board, read_card(card, COLOURS, NOWHERE))
        free = [cell for cell in CELLS if not position.board[cell]]
        if ways:
            way = rng.choice(ways)
            collected = Counter(position.collected) + Counter(way.tokens.values())
            free += way.tokens
            rng.shuffle(free)
            full = [colour for colour, count in collected.items() if count >= 4]
            back = {colour: [str(free.pop()) for _ in range(3)] for colour in full}
            turn = {"card": card, "cell": str(way.cell), "orientation": way.orientation, "back": back}
        else:
            rng.shuffle(free)
            held = [(colour, count) for colour, count in position.collected.items() if count]
            back = {colour: [str(free.pop()) for _ in range(count)] for colour, count in held[:1]}
            turn = {"pass": True, "back": back}
        document["turns"].append(turn)
    position = replay_together(read_record(document))
    assert position.board.tokens + Counter(position.collected) + Counter(position.plate) == dict.fromkeys(COLOURS, 16)
    assert position.turn == len(document["turns"])
    (player,) = GAME.score(document).say("en")["players"]
    assert position.finished is (player["total"] >= 15)


def test_engine_and_slow_way_agree_on_random_files_refusals_included():
    assert list(differences("boussanga", 60, seed=14)) == []


plates = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 5))


@settings(max_examples=15, deadline=None)
@given(plates.filter(lambda plate: sum(plate.values()) <= 6))
def test_the_fewest_cards_are_those_of_somebody_who_tries_everything(plate):
    least = fewest(plate)
    values = {"yellow": 1, "green": 1, "blue": 2, "red": 3}
    if least is None:
        assert not can_win(plate, values, 40)
    else:
        assert can_win(plate, values, least)
        assert not least or not can_win(plate, values, least - 1)
