"""Entering a tableau: by keypad or from photos, cell by cell. What is not kept yet stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.errors import Place
from companion.core.table import Change, Link, Page, Refused, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS, full_id
from companion.games.ai100.pages.cells import Cell, card_drawing, tableau_cells
from companion.games.ai100.pages.finished_state import CENTRE, FinishedState
from companion.games.ai100.pages.photo_drawing import Crop, Picture, crop, outline
from companion.games.ai100.pages.photo_reading import merged
from companion.games.ai100.pages.words import face_words
from companion.games.ai100.reading import SURE, Seen
from companion.pages.fields import Fields

NONE = "none"  # in the address: no card lies there, whatever a photo says
_SHOWN = 3  # candidates beside a crop


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A card that it may be, drawn by us."""

    card: str
    svg: str
    label: str
    link: Link


@dataclass(frozen=True, kw_only=True)
class EntryPage(Page):
    """Entering the tableau of a seat."""

    template: str = "finished_entry.html"

    seat: int
    name: str
    grid: bool
    whose: tuple[str, str]  # the field that says to a form where the cards lie
    cells: tuple[Cell, ...]
    picture: Picture | None
    photos: tuple[tuple[str, Link, bool], ...]  # label, page, shown now
    corners: Link | None
    hints: tuple[str, ...] = ()
    other_ai: tuple[str, Link] | None  # the photo shows another AI card than the one that was chosen
    question: str
    at: str
    crop: Crop | None
    candidates: tuple[Candidate, ...]
    other: Link | None = None  # none of these
    typed: str
    keys: tuple[tuple[str, Link], ...]
    erase: Link | None = None
    clear: Link | None = None
    problem: str
    fields: tuple[tuple[str, str], ...]
    keep: str = ""  # the text of the button
    left: int  # questions that are still open
    settled: tuple[str, ...] = ()  # cells that are not asked about since they change no score
    hand: Link  # where the same is entered by hand
    back: Link


class Desk:
    """Everything that one entry page is made of."""

    def __init__(self, view: View[FinishedState], args: Fields) -> None:
        state = view.state
        self.view, self.state, self.language = view, state, view.language
        self.seat = spot_of(args, state)
        self.grid, self.places = self.seat == state.grid_seat, state.places(self.seat)
        self.readings = state.readings(self.seat) if args.get("photo") else {}
        self.mark = args.get("photo", "") if args.get("photo") in self.readings else ""
        self.seen = merged(list(self.readings.values()))
        self.chosen = {cell: card for cell in self.places if (card := args.card(cell, (NONE, *EVOLUTION_IDS)))}
        self.open = self._open()
        self.cards = self._cards()
        self.at = args.cell("at", self.places) or self._next()
        self.typed = args.digits("typed", 3)
        self.keypad = args.get("pick") == "keys"
        kept = {"seat": str(self.seat), "photo": self.mark, **self.chosen}
        self.link = Link("tableau").but(**kept)

    def say(self, key: str, *args: Any) -> str:
        """Return a sentence of the pages."""
        return self.view.say(key, *args)

    def _open(self) -> tuple[str, ...]:
        """The cells to ask about, in order."""
        entered = self.state.cards(self.seat)
        if not self.mark:
            return tuple(cell for cell in self.places if cell not in entered and cell not in self.chosen)
        found = self.state.questions(self.seat)
        # That the guesses all score the same says nothing where the card may well be another one.
        vague = [
            cell for cell in found.settled if sum(guess.confidence for guess in self.seen.cells[cell].guesses) < SURE
        ]
        asked = [*(one.cell for one in found.ask), *vague]
        # Somebody entered one card and the photo surely shows another: only a person can say.
        against = [
            cell
            for cell, card in entered.items()
            if (seen := self.seen.cells.get(cell)) and seen.sure and seen.card != card
        ]
        # A finished tableau is full: what no photo shows is typed.
        there = self.seen.cells
        unseen = [cell for cell in self.places if there and cell not in there and cell not in entered]
        return tuple(cell for cell in (*asked, *against, *unseen) if cell not in self.chosen)

    def _cards(self) -> dict[str, str]:
        """The tableau as it would be kept now."""
        read = {cell: seen.guesses[0].card for cell, seen in self.seen.cells.items() if seen.guesses}
        cards = {cell: card for cell, card in read.items() if cell not in self.open}
        cards |= self.state.cards(self.seat)
        cards |= self.chosen
        return {cell: card for cell in self.places if (card := cards.get(cell, NONE)) != NONE}

    def _next(self) -> str:
        return self.open[0] if self.open else ""

    def problem(self) -> str:
        """Return what is wrong with what was typed or chosen."""
        if len(self.typed) == 3 and self.typed not in EVOLUTION_IDS:
            return self.say("error.card", self.typed)
        return twice(self.cards, self.view, self.seat) or self.view.errors.get("card", "")


def spot_of(args: Fields, state: FinishedState) -> int:
    """Return the seat that an address or a form is about; it may be the neutral grid."""
    grid = state.grid_seat
    if grid is not None and (args.get("grid") or args.get("seat") == str(grid)):
        return grid
    return args.seat((state.open_seats or (0,))[0])


