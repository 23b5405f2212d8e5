"""The question that is asked next: every answer it offers can be true, no other can, and it narrows the range."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import CompanionError
from companion.games.ai100.board import CELLS
from companion.games.ai100.document import read_record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.recall import next_ask
from tests.games.ai100.test_finished import played_and_finished, with_movers


def outcome_of(finished: dict[str, Any], *notes: dict[str, Any]) -> Outcome:
    return outcomes(read_record({**finished, "remembered": {"Ana": list(notes)}}))[0]


def width(outcome: Outcome) -> int:
    return outcome.total[1] - outcome.total[0]


@pytest.mark.parametrize("seed", range(6))
def test_the_answers_are_those_that_some_order_of_play_gives(seed: int) -> None:
    _, _, finished = played_and_finished(seed, players=1, black=False)
    before = outcome_of(finished)
    ask = next_ask(before)
    assert ask
    if ask.kind == "turn":
        notes = {cell: {"cell": CELLS[cell], "turn": ask.turn} for cell in range(15) if cell != 7}
    else:
        notes = {points: {"cell": CELLS[ask.cell], "points": points} for points in range(max(ask.answers) + 2)}
    for answer, note in notes.items():
        if answer in ask.answers:
            assert width(outcome_of(finished, note)) <= width(before)
        else:
            with pytest.raises(CompanionError, match="agrees with what the table remembers"):
                outcome_of(finished, note)
    assert min(width(outcome_of(finished, notes[answer])) for answer in ask.answers) < width(before)


@pytest.mark.parametrize("seed", range(3))
def test_no_question_leaves_a_narrower_range_whatever_the_answer(seed: int) -> None:
    _, _, finished = played_and_finished(seed, players=1, black=False)
    ask = next_ask(outcome_of(finished))
    assert ask
    key = "points" if ask.kind == "points" else "turn"
    asked = [
        {"cell": CELLS[ask.cell if key == "points" else answer], key: answer if key == "points" else ask.turn}
        for answer in ask.answers
    ]
    narrowest = min(width(outcome_of(finished, note)) for note in asked)
    for cell in range(15):
        widths = []
        for points in range(13):
            try:
                widths.append(width(outcome_of(finished, {"cell": CELLS[cell], "points": points})))
            except CompanionError:
                continue
        # One whose every answer leaves less than the best answer here would have been asked instead.
        assert not widths or max(widths) >= narrowest


def test_what_was_moved_is_asked_first_and_nothing_once_one_total_is_left() -> None:
    document, _, finished = with_movers(3, "119")
    ask = next_ask(outcome_of(finished))
    assert ask
    assert (ask.kind, finished["tableaux"]["Ana"][CELLS[ask.cell]]) == ("moved", "119")
    cells = {card: cell for cell, card in finished["tableaux"]["Ana"].items()}
    cards = [plays["Ana"]["card"] for plays in document["turns"]]
    turns = [{"cell": cells[card], "turn": turn} for turn, card in enumerate(cards, 1) if card != "119"]
    moved = document["turns"][cards.index("119")]["Ana"].get("swap", [])
    known = outcome_of(finished, *turns, {"cell": cells["119"], "turn": cards.index("119") + 1, "swap": moved})
    assert next_ask(known) is None
