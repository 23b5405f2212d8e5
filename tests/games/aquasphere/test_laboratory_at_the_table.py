"""What the phones know about a laboratory keeps moves within the rules."""

from __future__ import annotations

import pytest

from companion.core.table import NoSuchPage, Refused
from companion.games.aquasphere.pages import TABLE

LAID = {
    "setup": {"players": [{"name": "Ana"}, {"name": "Ben"}], "box": ""},
    "track": {"red_lines": [], "length": 50},
    "lab/0": {"start": "B", "extensions": []},
}


def act(entries, deed, /, **form):
    """Return the entries after an action."""
    view = TABLE.view(entries, "fr", everybody=True)
    change = TABLE.act(view, deed, {key: str(value) for key, value in form.items()})
    return {**entries, **change.entries}


def test_a_third_research_card_waits_for_room():
    entries = LAID
    for _ in range(2):
        entries = act(entries, "play", seat=0, action="research")
    with pytest.raises(Refused, match="Le laboratoire contient 2 cartes recherche au plus et en a déjà 2"):
        act(entries, "play", seat=0, action="research")
    entries = act(entries, "lab-add", seat=0, add_cards=1)
    assert act(entries, "play", seat=0, action="research")["move/1/0/3"] == {"action": "research", "holds": 3}


def test_who_has_not_entered_a_laboratory_is_trusted():
    entries = LAID
    for _ in range(3):
        entries = act(entries, "play", seat=1, action="research")
    assert TABLE.state(entries, {}).counter(1).position == 6


def test_the_first_submarine_stands_in_the_sector_of_the_starting_laboratory():
    dive = {"seat": 0, "action": "submarine", "cost": 1, "time": 4}
    with pytest.raises(Refused, match="Ce joueur a déjà un sous-marin dans ce secteur"):
        act(LAID, "play", **dive, sector="B")
    assert TABLE.state(act(LAID, "play", **dive, sector="C"), {}).counter(0).submarines == ["B", "C"]


def test_there_is_one_starting_laboratory_of_each_letter():
    view = TABLE.view(LAID, everybody=True)
    page = TABLE.page(view, "laboratory", {"seat": "1"})
    assert page.start == ("A", "C", "D", "E", "F")
    with pytest.raises(NoSuchPage):
        act(LAID, "lab-start", seat=1, start="B")
    assert act(LAID, "lab-start", seat=1, start="C")["lab/1"] == {"start": "C", "extensions": []}


def test_two_laboratories_of_one_letter_settle_nothing():
    entries = {**LAID, "lab/1": {"start": "B", "extensions": []}}
    assert TABLE.state(entries, {}).record.starts == {}


def test_a_laboratory_full_of_octopod_symbols_allows_no_more_than_there_are():
    extensions = [{"adds": {"octopods": 3}, "letters": []}] * 5
    entries = act({**LAID, "lab/0": {"start": "B", "extensions": extensions}}, "play", seat=0, action="octopods")
    assert entries["move/1/0/1"]["holds"] == 15


def test_crystals_at_a_scoring_fit_into_the_laboratory():
    entries = act(LAID, "station", round=1)
    with pytest.raises(Refused, match="Cristaux\N{NO-BREAK SPACE}: 3, mais le laboratoire en contient 2"):
        act(entries, "harvest", seat=0, round=1, crystals=3)
    entries = act(entries, "lab-add", seat=0, add_crystals=1)
    assert act(entries, "harvest", seat=0, round=1, crystals=3)["harvest/1/0"]["crystals"] == 3


def scored():
    entries = LAID
    for number in range(1, 5):
        entries = act(entries, "station", round=number)
        for seat in (0, 1):
            entries = act(entries, "harvest", seat=seat, round=number)
    return entries


@pytest.mark.parametrize("seat", [0, 1])
def test_what_cannot_be_at_the_end_is_refused_to_whom_it_concerns(seat):
    # Ana has entered her laboratory, Ben has not; nobody has to wait for the other to hear what is wrong.
    final = {"seat": seat, "letters": "B", "submarines": 1}
    with pytest.raises(Refused, match="Marqueurs temps\N{NO-BREAK SPACE}: 5, mais un laboratoire sans extension"):
        act(scored(), "final", **final, time=5, extensions=0)
    assert act(scored(), "final", **final, time=4, extensions=0)[f"final/{seat}"]["time"] == 4


def test_time_markers_at_the_end_fit_into_the_laboratory():
    entries = act(scored(), "lab-add", seat=0, add_cards=1, letters="C")
    final = {"seat": 0, "letters": "BC", "submarines": 1, "extensions": 1}
    with pytest.raises(Refused, match="Marqueurs temps\N{NO-BREAK SPACE}: 5, mais le laboratoire en contient 4"):
        act(entries, "final", **final, time=5)
    assert act(entries, "final", **final, time=4)["final/0"]["extensions"] == 1
