"""The home of a table: the square, the card that is tried, or the card that is taken; and the one thing to do next."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import CompanionError
from companion.core.table import Link, NoSuchPage, Page, PagePart, View
from companion.games.pilier.pages.board import Board, first_board, play_board, proposed_places
from companion.games.pilier.pages.draw import reach_svg
from companion.games.pilier.pages.hand import Hand, read_hand
from companion.games.pilier.pages.photo import (
    Proposal,
    first_confirm,
    first_proposal,
    first_seen,
    photo_form,
    proposal,
)
from companion.games.pilier.pages.state import State, turn_of
from companion.games.pilier.pages.trial import Trial, try_card, why_not
from companion.games.pilier.pages.words import called_at, card_drawn, card_words, error_words
from companion.games.pilier.replay import Position
from companion.games.pilier.rules import COLOURS, FIRST_CARDS, SIDE
from companion.games.pilier.square import Square
from companion.pages.fields import Fields
from companion.pages.parts import Button, Confirm, Option, PhotoForm, button, form_button, menu, options, to_scores

_UNTRIED = Trial()


class Holding(PagePart):
    """What lies in front of somebody: tokens, and the cards taken, drawn and in words, by colour."""

    name: str
    tokens: int
    cards: tuple[tuple[str, str], ...]


class Held(PagePart):
    """What lies in front of everybody, and how many cards are in the pile."""

    seats: tuple[Holding, ...]
    pile: str


class InHand(PagePart):
    """The card in hand: its traits to choose, what it would do, and the line where it starts two phases."""

    rows: tuple[tuple[str, tuple[Option, ...]], ...] = ()
    trial: Trial = _UNTRIED
    lines: tuple[Option, ...] = ()  # row or column
    cancel: Link | None = None


_NOTHING_IN_HAND = InHand()


class HomePage(Page):
    """The table."""

    phase: str
    lead: str = ""
    board: Board | None
    in_hand: InHand = _NOTHING_IN_HAND
    confirms: tuple[Confirm, ...] = ()
    undo: Confirm | None = None  # what was entered last
    held: Held | None = None  # once the first cards lie
    problem: str
    photo: PhotoForm | None = None  # a photo of the square
    proposal: Proposal | None = None  # what one has shown
    menu: tuple[Button, ...]
    next: tuple[Button, ...] = ()


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the table as it stands, with what is chosen."""
    hand = read_hand(args)
    if view.state.positions:
        return replace(_play_page(view, hand), proposal=proposal(view, args))
    seen = first_seen(view, args)
    if not seen:
        return _first_page(view, hand)
    # What a photo shows of the first cards is looked at before it is entered.
    named = {cell: one.card for cell, one in seen.items() if one.card}
    page, confirm = _first_page(view, hand), first_confirm(view, args, seen)
    board, found = first_board(named, hand, view, False), first_proposal(view, seen)
    return replace(page, board=board, proposal=found, confirms=(confirm,) if confirm and view.plays else (), lead="")


def _menu(view: View[State]) -> tuple[Button, ...]:
    pages = [*(("turns", "limit") if view.state.positions else ()), "count", "claim", "cards", "teach", "settings"]
    return menu(view, {f"menu.{page}": Link(page) for page in pages})


# The first five cards.


def _first_page(view: View[State], hand: Hand) -> HomePage:
    """Return the empty square: a cell is chosen, then its card; a card that lies there can go again."""
    state, start = view.state, not view.state.first and not hand.place
    hand = _at_next_place(view, hand)
    page = HomePage(
        title=view.say("first.title"),
        phase=view.say("first.title"),
        board=first_board(state.first, hand, view, view.plays),
        problem=view.errors.get("card", "") or _first_problem(view),
        photo=photo_form(view) if not state.first else None,
        menu=_menu(view),
        next=_counting(view) if start or any(state.counted) else (),
    )
    missing = FIRST_CARDS - len(state.first)
    if missing > 0:
        page = replace(page, lead=view.say("first.lead") if start else view.say("first.missing", missing))
    if not view.plays:
        return page
    lying = state.first.get(hand.place) if hand.place else None
    if lying:
        text = view.say("first.back", card_words(lying, view))
        back = Confirm(action="first-back", text=text, fields={"cell": str(hand.place)}, primary=False)
        return replace(page, confirms=(back,))
    return _choosing_first(view, hand, page) if missing > 0 else page


