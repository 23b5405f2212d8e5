"""What the table remembers of a finished game: cards tapped in their order, what they brought, what was moved.

What is not kept yet stands in the address, under the names of the form: `turnA1`, `pointsA1`, `movedA1` (`none`, two
cells, or the cell of the card that came in and the card that went out).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.grammar import signed
from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.bounds import members
from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.cells import Cell, card_keypad, tableau_cells
from companion.games.ai100.pages.finished_state import CENTRE, PLACES, FinishedState
from companion.games.ai100.recall import Ask
from companion.games.ai100.unknowns import Finished
from companion.pages.fields import Fields
from companion.pages.parts import Button, Confirm, Keypad, Option, Question, button, form_button

NOTHING = "none"
_MOVED = (NOTHING, *CELLS, *EVOLUTION_IDS)
_TURNS, _POINTS = range(1, TURNS + 1), range(-99, 1000)


def fields_of(notes: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return memories as the fields of the form."""
    fields: dict[str, str] = {}
    for cell, note in notes.items():
        fields |= {f"{key}{cell}": str(note[key]) for key in ("turn", "points") if key in note}
        if "swap" in note:
            fields[f"moved{cell}"] = ".".join(note["swap"]) or NOTHING
        if "exchange" in note:
            fields[f"moved{cell}"] = ".".join((note["exchange"] or {"none": NOTHING}).values())
    return fields


def _note(form: Fields, cell: str, mover: str) -> dict[str, Any]:
    """Return what is remembered about the card on a cell; `mover` is what it may do with others."""
    found: dict[str, Any] = {
        "turn": form.typed_number(f"turn{cell}", _TURNS, "error.turn"),
        "points": form.typed_number(f"points{cell}", _POINTS, "error.points"),
    }
    moved = form.words(f"moved{cell}", _MOVED, 2)
    if moved and not mover:
        raise NoSuchPage(f"moved{cell}")
    if moved == (NOTHING,):
        found[mover] = [] if mover == "swap" else {}
    elif moved and mover == "swap":
        found["swap"] = list(moved)
    elif len(moved) == 2:
        found["exchange"] = dict(zip(("cell", "out"), moved, strict=True))
    return {key: value for key, value in found.items() if value is not None}


def _movers(state: FinishedState, seat: int) -> dict[str, str]:
    """Return the cells whose card may have moved others, and how."""
    one = Finished("", state.ai(seat), state.tableau(seat), 0)
    return {CELLS[cell]: how for cell in range(len(CELLS)) if (how := one.can_move(cell))}


def remember(view: View[FinishedState], form: Fields) -> Change:
    """Keep what the table remembers."""
    state, seat = view.state, form.own_seat()
    movers = _movers(state, seat)
    entries: dict[str, Any] = {}
    turns: dict[int, str] = {}
    for cell in CELLS:
        note = _note(form, cell, movers.get(cell, ""))
        turn = note.get("turn") if cell != CENTRE else None
        if turn in turns:
            form.errors[f"turn{cell}"] = view.say("error.turn_twice", turn, turns[turn])
        elif turn is not None:
            turns[turn] = cell
        if note or f"memory/{seat}/{cell}" in state.entries:
            entries[f"memory/{seat}/{cell}"] = note or None
    form.refuse(Link("memory", {"seat": str(seat), **{key: form[key] for key in form if key[-2:] in CELLS}}))
    return Change(entries, Link.of(seat=seat))


# The page.


class MemoryPage(Page):
    """What the table remembers, entered on the tableau itself."""

    seat: int
    name: str
    tabs: tuple[Option, ...]
    prompt: str
    cells: tuple[Cell, ...]
    turns: tuple[Option, ...] = ()
    question: Question | None = None
    keypad: Keypad | None = None
    skip: Button | None = None
    problem: str = ""
    confirm: Confirm


class _Memory:
    """The memories of a seat, those in the address before those that are kept."""

    def __init__(self, view: View[FinishedState], args: Fields) -> None:
        self.view, self.state, self.seat = view, view.state, args.seat()
        self.movers = _movers(self.state, self.seat)
        known = args.over(fields_of(self.state.memories(self.seat)))
        self.fields: dict[str, str] = {}
        self.by_turn: dict[int, str] = {}
        for cell in CELLS:
            turn, points = known.number_if_any(f"turn{cell}", _TURNS), known.number_if_any(f"points{cell}", _POINTS)
            moved = ".".join(known.words(f"moved{cell}", _MOVED, 2))
            said = (("turn", turn), ("points", points), ("moved", moved or None))
            self.fields |= {f"{key}{cell}": str(value) for key, value in said if value is not None}
            if turn and cell != CENTRE:
                self.by_turn[turn] = cell
        draft = {name: args[name] for name in args if name[-2:] in CELLS}
        self.link = Link("memory", {"seat": str(self.seat), **draft})
        self.cells = tableau_cells(self.state.tableau(self.seat), view)

    def but(self, **fields: str) -> Link:
        """Return this page with something else; an empty field must be said, else what is kept comes back."""
        return Link("memory", {**self.link.args, **fields})

    def option(self, label: str, *, chosen: bool = False, points: str = "", **fields: str) -> Option:
        """Return something to choose on this page."""
        return Option(label=label, link=self.but(**fields), chosen=chosen, points=points)

    def card(self, cell: str) -> str:
        """Return the card on a cell."""
        return self.state.laid(self.seat)[cell]

    def early(self, cell: str) -> bool:
        """Return whether a card is of round 1."""
        return bool(self.state.faces[self.card(cell)].get("phase") == 1)


