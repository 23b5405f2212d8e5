"""Entering a tableau: by keypad or from photos, cell by cell. What is not kept yet stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, View
from companion.games.ai100.cards import EVOLUTION_IDS, full_id
from companion.games.ai100.draw import HEIGHT, WIDTH
from companion.games.ai100.pages.cells import Cell, card_drawing, tableau_cells
from companion.games.ai100.pages.finished_state import CENTRE, PLACES, FinishedState
from companion.games.ai100.pages.photo_reading import merged
from companion.games.ai100.pages.words import face_words, problem_words, say
from companion.games.ai100.reading import SURE, Reading, Seen

NONE = "none"  # in the address: no card lies there, whatever a photo says
_SHOWN = 3  # candidates beside a crop


@dataclass(frozen=True)
class Outline:
    """A card found in a photo."""

    cell: str
    points: str  # of a polygon over the photo
    label: str
    kind: str  # sure, settled (unsure, but it changes no score), asked, unknown
    text: str
    x: int
    y: int
    link: Link
    now: bool


@dataclass(frozen=True)
class Picture:
    """A photo with what was found in it."""

    mark: str
    width: int
    height: int
    outlines: tuple[Outline, ...]


@dataclass(frozen=True)
class Candidate:
    """A card that it may be, drawn by us."""

    card: str
    svg: str
    label: str
    link: Link


@dataclass(frozen=True)
class Crop:
    """A card cut out of its photo, turned upright."""

    mark: str
    width: int
    height: int
    matrix: str


@dataclass(frozen=True)
class EntryPage(Page):
    """Entering the tableau of a seat."""

    seat: int
    name: str
    cells: tuple[Cell, ...]
    picture: Picture | None
    photos: tuple[tuple[str, Link, bool], ...]  # label, page, shown now
    corners: Link | None
    hints: tuple[str, ...]
    question: str
    at: str
    crop: Crop | None
    candidates: tuple[Candidate, ...]
    other: Link | None  # none of these
    typed: str
    keys: tuple[tuple[str, Link], ...]
    erase: Link | None
    clear: Link | None
    problem: str
    fields: tuple[tuple[str, str], ...]
    keep: str  # the text of the button
    left: int  # questions that are still open
    settled: tuple[str, ...]  # cells that are not asked about since they change no score
    hand: Link  # where the same is entered by hand
    back: Link


class Desk:
    """Everything that one entry page is made of."""

    def __init__(self, view: View, args: Form) -> None:
        state: FinishedState = view.state
        self.view, self.state, self.language = view, state, view.language
        self.seat = seat_of(args, state)
        self.readings = state.readings(self.seat) if args.get("photo") else {}
        self.mark = args.get("photo", "") if args.get("photo") in self.readings else ""
        self.seen = merged(list(self.readings.values()))
        self.chosen = {cell: value for cell in PLACES if (value := _chosen(args.get(cell, "")))}
        self.open = self._open()
        self.cards = self._cards()
        wanted = args.get("at", "")
        self.at = wanted if wanted in PLACES else self._next()
        self.typed = "".join(letter for letter in args.get("typed", "") if letter in "0123456789")[:3]
        self.keypad = args.get("pick") == "keys"
        kept = {"seat": str(self.seat), "photo": self.mark, **self.chosen}
        self.link = Link("tableau").but(**kept)

    def say(self, key: str, *args: Any) -> str:
        """Return a sentence of the pages."""
        return say(self.language, key, *args)

    def _open(self) -> tuple[str, ...]:
        """The cells to ask about, in order."""
        entered = self.state.cards(self.seat)
        if not self.mark:
            return tuple(cell for cell in PLACES if cell not in entered and cell not in self.chosen)
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
        unseen = [cell for cell in PLACES if self.seen.cells and cell not in self.seen.cells and cell not in entered]
        return tuple(cell for cell in (*asked, *against, *unseen) if cell not in self.chosen)

    def _cards(self) -> dict[str, str]:
        """The tableau as it would be kept now."""
        read = {cell: seen.guesses[0].card for cell, seen in self.seen.cells.items() if cell in PLACES and seen.guesses}
        cards = {cell: card for cell, card in read.items() if cell not in self.open}
        cards |= self.state.cards(self.seat)
        cards |= self.chosen
        return {cell: card for cell in PLACES if (card := cards.get(cell, NONE)) != NONE}

    def _next(self) -> str:
        return self.open[0] if self.open else ""

    def problem(self) -> str:
        """Return what is wrong with what was typed or chosen."""
        if len(self.typed) == 3 and self.typed not in EVOLUTION_IDS:
            return self.say("error.card", self.typed)
        return twice(self.cards, self.state, self.seat, self.language) or self.view.errors.get("card", "")


def seat_of(args: Form, state: Any) -> int:
    """Return the seat that an address or a form is about."""
    text = args.get("seat", "0")
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(state.names):
        raise NoSuchPage(text)
    return int(text)


def _chosen(text: str) -> str:
    if text == NONE:
        return NONE
    return text if text in EVOLUTION_IDS else ""


def twice(cards: Mapping[str, str], state: FinishedState, seat: int, language: str) -> str:
    """Return the sentence about a card that lies in two places."""
    elsewhere, seen = state.elsewhere(seat), dict[str, str]()
    for cell, card in cards.items():
        if card in seen:
            return say(language, "error.twice", card, seen[card], cell)
        if card in elsewhere:
            return say(language, "error.lies", card, elsewhere[card])
        seen[card] = cell
    return ""


def entry_page(view: View, args: Form) -> EntryPage:
    """Return the page with everything chosen so far."""
    args = _all_at_once(args)
    desk = Desk(view, args)
    questions = desk.state.questions(desk.seat) if desk.mark else None
    seen = desk.seen.cells.get(desk.at)
    candidates = _candidates(desk, seen) if seen and not desk.keypad else ()
    keys = () if candidates or not desk.at else _keys(desk)
    problem = desk.problem()
    return EntryPage(
        "finished_entry.html",
        desk.say("entry.title", desk.state.names[desk.seat]),
        desk.seat,
        desk.state.names[desk.seat],
        _drawn(desk),
        _picture(desk),
        tuple(
            (desk.say("entry.photo", number), desk.link.but(photo=mark), mark == desk.mark)
            for number, mark in enumerate(desk.readings, 1)
        ),
        Link("corners", {"seat": str(desk.seat), "photo": desk.mark}) if desk.mark in view.photos else None,
        tuple(hint.say(desk.language) for hint in desk.readings[desk.mark].hints) if desk.mark else (),
        _question(desk, candidates),
        desk.at,
        _crop(desk),
        candidates,
        desk.link.but(at=desk.at, pick="keys") if candidates else None,
        desk.typed,
        keys,
        desk.link.but(at=desk.at, pick="keys", typed="" if len(desk.typed) == 3 else desk.typed[:-1])
        if keys and desk.typed
        else None,
        desk.link.but(**{desk.at: NONE}) if desk.at in desk.cards or (desk.at and seen) else None,
        problem,
        (("seat", str(desk.seat)), ("photo", desk.mark), *((cell, desk.cards.get(cell, NONE)) for cell in PLACES)),
        "" if not desk.cards or problem else desk.say("entry.keep", len(desk.cards)),
        len(desk.open) if desk.mark else 0,
        tuple(cell for cell in questions.settled if cell not in desk.open) if questions else (),
        Link("tableau", {"seat": str(desk.seat)}),
        Link("", {"seat": str(desk.seat)}),
    )


def _all_at_once(args: Form) -> Form:
    """Fourteen numbers typed in one field, row by row, become the cards of the cells."""
    words = args.get("all", "").replace(",", " ").replace("/", " ").split()[:15]
    if len(words) == 15:
        words.pop(7)  # the AI card in the centre
    found = {cell: card for cell, word in zip(PLACES, words, strict=False) if (card := full_id(word)) in EVOLUTION_IDS}
    return {**args, **found}


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
    return Candidate(card, svg, label, desk.link.but(**{desk.at: card}))


def _drawn(desk: Desk) -> tuple[Cell, ...]:
    tableau = desk.state.tableau(desk.seat, desk.cards)
    cells = tableau_cells(tableau, desk.language)
    for name in PLACES:
        cell = cells[name]
        card = desk.cards.get(name, "")
        if card and not cell.svg:  # its face is not known yet
            cell = replace(cell, label=desk.say("entry.faceless", name, card), points=card)
        kind = "chosen" if name == desk.at else "free" if name in desk.open and desk.mark else ""
        cells[name] = replace(cell, link=desk.link.but(at=name), kind=kind)
    return tuple(cells.values())


def _kind(desk: Desk, cell: str, seen: Seen) -> str:
    if cell == CENTRE:
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
        corners = [(x * photo.width, y * photo.height) for x, y in seen.quad]
        card = desk.state.ai(desk.seat) if cell == CENTRE else desk.cards.get(cell, "?")
        kind = _kind(desk, cell, desk.seen.cells[cell])
        outlines.append(
            Outline(
                cell,
                " ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
                desk.say(f"entry.outline.{kind}", cell, card),
                kind,
                card,
                round(sum(x for x, _ in corners) / 4),
                round(sum(y for _, y in corners) / 4) + 12,
                desk.link if cell == CENTRE else desk.link.but(at=cell),
                cell == desk.at,
            )
        )
    return Picture(desk.mark, photo.width, photo.height, tuple(outlines))


def _crop(desk: Desk) -> Crop | None:
    """Return how the photo is moved so that the card in question fills a card's frame, upright."""
    marks = [desk.mark, *desk.readings]
    mark = next((one for one in marks if one in desk.view.photos and desk.at in desk.readings[one].cells), "")
    if not mark:
        return None
    photo = desk.view.photos[mark]
    return Crop(mark, photo.width, photo.height, upright(desk.readings[mark], desk.at, photo.width, photo.height))


