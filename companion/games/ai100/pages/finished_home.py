"""A finished game: its tableaux, what they can have come to, and the verdict on each claim."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.sheet import Line
from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, View
from companion.games.ai100.board import CELLS, EXTRA_CELLS, board
from companion.games.ai100.cards import EVOLUTION_IDS, Card, full_id
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.describe import texts as engine_texts
from companion.games.ai100.document import TURNS
from companion.games.ai100.finished import Outcome
from companion.games.ai100.pages.cells import Cell, light, tableau_cells
from companion.games.ai100.pages.finished_entry import problem_sentence, seat_of
from companion.games.ai100.pages.finished_solo import Solo, solo_of
from companion.games.ai100.pages.finished_state import PLACES, FinishedState
from companion.games.ai100.pages.home import Button
from companion.games.ai100.pages.lines import LinePage, LineView
from companion.games.ai100.pages.words import say, shown, signed
from companion.games.ai100.tableau import Tableau

_LIKELY = 3  # explanations of an impossible claim


@dataclass(frozen=True)
class SeatTab:
    """A seat and how far it is entered."""

    number: int
    name: str
    status: str
    text: str
    link: Link


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a claimed score."""

    kind: str  # possible, impossible, undecided; empty where nothing was claimed
    text: str
    because: tuple[str, ...] = ()
    order: Link | None = None


@dataclass(frozen=True)
class Result:
    """What a tableau can have come to."""

    total: str
    immediate: str
    lines: tuple[LineView, ...]
    verdict: Verdict
    doubts: tuple[str, ...]  # what nobody wrote down
    solo: Solo | None


@dataclass(frozen=True)
class FinishedPage(Page):
    """The home of a finished game, looking at one seat."""

    seat: int
    name: str
    tabs: tuple[SeatTab, ...]
    cells: tuple[Cell, ...]
    status: str  # what is still missing
    problem: str
    next: Button | None
    photo: tuple[tuple[str, str], ...]  # the hidden fields of the photo form; empty where this phone may not send one
    photo_error: str
    result: Result | None
    claimed: str
    claim_error: str
    may: bool
    more: tuple[Button, ...]


def home_page(view: View, args: Form) -> FinishedPage:
    """Return the home of the table."""
    state: FinishedState = view.state
    first = view.seat if view.seat is not None else (state.open_seats or (0,))[0]
    seat = seat_of({"seat": args.get("seat") or str(first)}, state)
    may, language = view.may_enter(seat), view.language
    claimed = state.claimed(seat)
    return FinishedPage(
        "finished.html",
        state.names[seat],
        seat,
        state.names[seat],
        tuple(_tab(state, number, language) for number in range(len(state.names))),
        _cells(view, state, seat),
        _status(state, language),
        problem_sentence(state, language),
        _next(view, state, seat),
        (("seat", str(seat)),) if may else (),
        view.errors.get("photo", ""),
        _result(view, state, seat) if state.outcomes else None,
        view.filled.get("claimed", "" if claimed is None else str(claimed)),
        view.errors.get("claimed", ""),
        may,
        tuple(_more(view, state, seat)),
    )


def _tab(state: FinishedState, seat: int, language: str) -> SeatTab:
    count = len(state.cards(seat))
    status, text = "missing", say(language, "finished.count", count, len(PLACES))
    if state.full(seat):
        status = "laid"
        text = span(state.outcomes[seat].total) if state.outcomes else say(language, "finished.full")
    return SeatTab(seat, state.names[seat], status, text, Link("", {"seat": str(seat)}))


def span(values: tuple[int, int]) -> str:
    """Return a range as people read it."""
    return str(values[0]) if values[0] == values[1] else f"{values[0]}–{values[1]}"


def _cells(view: View, state: FinishedState, seat: int) -> tuple[Cell, ...]:
    cells = tableau_cells(state.tableau(seat), view.language)
    entered = state.cards(seat)
    if view.may_enter(seat):
        for name in PLACES:
            cell = replace(cells[name], link=Link("tableau", {"seat": str(seat), "at": name}))
            if name in entered and not cell.svg:
                cell = replace(cell, label=say(view.language, "entry.faceless", name, entered[name]))
                cell = replace(cell, points=entered[name])
            cells[name] = cell
    return tuple(cells.values())


