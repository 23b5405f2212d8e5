"""The Pilier game with the players' own box: its names, the places of the first cards, what lies in front of whom."""

from __future__ import annotations

import re
from html import unescape

from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported
from tests.web.games.test_pilier import FIRST, lay, started, traits


def test_the_cards_somebody_has_taken_are_in_view(phone: Phone) -> None:
    started(phone)
    enter(phone, "take", seat=0, cell="2,5")
    page = phone.get().get_data(as_text=True)
    taken = page.split('class="scores roomy holdings"')[1].split("</table>")[0]
    # Ana's first taking lies in front of her; Ben and Cleo have none yet.
    assert re.findall(r'role="img" aria-label="([^"]+)"', taken) == ["green 40, ring"]
    assert taken.count("<td>–</td>") == 2


def test_the_places_of_the_first_cards_are_proposed_until_the_table_goes_elsewhere(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    # Nobody touches a cell: the card chosen goes to the first place of the M, the next one to the second.
    assert 'name="cell" value="2,0"' in phone.get("?colour=red&value=20&symbol=cube").get_data(as_text=True)
    enter(phone, "first", cell="2,0", **traits("red 20 cube"))
    assert 'name="cell" value="1,1"' in phone.get("?colour=red&value=20&symbol=ring").get_data(as_text=True)
    # A card put down elsewhere: from then on the place is asked.
    enter(phone, "first", cell="5,5", **traits("red 0 cube"))
    page = phone.get("?colour=red&value=20&symbol=ring")
    assert 'name="cell"' not in page.get_data(as_text=True)
    assert "Touch the cell of the next card." in words(page)


def test_symbols_are_called_as_in_the_box_and_asked_once(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", box="+", new_box="Attic", called_yellow="orange", called_ring="spiral")
    for cell, card in FIRST.items():
        enter(phone, "first", cell=cell, **traits(card))
    assert ": red 0, spiral" in unescape(phone.get().get_data(as_text=True))
    assert exported(phone)["called"] == {"yellow": "orange", "ring": "spiral"}
    # The next table with this box knows; and a wrong name is put right at any time, for the box as well.
    lay(phone, "Ana", "Ben", box="Attic")
    assert exported(phone)["called"] == {"yellow": "orange", "ring": "spiral"}
    enter(phone, "settings", name0="Ana", name1="Ben", called_yellow="orange", called_ring="wave", called_star="sun")
    lay(phone, "Ana", "Ben", box="Attic")
    assert exported(phone)["called"] == {"yellow": "orange", "ring": "wave", "star": "sun"}


def test_two_symbols_with_one_name_are_told_beside_them(phone: Phone) -> None:
    fields = {"name0": "Ana", "name1": "Ben", "players": 2, "box": "+", "called_ring": "sun", "called_star": "sun"}
    answer = phone.post("/new/pilier", **fields)
    assert answer.status_code == 422
    assert "Two things are called the same." in words(answer)