def memory_page(view: View[FinishedState], args: Fields) -> MemoryPage:
    """Return the page on which memories narrow the range: cards are tapped in the order in which they were laid."""
    memory = _Memory(view, args)
    kinds = ("order", "points", *(f"moved{cell}" for cell in memory.movers))
    kind = args.word("what", kinds, "order")
    page = MemoryPage(
        title=view.say("memory.title"),
        seat=memory.seat,
        name=view.state.names[memory.seat],
        tabs=tuple(memory.option(_tab(memory, one), chosen=one == kind, what=one) for one in kinds),
        prompt="",
        cells=(),
        problem=next(iter(view.errors.values()), ""),
        confirm=form_button(view, "memory", {"seat": str(memory.seat), **memory.fields}, "memory.save"),
    )
    if kind == "order":
        return _order(page, memory, args)
    if kind == "points":
        return _points(page, memory, args)
    return _moved(page, memory, kind.removeprefix("moved"), args)


def _tab(memory: _Memory, kind: str) -> str:
    if kind.startswith("moved"):
        cell = kind.removeprefix("moved")
        return memory.view.say(f"memory.tab.{memory.movers[cell]}", memory.card(cell))
    return memory.view.say(f"memory.tab.{kind}")


def _order(page: MemoryPage, memory: _Memory, args: Fields) -> MemoryPage:
    """Tap the cards in their order; a turn that nobody remembers is skipped."""
    free = [turn for turn in _TURNS if turn not in memory.by_turn]
    now = args.number("turn", _TURNS, free[0] if free else TURNS)
    when = {cell: turn for turn, cell in memory.by_turn.items()}
    cells = []
    for name, cell in memory.cells.items():
        if name != CENTRE and memory.early(name) == (now <= ROUND):
            laid = {f"turn{old}": "" for turn, old in memory.by_turn.items() if turn == now}
            laid[f"turn{name}"] = "" if when.get(name) == now else str(now)
            cell = replace(cell, link=memory.but(**laid), kind="chosen" if when.get(name) == now else "free")
        elif name not in when:
            cell = replace(cell, kind="dim")
        cells.append(replace(cell, points=str(when[name])) if name in when else cell)
    turns = tuple(
        memory.option(str(turn), chosen=turn == now, points="✓" if turn in memory.by_turn else "", turn=str(turn))
        for turn in _TURNS
    )
    later = next((turn for turn in free if turn > now), None)
    return replace(
        page,
        prompt=memory.view.say("memory.order", now) if free else memory.view.say("memory.order.all"),
        cells=tuple(cells),
        turns=turns,
        skip=Button(text=memory.view.say("memory.skip", now), link=memory.but(turn=str(later))) if later else None,
    )


def _points(page: MemoryPage, memory: _Memory, args: Fields) -> MemoryPage:
    """Tap a card, then what it brought: only what it can have brought."""
    at = args.cell("at", PLACES)
    cells = []
    for name, cell in memory.cells.items():
        if name != CENTRE:
            points = memory.fields.get(f"points{name}", "")
            cell = replace(
                cell,
                link=memory.but(what="points", at=name),
                points=signed(int(points)) if points else "",
                kind="chosen" if name == at else "",
            )
        cells.append(cell)
    question = None
    if at:
        field = f"points{at}"
        said, title = memory.fields.get(field, ""), memory.view.say("memory.points", memory.card(at))
        keys = tuple(
            memory.option(signed(one), chosen=str(one) == said, what="points", at=at, **{field: str(one)})
            for one in _payable(memory, at)
        )
        forget = Option(label=memory.view.say("memory.forgotten"), link=memory.but(what="points", **{field: ""}))
        question = Question(title=title, keys=keys, options=(forget,))
    return replace(page, prompt=memory.view.say("memory.points.tap"), cells=tuple(cells), question=question)


def _payable(memory: _Memory, cell: str) -> list[int]:
    """Return what a card can have brought."""
    if not memory.state.outcomes:
        return list(range(13))
    outcome, index = memory.state.outcomes[memory.seat], CELLS.index(cell)
    found = {one for (_, at), values in outcome.orders.paid.items() if at == index for one in members(values.maybe)}
    return sorted(found | ({int(memory.fields[f"points{cell}"])} if f"points{cell}" in memory.fields else set()))


