"""Laying a card: the tableau with what each cell would bring, the keypad, and exactly the questions the card asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.ai100.board import AI_CELL, CELLS, EXTRA_CELLS
from companion.games.ai100.decks import DEMO
from companion.games.ai100.pages.cells import Cell, card_drawing, card_keypad, light, tableau_cells
from companion.games.ai100.pages.hand import END, Hand, as_arguments, entry_key, hand_of, read_hand
from companion.games.ai100.pages.laying import Laying, Trial, attempt, may_swap
from companion.games.ai100.pages.photo_turn import Proposal, proposal
from companion.games.ai100.pages.questions import questions
from companion.games.ai100.pages.shapes import group_shapes
from companion.games.ai100.pages.state import State, deck_name, mentioned
from companion.games.ai100.pages.summary import round_over
from companion.games.ai100.pages.words import parted, turn_words
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Keypad, Question

# What belongs to one card and goes with it.
_FORGET = {"copy": "", "neighbour": "", "come": "", "out": "", "swap": "", "pick": ""}


class Said(PagePart):
    """What is said about the card in hand."""

    prompt: str  # what the next tap is for
    condition: str
    sentence: str  # what it would score, and why

    @property
    def text(self) -> tuple[tuple[str, str], ...]:
        """What the card would score once it can be laid, before that what it asks for; in words and cells."""
        return parted(self.sentence if self.sentence and not self.prompt else self.condition)


class Entering(PagePart):
    """What can be entered or taken back; none of it while something is missing, or by who only looks."""

    confirm: Confirm | None = None
    take_back: Confirm | None = None
    kept: str = ""  # what becomes of the turns after this one


class LayPage(Page):
    """Laying a card."""

    seat: int
    name: str
    heading: str
    cells: tuple[Cell, ...]
    shapes: str  # around what would score together
    said: Said
    keypad: Keypad
    face_page: Link | None = None  # where its face is entered, when nobody has yet
    questions: tuple[Question, ...]
    entering: Entering
    problem: str
    proposal: Proposal | None  # what a photo says about this turn


def lay_page(view: View[State], args: Fields) -> LayPage:
    """Return the page with everything chosen so far."""
    state = view.state
    hand = read_hand(args, state)
    _verify_turn(state, hand)
    laid = entered(state, hand)
    if laid and not {"card", "cell", "pick", "come", "swap", "ai"} & set(args):
        hand = hand_of(laid, hand.seat, hand.turn)
    laying = Laying(view, hand)
    trial = laying.trial()
    lit = next((line for line in reversed(trial.lines) if line.groups and not line.at), None)
    card = "" if laying.refused else hand.known_card
    condition = laying.conditions[card].sentence[laying.language] if card else ""
    return LayPage(
        title=laying.say("lay.title", laying.name),
        seat=hand.seat,
        name=laying.name,
        heading=laying.say("lay.end") if hand.turn == END else turn_words(view, hand.turn),
        cells=tuple(_cells(laying, lit).values()),
        shapes=group_shapes(lit.groups, wide=hand.turn == END) if lit else "",
        said=Said(prompt=_prompt(laying), condition=condition, sentence=trial.sentence),
        keypad=_keypad(laying),
        face_page=Link.of("face", card=laying.unknown, **as_arguments(hand)) if laying.unknown else None,
        questions=questions(laying),
        entering=_entering(laying, trial, bool(laid)) if view.may_enter(hand.seat) else Entering(),
        problem=laying.problem or trial.problem,
        proposal=proposal(view, hand, args),
    )


def _entering(laying: Laying, trial: Trial, laid: bool) -> Entering:
    hand, say = laying.hand, laying.say
    take_back = Confirm(action="take-back", text=say("lay.take_back"), fields=hand.link.args, primary=False)
    return Entering(
        confirm=Confirm(action="lay", text=trial.confirm, fields=hand.link.args) if trial.confirm else None,
        take_back=take_back if laid else None,
        kept=say("lay.kept") if laid and hand.turn < laying.state.last else "",
    )


def entered(state: State, hand: Hand) -> Mapping[str, Any] | None:
    """Return what the seat has entered for this turn already."""
    return state.entries.get(entry_key(hand))


def _verify_turn(state: State, hand: Hand) -> None:
    if hand.turn == END:
        if not state.over or state.setup["players"][hand.seat]["ai"] != "AI-2":
            raise NoSuchPage("final")
    elif hand.turn > state.turn:
        raise NoSuchPage("turn")


# The keypad.


def _prompt(laying: Laying) -> str:
    hand = laying.hand
    if hand.pick in ("swap", "ai"):
        chosen = hand.swap if hand.pick == "swap" else hand.ai
        return laying.say("prompt.swap.second", chosen) if chosen and "." not in chosen else laying.say("prompt.swap")
    if hand.pick:
        return laying.say(f"prompt.{hand.pick}")
    if not hand.known_card or laying.refused:
        return laying.say("prompt.card")
    return "" if hand.cell else laying.say("prompt.cell")


def _keypad(laying: Laying) -> Keypad:
    hand = laying.hand
    if hand.pick in ("come", "out"):

        def come(typed: str) -> Link:
            return hand.link.but(come=typed, out="", pick="out" if len(typed) == 3 else "come")

        return card_keypad(hand.come, come, full=hand.pick == "out")

    def lay(typed: str) -> Link:
        return hand.link.but(**{**_FORGET, "card": typed})

    return card_keypad(hand.card, lay, full=bool(hand.pick or (hand.known_card and not laying.refused)))


# The tableau: what a tap does depends on what is being picked.


def _cells(laying: Laying, lit: Line | None) -> dict[str, Cell]:
    hand = laying.hand
    if hand.pick in ("swap", "ai"):
        return _swap_cells(laying, hand.pick)
    if hand.pick == "out" and hand.cell:
        return _out_cells(laying)
    names = (*CELLS, *EXTRA_CELLS) if hand.turn == END else CELLS
    cells = tableau_cells(laying.tableau, laying.view, names, laying.state.missing)
    worths = laying.worths() if laying.state.hints else {}
    # Where every cell pays the same, none is the best.
    best = max(worths.values(), default=0) if len(set(worths.values())) > 1 else 0
    for name in laying.legal():
        label, points, kind = laying.say("cell.free", name), "", "free"
        if name in worths:
            label, points = laying.say("cell.free.points", name, worths[name]), signed(worths[name])
            kind = "best" if worths[name] == best > 0 else "free"
        cells[name] = replace(cells[name], link=hand.link.but(cell=name), points=points, kind=kind, label=label)
    if hand.cell in laying.legal():
        drawing = card_drawing(hand.card, laying.face) if laying.face else ""
        chosen = laying.say("cell.chosen", hand.cell)
        cells[hand.cell] = replace(cells[hand.cell], kind="chosen", points="", svg=drawing, label=chosen)
    if lit:
        groups = light(cells, lit)
        cells = {name: replace(cell, groups=groups[name].groups) for name, cell in cells.items()}
    return cells


def _swap_cells(laying: Laying, pick: str) -> dict[str, Cell]:
    chosen = laying.hand.swap if pick == "swap" else laying.hand.ai
    first = chosen if "." not in chosen else ""
    tableau = laying.laid() if pick == "swap" else laying.at.tableau
    cells = tableau_cells(tableau, laying.view, faceless=laying.state.missing)
    for name, cell in cells.items():
        if name == first:
            cells[name] = replace(cell, kind="chosen", link=laying.hand.link.but(**{pick: ""}))
        elif not first and cell.svg and name != CELLS[AI_CELL]:
            cells[name] = replace(cell, kind="free", link=laying.hand.link.but(**{pick: name}))
        elif first and may_swap(tableau, first, name, laying.ai):
            link = laying.hand.link.but(**{pick: f"{first}.{name}", "pick": ""})
            cells[name] = replace(cell, kind="free", link=link)
    return cells


def _out_cells(laying: Laying) -> dict[str, Cell]:
    cells = tableau_cells(laying.laid(), laying.view, faceless=laying.state.missing)
    for name, points in laying.exchanges().items():
        shown = signed(points) if laying.state.hints else ""
        cells[name] = replace(cells[name], kind="free", points=shown, link=laying.hand.link.but(out=name, pick=""))
    return cells


# What is entered.


def lay(view: View[State], form: Fields) -> Change:
    """Enter a card."""
    state = view.state
    hand = read_hand(form, state)
    _verify_turn(state, hand)
    back = replace(hand, pick="").link
    play = hand.play(state)
    if play is None:
        raise Refused({"card": view.say("error.card_and_cell")}, back)
    cards = [hand.card, *([hand.come] if "exchange" in play else [])]
    for card in cards:
        if card not in state.faces:
            raise Refused({"card": view.say("error.face", card)}, back)
    # The cards of the others are on the table already: of two equal cards the second is refused. One that nobody has
    # named, and no swap before it: the table just before it need not be played again.
    others = {key: value for key, value in state.entries.items() if key != entry_key(hand)}
    problem = Laying(view, hand).problem if hand.ai or hand.card in mentioned(others) else ""
    after, wrong = attempt(state, hand, play) if not problem else (None, None)
    if wrong:
        problem = wrong.sentence(view.language)
    if problem:
        raise Refused({"card": problem}, back)
    return Change({entry_key(hand): play, **faces_to_keep(state, cards)}, _after(state, hand, after))


def _after(state: State, hand: Hand, after: State | None) -> Link:
    """Return where a card leads: to the seat that laid it; the last of a turn says so, the last of a round sums up."""
    if after is None or not hand.turn == state.turn < after.turn:
        return Link.of(seat=hand.seat)
    ends = round_over(after)
    return Link.of("round", n=ends) if ends else Link.of(seat=hand.seat, ended=hand.turn)


def faces_to_keep(state: State, cards: list[str]) -> dict[str, Any]:
    """Return entries that let the faces travel with the table, whatever becomes of the deck."""
    if deck_name(state.entries) == DEMO:
        return {}
    faces = {f"face/{card}": state.faces[card] for card in cards if card in state.faces}
    return {key: face for key, face in faces.items() if state.entries.get(key) != face}


def take_back(view: View[State], form: Fields) -> Change:
    """Take back a card that was entered."""
    hand = read_hand(form, view.state)
    if entered(view.state, hand) is None:
        raise NoSuchPage("nothing entered")
    return Change({entry_key(hand): None}, Link.of(seat=hand.seat))
