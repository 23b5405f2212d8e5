"""Entering a tableau: by keypad or from photos, cell by cell. What is not kept yet stands in the address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.errors import Place
from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS, full_id
from companion.games.ai100.pages.cells import Cell, card_drawing, card_keypad, tableau_cells
from companion.games.ai100.pages.finished_draft import NONE, TableauEntry, spot_of, twice
from companion.games.ai100.pages.finished_state import CENTRE, FinishedState
from companion.games.ai100.pages.words import face_words
from companion.games.ai100.reading import Seen
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Keypad, Option, option
from companion.pages.photo_drawing import Crop, Frame, Picture, crop

_SHOWN = 3  # candidates beside a crop
_MANY = 4  # questions; rather than answering each, a person may look over all


class Candidate(PagePart):
    """A card that it may be, drawn by us."""

    card: str
    svg: str
    label: str
    link: Link


class OtherAI(PagePart):
    """The photo shows another AI card than the one that was chosen."""

    sentence: str
    use: Confirm


class Photo(PagePart):
    """What photos of the tableau say."""

    picture: Picture | None = None
    others: tuple[Option, ...] = ()  # all photos of it, where there are several
    corners: Link | None = None  # where a person shows them
    hints: tuple[str, ...] = ()
    other_ai: OtherAI | None = None
    left: int = 0  # cards in view about which a question is open
    unseen: int = 0  # cards that are neither entered nor in any picture
    settled: tuple[str, ...] = ()  # cells that are not asked about since they change no score
    fresh: Confirm | None = None  # forgets what is entered and read here
    as_read: Confirm | None = None  # keeps them all as they are labelled, where most are asked about


class Apart(PagePart):
    """A photo that shows another tableau than the one that is entered: nothing is mixed before somebody says which."""

    sentence: str
    answers: tuple[Confirm, ...]


class CellAsked(PagePart):
    """The card on one cell: what it may be, or a keypad to type it."""

    cell: str
    question: str
    crop: Crop | None = None
    candidates: tuple[Candidate, ...] = ()
    other: Link | None = None  # none of these
    keypad: Keypad | None = None
    clear: Link | None = None
    shut: Link | None = None  # where it is answered over a photo


class EntryPage(Page):
    """Entering the tableau of a seat."""

    seat: int
    grid: bool
    whose: tuple[str, str]  # the field that says to a form where the cards lie
    cells: tuple[Cell, ...]
    photo: Photo
    asked: CellAsked | None = None
    apart: Apart | None = None
    problem: str = ""
    confirm: Confirm | None = None


def entry_page(view: View[FinishedState], args: Fields) -> EntryPage:
    """Return the page with everything chosen so far."""
    entry = TableauEntry(view, _all_at_once(args, view.state))
    asked, photo = _asked(entry) if entry.at else None, _photo(entry)
    problem = "" if entry.apart else entry.problem()
    ready = bool(entry.cards) and not problem and not entry.apart
    return EntryPage(
        title=entry.say("grid.title") if entry.grid else entry.say("entry.title", entry.state.names[entry.seat]),
        seat=entry.seat,
        grid=entry.grid,
        whose=next(iter(entry.whose.items())),
        cells=_drawn(entry),
        photo=photo,
        asked=asked,
        apart=_apart(entry) if entry.apart else None,
        problem=problem,
        confirm=_confirm(entry, primary=not asked or not entry.open) if ready else None,
    )


def _confirm(entry: TableauEntry, *, primary: bool) -> Confirm:
    cards = {cell: entry.cards.get(cell, NONE) for cell in entry.places}
    fields = {**entry.whose, "photo": entry.photo_id, **cards}
    if not entry.grid and not entry.state.ai(entry.seat) and (ai := _seen_ai(entry)):
        fields["ai"] = ai
    return Confirm(action="tableau", text=entry.say("entry.keep", len(entry.cards)), fields=fields, primary=primary)


def _apart(entry: TableauEntry) -> Apart:
    """Return the question about a photo of another tableau."""
    whose_cards = entry.say("the_grid") if entry.grid else entry.state.names[entry.seat]
    fields = {**entry.whose, "photo": entry.photo_id}
    shown = sum(cell in entry.places for cell in entry.seen.cells)
    answers = (
        Confirm(action="fresh", text=entry.say("apart.use", shown), fields=fields),
        Confirm(action="unwanted", text=entry.say("apart.keep"), fields=fields, primary=False),
    )
    return Apart(sentence=entry.say("apart", whose_cards), answers=answers)


def start_over(view: View[FinishedState], form: Fields) -> Change:
    """Forget the cards of a seat and what was read in its photos, but for one that is named. It can be undone."""
    state = view.state
    seat, kept = spot_of(form, state), form.get("photo", "")
    readings = state.readings(seat)
    gone = [photo_id for photo_id in readings if photo_id != kept]
    entries: dict[str, Any] = {f"cell/{seat}/{cell}": None for cell in state.cards(seat)}
    entries |= {f"reading/{seat}/{photo_id}": None for photo_id in gone}
    then = Link.of("tableau", seat=seat, photo=kept) if kept in readings else Link.of(seat=seat)
    return Change(entries, then)


def drop_photo(view: View[FinishedState], form: Fields) -> Change:
    """Forget a photo that shows something else."""
    state = view.state
    seat, photo_id = spot_of(form, state), form.get("photo", "")
    readings = state.readings(seat)
    if photo_id not in readings:
        raise NoSuchPage(f"photo={photo_id[:40]}")
    others = [one for one in readings if one != photo_id]
    then = Link.of("tableau", seat=seat, photo=others[-1]) if others else Link.of(seat=seat)
    return Change({f"reading/{seat}/{photo_id}": None}, then)


def _photo(entry: TableauEntry) -> Photo:
    if not entry.photo_id:
        return Photo()
    others = tuple(
        option(entry.link, entry.say("entry.photo", number), chosen=photo_id == entry.photo_id, photo=photo_id)
        for number, photo_id in enumerate(entry.readings, 1)
    )
    photo = Photo(
        picture=_picture(entry),
        others=others if len(others) > 1 else (),
        corners=_corners(entry),
        hints=tuple(hint.say(entry.language) for hint in entry.readings[entry.photo_id].hints),
    )
    if entry.apart:  # first somebody says which tableau it is
        return photo
    settled = entry.state.questions(entry.seat).settled
    left = sum(cell in entry.seen.cells for cell in entry.open)
    return replace(
        photo,
        other_ai=_other_ai(entry),
        left=left,
        unseen=len(entry.open) - left,
        settled=tuple(cell for cell in settled if cell not in entry.open),
        as_read=_as_read(entry),
        fresh=Confirm(action="fresh", text=entry.say("entry.fresh"), fields=entry.whose, primary=False),
    )


def _as_read(entry: TableauEntry) -> Confirm | None:
    """Return the button for a person who has looked over what is labelled on the photo; none where something is not."""
    if len(entry.open) < _MANY or not all(_first(entry, cell) for cell in entry.open):
        return None
    cards = {**{cell: _first(entry, cell) for cell in entry.open}, **entry.cards}
    if twice(cards, entry.view, entry.seat):
        return None
    confirm = _confirm(entry, primary=False)
    return replace(confirm, text=entry.say("entry.keep.read", len(cards)), fields={**confirm.fields, **cards})


def _first(entry: TableauEntry, cell: str) -> str:
    """Return the card that a photo most likely shows on a cell."""
    seen = entry.seen.cells.get(cell)
    return seen.guesses[0].card if seen and seen.guesses else ""


def _asked(entry: TableauEntry) -> CellAsked:
    """Return the question about the cell in hand: candidates where a photo shows it, else the keypad."""
    seen, link = entry.seen.cells.get(entry.at), entry.link.but(at=entry.at, pick="keys")
    asked = CellAsked(
        cell=entry.at,
        question=entry.say("entry.type", entry.at),
        crop=_crop(entry),
        clear=entry.link.but(**{entry.at: NONE}) if entry.at in entry.cards or seen else None,
        shut=entry.link.but(at=NONE) if entry.photo_id else None,
    )
    candidates = _candidates(entry, seen) if seen and not entry.typing else ()
    if candidates:
        return replace(asked, question=entry.say("entry.which", entry.at), candidates=candidates, other=link)

    def then(typed: str) -> Link:
        return entry.link.but(**{entry.at: typed}) if typed in EVOLUTION_IDS else link.but(typed=typed)

    return replace(asked, keypad=card_keypad(entry.typed, then))


def _all_at_once(args: Fields, state: FinishedState) -> Fields:
    """Numbers typed in one field, row by row, become the cards of the cells."""
    words = args.get("all", "").replace(",", " ").replace("/", " ").split()[:15]
    if len(words) == 15:
        words.pop(7)  # the AI card in the centre
    places = state.places(spot_of(args, state))
    found = {cell: card for cell, word in zip(places, words, strict=False) if (card := full_id(word)) in EVOLUTION_IDS}
    return Fields({**args, **found}, args.view)


def _corners(entry: TableauEntry) -> Link | None:
    """Return where a person shows the corners of a tableau, or of the grid."""
    if entry.photo_id not in entry.view.photos:
        return None
    return Link.of("corners", seat=entry.seat, photo=entry.photo_id)


def _other_ai(entry: TableauEntry) -> OtherAI | None:
    """Return what the photo says about the AI card where another one was chosen, and the button that takes it."""
    seen, chosen = _seen_ai(entry), "" if entry.grid else entry.state.ai(entry.seat)
    if not seen or not chosen or seen == chosen:
        return None
    fields = {"seat": str(entry.seat), "photo": entry.photo_id, "ai": seen, **entry.chosen}
    use = Confirm(action="centre", text=entry.say("entry.use_ai", seen), fields=fields, primary=False)
    return OtherAI(sentence=entry.say("entry.other_ai", seen, chosen), use=use)


def _seen_ai(entry: TableauEntry) -> str:
    """Return the AI card that the photo shows for sure."""
    seen = None if entry.grid else entry.seen.cells.get(CENTRE)
    return seen.card if seen and seen.sure and seen.card in AI_IDS else ""


def _candidates(entry: TableauEntry, seen: Seen) -> tuple[Candidate, ...]:
    found = [guess.card for guess in seen.guesses if guess.card in EVOLUTION_IDS]
    entered = entry.state.cards(entry.seat).get(entry.at)
    cards = dict.fromkeys(([entered] if entered else []) + found)
    return tuple(_candidate(entry, card, seen) for card in list(cards)[:_SHOWN])


def _candidate(entry: TableauEntry, card: str, seen: Seen) -> Candidate:
    face = entry.state.face(card) or seen.face
    svg = card_drawing(card, face) if face else ""
    label = entry.say("entry.candidate", card, face_words(face, entry.language) if face else "")
    return Candidate(card=card, svg=svg, label=label, link=entry.link.but(**{entry.at: card}))


def _drawn(entry: TableauEntry) -> tuple[Cell, ...]:
    tableau = entry.state.tableau(entry.seat, entry.cards)
    cells = tableau_cells(tableau, entry.view, entry.places if entry.grid else CELLS)
    for name in entry.places:
        cell = cells[name]
        card = entry.cards.get(name, "")
        if card and not cell.svg:  # its face is not known yet
            cell = replace(cell, label=entry.say("entry.faceless", name, card), points=card)
        kind = "chosen" if name == entry.at else "free" if name in entry.open and entry.photo_id else ""
        cells[name] = replace(cell, link=entry.link.but(at=name), kind=kind)
    return tuple(cells.values())


def _kind(entry: TableauEntry, cell: str, seen: Seen) -> str:
    if cell not in entry.places:
        chosen = entry.state.ai(entry.seat)
        if not chosen:
            return "sure" if _seen_ai(entry) else "unknown"
        return "sure" if seen.card == chosen or not seen.sure else "asked"
    if entry.doubled(cell):
        return "twice"
    if cell in entry.open:
        return "asked" if seen.guesses else "unknown"
    return "sure" if seen.sure or cell in entry.chosen or cell in entry.state.cards(entry.seat) else "settled"


def _picture(entry: TableauEntry) -> Picture | None:
    photo = entry.view.photos.get(entry.photo_id)
    if photo is None:
        return None
    cells = entry.readings[entry.photo_id].cells
    frame, outlines = Frame(photo, (seen.quad for seen in cells.values())), []
    for cell, seen in cells.items():
        here = cell in entry.places
        card = (
            entry.cards.get(cell) or f"{_first(entry, cell)}?"
            if here
            else entry.state.ai(entry.seat) or _seen_ai(entry) or "?"
        )
        kind = _kind(entry, cell, entry.seen.cells[cell])
        label = entry.say(f"entry.outline.{kind}", cell, card)
        link = entry.link.but(at=cell) if here else Link("played")
        outlines.append(frame.outline(seen.quad, cell, label, kind, card, link, now=cell == entry.at))
    return frame.picture(outlines)


def _crop(entry: TableauEntry) -> Crop | None:
    """Return the card in question as a photo shows it, the photo that is looked at first."""
    for photo_id in (entry.photo_id, *entry.readings):
        if photo_id in entry.view.photos and (seen := entry.readings[photo_id].cells.get(entry.at)):
            return crop(entry.view.photos[photo_id], seen.quad)
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
    if seat in state.without_ai and (ai := form.get("ai", "")) in AI_IDS:
        entries["setup"] = state.setup_with(seat, ai)
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