def _moved(page: MemoryPage, memory: _Memory, mover: str, args: Fields) -> MemoryPage:
    """Say what a card moved: nothing, or tap the two cells, or the card that came in and type the one that went out."""
    how, say = memory.movers[mover], memory.view.say
    what, name = f"moved{mover}", memory.card(mover)
    said = tuple(part for part in memory.fields.get(what, "").split(".") if part)
    typed = args.digits("typed", 3)
    none = memory.option(say(f"memory.{how}.none", name), chosen=said == (NOTHING,), what=what, **{what: NOTHING})
    forget = memory.option(say("memory.forgotten"), chosen=not said, what=what, **{what: ""})
    first = said if said and said[0] in CELLS and len(said) == 1 else ()
    cells = []
    for at, cell in memory.cells.items():
        if at != CENTRE and (how == "swap" or at != mover):
            both = "" if first == (at,) else ".".join((*first, at))
            cell = replace(cell, link=memory.but(what=what, typed="", **{what: both if how == "swap" else at}))
        cells.append(replace(cell, kind="chosen" if at in said else ""))
    pad = None
    if how == "exchange" and said and said[0] in CELLS:

        def then(digits: str) -> Link:
            whole = {what: f"{said[0]}.{digits}"} if digits in EVOLUTION_IDS else {}
            return memory.but(what=what, typed=digits, **whole)

        pad = card_keypad(typed or "".join(said[1:]), then)
    return replace(
        page,
        prompt=say(f"memory.{how}", name),
        cells=tuple(cells),
        question=Question(title=say(f"memory.{how}.or"), options=(none, forget)),
        keypad=pad,
    )


# One question at a time, on the page of the result.


class MemoryAsked(PagePart):
    """The question that narrows the range most: answers to be kept with one tap, and the page for all of them."""

    question: str
    why: str
    svg: str = ""
    answers: tuple[Confirm, ...] = ()
    more: Button


def asked(view: View[FinishedState], seat: int, ask: Ask) -> MemoryAsked:
    """Return a question about what the table remembers."""
    state = view.state
    drawn = tableau_cells(state.tableau(seat), view)
    kept = {"seat": str(seat), **fields_of(state.memories(seat))}

    def answer(text: str, **fields: str) -> Confirm:
        return Confirm(action="memory", text=text, fields={**kept, **fields}, primary=False)

    if ask.kind == "turn":
        where = Link.of("memory", seat=seat, turn=ask.turn)
        answers = tuple(
            answer(state.laid(seat)[CELLS[cell]], **{f"turn{CELLS[cell]}": str(ask.turn)}) for cell in ask.answers
        )
        question = view.say(f"ask.turn.{ask.turn}")
        return MemoryAsked(question=question, why=view.say("ask.why"), answers=answers, more=_more(view, where))
    cell = CELLS[ask.cell]
    card, svg = state.laid(seat)[cell], drawn[cell].svg
    if ask.kind == "points":
        answers = tuple(answer(signed(points), **{f"points{cell}": str(points)}) for points in ask.answers)
        where = Link.of("memory", seat=seat, what="points")
        question = view.say("ask.points", card, cell)
        return MemoryAsked(
            question=question, why=view.say("ask.why"), svg=svg, answers=answers, more=_more(view, where)
        )
    how = _movers(state, seat)[cell]
    none = answer(view.say(f"memory.{how}.none", card), **{f"moved{cell}": NOTHING})
    more = button(view, Link.of("memory", seat=seat, what=f"moved{cell}"), f"ask.{how}.which")
    return MemoryAsked(
        question=view.say(f"ask.{how}", card), why=view.say("ask.why"), svg=svg, answers=(none,), more=more
    )


def _more(view: View[FinishedState], link: Link) -> Button:
    return button(view, link, "ask.more")


class PhasesPage(Page):
    """Which cards were laid in round 1."""

    cards: tuple[tuple[str, str, str], ...]  # card, whose, drawing


def phases_page(view: View[FinishedState], args: Fields) -> PhasesPage:
    """Return the page that asks for the rounds of cards whose deck does not say them."""
    state = view.state
    rows = []
    for seat, name in enumerate(state.names):
        drawn = tableau_cells(state.tableau(seat), view)
        rows += [
            (card, name, drawn[cell].svg) for cell, card in state.cards(seat).items() if card in state.without_phase
        ]
    return PhasesPage(title=view.say("phases.title"), cards=tuple(rows))


def enter_phases(view: View[FinishedState], form: Fields) -> Change:
    """Keep the rounds with the faces, for this table and its box."""
    state = view.state
    faces = {card: {**state.faces[card], "phase": 1 if form.get(f"first{card}") else 2} for card in state.without_phase}
    deck = "" if state.setup["deck"] == "demo" else str(state.setup["deck"])
    return Change({f"face/{card}": face for card, face in faces.items()}, Link(), faces if deck else {}, deck)