def whose(state: FinishedState, seat: int) -> tuple[str, str]:
    """Return the field that tells a form where its cards lie. The grid is no seat: every player may enter it."""
    return ("grid", "1") if seat == state.grid_seat else ("seat", str(seat))


def may_enter(view: View[FinishedState], seat: int) -> bool:
    """Return whether this phone enters what lies at a seat, or in the grid."""
    state = view.state
    return view.may_enter(seat) or (seat == state.grid_seat and view.seat is not None)


def called(view: View[FinishedState], seat: int) -> str:
    """Return the name of a seat; the neutral grid has one, too."""
    state = view.state
    return view.say("grid.name") if seat == state.grid_seat else state.names[seat]


def twice(cards: Mapping[str, str], view: View[FinishedState], seat: int) -> str:
    """Return the sentence about a card that lies in two places."""
    state = view.state
    elsewhere, seen = state.elsewhere(seat), dict[str, str]()
    for cell, card in cards.items():
        if card in seen:
            return view.say("error.twice", card, seen[card], cell)
        if card in elsewhere:
            return lies(card, elsewhere[card], view)
        seen[card] = cell
    return ""


def lies(card: str, seat: int, view: View[FinishedState]) -> str:
    """Return the sentence about a card that lies elsewhere."""
    state = view.state
    if seat == state.grid_seat:
        return view.say("error.lies.grid", card)
    return view.say("error.lies", card, state.names[seat])


def entry_page(view: View[FinishedState], args: Fields) -> EntryPage:
    """Return the page with everything chosen so far."""
    desk = Desk(view, _all_at_once(args, view.state))
    questions = desk.state.questions(desk.seat) if desk.mark else None
    seen = desk.seen.cells.get(desk.at)
    candidates = _candidates(desk, seen) if seen and not desk.keypad else ()
    keys = () if candidates or not desk.at else _keys(desk)
    problem = desk.problem()
    return EntryPage(
        title=desk.say("grid.title") if desk.grid else desk.say("entry.title", desk.state.names[desk.seat]),
        seat=desk.seat,
        name=called(desk.view, desk.seat),
        grid=desk.grid,
        whose=whose(desk.state, desk.seat),
        cells=_drawn(desk),
        picture=_picture(desk),
        photos=tuple(
            (desk.say("entry.photo", number), desk.link.but(photo=mark), mark == desk.mark)
            for number, mark in enumerate(desk.readings, 1)
        ),
        corners=_corners(desk),
        hints=tuple(hint.say(desk.language) for hint in desk.readings[desk.mark].hints) if desk.mark else (),
        other_ai=_other_ai(desk),
        question=_question(desk, candidates),
        at=desk.at,
        crop=_crop(desk),
        candidates=candidates,
        other=desk.link.but(at=desk.at, pick="keys") if candidates else None,
        typed=desk.typed,
        keys=keys,
        erase=desk.link.but(at=desk.at, pick="keys", typed="" if len(desk.typed) == 3 else desk.typed[:-1])
        if keys and desk.typed
        else None,
        clear=desk.link.but(**{desk.at: NONE}) if desk.at in desk.cards or (desk.at and seen) else None,
        problem=problem,
        fields=(
            whose(desk.state, desk.seat),
            ("photo", desk.mark),
            *((cell, desk.cards.get(cell, NONE)) for cell in desk.places),
        ),
        keep="" if not desk.cards or problem else desk.say("entry.keep", len(desk.cards)),
        left=len(desk.open) if desk.mark else 0,
        settled=tuple(cell for cell in questions.settled if cell not in desk.open) if questions else (),
        hand=Link.of("tableau", seat=desk.seat),
        back=Link.of(seat=desk.seat),
    )


def _all_at_once(args: Fields, state: FinishedState) -> Fields:
    """Numbers typed in one field, row by row, become the cards of the cells."""
    words = args.get("all", "").replace(",", " ").replace("/", " ").split()[:15]
    if len(words) == 15:
        words.pop(7)  # the AI card in the centre
    places = state.places(spot_of(args, state))
    found = {cell: card for cell, word in zip(places, words, strict=False) if (card := full_id(word)) in EVOLUTION_IDS}
    return Fields({**args, **found}, args.view)


def _corners(desk: Desk) -> Link | None:
    """Return where a person shows the corners of a tableau, or of the grid."""
    if desk.mark not in desk.view.photos:
        return None
    return Link.of("corners", seat=desk.seat, photo=desk.mark)


def _other_ai(desk: Desk) -> tuple[str, Link] | None:
    """Return what the photo says about the AI card where another one was chosen, and where to change it."""
    seen = None if desk.grid else desk.seen.cells.get(CENTRE)
    chosen = "" if desk.grid else desk.state.ai(desk.seat)
    if seen is None or not seen.sure or seen.card == chosen or seen.card not in AI_IDS:
        return None
    return desk.say("entry.other_ai", seen.card, chosen), Link("played", {f"ai{desk.seat}": str(seen.card)})