def _status(state: FinishedState, language: str) -> str:
    if state.open_seats:
        return say(language, "finished.open", ", ".join(state.names[seat] for seat in state.open_seats))
    if state.missing:
        return say(language, "finished.faces", ", ".join(state.missing))
    return say(language, "finished.phases", len(state.without_phase)) if state.without_phase else ""


def _next(view: View, state: FinishedState, seat: int) -> Button | None:
    language = view.language
    if not state.full(seat) and view.may_enter(seat):
        return Button(say(language, "finished.by_hand"), Link("tableau", {"seat": str(seat)}))
    if state.missing and view.may_enter(seat):
        return Button(say(language, "next.face", state.missing[0]), Link("face", {"card": state.missing[0]}))
    if state.open_seats and view.everybody:
        other = state.open_seats[0]
        return Button(say(language, "finished.next", state.names[other]), Link("", {"seat": str(other)}))
    if state.without_phase and not state.open_seats:
        return Button(say(language, "finished.phases.enter"), Link("phases"))
    return None


def _more(view: View, state: FinishedState, seat: int) -> list[Button]:
    language, here = view.language, {"seat": str(seat)}
    found = []
    if view.may_enter(seat):
        if state.full(seat):
            found.append(Button(say(language, "finished.change"), Link("tableau", here)))
            found.append(Button(say(language, "memory.title"), Link("memory", here)))
        if readings := state.readings(seat):
            found.append(Button(say(language, "finished.photo"), Link("tableau", {**here, "photo": [*readings][-1]})))
        if state.ai(seat) == "AI-2":
            found.append(Button(say(language, "final.title"), Link("final", here)))
    found.append(Button(say(language, "decks.title"), Link("deck")))
    return found


# The result.


def _result(view: View, state: FinishedState, seat: int) -> Result:
    outcome, language = state.outcomes[seat], view.language
    words = engine_texts(language)
    return Result(
        span(outcome.total),
        span(outcome.reach.immediate),
        tuple(_line(state, seat, number, language) for number in range(len(outcome.lines))),
        _verdict(state, seat, language),
        () if outcome.exact else tuple(map(words.say, outcome.why)),
        solo_of(view, state) if state.solo else None,
    )


def _line(state: FinishedState, seat: int, number: int, language: str) -> LineView:
    line = state.outcomes[seat].lines[number]
    record = state.record
    assert record is not None
    title = say(language, "line.objective", shown(line.source), line.round) if line.round else line.source
    text = line_text(line, catalogue(record.rulings, record.figures), record.rulings, language)
    return LineView(title, signed(line.points), text, Link("line", {"seat": str(seat), "n": str(number)}))


def _verdict(state: FinishedState, seat: int, language: str) -> Verdict:
    claimed, outcome, words = state.claimed(seat), state.outcomes[seat], engine_texts(language)
    if claimed is None:
        return Verdict("", "")
    kind = outcome.verdict(claimed)
    text = say(language, f"verdict.{kind}", state.names[seat], claimed, span(outcome.total))
    if kind == "impossible":
        because = tuple(words.say(slip.reason) for slip in state.slips(seat)[:_LIKELY])
        return Verdict(kind, text, because)
    if kind == "possible":
        return Verdict(kind, text, (), Link("order", {"seat": str(seat)}))
    return Verdict(kind, text, tuple(map(words.say, outcome.why)))


def line_page(view: View, args: Form) -> LinePage:
    """Return one exact line as picture and sentence."""
    state: FinishedState = view.state
    seat = seat_of(args, state)
    number = args.get("n", "")
    if not state.outcomes or not number.isdecimal() or int(number[:3]) >= len(state.outcomes[seat].lines):
        raise NoSuchPage(number)
    outcome, at = state.outcomes[seat], int(number)
    line = outcome.lines[at]
    tableau, places = _tableau_of(state, seat, line, outcome)
    cells = light(tableau_cells(tableau, view.language, places), tableau, line)
    shown_line = _line(state, seat, at, view.language)
    name = state.names[seat]
    links = [
        Link("line", {"seat": str(seat), "n": str(one)}) if 0 <= one < len(outcome.lines) else None
        for one in (at - 1, at + 1)
    ]
    return LinePage(
        "line.html", f"{name}, {shown_line.title}", seat, name, name, name, shown_line, tuple(cells.values()),
        bool(line.cell), tuple(f"{'+'.join(group.cells)}: {group.points:+d}" for group in line.groups if group.cells),
        None, *links,
    )  # fmt: skip


