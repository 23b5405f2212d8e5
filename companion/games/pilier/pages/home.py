"""The home of a table: the square, the card that is tried, or the card that is taken; and the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.errors import CompanionError
from companion.core.table import Link, NoSuchPage, Page, View
from companion.games.pilier.pages.board import Board, first_board, play_board
from companion.games.pilier.pages.draw import reach_svg
from companion.games.pilier.pages.hand import Hand, read_hand
from companion.games.pilier.pages.state import State, turn_of
from companion.games.pilier.pages.trial import Trial, try_card, why_not
from companion.games.pilier.pages.words import card_words, problem_words, say
from companion.games.pilier.replay import Position
from companion.games.pilier.rules import FIRST_CARDS, SIDE
from companion.games.pilier.square import Square
from companion.pages.fields import Fields
from companion.pages.parts import Button, Option


@dataclass(frozen=True)
class Deed:
    """A form with one button."""

    action: str
    text: str
    fields: tuple[tuple[str, str], ...]
    primary: bool = True


@dataclass(frozen=True)
class HomePage(Page):
    """The table."""

    phase: str
    lead: str
    board: Board | None
    rows: tuple[tuple[str, tuple[Option, ...]], ...]
    says: tuple[str, ...]
    why_not: tuple[str, ...]
    choice: tuple[Option, ...]  # row or column
    deeds: tuple[Deed, ...]
    tokens: tuple[tuple[str, int, int], ...]  # name, tokens, cards taken
    pile: str
    problem: str
    more: tuple[Button, ...]
    next: tuple[Button, ...]
    cancel: Link | None


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the table as it stands, with what is chosen."""
    state = view.state
    hand = read_hand(args)
    if not state.positions:
        return _first_page(view, state, hand)
    return _play_page(view, state, hand)


def _may(view: View[State]) -> bool:
    return view.plays


def _more(view: View[State], state: State) -> tuple[Button, ...]:
    language = view.language
    found = [("count", Link("count")), ("claim", Link("claim")), ("cards", Link("cards"))]
    if state.positions:
        found = [("turns", Link("turns")), ("limit", Link("limit")), *found]
    found += [("settings", Link("settings")), ("history", Link("history"))]
    return tuple(Button(say(language, f"menu.{key}"), link) for key, link in found)


# The first five cards.


def _first_page(view: View[State], state: State, hand: Hand) -> HomePage:
    language, first, may = view.language, state.first, _may(view)
    missing = FIRST_CARDS - len(first)
    deeds: list[Deed] = []
    place, card = hand.place, hand.card
    lying = first.get(place) if place else None
    if may and place and lying:
        fields = (("cell", str(place)),)
        deeds.append(Deed("first-back", say(language, "first.back", card_words(lying, language)), fields, False))
    elif may and place and card and missing > 0:
        deeds.append(
            Deed("first", say(language, "first.enter", card_words(card, language)), tuple(hand.link.args.items()))
        )
    says = () if lying or missing <= 0 else (say(language, "first.cell" if not place else "first.card"),)
    later = say(language, "problem.first", len(state.later)) if state.later else ""
    if missing < 0:
        later = say(language, "problem.too_many", len(first), FIRST_CARDS)
    choosing = bool(place and not lying and may and missing > 0)
    start = not first and not place
    return HomePage(
        "home.html",
        say(language, "first.title"),
        say(language, "first.title"),
        say(language, "first.lead") if start else say(language, "first.missing", missing) if missing > 0 else "",
        first_board(first, hand, language, may),
        hand.rows(language) if choosing else (),
        says if may and not start else (),
        (),
        (),
        tuple(deeds),
        (),
        "",
        view.errors.get("card", "") or later,
        _more(view, state),
        _counting(view, state) if start or any(state.counted) else (),
        None,
    )


def _counting(view: View[State], state: State) -> tuple[Button, ...]:
    """Return the way to the counting of everybody who has not counted."""
    language = view.language
    if state.over:
        return (Button(say(language, "next.scores"), Link("scores")),)
    for seat, name in enumerate(state.names):
        if view.may_enter(seat) and not state.counted[seat]:
            return (Button(say(language, "next.count", name), Link("count", {"seat": str(seat)})),)
    return ()


# Turns and scoring phases.


def turn_at(state: State, hand: Hand) -> tuple[int, Position]:
    """Return the turn that is entered and the position before it; an earlier one can be entered again."""
    number = int(hand.turn) if hand.turn else state.turn
    if not 1 <= number <= len(state.positions):
        raise NoSuchPage("turn")
    return number, state.positions[number - 1]


def _play_page(view: View[State], state: State, hand: Hand) -> HomePage:
    language = view.language
    number, position = turn_at(state, hand)
    if hand.turn and not (hand.colour or hand.cell) and f"turn/{number}" in state.entries:
        hand = _entered(state, hand, number)
    if position.phase:
        return _taking_page(view, state, hand, position)
    seat = state.seat_of_turn(number)
    mine = view.seat if view.seat is not None else seat
    trial = Trial()
    if hand.card and hand.place and not position.finished:
        trial = try_card(position, hand.card, hand.place, mine, state.names, language)
    over = position.finished and not hand.turn
    return HomePage(
        "home.html",
        say(language, "turn.title", number, state.names[seat]),
        say(language, "phase.over") if over else say(language, "turn.title", number, state.names[seat]),
        _lead(view, state, hand, number, over),
        play_board(position, hand, language),
        () if over or not _may(view) else hand.rows(language),
        trial.says,
        trial.why_not,
        _lines(trial, hand, language),
        () if over else _deeds(view, state, hand, trial, number),
        _tokens(state, position),
        say(language, "pile", position.pile) if position.pile else say(language, "pile.empty"),
        _problem(view, state),
        _more(view, state),
        _counting(view, state) if over or any(state.counted) else (),
        Link() if hand.turn or hand.colour or hand.cell or hand.value or hand.symbol else None,
    )