def _question(desk: Desk, candidates: tuple[Candidate, ...]) -> str:
    if not desk.at:
        return ""
    if candidates:
        return desk.say("entry.which", desk.at)
    return desk.say("entry.type", desk.at)


def _keys(desk: Desk) -> tuple[tuple[str, Link], ...]:
    found = []
    for digit in "1234567890":
        typed = ("" if len(desk.typed) == 3 else desk.typed) + digit
        if typed in EVOLUTION_IDS:
            found.append((digit, desk.link.but(**{desk.at: typed})))
        else:
            found.append((digit, desk.link.but(at=desk.at, pick="keys", typed=typed)))
    return tuple(found)


def _candidates(desk: Desk, seen: Seen) -> tuple[Candidate, ...]:
    found = [guess.card for guess in seen.guesses if guess.card in EVOLUTION_IDS]
    entered = desk.state.cards(desk.seat).get(desk.at)
    cards = dict.fromkeys(([entered] if entered else []) + found)
    return tuple(_candidate(desk, card, seen) for card in list(cards)[:_SHOWN])


def _candidate(desk: Desk, card: str, seen: Seen) -> Candidate:
    face = desk.state.face(card) or seen.face
    svg = card_drawing(card, face) if face else ""
    label = desk.say("entry.candidate", card, face_words(face, desk.language) if face else "")
    return Candidate(card=card, svg=svg, label=label, link=desk.link.but(**{desk.at: card}))


def _drawn(desk: Desk) -> tuple[Cell, ...]:
    tableau = desk.state.tableau(desk.seat, desk.cards)
    cells = tableau_cells(tableau, desk.view, desk.places if desk.grid else CELLS)
    for name in desk.places:
        cell = cells[name]
        card = desk.cards.get(name, "")
        if card and not cell.svg:  # its face is not known yet
            cell = replace(cell, label=desk.say("entry.faceless", name, card), points=card)
        kind = "chosen" if name == desk.at else "free" if name in desk.open and desk.mark else ""
        cells[name] = replace(cell, link=desk.link.but(at=name), kind=kind)
    return tuple(cells.values())


def _kind(desk: Desk, cell: str, seen: Seen) -> str:
    if cell not in desk.places:
        return "sure" if seen.card == desk.state.ai(desk.seat) or not seen.sure else "asked"
    if cell in desk.open:
        return "asked" if seen.guesses else "unknown"
    return "sure" if seen.sure or cell in desk.chosen or cell in desk.state.cards(desk.seat) else "settled"


def _picture(desk: Desk) -> Picture | None:
    photo = desk.view.photos.get(desk.mark)
    if photo is None:
        return None
    outlines = []
    for cell, seen in desk.readings[desk.mark].cells.items():
        here = cell in desk.places
        card = desk.cards.get(cell, "?") if here else desk.state.ai(desk.seat)
        kind = _kind(desk, cell, desk.seen.cells[cell])
        label = desk.say(f"entry.outline.{kind}", cell, card)
        link = desk.link.but(at=cell) if here else Link("played")
        outlines.append(outline(photo, seen.quad, cell, card, label, kind, link, cell == desk.at))
    return Picture(mark=desk.mark, width=photo.width, height=photo.height, outlines=tuple(outlines))


def _crop(desk: Desk) -> Crop | None:
    """Return the card in question as a photo shows it, the photo that is looked at first."""
    for mark in (desk.mark, *desk.readings):
        if mark in desk.view.photos and (seen := desk.readings[mark].cells.get(desk.at)):
            return crop(desk.view.photos[mark], seen.quad)
    return None


def keep_tableau(view: View[FinishedState], form: Fields) -> Change:
    """Keep the cards of a tableau."""
    state = view.state
    seat = spot_of(form, state)
    cards: dict[str, str] = {}
    places = state.places(seat)
    draft = {"seat": str(seat), "photo": form.get("photo", "")}
    for cell in places:
        typed = form.get(cell, NONE).strip()
        if typed in ("", NONE):
            continue
        card = full_id(typed)
        if card not in EVOLUTION_IDS:
            error = view.say("error.card", typed[:12])
            raise Refused({"card": error}, Link("tableau").but(**{**draft, **cards, "at": cell}))
        cards[cell] = card
    if problem := twice(cards, view, seat):
        raise Refused({"card": problem}, Link("tableau").but(**{**draft, **cards}))
    entries: dict[str, Any] = {f"cell/{seat}/{cell}": cards.get(cell) for cell in places}
    for card in cards.values():
        if state.box and card in state.faces and f"face/{card}" not in state.entries:
            entries[f"face/{card}"] = state.faces[card]
    return Change(entries, Link.of(seat=seat))


def problem_sentence(view: View[FinishedState]) -> str:
    """Return what is wrong with the tableaux, in words."""
    state = view.state
    if not state.problem:
        return ""
    _, *inside = state.problem.place
    said = state.problem.sentence(view.language)
    return view.say("named", Place(*inside).say(view.language), said) if inside else said