def _tableau_of(state: FinishedState, seat: int, line: Line, outcome: Outcome) -> tuple[Tableau, tuple[str, ...]]:
    tableau = state.tableau(seat)
    if line.round == 1:
        return tableau.seen(outcome.orders.rounds[0]), CELLS
    final = state.entries.get(f"final/{seat}")
    face = state.face(final["card"]) if final else None
    if line.kind == "ai" and line.cell and final and face:
        wide = tableau.copy(board(line.cell))
        wide.lay(len(CELLS), Card(final["card"], face))
        return wide, (*CELLS, line.cell)
    return tableau, CELLS


# An order of play that gives the claim.


@dataclass(frozen=True)
class StepView:
    """One card of the order."""

    number: int
    card: str
    cell: str
    points: str
    total: int
    link: Link
    now: bool


@dataclass(frozen=True)
class OrderPage(Page):
    """An order of play, one step at a time."""

    seat: int
    name: str
    cells: tuple[Cell, ...]
    steps: tuple[StepView, ...]
    after: str  # the exact points that come after the cards
    before: Link | None
    next: Link | None
    back: Link


def order_page(view: View, args: Form) -> OrderPage:
    """Return a step of an order of play that leads to the claimed score."""
    state: FinishedState = view.state
    seat = seat_of(args, state)
    claimed = state.claimed(seat)
    if not state.outcomes or claimed is None:
        raise NoSuchPage("order")
    outcome = state.outcomes[seat]
    order = outcome.order(claimed)
    if order is None:
        raise NoSuchPage("order")
    text = args.get("n", "1")
    now = int(text) if text.isdecimal() and 1 <= int(text[:2]) <= len(order) else 1

    def link(number: int) -> Link | None:
        return Link("order", {"seat": str(seat), "n": str(number)}) if 1 <= number <= len(order) else None

    laid = outcome.orders.tableau.seen(sum(1 << step.cell for step in order[:now]) | 1 << CELLS.index("B3"))
    cells = tableau_cells(laid, view.language)
    last = CELLS[order[now - 1].cell]
    cells[last] = replace(cells[last], kind="lit", points=signed(order[now - 1].points))
    steps, total = [], 0
    for number, step in enumerate(order, 1):
        card = outcome.orders.tableau.cards[step.cell]
        total += step.points
        steps.append(
            StepView(
                number,
                card.id if card else "",
                CELLS[step.cell],
                signed(step.points),
                total,
                link(number) or Link(),
                number == now,
            )
        )
    parts = [(shown(line.source), line.points) for line in outcome.lines]
    after = " · ".join(f"{source} {signed(points)}" for source, points in parts)
    return OrderPage(
        "finished_order.html", say(view.language, "order.title", state.names[seat], claimed), seat, state.names[seat],
        tuple(cells.values()), tuple(steps), say(view.language, "order.after", after, claimed),
        link(now - 1), link(now + 1), Link("", {"seat": str(seat)}),
    )  # fmt: skip


# Claims, memories, rounds, AI-2's card.


def claim(view: View, form: Form) -> Change:
    """Keep the score that somebody claims; an empty field takes it back."""
    state: FinishedState = view.state
    seat, text = seat_of(form, state), form.get("claimed", "").strip()
    back = Link("", {"seat": str(seat)})
    if not text:
        return Change({f"claimed/{seat}": None}, back)
    if not text.removeprefix("-").isdecimal() or len(text) > 4:
        raise Refused({"claimed": say(view.language, "error.claimed", text[:12])}, back)
    return Change({f"claimed/{seat}": int(text)}, back)


@dataclass(frozen=True)
class MemoryPage(Page):
    """What the table remembers of an order of play."""

    seat: int
    name: str
    rows: tuple[tuple[str, str, str, str, str, str], ...]  # cell, card, drawing, turn, points, error
    turns: tuple[str, ...]
    total: str


def memory_page(view: View, args: Form) -> MemoryPage:
    """Return the page on which memories narrow the range."""
    state: FinishedState = view.state
    seat = seat_of(args, state)
    notes, cards = state.memories(seat), state.cards(seat)
    drawn = tableau_cells(state.tableau(seat), view.language)
    rows = []
    for cell, card in cards.items():
        note = notes.get(cell, {})
        turn, points = (view.filled.get(f"{key}{cell}", str(note.get(key, ""))) for key in ("turn", "points"))
        rows.append((cell, card, drawn[cell].svg, turn, points, view.errors.get(cell, "")))
    total = span(state.outcomes[seat].total) if state.outcomes else ""
    return MemoryPage(
        "finished_memory.html", say(view.language, "memory.title"), seat, state.names[seat], tuple(rows),
        tuple(str(turn) for turn in range(1, TURNS + 1)), total,
    )  # fmt: skip