def _entered(state: State, hand: Hand, number: int) -> Hand:
    turn = turn_of(state.entries, number)
    if turn.card is None or turn.cell is None:
        return hand
    card = turn.card
    return replace(
        hand, colour=card.colour, value=str(card.value), symbol=card.symbol, cell=str(turn.cell), line=turn.line
    )


def _lead(view: View[State], state: State, hand: Hand, number: int, over: bool) -> str:
    language, seat = view.language, state.seat_of_turn(number)
    if over or not _may(view):
        return ""
    if not hand.card:
        own = view.everybody or view.seat == seat
        return say(language, "turn.choose") if own else say(language, "turn.try", state.names[seat])
    return "" if hand.cell else say(language, "turn.cell")


def _lines(trial: Trial, hand: Hand, language: str) -> tuple[Option, ...]:
    if len(trial.phases) < 2:
        return ()
    return tuple(
        Option(say(language, f"line.{line}"), hand.link.but(line=line), hand.line == line) for line in trial.phases
    )


def _deeds(view: View[State], state: State, hand: Hand, trial: Trial, number: int) -> tuple[Deed, ...]:
    seat, language = state.seat_of_turn(number), view.language
    if not view.may_enter(seat):
        return ()
    fields = (("seat", str(seat)), ("turn", str(number)))
    if hand.card and hand.place and not trial.why_not and (len(trial.phases) < 2 or hand.line):
        mine = tuple((key, value) for key, value in hand.link.args.items() if key != "turn")
        return (Deed("lay", say(language, "turn.enter", card_words(hand.card, language)), (*fields, *mine)),)
    if hand.card or hand.cell:
        return ()
    right = state.names[(seat - 1) % len(state.names)]
    key = "turn.pass" if state.positions[number - 1].tokens[seat] else "turn.pass.none"
    return (Deed("pass", say(language, key, state.names[seat], right), fields, False),)


def _taking_page(view: View[State], state: State, hand: Hand, position: Position) -> HomePage:
    language, phase = view.language, position.phase
    assert phase is not None
    name = state.names[phase.seat]
    following = state.names[(phase.seat + 1) % len(state.names)]
    cell, takeable = hand.place, position.takeable
    says, why, deeds = [say(language, "take.lead", name)], [], []
    if cell in phase.line and cell in position.square.cards and cell not in takeable:
        why.append(say(language, "why.parts"))
    elif cell in takeable and cell:
        card = position.square.cards[cell]
        left = position.square.without(cell).takeable(phase.line)
        says = [say(language, "take.next", following) if left else say(language, "take.last")]
        if view.may_enter(phase.seat):
            fields = (("seat", str(phase.seat)), ("cell", str(cell)))
            deeds.append(Deed("take", say(language, "take.enter", name, card_words(card, language)), fields))
    return HomePage(
        "home.html",
        say(language, "take.title", name),
        say(language, "take.title", name),
        "",
        play_board(position, hand, language),
        (),
        tuple(says),
        tuple(why),
        (),
        tuple(deeds),
        _tokens(state, position),
        say(language, "pile", position.pile) if position.pile else say(language, "pile.empty"),
        _problem(view, state),
        _more(view, state),
        (),
        None,
    )


def _tokens(state: State, position: Position) -> tuple[tuple[str, int, int], ...]:
    return tuple((name, position.tokens[seat], len(position.won[seat])) for seat, name in enumerate(state.names))


def _problem(view: View[State], state: State) -> str:
    language = view.language
    if error := view.errors.get("card"):
        return error
    if state.problem:
        return _misfit(state, state.problem, language)
    return say(language, "problem.later", len(state.later)) if state.later else ""


def _misfit(state: State, problem: CompanionError, language: str) -> str:
    """Return why the next turn as it was entered does not fit any more, in words of the table."""
    position, turn = state.positions[-1], turn_of(state.entries, state.turn)
    if position.phase:
        return say(language, "problem.phase", state.turn)
    reasons: tuple[str, ...] = ()
    if turn.card and turn.cell:
        reasons = why_not(position.square, turn.card, turn.cell, language)
    return say(language, "problem.turn", state.turn, " ".join(reasons) or problem_words(problem, language))


# What the square may still become.


@dataclass(frozen=True)
class LimitPage(Page):
    """Where the limit of 6 x 6 lies."""

    drawing: str
    says: tuple[str, ...]


def limit_page(view: View[State], args: Fields) -> LimitPage:
    """Return how far the cards may still spread."""
    state = view.state
    position = state.position
    if position is None:
        raise NoSuchPage("no square yet")
    language, square = view.language, position.square
    label = say(language, "limit.drawing", SIDE)
    return LimitPage(
        "limit.html", say(language, "limit.title"), reach_svg(square, label), limit_words(square, language)
    )


def limit_words(square: Square, language: str) -> tuple[str, ...]:
    """Return in words how many rows and columns may still come, and on which sides."""
    rows, columns = ({getattr(cell, axis) for cell in square.cards} for axis in ("row", "column"))
    down, right = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    squares = len(list(square.squares()))
    return (
        say(language, "limit.size", down, right),
        say(language, "limit.rows", SIDE - down) if down < SIDE else say(language, "limit.no_rows"),
        say(language, "limit.columns", SIDE - right) if right < SIDE else say(language, "limit.no_columns"),
        say(language, "limit.squares" if squares > 1 else "limit.one", squares, SIDE),
        say(language, "limit.later"),
    )
