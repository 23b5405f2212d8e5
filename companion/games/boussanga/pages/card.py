"""A combination card: its tokens, and the places where it can be laid or found."""

from __future__ import annotations

from collections import Counter
from itertools import product

from companion.core.errors import Illegal
from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.boussanga.board import CELLS, EMPTY, lots
from companion.games.boussanga.cards import (
    ORIENTATIONS,
    Card,
    Placement,
    Token,
    aligning,
    finds,
    placements,
    verify_find,
    verify_lay,
)
from companion.games.boussanga.pages.board import taken_off
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.parts import Spot, colour_keys, spots
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words
from companion.games.boussanga.rules import ALIGNED, CARD_SIDE, CARD_TOKENS, GOAL
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, form_button
from companion.pages.state import next_number

_MOST_SHOWN = 24
_PLACES = {f"{cell}.{turn}": (cell, turn) for cell in CELLS for turn in ORIENTATIONS}


class CardPage(Page):
    """The card on a small grid, then the board with the card on it."""

    seat: int
    name: str
    pad: tuple[Spot, ...]
    inks: tuple[Option, ...]
    lead: str
    problem: str = ""
    heading: str = ""
    options: tuple[Option, ...]
    spots: tuple[Spot, ...] = ()
    confirm: Confirm | None = None
    clear: Link


def card_code(card: Card) -> str:
    """Return a card as addresses write it: '00red.01red.11blue'."""
    return ".".join(f"{token.row}{token.column}{token.colour}" for token in card)


def read_card_code(fields: Fields, colours: tuple[str, ...]) -> Card:
    """Return the card of an address; it may be incomplete."""
    side = range(CARD_SIDE)
    known = {card_code((token,)): token for token in map(Token._make, product(side, side, colours))}
    card = tuple(known[code] for code in fields.words("card", known, max(CARD_TOKENS)))
    if len({token[:2] for token in card}) < len(card):
        raise NoSuchPage("card")
    return card


def card_page(view: View[State], args: Fields) -> CardPage:
    """Return the page on which a card is drawn and its places are shown."""
    state = view.state
    if not state.finder:
        raise NoSuchPage("card")
    seat, colours = args.own_seat(), state.colours
    card = read_card_code(args, colours)
    ink = args.word("ink", colours, colours[0])
    here = Link.of("card", seat=seat, card=card_code(card), ink=ink)
    whole = len(card) in CARD_TOKENS
    found = _places(state, card) if whole else ()
    chosen = next((one for one in found if place_code(one) == args.get("place")), None)
    board = state.board.with_tokens(chosen.tokens) if chosen else state.board
    kinds = dict.fromkeys(chosen.tokens, "new") if chosen else {}
    if chosen and not state.record.cooperative:
        kinds |= {cell: "lit" for alignment in chosen.alignments for cell in alignment.cells}
    return CardPage(
        title=view.say("card.title"),
        seat=seat,
        name=state.names[seat],
        pad=_pad(card, ink, here, view),
        inks=colour_keys(colours, ink, here, "ink", view),
        lead=view.say("card.lead"),
        problem=view.errors.get("card", ""),
        heading=_heading(view, card, found) if whole else "",
        options=tuple(_option(view, one, one is chosen, here) for one in found[:_MOST_SHOWN]),
        spots=spots(board, view, None, kinds) if whole else (),
        confirm=form_button(
            view,
            "lay",
            {"seat": str(seat), "card": card_code(card), "place": place_code(chosen)},
            "card.find" if state.record.cooperative else "card.lay",
        )
        if chosen
        else None,
        clear=here.but(card="", place=""),
    )


def _pad(card: Card, ink: str, here: Link, view: View[State]) -> tuple[Spot, ...]:
    """Return the grid of the card: touching a place lays a token of the ink in hand, or takes it off."""
    lying = {(token.row, token.column): token for token in card}
    found = []
    for row in range(CARD_SIDE):
        for column in range(CARD_SIDE):
            token = lying.get((row, column))
            rest = tuple(one for one in card if one is not token)
            after: Card | None = rest
            if token is None or token.colour != ink:
                after = (*rest, Token(row, column, ink)) if len(rest) < max(CARD_TOKENS) else None
            what = colour_words(token.colour, view) if token else view.say("cell.empty")
            label = view.say("card.place", row + 1, column + 1, what)
            link = here.but(card=card_code(after), place="") if after is not None else None
            found.append(Spot(svg=token_svg(token.colour if token else EMPTY, view), label=label, link=link))
    return tuple(found)


def _places(state: State, card: Card) -> tuple[Placement, ...]:
    """Return where the card lies whole (cooperative) or where it would make an alignment, the best first."""
    if state.record.cooperative:
        return finds(state.board, card)
    reserve = state.reserve
    return tuple(sorted(aligning(state.board, card, reserve), key=lambda place: -_points(state, place)))


def _points(state: State, place: Placement) -> int:
    bundles = lots(place.alignments, state.record.rulings["crossing"])
    return sum(lot.kept * state.record.values[lot.colour] for lot in bundles)


def _heading(view: View[State], card: Card, found: tuple[Placement, ...]) -> str:
    state = view.state
    if not state.kept:
        return view.say("card.no_board")
    if state.record.cooperative:
        return view.say("card.finds" if found else "card.finds.none", len(found))
    every = len(placements(state.board, card, state.reserve))
    return view.say("card.aligning" if found else "card.aligning.none", len(found), every)


def place_code(place: Placement) -> str:
    """Return a place as addresses write it: cell of the first token and eighths of a turn."""
    return f"{place.cell}.{place.orientation}"


def _option(view: View[State], place: Placement, chosen: bool, here: Link) -> Option:
    state = view.state
    cells = " ".join(str(cell) for cell in sorted(place.tokens))
    label = view.say("card.option", cells, view.say(f"turned.{place.orientation}"))
    points = "" if state.record.cooperative else f"+{_points(state, place)}"
    return Option(label=label, link=here.but(place=place_code(place)), chosen=chosen, points=points)


def lay_card(view: View[State], form: Fields) -> Change:
    """Lay a card: missing tokens come to the board, alignments leave it; together: found tokens are collected."""
    state, seat = view.state, form.own_seat()
    card = read_card_code(form, state.colours)
    if not (named := form.word("place", _PLACES)):
        raise NoSuchPage("place")
    cell, orientation = _PLACES[named]
    back = Link.of("card", seat=seat, card=form.get("card", ""))
    if len(card) not in CARD_TOKENS:
        raise Refused({"card": view.say("card.incomplete")}, back)
    if state.record.cooperative and state.over:
        raise Refused({"card": view.say("turn.over", GOAL)}, back)
    try:
        if state.record.cooperative:
            return _find(state, seat, verify_find(state.board, card, cell, orientation))
        place = verify_lay(state.board, card, cell, orientation, state.reserve)
    except Illegal:
        # Another phone has changed the board meanwhile.
        raise Refused({"card": view.say("card.gone")}, back) from None
    bundles = lots(place.alignments, state.record.rulings["crossing"])
    return taken_off(state, seat, bundles, state.board.with_tokens(place.missing))


def _find(state: State, seat: int, place: Placement) -> Change:
    number = next_number(state.entries, "turn/")
    turn = {"seat": seat, "tokens": dict(Counter(place.tokens.values()))}
    board = state.board.without(place.tokens)
    collected = Counter(state.collected) + Counter(place.tokens.values())
    # Of four of a colour three go back: the next page asks where.
    then = Link.of("board" if max(collected.values()) >= ALIGNED else "", seat=seat)
    return Change({"board": board.to_json(), f"turn/{number}": turn}, then)