def upright(reading: Reading, cell: str, width: int, height: int) -> str:
    """Return the matrix that takes a card's first, second and last corner to those of an upright card."""
    (x0, y0), (x1, y1), _, (x3, y3) = [(x * width, y * height) for x, y in reading.cells[cell].quad]
    ux, uy, vx, vy = x1 - x0, y1 - y0, x3 - x0, y3 - y0
    area = ux * vy - uy * vx or 1.0
    a, c = WIDTH * vy / area, -WIDTH * vx / area
    b, d = -HEIGHT * uy / area, HEIGHT * ux / area
    return " ".join(f"{one:.6g}" for one in (a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0)))


def keep_tableau(view: View, form: Form) -> Change:
    """Keep the cards of a tableau."""
    state: FinishedState = view.state
    seat = seat_of(form, state)
    cards: dict[str, str] = {}
    draft = {"seat": str(seat), "photo": form.get("photo", "")}
    for cell in PLACES:
        typed = form.get(cell, NONE).strip()
        if typed in ("", NONE):
            continue
        card = full_id(typed)
        if card not in EVOLUTION_IDS:
            error = say(view.language, "error.card", typed[:12])
            raise Refused({"card": error}, Link("tableau").but(**{**draft, **cards, "at": cell}))
        cards[cell] = card
    if problem := twice(cards, state, seat, view.language):
        raise Refused({"card": problem}, Link("tableau").but(**{**draft, **cards}))
    entries: dict[str, Any] = {f"cell/{seat}/{cell}": cards.get(cell) for cell in PLACES}
    for card in cards.values():
        if state.box and card in state.faces and f"face/{card}" not in state.entries:
            entries[f"face/{card}"] = state.faces[card]
    return Change(entries, Link("", {"seat": str(seat)}))


def problem_sentence(state: FinishedState, language: str) -> str:
    """Return what is wrong with the tableaux, in words."""
    if not state.problem:
        return ""
    place = state.problem.place.removeprefix("tableaux, ")
    return f"{place}: {problem_words(state.problem.message, language)}" if place else ""
