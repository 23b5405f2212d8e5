"""A card in hand: all that is chosen stands in the address, so a reload or a phone without script loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Link, NoSuchPage
from companion.games.ai100.board import CELLS, EXTRA_CELLS
from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.catalogue import Condition, catalogue
from companion.games.ai100.document import TURNS
from companion.games.ai100.pages.state import State
from companion.games.ai100.scoring import GRID
from companion.pages.fields import Fields

END = TURNS + 1
"""The 'turn' in which AI-2 adds its card."""

NEEDS_GRID = ("copy", "neighbour")
EFFECTS = (*NEEDS_GRID, "exchange", "swap")


@dataclass(frozen=True)
class Hand:
    """What a player has chosen so far for one turn."""

    seat: int
    turn: int
    card: str = ""  # as many digits as were typed
    cell: str = ""
    copy: str = ""  # '1.082' or 'grid.082'; empty: the best
    neighbour: str = ""  # '1' or 'grid'; empty: the best
    come: str = ""  # the card that comes in by an exchange
    out: str = ""
    swap: str = ""  # 'A2.C5', or 'A2' while the second is open
    ai: str = ""  # the same for AI-5, before the card is laid
    pick: str = ""  # what the next tap on tableau or keypad is for: cell, swap, ai, come, out

    @property
    def link(self) -> Link:
        """The page with all of this chosen."""
        args = {key: str(value) for key, value in vars(self).items()}
        return Link("lay").but(**args)

    @property
    def known_card(self) -> str:
        """The card, once all three digits are there and it exists."""
        return self.card if self.card in EVOLUTION_IDS else ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells where this card may at all go."""
        return EXTRA_CELLS if self.turn == END else CELLS

    def effects(self, conditions: Mapping[str, Condition]) -> set[str]:
        """Return what the card, and the one that comes in by it, do beyond their pattern."""
        cards = (self.known_card, self.come if self.come in EVOLUTION_IDS else "")
        return {conditions[card].effect for card in cards if card}

    def play(self, state: State) -> dict[str, Any] | None:
        """Return the entry; None while card or cell are open."""
        if not self.known_card or self.cell not in self.cells:
            return None
        play: dict[str, Any] = {"card": self.card, "cell": self.cell}
        if self.turn == END:
            return play
        effects = self.effects(catalogue(state.record.rulings, state.record.figures))
        chosen = self._chosen()
        play |= {effect: chosen[effect] for effect in EFFECTS if effect in effects and effect in chosen}
        if "." in self.ai:
            play["ai_swap"] = self.ai.split(".")
        if len(state.names) == 1 and effects & set(NEEDS_GRID) and state.entries.get("draft"):
            play["grid"] = state.entries["draft"]
        return play

    def _chosen(self) -> dict[str, Any]:
        """Return what is chosen whole, by the effect that it is for."""
        found: dict[str, Any] = {}
        if "." in self.copy:
            who, card = self.copy.split(".", 1)
            found["copy"] = {"from": _who(who), "card": card}
        if self.neighbour:
            found["neighbour"] = _who(self.neighbour)
        if self.out and self.come in EVOLUTION_IDS:
            found["exchange"] = {"out": self.out, "in": self.come}
        if "." in self.swap:
            found["swap"] = self.swap.split(".")
        return found


def entry_key(hand: Hand) -> str:
    """Return the key of the entry that a hand becomes."""
    return f"final/{hand.seat}" if hand.turn == END else f"play/{hand.turn}/{hand.seat}"


def as_arguments(hand: Hand) -> dict[str, str]:
    """Return a hand as arguments of another page, which leads back to it."""
    return {f"hand_{key}": value for key, value in hand.link.args.items()}


def way_back(args: Fields) -> Link | None:
    """Return the lay page that led to another page."""
    kept = {key.removeprefix("hand_"): value for key, value in args.items() if key.startswith("hand_")}
    return Link("lay", kept) if kept else None


def _who(text: str) -> int | str:
    return GRID if text == GRID else int(text)


def read_hand(args: Fields, state: State) -> Hand:
    """Return what an address or a form says; nonsense in it has no page."""
    neighbours = (*map(str, range(len(state.names))), GRID)
    copies = [f"{who}.{card}" for who in neighbours for card in EVOLUTION_IDS]
    return Hand(
        seat=args.seat(),
        turn=args.number("turn", range(1, END + 1), min(state.turn, TURNS)),
        card=args.digits("card", 3),
        cell=args.cell("cell", (*CELLS, *EXTRA_CELLS)),
        copy=args.word("copy", copies),
        neighbour=args.word("neighbour", neighbours),
        come=args.digits("come", 3),
        out=args.cell("out", CELLS),
        swap=_two_cells(args, "swap"),
        ai=_two_cells(args, "ai"),
        pick=args.word("pick", ("swap", "ai", "come", "out")),
    )


def hand_of(play: Mapping[str, Any], seat: int, turn: int) -> Hand:
    """Return the hand that a play came from, to be changed."""
    copy, exchange = play.get("copy"), play.get("exchange", {})
    return Hand(
        seat,
        turn,
        play["card"],
        play["cell"],
        f"{copy['from']}.{copy['card']}" if copy else "",
        str(play.get("neighbour", "")),
        exchange.get("in", ""),
        exchange.get("out", ""),
        ".".join(play.get("swap", ())),
        ".".join(play.get("ai_swap", ())),
    )


def _two_cells(args: Fields, name: str) -> str:
    """Return one cell or two different ones, 'A2.C5'."""
    cells = args.words(name, CELLS, 2)
    if len(set(cells)) < len(cells):
        raise NoSuchPage(name)
    return ".".join(cells)
