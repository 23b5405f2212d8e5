"""What is entered about the square: first cards, turns, takings; and all turns so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.errors import CompanionError
from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.pilier.document import MOST_TURNS, Turn
from companion.games.pilier.pages.hand import Hand, read_hand
from companion.games.pilier.pages.home import HomePage, home_page, turn_at
from companion.games.pilier.pages.state import State, card_taken, fitting_takes, turn_of
from companion.games.pilier.pages.trial import why_not
from companion.games.pilier.pages.words import card_words, error_words
from companion.games.pilier.replay import play
from companion.games.pilier.rules import FIRST_CARDS, SIDE
from companion.pages.fields import Fields
from companion.pages.parts import Confirm


class TurnView(PagePart):
    """A turn in words."""

    number: int
    name: str
    text: str
    takes: tuple[str, ...]
    link: Link | None


class TurnsPage(Page):
    """All turns, newest first."""

    turns: tuple[TurnView, ...]
    later: int  # turns that wait behind one that does not fit
    may: bool


def enter_first(view: View[State], form: Fields) -> Change:
    """Lay one of the first cards."""
    hand = read_hand(form)
    card, cell = hand.card, hand.place
    if card is None or cell is None:
        raise NoSuchPage("first")
    if cell.row not in range(SIDE) or cell.column not in range(SIDE):
        raise NoSuchPage("cell")
    if cell in view.state.first or len(view.state.first) >= FIRST_CARDS:
        raise Refused({"card": view.say("error.first", FIRST_CARDS)}, Link())
    return Change({f"first/{cell}": str(card)}, Link())


def first_back(view: View[State], form: Fields) -> Change:
    """Take one of the first cards away again."""
    key = f"first/{form.get('cell', '')}"
    if key not in view.entries or view.state.positions:
        raise NoSuchPage(key)
    return Change({key: None}, Link())


def lay(view: View[State], form: Fields) -> Change:
    """Enter a card that was laid."""
    state = view.state
    hand = read_hand(form)
    number = _number(state, hand, form)
    card, cell = hand.card, hand.place
    back = Hand(**{**vars(hand), "turn": hand.turn if hand.turn != str(state.turn) else ""}).link
    if card is None or cell is None:
        raise Refused({"card": view.say("error.card_and_cell")}, back)
    position = state.positions[number - 1]
    if position.phase:
        raise Refused({"card": view.say("error.phase", state.names[position.phase.seat])}, Link())
    if position.finished:
        raise Refused({"card": view.say("phase.over")}, Link())
    if reasons := why_not(position.square, card, cell, view):
        raise Refused({"card": " ".join(reasons)}, back)
    try:
        play(position, Turn(card, cell, hand.line), state.names)
    except CompanionError as error:
        raise Refused({"card": error_words(error, view)}, back) from None
    entry = {"card": str(card), "cell": str(cell), **({"line": hand.line} if hand.line else {})}
    return _entered(state, number, entry)


def pass_turn(view: View[State], form: Fields) -> Change:
    """Enter that somebody could not lay a card."""
    state = view.state
    hand = read_hand(form)
    number = _number(state, hand, form)
    if state.positions[number - 1].finished or state.positions[number - 1].phase:
        raise NoSuchPage("pass")
    return _entered(state, number, {"pass": True})


def _number(state: State, hand: Hand, form: Fields) -> int:
    """Return the turn of a form, whose seat must be the one that the form names."""
    if not state.positions:
        raise NoSuchPage("the first cards come first")
    number, _ = turn_at(state, hand)
    if number > MOST_TURNS or form.own_seat() != state.seat_of_turn(number):
        raise NoSuchPage("seat")
    return number


def _entered(state: State, number: int, entry: dict[str, Any]) -> Change:
    """Return a turn as an entry; what was taken after another version of it goes with that one."""
    changes: dict[str, Any] = {f"turn/{number}": entry}
    if state.entries.get(f"turn/{number}") != entry:
        changes |= {key: None for key in state.entries if key.startswith(f"take/{number}/")}
    return Change(changes, Link())


def take(view: View[State], form: Fields) -> Change:
    """Enter a card that somebody takes in a scoring phase."""
    state = view.state
    position = state.position
    cell = read_hand(form).place
    if cell is None:
        raise NoSuchPage("take")
    if position is None or position.phase is None or form.own_seat() != position.phase.seat:
        raise Refused({"card": view.say("error.moved_on")}, Link())
    if cell not in position.phase.line or cell not in position.square.cards:
        raise Refused({"card": view.say("error.moved_on")}, Link())
    if cell not in position.takeable:
        raise Refused({"card": view.say("why.parts")}, Link.of(cell=cell))
    number = state.turn - 1
    return Change({f"take/{number}/{len(fitting_takes(state, number))}": str(cell)}, Link())


def last_entered(state: State) -> tuple[str, int] | None:
    """Return the key of what was entered last on the square, a card taken or a turn, and the seat that did it."""
    number = len(state.positions) - 1
    if number < 1:
        return None
    takes, first = fitting_takes(state, number), state.seat_of_turn(number)
    if takes:
        return f"take/{number}/{len(takes) - 1}", (first + len(takes) - 1) % len(state.names)
    return f"turn/{number}", first


def square_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table, with the way back beside the square."""
    page, found = home_page(view, args), last_entered(view.state)
    if found is None or not view.may_enter(found[1]):
        return page
    text = view.say("undo", view.say("undo.take" if found[0].startswith("take/") else "undo.turn"))
    fields = {"seat": str(found[1]), "key": found[0]}
    return replace(page, undo=Confirm(action="undo", text=text, fields=fields, primary=False))


def undo(view: View[State], form: Fields) -> Change:
    """Take back what was entered last on the square."""
    found = last_entered(view.state)
    if found is None or found[0] != form.get("key") or form.own_seat() != found[1]:
        raise Refused({"card": view.say("error.moved_on")}, Link())
    return Change({found[0]: None}, Link())


def forget(view: View[State], form: Fields) -> Change:
    """Take away all turns that no longer fit."""
    state = view.state
    gone = [key for key in state.entries if key.startswith(("turn/", "take/")) and int(key.split("/")[1]) >= state.turn]
    if not gone:
        raise NoSuchPage("nothing to forget")
    return Change(dict.fromkeys(gone), Link())


def turns_page(view: View[State], args: Fields) -> TurnsPage:
    """Return all turns."""
    state = view.state
    found = []
    for number in range(1, len(state.positions)):
        seat, turn = state.seat_of_turn(number), turn_of(state.entries, number)
        text = card_words(turn.card, view) if turn.card else view.say("turns.pass")
        link = Link.of(turn=number) if view.may_enter(seat) else None
        found.append(TurnView(number=number, name=state.names[seat], text=text, takes=_takes(view, number), link=link))
    misfits = len(state.later) + bool(state.problem)
    may = view.plays
    return TurnsPage(title=view.say("menu.turns"), turns=tuple(reversed(found)), later=misfits, may=may)


def _takes(view: View[State], number: int) -> tuple[str, ...]:
    """Return who took what in the scoring phase of a turn."""
    state = view.state
    first, found = state.seat_of_turn(number), []
    for at, cell in enumerate(fitting_takes(state, number)):
        card = card_taken(state, number, str(cell))
        assert card is not None
        found.append(f"{state.names[(first + at) % len(state.names)]} {card_words(card, view)}")
    return tuple(found)
