"""A phone at a seat enters what happens there and nothing else, whatever its form says or leaves out."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from companion.core.table import Change, Entries, Form, Link, NoSuchPage, ReadsPhotos, Refused, SentPhoto
from companion.games.collexion.pieces import PIECES, Collection
from companion.games.collexion.rules import COPIES
from tests.web.tables import entries_of, finished_table, tables

BLANK = BytesIO()
Image.new("RGB", (400, 300), "white").save(BLANK, "JPEG")
# Of every game its demo, and the same table just laid, with nothing but its set-up.
DEMO = {slug: entries_of(slug)["demo"] for slug in tables()}
NEW = {slug: entries_of(slug)["new"] for slug in tables()}
FINISHED = finished_table(tables()["ai100"])
STATION = dict.fromkeys("ABCDEF", "-.0")

# A table, what is entered there, and the beginnings of the keys that belong to seat 0.
# While there is a polygon in the box nobody passes.
ALL_PIECES = {"pieces": Collection.of(PIECES * COPIES).to_json(), "by": "count", "of": []}

ENTERED: list[tuple[str, Entries, str, Form, tuple[str, ...]]] = [
    ("ai100", NEW["ai100"], "lay", {"turn": "1", "card": "001", "cell": "B2"}, ("play/1/0",)),
    ("ai100", DEMO["ai100"], "take-back", {"turn": "1"}, ("play/1/0",)),
    ("ai100", FINISHED, "tableau", {"A1": "none"}, ("cell/0/",)),
    ("ai100", FINISHED, "claim", {"typed": "40"}, ("claim/0",)),
    ("ai100", FINISHED, "memory", {"turnA1": "3"}, ("memory/0/",)),
    ("ai100", FINISHED, "final", {"card": ""}, ("final/0",)),
    ("collexion", NEW["collexion"], "take", {"chain": "pink-square"}, ("have/0",)),
    ("collexion", {**NEW["collexion"], "have/1": ALL_PIECES}, "pass", {}, ("have/0",)),
    ("collexion", NEW["collexion"], "power", {"kind": "discard", "get": "pink-square"}, ("powers/0",)),
    ("collexion", DEMO["collexion"], "validate", {"pay": ""}, ("have/0", "won/")),
    ("collexion", NEW["collexion"], "count", {"have": "1" + "0" * 15}, ("have/0",)),
    ("collexion", NEW["collexion"], "final", {"powers": "1"}, ("final/0",)),
    ("collexion", NEW["collexion"], "uncount", {}, ("final/0",)),
    ("boussanga", NEW["boussanga"], "final", {}, ("final/0",)),
    ("boussanga", NEW["boussanga"], "uncount", {}, ("final/0",)),
    ("pilier", NEW["pilier"], "count", {"tokens": "3"}, ("final/0",)),
    ("pilier", {**NEW["pilier"], "final/0": {"tokens": 3, "cards": {}}}, "count-back", {}, ("final/0",)),
    ("pilier", NEW["pilier"], "claim", {"typed": "12"}, ("claim/0",)),
    ("aquasphere", NEW["aquasphere"], "play", {"action": "research"}, ("move/1/0/",)),
    ("aquasphere", NEW["aquasphere"], "play-back", {"number": "1"}, ("move/1/0/",)),
    ("aquasphere", NEW["aquasphere"], "lab-start", {"start": "A"}, ("lab/0",)),
    ("aquasphere", {**NEW["aquasphere"], "lab/0": {"start": "A", "extensions": []}}, "lab-add", {}, ("lab/0",)),
    ("aquasphere", {**NEW["aquasphere"], "lab/0": {"start": "A", "extensions": []}}, "lab-drop", {}, ("lab/0",)),
    ("aquasphere", NEW["aquasphere"], "claim", {"typed": "12"}, ("claim/0",)),
    ("yacht", NEW["yacht"], "fill", {"box": "choice", "dice": "11111"}, ("box/0/",)),
    ("yacht", DEMO["yacht"], "erase", {"box": "sixes"}, ("box/0/",)),
]  # fmt: skip
# What is not among them is entered for the table as a whole, names whose turn it is, or is tried below.
WHOLE = {
    "ai100": {"face", "grid", "settle", "figure", "merge", "answer", "move-up"},
    "boussanga": {"align", "turn", "board", "score-board", "lay"},
    "pilier": {"first", "first-photo", "first-back", "lay", "pass", "take", "forget", "undo"},
    "aquasphere": {"track", "station", "harvest", "harvest-back", "final", "robot"},
}
named = [f"{slug} {action}" for slug, _, action, _, _ in ENTERED]


def entered(slug: str, entries: Entries, action: str, form: Form, seat: int | None) -> tuple[str, ...]:
    """The keys that an action writes from a phone at a seat, or from one that keeps score for everybody."""
    table = tables()[slug]
    try:
        return tuple(table.act(table.view(entries, seat=seat, everybody=seat is None), action, form).entries)
    except (NoSuchPage, Refused):
        return ()


@pytest.mark.parametrize(("slug", "entries", "action", "form", "keys"), ENTERED, ids=named)
def test_a_form_without_a_seat_is_about_the_phones_own(
    slug: str, entries: Entries, action: str, form: Form, keys: tuple[str, ...]
) -> None:
    assert not any(key.startswith(keys) for key in entered(slug, entries, action, form, 1))


@pytest.mark.parametrize(("slug", "entries", "action", "form", "keys"), ENTERED, ids=named)
def test_a_form_with_another_seat_enters_nothing(
    slug: str, entries: Entries, action: str, form: Form, keys: tuple[str, ...]
) -> None:
    assert entered(slug, entries, action, {**form, "seat": "0"}, 1) == ()


@pytest.mark.parametrize("slug", tables())
def test_every_action_that_takes_a_seat_is_among_them(slug: str) -> None:
    tried = {action for one, _, action, _, _ in ENTERED if one == slug}
    unsaid = set(tables()[slug].actions) - tried - WHOLE.get(slug, set()) - {"setup", "settings"}
    assert not unsaid, f"{slug}: whose entries do {unsaid} make? A line of ENTERED says so, or WHOLE"


@pytest.mark.parametrize(("action", "form"), [("align", {"colour": "red", "count": "5"}), ("turn", {"pass": ""})])
def test_what_boussanga_counts_goes_to_the_phones_own_seat(action: str, form: Form) -> None:
    table = tables()["boussanga"]
    entries = entries_of("boussanga")["together" if action == "turn" else "new"]
    colour = next(iter(entries["setup"]["values"]))
    change = table.act(table.view(entries, seat=1), action, {**form, "colour": colour})
    assert [value["seat"] for value in change.entries.values()] == [1]
    assert entered("boussanga", entries, action, {**form, "colour": colour, "seat": "0"}, 1) == ()


def test_a_turn_of_the_pilier_game_is_entered_by_whoever_has_it() -> None:
    table = tables()["pilier"]
    entries = {key: value for key, value in DEMO["pilier"].items() if key.startswith(("setup", "first/"))}
    assert entered("pilier", entries, "pass", {}, 1) == ()
    assert entered("pilier", entries, "pass", {"seat": "0"}, 1) == ()
    assert list(table.act(table.view(entries, seat=0), "pass", {}).entries) == ["turn/1"]


def test_a_scoring_of_aquasphere_is_entered_seat_by_seat() -> None:
    table = tables()["aquasphere"]
    entries = {**NEW["aquasphere"], "station/1": {letter: {"control": None, "octopods": 0} for letter in "ABCDEF"}}
    form = {"round": "1", "robots": "0", "crystals": "0", "lines": "n"}
    assert list(table.act(table.view(entries, seat=1), "harvest", form).entries) == ["harvest/1/1"]
    assert entered("aquasphere", entries, "harvest", {**form, "seat": "0"}, 1) == ()
    entries["harvest/1/0"] = {"robots": 0, "crystals": 0}
    assert entered("aquasphere", entries, "harvest-back", {"round": "1"}, 1) == ()


@pytest.mark.parametrize(
    ("slug", "entries", "name", "form"),
    [
        ("ai100", FINISHED, "tableau", {}),
        ("ai100", NEW["ai100"], "card", {"turn": "1"}),
        ("collexion", NEW["collexion"], "collection", {}),
        ("boussanga", NEW["boussanga"], "board", {}),
    ],
)
def test_a_photo_without_a_seat_is_of_the_phones_own(slug: str, entries: Entries, name: str, form: Form) -> None:
    table = tables()[slug]
    assert isinstance(table, ReadsPhotos)
    view = table.view(entries, seat=1)
    photo = SentPhoto("mark", BLANK.getvalue(), 400, 300)
    try:
        found = table.read(view, name, photo, form)
    except Refused as refused:
        found = refused.back
    link = found.then if isinstance(found, Change) else found
    assert isinstance(link, Link)
    assert link.args["seat"] == "1"
    with pytest.raises(NoSuchPage):
        table.read(view, name, photo, {**form, "seat": "0"})


def test_a_photo_of_the_extra_card_is_of_the_phones_own_seat() -> None:
    table = tables()["ai100"]
    assert isinstance(table, ReadsPhotos)
    photo = SentPhoto("mark", BLANK.getvalue(), 400, 300)
    with pytest.raises(NoSuchPage):
        table.read(table.view(FINISHED, seat=1), "extra", photo, {"seat": "0"})
    assert table.photo_page("extra", {}) == Link("final")
