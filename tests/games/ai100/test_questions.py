"""Questions about a reading: only what can change a score, the most telling first."""

import pytest

from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import read_record
from companion.games.ai100.questions import questions, score_in
from companion.games.ai100.reading import Guess, Reading, Seen
from companion.samples.demo import sample_game

FACES = demo_deck().faces


def reading(**cells):
    return Reading("photo", "demo", cells, ())


def unsure(card, confidence, *others):
    return Seen(card, confidence, (), None, tuple(Guess(*other) for other in others))


def sure(card):
    return Seen(card, 0.9999, ())


def points(**worth):
    """A score that adds up what each card is worth; those not named are worth nothing."""

    def score(tableau):
        total = sum(worth.get(f"c{card}", 0) for card in tableau.values())
        return total, total

    return score


def test_nothing_unsure_asks_nothing():
    found = questions(reading(A1=sure("001")), points(c001=7))
    assert found.span == (7, 7)
    assert found.ask == ()


def test_a_cell_that_cannot_change_the_score_is_not_asked_about():
    read = reading(A1=unsure("001", 0.6, ("002", 0.4)), A2=unsure("003", 0.6, ("004", 0.4)))
    found = questions(read, points(c001=5, c002=9))
    assert found.span == (5, 9)
    assert [one.cell for one in found.ask] == ["A1"]
    assert found.settled == ("A2",)


def test_the_answer_that_narrows_most_comes_first():
    read = reading(A1=unsure("001", 0.6, ("002", 0.4)), A2=unsure("003", 0.6, ("004", 0.4)))
    found = questions(read, points(c001=5, c002=6, c004=20))
    assert [one.cell for one in found.ask] == ["A2", "A1"]
    assert [one.width_after for one in found.ask] == [pytest.approx(1), pytest.approx(20)]
    assert found.span == (5, 26)


def test_no_card_lies_twice():
    read = reading(A1=sure("001"), A2=unsure("001", 0.6, ("002", 0.3)))
    assert questions(read, points(c001=5, c002=1)).span == (6, 6)


def test_a_tableau_that_no_game_leads_to_does_not_count():
    def score(tableau):
        return None if "002" in tableau.values() else (4, 8)

    read = reading(A1=unsure("001", 0.6, ("002", 0.4)))
    found = questions(read, score)
    assert found.span == (4, 8)
    assert found.ask == ()


def test_a_card_of_which_nothing_is_known_leaves_the_range_open():
    read = reading(A1=unsure("001", 0.6, ("002", 0.4)), A2=unsure(None, 0.1))
    found = questions(read, points())
    assert found.span is None
    assert [one.cell for one in found.ask] == ["A2", "A1"]


def test_many_unsure_cells_are_still_answered():
    cells = {f"{row}{column}": unsure(f"{n:03d}", 0.5, (f"{n + 50:03d}", 0.3), (f"{n + 70:03d}", 0.2))
             for n, (row, column) in enumerate(((r, c) for r in "ABC" for c in "12345"), 1)}  # fmt: skip
    found = questions(reading(**cells), points(c001=3, c002=5))
    assert not found.complete
    assert {one.cell for one in found.ask} == set(cells)
    assert [one.cell for one in found.ask][:2] == ["A2", "A1"]


@pytest.fixture(scope="module")
def game():
    return sample_game()


def tableau_of(game, name):
    ai = next(player["ai"] for player in game["players"] if player["name"] == name)
    return {turn[name]["cell"]: turn[name]["card"] for turn in game["turns"]} | {"B3": ai}


def test_a_game_with_turns_scores_the_tableau_of_the_photo(game):
    score = score_in(read_record(game), "Ana", FACES)
    least, most = score(tableau_of(game, "Ana"))
    assert least == most
    other = tableau_of(game, "Ana")
    other["A1"] = next(c for c in FACES if c not in other.values() and c not in tableau_of(game, "Ben").values())
    assert score(other) is not None


def test_a_card_of_another_player_cannot_lie_here(game):
    score = score_in(read_record(game), "Ana", FACES)
    stolen = tableau_of(game, "Ana") | {"A1": tableau_of(game, "Ben")["A1"]}
    assert score(stolen) is None


def test_a_finished_tableau_scores_as_a_range_that_holds_the_truth(game):
    finished = {key: value for key, value in game.items() if key != "turns"}
    finished["tableaux"] = {name: tableau_of(game, name) for name in ("Ana", "Ben")}
    tableau = tableau_of(game, "Ana")
    least, most = score_in(read_record(finished), "Ana", FACES)(tableau)
    exact, _ = score_in(read_record(game), "Ana", FACES)(tableau)
    assert least <= exact <= most


def test_where_cards_may_have_been_moved_everything_unsure_is_asked_about(game):
    finished = {key: value for key, value in game.items() if key != "turns"}
    finished["tableaux"] = {name: tableau_of(game, name) for name in ("Ana", "Ben")}
    tableau = tableau_of(game, "Ana") | {"B3": "AI-5"}  # it may swap two cards
    score = score_in(read_record(finished), "Ana", FACES)
    assert score(tableau) is None
    one, other = tableau["A1"], next(card for card in FACES if card < "099" and card not in game["faces"])
    cells = {cell: sure(card) for cell, card in tableau.items()} | {"A1": unsure(one, 0.6, (other, 0.4))}
    assert [asked.cell for asked in questions(reading(**cells), score).ask] == ["A1"]