def _at_next_place(view: View[State], hand: Hand) -> Hand:
    """Return the hand at the next of the proposed places, as long as the table keeps to them."""
    free = proposed_places(view.state.first)
    return replace(hand, cell=str(free[0])) if free and view.plays and not hand.cell else hand


def _choosing_first(view: View[State], hand: Hand, page: HomePage) -> HomePage:
    if not hand.place:
        return replace(page, in_hand=InHand(trial=Trial(says=(view.say("first.cell"),))))
    page = replace(page, in_hand=InHand(rows=hand.rows(view), trial=Trial(says=(view.say("first.card"),))))
    if not hand.card:
        return page
    text = view.say("first.enter", card_words(hand.card, view))
    return replace(page, confirms=(Confirm(action="first", text=text, fields=hand.link.args),))


def _first_problem(view: View[State]) -> str:
    first, later = view.state.first, view.state.later
    if len(first) > FIRST_CARDS:
        return view.say("problem.too_many", len(first), FIRST_CARDS)
    return view.say("problem.first", len(later)) if later else ""


def _counting(view: View[State]) -> tuple[Button, ...]:
    """Return the way to the counting of everybody who has not counted."""
    state = view.state
    if state.over:
        return (to_scores(view),)
    for seat, name in enumerate(state.names):
        if view.may_enter(seat) and not state.counted[seat]:
            return (button(view, Link.of("count", seat=seat), "next.count", name),)
    return ()


# Turns and scoring phases.


def turn_at(state: State, hand: Hand) -> tuple[int, Position]:
    """Return the turn that is entered and the position before it; an earlier one can be entered again."""
    number = int(hand.turn) if hand.turn else state.turn
    if not 1 <= number <= len(state.positions):
        raise NoSuchPage("turn")
    return number, state.positions[number - 1]


def _play_page(view: View[State], hand: Hand) -> HomePage:
    state = view.state
    number, position = turn_at(state, hand)
    if hand.turn and not (hand.colour or hand.cell) and f"turn/{number}" in state.entries:
        hand = _entered(state, hand, number)
    if position.phase:
        return _taking_page(view, hand, position)
    title, over = view.say("turn.title", number, state.names[state.seat_of_turn(number)]), position.finished
    page = HomePage(
        title=title,
        phase=view.say("phase.over") if over and not hand.turn else title,
        board=play_board(position, hand, view),
        held=_held(view, position),
        problem=_problem(view),
        menu=_menu(view),
        next=_counting(view) if (over and not hand.turn) or any(state.counted) else (),
        in_hand=InHand(cancel=Link() if hand != Hand() else None),
    )
    if over and not hand.turn:
        return page
    fresh = hand == Hand() and view.may_enter(state.seat_of_turn(number))
    return _trying(view, replace(page, photo=photo_form(view) if fresh else None), hand, number)


def _trying(view: View[State], page: HomePage, hand: Hand, number: int) -> HomePage:
    """Return the page with the card in hand tried on its cell, for whoever looks at it."""
    state, position, trial = view.state, view.state.positions[number - 1], Trial()
    mine = state.seat_of_turn(number) if view.seat is None else view.seat
    if hand.card and hand.place and not position.finished:
        trial = try_card(position, hand.card, hand.place, mine, state.names, view)
    return replace(
        page,
        lead=_lead(view, hand, number),
        in_hand=replace(
            page.in_hand,
            rows=hand.rows(view) if view.plays else (),
            trial=trial,
            lines=_lines(trial, hand, view),
        ),
        confirms=_confirms(view, hand, trial, number),
    )


def _entered(state: State, hand: Hand, number: int) -> Hand:
    turn = turn_of(state.entries, number)
    if turn.card is None or turn.cell is None:
        return hand
    card = turn.card
    return replace(
        hand, colour=card.colour, value=str(card.value), symbol=card.symbol, cell=str(turn.cell), line=turn.line
    )


def _lead(view: View[State], hand: Hand, number: int) -> str:
    seat = view.state.seat_of_turn(number)
    if not view.plays:
        return ""
    if not hand.card:
        own = view.everybody or view.seat == seat
        return view.say("turn.choose") if own else view.say("turn.try", view.state.names[seat])
    return "" if hand.cell else view.say("turn.cell")


def _lines(trial: Trial, hand: Hand, view: View[State]) -> tuple[Option, ...]:
    if len(trial.phases) < 2:
        return ()
    return options(hand.link, "line", {line: view.say(f"line.{line}") for line in trial.phases}, hand.line)