def remember(view: View, form: Form) -> Change:
    """Keep what the table remembers."""
    state: FinishedState = view.state
    seat = seat_of(form, state)
    entries: dict[str, Any] = {}
    errors: dict[str, str] = {}
    turns: dict[int, str] = {}
    for cell in PLACES:
        note = {}
        turn, points = form.get(f"turn{cell}", "").strip(), form.get(f"points{cell}", "").strip()
        if turn.isdecimal() and 1 <= int(turn[:3]) <= TURNS:
            note["turn"] = int(turn)
            if int(turn) in turns:
                errors[cell] = say(view.language, "error.turn_twice", turn, turns[int(turn)])
            turns[int(turn)] = cell
        elif turn:
            errors[cell] = say(view.language, "error.turn", turn[:12])
        if points.removeprefix("-").isdecimal() and len(points) < 4:
            note["points"] = int(points)
        elif points:
            errors[cell] = say(view.language, "error.claimed", points[:12])
        entries[f"memory/{seat}/{cell}"] = note or None
    if errors:
        raise Refused(errors, Link("memory", {"seat": str(seat)}))
    return Change(entries, Link("", {"seat": str(seat)}))


@dataclass(frozen=True)
class PhasesPage(Page):
    """Which cards were laid in round 1."""

    cards: tuple[tuple[str, str, str], ...]  # card, whose, drawing


def phases_page(view: View, args: Form) -> PhasesPage:
    """Return the page that asks for the rounds of cards whose deck does not say them."""
    state: FinishedState = view.state
    rows = []
    for seat, name in enumerate(state.names):
        drawn = tableau_cells(state.tableau(seat), view.language)
        rows += [
            (card, name, drawn[cell].svg) for cell, card in state.cards(seat).items() if card in state.without_phase
        ]
    return PhasesPage("finished_phases.html", say(view.language, "phases.title"), tuple(rows))


def enter_phases(view: View, form: Form) -> Change:
    """Keep the rounds with the faces, for this table and its box."""
    state: FinishedState = view.state
    faces = {card: {**state.faces[card], "phase": 1 if form.get(f"first{card}") else 2} for card in state.without_phase}
    deck = "" if state.setup["deck"] == "demo" else str(state.setup["deck"])
    return Change({f"face/{card}": face for card, face in faces.items()}, Link(), faces if deck else {}, deck)


@dataclass(frozen=True)
class FinalPage(Page):
    """AI-2's extra card."""

    seat: int
    name: str
    card: str
    cell: str
    cells: tuple[str, ...]
    error: str


def final_page(view: View, args: Form) -> FinalPage:
    """Return the page for the card that AI-2 adds."""
    state: FinishedState = view.state
    seat = seat_of(args, state)
    known = state.entries.get(f"final/{seat}", {})
    return FinalPage(
        "finished_final.html", say(view.language, "final.title"), seat, state.names[seat],
        view.filled.get("card", known.get("card", "")), view.filled.get("cell", known.get("cell", "")),
        EXTRA_CELLS, view.errors.get("card", ""),
    )  # fmt: skip


def enter_final(view: View, form: Form) -> Change:
    """Keep AI-2's extra card."""
    state: FinishedState = view.state
    seat = seat_of(form, state)
    typed, cell = form.get("card", "").strip(), form.get("cell", "")
    if not typed:
        return Change({f"final/{seat}": None}, Link("", {"seat": str(seat)}))
    card = full_id(typed)
    back = Link("final", {"seat": str(seat)})
    if card not in EVOLUTION_IDS:
        raise Refused({"card": say(view.language, "error.card", typed[:12])}, back)
    if card in state.used and card != state.entries.get(f"final/{seat}", {}).get("card"):
        raise Refused({"card": say(view.language, "error.used", card)}, back)
    if cell not in EXTRA_CELLS or state.ai(seat) != "AI-2":
        raise Refused({"card": say(view.language, "error.card_and_cell")}, back)
    return Change({f"final/{seat}": {"card": card, "cell": cell}}, Link("", {"seat": str(seat)}))
