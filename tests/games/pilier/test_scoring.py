"""The final score, and games written down turn by turn."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.core.errors import Ambiguous, CompanionError, Illegal, Unreadable
from companion.games.pilier import GAME
from companion.games.pilier.document import read_record
from companion.games.pilier.replay import draw_pile, play, replay, start
from companion.games.pilier.rules import CARDS, COLOURS, VALUES
from companion.games.pilier.scoring import pairs
from companion.games.pilier.square import Cell


def game(*players, **more):
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "pilier", "players": seats, **more}


def player(document, name, language="en"):
    return next(one for one in GAME.score(document).say(language)["players"] if one["name"] == name)


def lines(document, name, language="en"):
    found = player(document, name, language)["lines"]
    return [(line["kind"], line["source"], line["points"], line["text"]) for line in found]


def end(tokens, claimed=None, **cards):
    return {"tokens": tokens, "cards": cards, "claimed": claimed}


def so_far(*players, **more):
    """What everybody has in a game that still goes on: nobody need have taken a card."""
    return game(*players, finished=False, **more)


HAND = {"red": [40, 10], "blue": [30], "green": [20], "brown": [10, 10]}


def test_ten_a_token_two_colours_for_and_the_others_against():
    document = game(("Ana", end(8, **HAND)), ("Ben", end(4)))
    assert lines(document, "Ana") == [
        ("tokens", "", 80, "Tokens: 8, ten points each."),
        ("colour", "red", 50, "One of the two best colours, red: 40 + 10."),
        ("colour", "blue", 30, "One of the two best colours, blue: 30."),
        ("colour", "green", -20, "Not one of the two best colours, green, so it counts against: 20."),
        ("colour", "brown", -20, "Not one of the two best colours, brown, so it counts against: 10 + 10."),
    ]
    assert player(document, "Ana")["total"] == 120
    assert player(document, "Ana")["colours"] == ["red", "blue"]


def test_the_alternatives_are_shown_with_their_totals():
    alternatives = player(game(("Ana", end(8, **HAND)), ("Ben", end(4))), "Ana")["alternatives"]
    assert len(alternatives) == 9
    assert {"colours": ["red", "green"], "total": 80 + 50 + 20 - 30 - 20} in alternatives
    # The worst choice leaves red and blue out.
    assert min(one["total"] for one in alternatives) == 80 + 20 - 50 - 30 - 20


def test_among_equal_pairs_colours_that_somebody_has_come_first():
    # Red alone makes 40 with any other colour; the brown 0 is the one that lies there.
    assert player(so_far(("Ana", end(6, red=[40], brown=[0])), ("Ben", end(6))), "Ana")["colours"] == ["red", "brown"]


def test_a_zero_says_why():
    document = so_far(("Ana", end(0)), ("Ben", end(12, red=[0])))
    assert lines(document, "Ana", "fr") == [
        ("tokens", "", 0, "Il ne reste aucun jeton\N{NO-BREAK SPACE}; chacun vaudrait dix points."),
        ("colour", "", 0, "Aucune carte prise en phase de score."),
    ]
    assert lines(document, "Ben")[1] == (
        "colour",
        "red",
        0,
        "One of the two best colours, red: 0. Cards of 0 change nothing.",
    )


def test_a_claim_with_another_pair_of_colours_is_possible_and_it_is_said_which():
    document = game(("Ana", end(8, 100, **HAND)), ("Ben", end(4, 50)))
    ana = player(document, "Ana")
    assert ana["verdict"] == "possible"
    assert ana["why"] == "100 is what red + green give; red + blue give 120."
    ben = player(document, "Ben", "fr")
    assert ben["verdict"] == "impossible"
    assert ben["why"].startswith("Aucune paire de couleurs ne donne 50\N{NO-BREAK SPACE}; la meilleure, ")
    assert ben["why"].endswith(", donne 40.")


def test_the_two_colours_are_the_players_choice():
    document = game(("Ana", {**end(8, **HAND), "colours": ["green", "red"]}), ("Ben", end(4)))
    ana = player(document, "Ana")
    assert (ana["total"], ana["colours"]) == (100, ["red", "green"])
    assert {"colours": ["red", "blue"], "total": 120} in ana["alternatives"]
    assert lines(document, "Ana")[1:] == [
        ("colour", "red", 50, "One of the two chosen colours, red: 40 + 10."),
        ("colour", "blue", -30, "Not one of the two chosen colours, blue, so it counts against: 30."),
        ("colour", "green", 20, "One of the two chosen colours, green: 20."),
        ("colour", "brown", -20, "Not one of the two chosen colours, brown, so it counts against: 10 + 10."),
        ("colours", "", 0, "red + blue would bring 20 more."),
    ]


def test_who_has_chosen_claims_what_the_choice_gives():
    chosen = {**end(8, 120, **HAND), "colours": ["red", "green"]}
    ana = player(game(("Ana", chosen), ("Ben", end(4))), "Ana")
    assert (ana["verdict"], ana["why"]) == ("impossible", "120 is what red + blue give; red + green give 100.")
    chosen["claimed"] = 100
    assert player(game(("Ana", chosen), ("Ben", end(4))), "Ana")["verdict"] == "possible"


def test_a_choice_is_two_colours_also_where_the_turns_were_written_down():
    document = played({**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1"]})
    document["players"][0]["colours"] = ["red", "blue"]
    assert player(document, "Ana")["total"] == 70 + 40 - 30
    assert lines(document, "Ana")[2:] == [
        ("phase", "", 10, "Scoring phase in the row, started by Ana: takes green 30 + blue 40."),
        ("colours", "", 0, "The two chosen colours, red + blue, count; cards of the others count against. "
                           "blue + green would bring 60 more."),
    ]  # fmt: skip
    for wrong in (["red"], ["red", "red"], ["red", "blue", "green"], ["red", "mauve"]):
        document["players"][0]["colours"] = wrong
        assert not Draft202012Validator(GAME.schema()).is_valid(document)
        with pytest.raises(Unreadable, match="player Ana, colours: "):
            GAME.score(document).say("en")


@pytest.mark.parametrize(("names", "least"), [("AB", 6), ("ABC", 12), ("ABCD", 18), ("ABCDE", 24), ("ABCDEF", 30)])
def test_what_neither_fits_into_the_square_nor_into_the_hands_was_taken(names, least):
    def taken(count, **more):
        values = {colour: [0] * len(range(at, count, 5)) for at, colour in enumerate(COLOURS)}
        return game((names[0], end(6, **values)), *((name, end(6)) for name in names[1:]), **more)

    assert GAME.score(taken(least)).say("en")["finished"] is True
    deck = CARDS[len(names)]
    with pytest.raises(
        Illegal, match=f"players: {least - 1} cards were taken, where at least {least} of {deck} must be"
    ):
        GAME.score(taken(least - 1)).say("en")
    # A game that still goes on has time for more.
    assert GAME.score(taken(least - 1, finished=False)).say("en")["finished"] is False
    if deck < 18 * 5:
        with pytest.raises(Illegal, match=f"players: {deck} cards were taken, and at least one of {deck} stays"):
            GAME.score(taken(deck)).say("en")


def test_the_highest_total_wins_and_equals_share():
    assert GAME.score(so_far(("Ana", end(6, red=[40])), ("Ben", end(6)))).say("en")["winners"] == ["Ana"]
    equal = game(("Ana", end(6, red=[10] * 3)), ("Ben", end(6, blue=[10] * 3)))
    assert GAME.score(equal).say("en")["winners"] == ["Ana", "Ben"]
    assert lines(equal, "Ben")[-1] == ("tie", "", 0, "Equal points: the victory is shared.")
    assert "tie" not in [kind for kind, *_ in lines(played(), "Ana")]


hands = st.dictionaries(st.sampled_from(COLOURS), st.lists(st.sampled_from(VALUES), max_size=6).map(tuple))


@given(hands)
def test_the_chosen_two_colours_are_never_beaten_by_another_pair(cards):
    options = pairs(cards)
    assert {pair.colours for pair in options} == set(combinations(COLOURS, 2))
    for pair in options:
        against = [value for colour, values in cards.items() if colour not in pair.colours for value in values]
        counted = [value for colour in pair.colours for value in cards.get(colour, ())]
        assert pair.points == sum(counted) - sum(against)
        assert pair.points <= options[0].points


def test_the_number_of_cards_depends_on_the_players():
    assert CARDS == {2: 50, 3: 60, 4: 70, 5: 80, 6: 90}
    # Five lie on the table and everybody has four in hand.
    assert [draw_pile(players) for players in CARDS] == [37, 43, 49, 55, 61]


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([("Ana", end(7)), ("Ben", end(6))], "players: 13 tokens in all, where 2 players began with 12"),
        ([("Ana", end(6, red=[45])), ("Ben", end(6))], "player Ana, cards, red: no card of 45"),
        ([("Ana", end(6, red=[0] * 10)), ("Ben", end(6, red=[0] * 9))], "19 red cards, where there are only 18"),
        ([("Ana", end(6, mauve=[10])), ("Ben", end(6))], "player Ana, cards: unknown key 'mauve'"),
        ([("Ana", {"tokens": 6}), ("Ben", end(6))], "player Ana: 'cards' is missing"),
        ([("Ana", end(6))], "players: 1 player \\(expected 2 to 6\\)"),
        (
            [("Ana", end(6, **{colour: [0] * 11 for colour in COLOURS})), ("Ben", end(6))],
            "players: 55 cards were taken, and at least one of 50 stays on the table",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(players, message):
    with pytest.raises(CompanionError, match=message):
        GAME.score(game(*players)).say("en")


# Turn by turn

START = {
    "0,0": "red 0 star",
    "0,1": "blue 40 ring",
    "0,3": "green 20 cube",
    "0,4": "green 30 none",
    "1,0": "red 10 cube",
}


def played(*turns, names=("Ana", "Ben", "Cleo"), start=START, **more):
    return game(*((name, {}) for name in names), start=start, turns=list(turns), **more)


FIFTH = {"card": "blue 20 cube", "cell": "0,2"}


def test_a_scoring_phase_goes_round_from_the_player_who_started_it():
    # Five in the row and two traits shared with the green 20 cube. The red 10 keeps hanging on by its corner.
    position = replay(read_record(played(FIFTH)))
    assert position.tokens == (7, 6, 5)
    assert position.phase.seat == 0
    assert position.takeable == (Cell(0, 0), Cell(0, 4))
    position = replay(read_record(played({**FIFTH, "taken": ["0,4"]})))
    assert position.phase.seat == 1
    position = replay(read_record(played({**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1"]})))
    assert position.phase is None
    assert {seat: [str(card) for card in cards] for seat, cards in position.won.items()} == {
        0: ["green 30 none", "blue 40 ring"],
        1: ["green 20 cube"],
        2: ["blue 20 cube"],
    }


def test_the_score_of_a_game_in_turns():
    document = played({**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1"]})
    assert lines(document, "Ana") == [
        ("tokens", "", 60, "Tokens at the start: 6, ten points each."),
        ("lay", "", 10, "Lays blue 20 cube beside 2 cards and takes 1 from Cleo."),
        ("phase", "", 70, "Scoring phase in the row, started by Ana: takes green 30 + blue 40."),
        ("colours", "", 0, "The two best colours, blue + green, count; cards of the others count against."),
    ]
    assert lines(document, "Cleo", "fr") == [
        ("tokens", "", 60, "Jetons au départ\N{NO-BREAK SPACE}: 6, dix points chacun."),
        ("lay", "", -10, "Ana pose bleu 20 cube à côté de 2 cartes\N{NO-BREAK SPACE}: 1 jeton en moins."),
        ("phase", "", 20, "Phase de score dans la ligne, déclenchée par Ana\N{NO-BREAK SPACE}: prend bleu 20."),
        ("colours", "", 0, "Les deux meilleures couleurs, rouge + bleu, comptent\N{NO-BREAK SPACE}; "
                           "les cartes des autres comptent en négatif."),
    ]  # fmt: skip
    assert GAME.score(document).say("en")["winners"] == ["Ana"]
    assert GAME.score(document).say("en")["finished"] is False


def test_a_card_that_ties_others_may_not_be_taken():
    with pytest.raises(Illegal, match="turn 1, Ana, taken, Ana: taking 0,3 would part the cards"):
        GAME.score(played({**FIFTH, "taken": ["0,3"]})).say("en")


def test_a_phase_must_be_finished_before_the_next_turn():
    with pytest.raises(Illegal, match="turn 2, Ben: the scoring phase before it is not over: Ben takes 0,0 or 0,3"):
        GAME.score(played({**FIFTH, "taken": ["0,4"]}, {"pass": True})).say("en")


def test_no_card_is_taken_without_a_phase_nor_after_it():
    with pytest.raises(Illegal, match="turn 1, Ana, taken: no scoring phase was started"):
        GAME.score(played({"card": "green 40 cube", "cell": "0,5", "taken": ["0,4"]})).say("en")
    with pytest.raises(Illegal, match="the scoring phase was over before 0,0 was taken"):
        GAME.score(played({**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1", "0,0"]})).say("en")


def test_passing_costs_a_token():
    assert replay(read_record(played({"pass": True}))).tokens == (5, 6, 7)
    assert lines(played({"pass": True}), "Ana")[1] == ("pass", "", -10, "Could not lay a card: a token goes to Cleo.")
    assert lines(played({"pass": True}), "Cleo")[1:] == [
        ("pass", "", 10, "Ana could not lay a card: a token comes from there."),
        ("colour", "", 0, "No card was taken in a scoring phase."),
    ]


def test_every_line_of_a_game_in_turns_names_its_turn_and_its_cell():
    document = played({"pass": True}, {**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1"]})
    found = player(document, "Ben")["lines"]
    assert [(line["kind"], line.get("turn"), line.get("cell")) for line in found] == [
        ("tokens", None, None), ("lay", 2, "0,2"), ("phase", 2, None), ("colours", None, None)]  # fmt: skip
    # Ben started the phase, so Ana took the third card of it.
    phases = [line for line in player(document, "Ana")["lines"] if line["kind"] == "phase"]
    assert [group["cells"] for line in phases for group in line["groups"]] == [["blue 20 cube"]]


def test_who_lays_a_card_draws_one_who_passes_does_not():
    before = draw_pile(3)
    assert replay(read_record(played({"card": "green 40 cube", "cell": "0,5"}))).pile == before - 1
    assert replay(read_record(played({"pass": True}))).pile == before


def test_where_row_and_column_both_start_a_phase_the_player_says_which():
    first = {
        "2,2": "red 20 cube",
        "2,3": "red 20 cube",
        "2,4": "red 20 cube",
        "2,5": "red 20 cube",
        "3,1": "red 20 cube",
    }
    down = [{"card": "red 20 cube", "cell": cell} for cell in ("4,1", "5,1", "6,1")]
    last = {"card": "red 20 cube", "cell": "2,1"}
    with pytest.raises(Ambiguous, match="turn 4, Ana: row and column can both start the scoring phase"):
        GAME.score(played(*down, last, start=first)).say("en")
    position = replay(read_record(played(*down, {**last, "line": "column"}, start=first)))
    assert position.phase.line == tuple(Cell(row, 1) for row in range(2, 7))
    with pytest.raises(Illegal, match="no scoring phase starts in the row of 4,1"):
        GAME.score(played({**down[0], "line": "row"}, start=first)).say("en")


def test_when_the_pile_is_empty_the_next_scoring_phase_is_the_last():
    record = read_record(played(names=("Ana", "Ben")))
    before = start(record)
    turn = read_record(played({**FIFTH, "taken": ["0,4", "0,3", "0,2", "0,1"]}, names=("Ana", "Ben"))).turns[0]
    assert not play(replace(before, pile=1), turn, record.names).finished
    ended = play(replace(before, pile=0), turn, record.names)
    assert ended.finished
    with pytest.raises(Illegal, match="turn 2, Ben: the game ended with turn 1"):
        play(ended, read_record(played({"pass": True}, names=("Ana", "Ben"))).turns[0], record.names)


def test_with_the_pile_empty_nobody_lays_more_than_the_four_cards_of_his_hand():
    # Ben passes all along; Ana lays red cards below the red 10.
    record = read_record(played(names=("Ana", "Ben")))
    position = replace(start(record), pile=0)
    for left, cell in zip((4, 3, 2, 1), ("2,0", "3,0", "2,-1", "3,-1"), strict=True):
        lay = {"card": "red 10 cube", "cell": cell}
        turns = read_record(played(lay, {"pass": True}, names=("Ana", "Ben"))).turns
        assert position.hands[0] == left
        for turn in turns:
            position = play(position, turn, record.names)
    assert position.hands == (0, 4)
    fifth = read_record(played({"card": "red 10 cube", "cell": "4,-1"}, names=("Ana", "Ben"))).turns[0]
    with pytest.raises(Illegal, match="turn 9, Ana: no card is left in hand, and the draw pile is empty"):
        play(position, fifth, record.names)


def test_who_lays_while_there_is_a_pile_has_four_cards_again():
    assert replay(read_record(played({"card": "green 40 cube", "cell": "0,5"}))).hands == (4, 4, 4)


def test_with_the_pile_empty_a_whole_round_of_passes_ends_the_game():
    record = read_record(played(*[{"pass": True}] * 3))
    position = replace(start(record), pile=0)
    for number, turn in enumerate(record.turns, 1):
        position = play(position, turn, record.names)
        assert position.finished is (number == 3)
    # With cards to draw the game goes on.
    assert not replay(record).finished


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (played(start={"0,0": "red 0 star"}), "start: expected an object of 5 cells and cards"),
        (played(start={**{f"0,{n}": "red 0 star" for n in range(4)}, "-0,0": "red 0 star"}), "two cards lie on one"),
        (played(start={**{f"0,{n}": "red 0 star" for n in range(4)}, "0,6": "red 0 star"}), "do not fit into a square"),
        (played({"card": "red 5 star", "cell": "0,2"}), "turn 1, Ana: unknown card 'red 5 star'"),
        (played({"card": "red 0 star"}), "turn 1, Ana: 'cell' is missing"),
        (played({"pass": False}), 'turn 1, Ana: expected {"pass": true} or a card and a cell'),
        (played({"pass": 1}), 'turn 1, Ana: expected {"pass": true} or a card and a cell'),
        (played({"card": "brown 40 ring", "cell": "0,2"}), "turn 1, Ana: brown 40 ring has nothing in common with"),
        (game(("Ana", {}), ("Ben", {}), turns=[]), "game file: 'start' is missing"),
    ],
)
def test_what_is_wrong_with_a_record_is_named_by_its_place(document, message):
    with pytest.raises(CompanionError, match=message):
        GAME.score(document).say("en")


@pytest.mark.parametrize(
    "document",
    [
        game(("Ana", {}), ("Ben", {})),
        game(("Ana", {"tokens": 6}), ("Ben", end(6))),
        {**played(), "players": [{"name": "Ana", "tokens": 6, "cards": {}}, {"name": "Ben"}]},
        game(("Ana", {}), ("Ben", {}), turns=[]),
        game(("Ana", {}), ("Ben", {}), start=START),
        played({"card": "green 40 cube", "cell": "0,\N{ARABIC-INDIC DIGIT THREE}"}),
    ],
)
def test_the_schema_refuses_what_cannot_be_read(document):
    assert not Draft202012Validator(GAME.schema()).is_valid(document)
    with pytest.raises(Unreadable):
        GAME.score(document).say("en")


@pytest.mark.parametrize("document", [game(("Ana", end(8, **HAND)), ("Ben", end(4))), played(FIFTH), GAME.example()])
def test_the_schema_lets_in_both_kinds_of_files(document):
    assert Draft202012Validator(GAME.schema()).is_valid(document)
    assert GAME.score(document).say("en")["winners"] == ["Ana"]
