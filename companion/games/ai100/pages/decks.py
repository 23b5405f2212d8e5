"""Decks: every card of the box, what is known about it, and how it is corrected, shared and merged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.core.errors import CompanionError, Place
from companion.core.reading import read_plain
from companion.core.table import Change, Download, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.ai100.cards import AI_IDS, CARD_IDS, COLOURS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck, read_deck, read_face
from companion.games.ai100.decks import DEMO, DOUBT, FIGURES, asks_in, deck_of, doubts_in, merge, to_keep
from companion.games.ai100.document import read_figures
from companion.games.ai100.pages.cells import card_drawing
from companion.games.ai100.pages.face import Swatch, swatches
from companion.games.ai100.pages.finished_state import AnyState
from companion.games.ai100.pages.state import deck_name, own_deck
from companion.games.ai100.pages.words import face_words
from companion.games.ai100.sound import check_print
from companion.pages.fields import Fields
from companion.pages.paged import Actions, Pages

ALL = "all"  # of the doubtful cards
_PARTS = (*(EVOLUTION_IDS[start : start + 24] for start in range(0, 120, 24)), AI_IDS)


class DeckCard(PagePart):
    """A card of the box."""

    card: str
    svg: str = ""  # empty where its face is not known
    label: str
    status: str  # known, unknown, doubtful
    link: Link | None


class Doubtful(PagePart):
    """A card with two readings of its face."""

    card: str
    known: str = ""
    known_words: str = ""
    seen: str
    seen_words: str


class Keeping(PagePart):
    """What whoever keeps the box does with it."""

    doubts: tuple[Doubtful, ...]
    asks: tuple[str, Link] | None = None  # what photos did not show clearly
    figure: Link
    teach: Link
    others: tuple[str, ...]  # boxes that can be taken in
    merge_error: str = ""


class DeckPage(Page):
    """The cards of the box, a part at a time."""

    name: str
    demo: bool
    counts: str
    parts: tuple[tuple[str, Link, bool], ...]
    cards: tuple[DeckCard, ...]
    error: str = ""
    keeping: Keeping | None = None  # None where this phone only looks at the box


def deck_page(view: View[AnyState], args: Fields) -> DeckPage:
    """Return the cards of the table's box."""
    part = args.number("part", range(len(_PARTS)), 0)
    name = deck_name(view.entries)
    doubtful, demo = doubts_in(view.box).keys() | asks_in(view.box).keys(), name == DEMO
    known = sum(card in view.state.faces for card in CARD_IDS)
    may = view.plays and view.boxes.owned and not demo
    return DeckPage(
        title=view.say("decks.title"),
        name=view.say("setup.deck.demo" if demo else "setup.deck.box", name),
        demo=demo,
        counts=view.say("deck.counts", known, len(CARD_IDS) - known, len(doubtful)),
        parts=tuple(
            (f"{cards[0]}–{cards[-1]}", Link.of("deck", part=at), at == part) for at, cards in enumerate(_PARTS)
        ),
        cards=tuple(
            _card(view, card, card in doubtful, Link.of("face", card=card, part=part) if may else None)
            for card in _PARTS[part]
        ),
        error=view.errors.get("file", ""),
        keeping=_keeping(view, name) if may else None,
    )


def _card(view: View[AnyState], card: str, doubtful: bool, link: Link | None) -> DeckCard:
    face = read_face(view.state.faces[card]) if card in view.state.faces else None
    status = "doubtful" if doubtful else "known" if face else "unknown"
    label = view.say(f"deck.card.{status}", card, face_words(face, view.language) if face else view.say("deck.unknown"))
    return DeckCard(card=card, svg=card_drawing(card, face) if face else "", label=label, status=status, link=link)


def _keeping(view: View[AnyState], name: str) -> Keeping:
    fields = sum(len(ask["fields"]) for ask in asks_in(view.box).values())
    return Keeping(
        doubts=tuple(_doubtful(card, doubt, view.state.faces, view) for card, doubt in doubts_in(view.box).items()),
        asks=(view.say("teach.asks", fields), Link("asks")) if fields else None,
        figure=Link("figure"),
        teach=Link("teach"),
        others=tuple(box for box in view.boxes.names if box not in (name, DEMO)),
        merge_error=view.errors.get("box", ""),
    )


def _doubtful(card: str, doubt: Any, faces: Mapping[str, Any], view: View[AnyState]) -> Doubtful:
    known = read_face(faces[card]) if card in faces else None
    seen = read_face(doubt)
    return Doubtful(
        card=card,
        known=card_drawing(card, known) if known else "",
        known_words=face_words(known, view.language) if known else "",
        seen=card_drawing(card, seen),
        seen_words=face_words(seen, view.language),
    )


def settle(view: View[AnyState], form: Fields) -> Change:
    """Keep one of two readings of a face, or of all that are doubtful."""
    card, name, doubts = form.get("card", ""), own_deck(view.entries), doubts_in(view.box)
    chosen = doubts if card == ALL else {card: doubts[card]} if card in doubts else {}
    if not chosen:
        raise NoSuchPage(card)
    seen = form.get("take") == "seen"
    entries: dict[str, Any] = {f"settled/{one}": "seen" if seen else "known" for one in chosen}
    box: dict[str, Any] = {f"{DOUBT}{one}": None for one in chosen}
    for one, doubt in chosen.items() if seen else ():
        phase = view.state.faces.get(one, {}).get("phase")
        face = {**doubt, **({"phase": phase} if phase and "phase" not in doubt else {})}
        box[one] = entries[f"face/{one}"] = face
    return Change(entries, Link("deck"), box, name)


# Sharing.


