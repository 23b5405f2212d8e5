"""A finished tableau as far as it is entered, and whose it is: a seat's, or the neutral grid of two players."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.table import Link, View
from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.photo_reading import merged
from companion.games.ai100.reading import SURE
from companion.pages.fields import Fields

NONE = "none"  # in the address: no card lies there, whatever a photo says


class TableauEntry:
    """A tableau as far as it is entered: what is kept, what photos show, what is chosen, and what is still open."""

    def __init__(self, view: View[FinishedState], args: Fields) -> None:
        state = view.state
        self.view, self.state, self.language, self.say = view, state, view.language, view.say
        self.seat = spot_of(args, state)
        self.whose = dict([whose(state, self.seat)])
        self.grid, self.places = self.seat == state.grid_seat, state.places(self.seat)
        self.readings = state.readings(self.seat) if args.get("photo") else {}
        self.photo_id = args.get("photo", "") if args.get("photo") in self.readings else ""
        agreeing = state.agreeing(self.seat) if self.photo_id else {}
        self.apart = bool(self.photo_id) and self.photo_id not in agreeing
        self.seen = merged([self.readings[self.photo_id]] if self.apart else list(agreeing.values()))
        self.chosen = {cell: card for cell in self.places if (card := args.card(cell, (NONE, *EVOLUTION_IDS)))}
        self.open = self._open()
        self.cards = self._cards()
        at = args.cell("at", (NONE, *self.places))
        self.at = "" if self.apart or at == NONE else at or next(iter(self.open), "")
        self.typed = args.digits("typed", 3)
        self.typing = args.get("pick") == "keys"
        self.link = Link.of("tableau", seat=self.seat, photo=self.photo_id, **self.chosen)

    def _open(self) -> tuple[str, ...]:
        """The cells to ask about, in order: what no photo settles, or what nobody has entered yet."""
        entered = self.state.cards(self.seat)
        if self.apart:
            return tuple(cell for cell, seen in self.seen.cells.items() if cell in self.places and not seen.sure)
        asked = self._unsettled(entered) if self.photo_id else [cell for cell in self.places if cell not in entered]
        return tuple(cell for cell in asked if cell not in self.chosen)

    def _unsettled(self, entered: Mapping[str, str]) -> list[str]:
        found, there = self.state.questions(self.seat), self.seen.cells
        asked = [one.cell for one in found.ask]
        # That the guesses all score the same says nothing where the card may well be another one.
        asked += [cell for cell in found.settled if sum(guess.confidence for guess in there[cell].guesses) < SURE]
        # Somebody entered one card and the photo surely shows another: only a person can say.
        asked += [
            cell for cell, card in entered.items() if cell in there and there[cell].sure and there[cell].card != card
        ]
        # A finished tableau is full: what no photo shows is typed.
        return asked + [cell for cell in self.places if there and cell not in {**there, **entered}]

    def _cards(self) -> dict[str, str]:
        """The tableau as it would be kept now."""
        read = {cell: seen.guesses[0].card for cell, seen in self.seen.cells.items() if seen.guesses}
        cards = {cell: card for cell, card in read.items() if cell not in self.open}
        cards |= {} if self.apart else self.state.cards(self.seat)
        cards |= self.chosen
        return {cell: card for cell in self.places if (card := cards.get(cell, NONE)) != NONE}

    def problem(self) -> str:
        """Return what is wrong with what was typed or chosen."""
        if len(self.typed) == 3 and self.typed not in EVOLUTION_IDS:
            return self.say("error.card", self.typed)
        return twice(self.cards, self.view, self.seat) or self.view.errors.get("card", "")

    def doubled(self, cell: str) -> bool:
        """Return whether the card on a cell lies somewhere else, too."""
        card = self.cards.get(cell)
        return card is not None and (
            list(self.cards.values()).count(card) > 1 or card in self.state.elsewhere(self.seat)
        )


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
    return view.may_enter(seat) or (seat == view.state.grid_seat and view.seat is not None)


def called(view: View[FinishedState], seat: int) -> str:
    """Return the name of a seat; the neutral grid has one, too."""
    return view.say("grid.name") if seat == view.state.grid_seat else view.state.names[seat]


def twice(cards: Mapping[str, str], view: View[FinishedState], seat: int) -> str:
    """Return the sentence about a card that lies in two places."""
    elsewhere, seen = view.state.elsewhere(seat), dict[str, str]()
    for cell, card in cards.items():
        if card in seen:
            return view.say("error.twice", card, seen[card], cell)
        if card in elsewhere:
            return lies(card, elsewhere[card], view)
        seen[card] = cell
    return ""


def lies(card: str, seat: int, view: View[FinishedState]) -> str:
    """Return the sentence about a card that lies elsewhere."""
    if seat == view.state.grid_seat:
        return view.say("error.lies.grid", card)
    return view.say("error.lies", card, view.state.names[seat])
