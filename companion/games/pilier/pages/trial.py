"""A card tried on a cell: may it lie there, what it takes and from whom, and whether a scoring phase starts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.core.table import View
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.words import card_words
from companion.games.pilier.replay import Position, take_tokens
from companion.games.pilier.rules import SIDE
from companion.games.pilier.square import Cell, Square

_SIDES = ("above", "right", "below", "left")


@dataclass(frozen=True)
class Trial:
    """What would happen, or every reason why it cannot."""

    why_not: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()  # row, column, or both


def why_not(square: Square, card: Card, cell: Cell, view: View[Any]) -> tuple[str, ...]:
    """Return every reason why a card may not lie on a cell; none where it may."""
    if cell in square.cards:
        return (view.say("why.taken", card_words(square.cards[cell], view)),)
    if not square.reach.covers(cell):
        return (view.say("why.outside", SIDE),)
    if not square.neighbours(cell):
        return (view.say("why.alone"),)
    return tuple(
        view.say(f"why.{side}", card_words(square.cards[other], view))
        for side, other in zip(_SIDES, cell.beside(), strict=True)
        if other in square.cards and not card.shared(square.cards[other], square.no_symbol)
    )


def try_card(position: Position, card: Card, cell: Cell, seat: int, names: tuple[str, ...], view: View[Any]) -> Trial:
    """Return what a card on a cell would do if it were a seat's turn."""
    square = position.square
    if reasons := why_not(square, card, cell, view):
        return Trial(reasons)
    says = [_shared(square, card, other, side, view) for side, other in zip(_SIDES, cell.beside(), strict=True)]
    count = square.tokens(cell)
    _, givers = take_tokens(position.tokens, seat, count)
    if givers:
        each = ", ".join(f"{names[giver]} {number}" for giver, number in Counter(givers).items())
        says.append(view.say("trial.tokens", len(givers), each))
    if len(givers) < count:
        says.append(view.say("trial.nobody", count - len(givers)))
    if not count:
        says.append(view.say("trial.no_token"))
    after = square.with_card(card, cell)
    phases = after.phases(cell)
    says.append(view.say(f"trial.phase.{'both' if len(phases) > 1 else ''.join(phases) or 'none'}", names[seat]))
    return Trial((), tuple(filter(None, says)), phases)


def _shared(square: Square, card: Card, other: Cell, side: str, view: View[Any]) -> str:
    if other not in square.cards:
        return ""
    traits = card.shared(square.cards[other], square.no_symbol)
    return view.say(f"shared.{side}", ", ".join(view.say(f"trait.{trait}") for trait in traits))
