"""What the rules forbid is refused on the phones as well."""

from __future__ import annotations

import pytest

from companion.core.table import Refused
from companion.games.boussanga.pages import TABLE

VALUES = {"yellow": 1, "green": 1, "blue": 2, "red": 3}


def laid(mode, *names, teams=False):
    players = [{"name": name} for name in names]
    return {"setup": {"players": players, "mode": mode, "teams": teams, "values": VALUES, "rulings": {}}}


def view(entries):
    return TABLE.view(entries, "fr", everybody=True)


def act(entries, deed, /, **form):
    """Return the entries after an action."""
    change = TABLE.act(view(entries), deed, {key: str(value) for key, value in form.items()})
    return {**entries, **change.entries}


def won_together():
    entries = laid("cooperative", "Ana")
    for _ in range(5):
        entries = act(entries, "turn", seat=0, tokens="red.red.red.red")
    return entries


def test_no_turn_follows_15_points():
    entries = won_together()
    assert TABLE.state(entries, {}).over
    for deed, form in (("turn", {"tokens": "red.red.red"}), ("turn", {"pass": ""}),
                       ("lay", {"card": "00red.01red.02red", "place": "A1.0"})):  # fmt: skip
        with pytest.raises(Refused, match="Les 15 points sont atteints"):
            act(entries, deed, seat=0, **form)


def test_fewer_cards_than_the_tokens_need_are_no_final_count():
    entries = laid("cooperative", "Ana")
    with pytest.raises(Refused, match="5 jetons ne se gagnent pas avec moins de 3 cartes"):
        act(entries, "final", seat=0, red=5, discarded=2)
    assert act(entries, "final", seat=0, red=5, discarded=3)["final/0"] == {"tokens": {"red": 5}, "discarded": 3}


def notes(entries, seat, **plate):
    args = {"seat": str(seat), **{colour: str(plate.get(colour, 0)) for colour in VALUES}}
    return TABLE.page(view(entries), "final", args).notes


def test_a_forgotten_bonus_is_looked_for_on_both_plates_of_a_team():
    entries = act(laid("competitive", "A", "B", "C", "D", teams=True), "final", seat=0, red=2, blue=4)
    assert [note.split(" en ")[0] for note in notes(entries, 2, red=2, blue=1)] == ["Quatre jetons rouges"]
    alone = act(laid("competitive", "A", "B"), "final", seat=0, red=2)
    assert notes(alone, 1, red=2) == ()
    assert len(notes(alone, 1, red=4)) == 1


def test_the_end_is_announced_once_by_who_reached_it_first():
    entries = act(laid("competitive", "Ana", "Ben"), "align", seat=1, colour="red", count=8)
    entries = act(entries, "align", seat=0, colour="blue", count=8)
    entries = act(entries, "align", seat=0, colour="green", count=8)
    notices = TABLE.page(view(entries), "", {"seat": "0"}).notices
    assert TABLE.state(entries, {}).side_points(0) == 12 + 6
    assert [note.split(" points")[0] + " " + note.split("pour ")[1][:3] for note in notices] == ["18 Ben"]


def test_by_the_other_ruling_a_colour_has_one_bonus_for_the_table():
    entries = laid("competitive", "Ana", "Ben")
    entries["setup"]["rulings"] = {"bonus": "table"}
    for seat in (0, 1):
        entries = act(entries, "align", seat=seat, colour="blue", count=7)
    assert [TABLE.state(entries, {}).plate(seat) for seat in (0, 1)] == [{"blue": 5}, {"blue": 4}]


ROWS = [[colour] * 8 for colour in ("red", "red", "blue", "blue", "green", "green", "yellow", "yellow")]


def test_alone_the_board_has_no_alignments_and_says_what_goes_back():
    entries = {**laid("cooperative", "Ana"), "board": ROWS}
    page = TABLE.page(view(entries), "board", {"seat": "0"})
    assert (page.found, page.score, page.reserve) == ((), None, "")
    entries = act(entries, "turn", seat=0, tokens="red.red.red.red")
    page = TABLE.page(view(entries), "board", {"seat": "0"})
    # One is won and three went back: one red is to be taken off.
    assert page.reserve == "À enlever du plateau\N{NO-BREAK SPACE}: 1 rouge."