def _confirms(view: View[State], hand: Hand, trial: Trial, number: int) -> tuple[Confirm, ...]:
    state = view.state
    seat = state.seat_of_turn(number)
    if not view.may_enter(seat):
        return ()
    fields = {"seat": str(seat), "turn": str(number)}
    if hand.card and hand.place and not trial.why_not and (len(trial.phases) < 2 or hand.line):
        return (form_button(view, "lay", {**hand.link.args, **fields}, "turn.enter", card_words(hand.card, view)),)
    if hand.card or hand.cell:
        return ()
    right = state.names[(seat - 1) % len(state.names)]
    key = "turn.pass" if state.positions[number - 1].tokens[seat] else "turn.pass.none"
    return (form_button(view, "pass", fields, key, state.names[seat], right, primary=False),)


def _taking_page(view: View[State], hand: Hand, position: Position) -> HomePage:
    state = view.state
    phase = position.phase
    assert phase is not None
    name = state.names[phase.seat]
    following = state.names[(phase.seat + 1) % len(state.names)]
    cell, takeable = hand.place, position.takeable
    says, why, confirms = [view.say("take.lead", name)], [], []
    if cell in phase.line and cell in position.square.cards and cell not in takeable:
        why.append(view.say("why.parts"))
    elif cell in takeable and cell:
        card = position.square.cards[cell]
        left = position.square.without(cell).takeable(phase.line)
        says = [view.say("take.next", following) if left else view.say("take.last")]
        if view.may_enter(phase.seat):
            fields = {"seat": str(phase.seat), "cell": str(cell)}
            confirms.append(form_button(view, "take", fields, "take.enter", name, card_words(card, view)))
    return HomePage(
        title=view.say("take.title", name),
        phase=view.say("take.title", name),
        board=play_board(position, hand, view),
        in_hand=InHand(trial=Trial(why_not=tuple(why), says=tuple(says))),
        confirms=tuple(confirms),
        held=_held(view, position),
        problem=_problem(view),
        photo=photo_form(view) if not cell else None,
        menu=_menu(view),
    )


def _held(view: View[State], position: Position) -> Held:
    found = []
    for seat, name in enumerate(view.state.names):
        cards = sorted(position.won[seat], key=lambda card: (COLOURS.index(card.colour), -card.value))
        drawn = tuple((card_drawn(card, view), card_words(card, view)) for card in cards)
        found.append(Holding(name=name, tokens=position.tokens[seat], cards=drawn))
    pile = view.say("pile", position.pile) if position.pile else view.say("pile.empty")
    return Held(seats=tuple(found), pile=pile)


def _problem(view: View[State]) -> str:
    state = view.state
    if error := view.errors.get("card"):
        return error
    if state.problem:
        return _misfit(view, state.problem)
    return view.say("problem.later", len(state.later)) if state.later else ""


def _misfit(view: View[State], problem: CompanionError) -> str:
    """Return why the next turn as it was entered does not fit any more, in words of the table."""
    state = view.state
    position, turn = state.positions[-1], turn_of(state.entries, state.turn)
    if position.phase:
        return view.say("problem.phase", state.turn)
    reasons: tuple[str, ...] = ()
    if turn.card and turn.cell:
        reasons = why_not(position.square, turn.card, turn.cell, view)
    return view.say("problem.turn", state.turn, " ".join(reasons) or error_words(problem, view))


# What the square may still become.


class LimitPage(Page):
    """Where the limit of 6 x 6 lies."""

    drawing: str
    says: tuple[str, ...]


def limit_page(view: View[State], args: Fields) -> LimitPage:
    """Return how far the cards may still spread."""
    position = view.state.position
    if position is None:
        raise NoSuchPage("no square yet")
    square = position.square
    drawing = reach_svg(square, view.say("limit.drawing", SIDE), called_at(view))
    return LimitPage(title=view.say("limit.title"), drawing=drawing, says=limit_words(square, view))


def limit_words(square: Square, view: View[State]) -> tuple[str, ...]:
    """Return in words how many rows and columns may still come, and on which sides."""
    rows, columns = ({getattr(cell, axis) for cell in square.cards} for axis in ("row", "column"))
    down, right = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    squares = len(list(square.squares()))
    return (
        view.say("limit.size", down, right),
        view.say("limit.rows", SIDE - down) if down < SIDE else view.say("limit.no_rows"),
        view.say("limit.columns", SIDE - right) if right < SIDE else view.say("limit.no_columns"),
        view.say("limit.squares" if squares > 1 else "limit.one", squares, SIDE),
        view.say("limit.later"),
    )