def table_deck(view: View[AnyState]) -> Deck:
    """Return the deck of the table, whole."""
    name = deck_name(view.entries)
    return demo_deck() if name == DEMO else deck_of(name, {**view.box, **view.state.faces})


def hand_out(view: View[AnyState], name: str) -> Download:
    """Return the deck as a file, or the demo deck to print and cut."""
    if name == "deck.json":
        deck = table_deck(view)
        text = json.dumps(deck.to_json(), ensure_ascii=False, indent=1)
        return Download(f"{deck.name}.json", "application/json", text.encode())
    if name in SHEETS:
        return Download("companion-demo-deck.pdf", "application/pdf", _demo_sheet(SHEETS[name]))
    raise NoSuchPage(name)


# The demo deck to print, by the language of its conditions.
SHEETS = {"demo.pdf": "en", "demo-fr.pdf": "fr"}


@cache
def _demo_sheet(language: str) -> bytes:
    """All 132 cards on paper."""
    from companion.games.ai100.paper import demo_sheet

    return demo_sheet(demo_deck(), language, "Companion: demo deck")


def take_deck(view: View[AnyState], data: bytes) -> Change:
    """Take in a shared deck: what is new is added, what differs is shown with both readings."""
    name, back = deck_name(view.entries), Link("deck")
    if name == DEMO:
        raise Refused({"file": view.say("deck.demo.fixed")}, back)
    try:
        document = read_plain(data, Place("deck"))
    except CompanionError:
        raise Refused({"file": view.say("error.deck_json")}, back) from None
    try:
        theirs = read_deck(document)
        read_figures(list(theirs.figures))
        check_print(theirs.print)
    except CompanionError as error:
        raise Refused({"file": view.say("error.deck_file", error.say(view.language))}, back) from None
    return _taken(view, theirs)


def take_box(view: View[AnyState], form: Fields) -> Change:
    """Take in another box of this shelf, as if somebody had shared it."""
    other = form.get("box", "")
    if deck_name(view.entries) == DEMO or other not in view.boxes.names:
        raise Refused({"box": view.say("error.deck")}, Link("deck"))
    return _taken(view, deck_of(other, view.boxes.look_into(other)))


def _taken(view: View[AnyState], theirs: Deck) -> Change:
    ours = table_deck(view)
    merged = merge(ours, theirs)
    note = {"added": len(merged.added), "differ": len(merged.differences)}
    box = to_keep(ours, merged.deck, merged.differences)
    return Change({f"import/{theirs.name[:40]}": note}, Link("deck"), box, ours.name)


# AI-1's third figure.

_ROWS, _COLUMNS = 3, 5  # as large as a tableau


class FigurePage(Page):
    """A figure to be drawn by ticking cells."""

    cells: tuple[tuple[str, bool], ...]
    colours: tuple[tuple[Swatch, bool], ...]
    error: str = ""


def figure_page(view: View[AnyState], args: Fields) -> FigurePage:
    """Return the page on which the owner draws AI-1's third figure in."""
    known: Mapping[str, Any] = next(iter(view.box.get(FIGURES, ())), {"drawing": [], "colours": []})
    drawn = {
        f"{row}{column}" for row, line in enumerate(known["drawing"]) for column, mark in enumerate(line) if mark == "X"
    }
    chosen = set(known["colours"])
    if view.filled:
        drawn = {key.removeprefix("at") for key in view.filled if key.startswith("at")}
        chosen = {colour for colour in COLOURS if f"colour-{colour}" in view.filled}
    return FigurePage(
        title=view.say("figure.title"),
        cells=tuple(
            (f"{row}{column}", f"{row}{column}" in drawn) for row in range(_ROWS) for column in range(_COLUMNS)
        ),
        colours=tuple((swatch, swatch.value in chosen) for swatch in swatches(view)),
        error=view.errors.get("figure", ""),
    )


def enter_figure(view: View[AnyState], form: Fields) -> Change:
    """Keep the figure with the box; an empty drawing takes it away."""
    name = own_deck(view.entries)
    rows = ["".join("X" if f"at{row}{column}" in form else "." for column in range(_COLUMNS)) for row in range(_ROWS)]
    drawing = _trimmed(rows)
    colours = [colour for colour in COLOURS if f"colour-{colour}" in form]
    if not drawing:
        return Change({"figure": None}, Link("deck"), {FIGURES: None}, name)
    if not colours or sum(row.count("X") for row in drawing) > 6:
        raise Refused({"figure": view.say("error.figure")}, Link("figure"))
    figure = {"drawing": drawing, "colours": colours}
    return Change({"figure": figure}, Link("deck"), {FIGURES: [figure]}, name)


def _trimmed(rows: list[str]) -> list[str]:
    """Return a drawing without empty rows and columns around it."""
    full = [row for row in range(_ROWS) if "X" in rows[row]]
    wide = [column for column in range(_COLUMNS) if any(row[column] == "X" for row in rows)]
    if not full:
        return []
    return [rows[row][wide[0] : wide[-1] + 1] for row in range(full[0], full[-1] + 1)]


# Entries that say what was done to the box: undoing them undoes it there, too.
KEPT = ("face", "settled", "import", "figure", "lesson", "named")


def describe(kind: str, rest: list[str], value: Any, view: View[AnyState]) -> str:
    """Return what was done to the box, in words."""
    if kind in ("lesson", "named"):
        return view.say(f"describe.{kind}", len(value.get("cells", value)) if value else 0)
    if kind == "import" and value:
        return view.say("describe.import", rest[0], value["added"], value["differ"])
    return view.say(f"describe.{kind}" if value else f"describe.{kind}.taken", *rest)


PAGES: Pages = {"deck": deck_page, "figure": figure_page}
ACTIONS: Actions = {"settle": settle, "figure": enter_figure, "merge": take_box}
