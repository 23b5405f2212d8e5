"""Which end of the cards is up, decided by all photos together: the ids that are read must be the ids that were typed.

Photos agree with each other first (`gather`); one decision for all of them is then hard to get wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.printed import Spot
from companion.games.ai100.reader.teaching.digit_places import find_corner, find_number
from companion.games.ai100.reader.teaching.gather import Cards, Flat
from companion.games.ai100.reader.teaching.id_place import FEW, LEGIBLE, READ, Named, View, climb, find_end, id_logs

Pixels = NDArray[np.uint8]

_AI = "AI-"
_SOME = 30  # cards are enough to see whether digits stand on their heads
_TELLS, _BETTER = 1.0, 1.25  # nats that upright numbers tell, and how many times those of the other end
_CLEARLY = 1.0  # so much better a card's id must be read, in the mean, to turn a photo over that the others do not


@dataclass(frozen=True)
class Upright:
    """Which of its two views shows each photo upright, and where ids are read, on Evolution and on AI cards."""

    ends: tuple[int, ...]
    id: Spot
    worth: float  # the mean logarithm of the probability of what was typed
    known: bool  # whether anything tells which end is up
    ai: Named | None  # None where no AI card was shown


def upright(flats: Sequence[Flat], known: Spot | None = None) -> Upright:
    """Decide for all photos; `known` is where earlier photos have shown the id."""
    usual = _found(flats, ai=False, known=known)
    end, named = usual if usual else (0, Named(known or Spot(0.5, 0.9, 0.04), READ - 1))
    told = named.read
    if usual and not told:
        end, told = _without_ids(flats, end, named)
    ends = [_own_end(flat, end, named) for flat in flats]
    of_ai = None
    alone = [at for at, flat in enumerate(flats) if all(card.startswith(_AI) for card in flat.shown.ids)]
    if any(card.startswith(_AI) for flat in flats for card in flat.shown.ids):
        group = [flats[at] for at in alone] or flats
        found = _found(group, ai=True, known=named.spot)
        if found and found[1].read:
            of_ai = found[1]
            told = told or not usual
            for at in alone:
                ends[at] = _own_end(flats[at], found[0], found[1])
    return Upright(tuple(ends), named.spot, named.worth, told, of_ai)


def _found(flats: Sequence[Flat], ai: bool, known: Spot | None) -> tuple[int, Named] | None:
    """Which end is up and where the ids are, judged by the Evolution or by the AI cards of photos."""
    views = [_view(flats, end, ai) for end in (0, 1)]
    if not any(views):
        return None
    if known is not None:
        # Ids are read at one end only; where they are hardly read at either, it is sought around both.
        for rounds in (0, 2):
            near = [(end, climb(*view, [known], rounds)) for end, view in enumerate(views) if view is not None]
            end, named = max(near, key=lambda one: one[1].worth)
            if named.read:
                view = views[end]
                assert view is not None
                return (end, named) if rounds or named.worth > LEGIBLE else (end, climb(*view, [known], rounds=2))
    return find_end(views, FEW) if ai else find_end(views)


def _without_ids(flats: Sequence[Flat], end: int, named: Named) -> tuple[int, bool]:
    """The end that is up where ids are read at none, and whether that is known.

    Ink that named cards share tells it, or numbers that are read at one end only; where these contradict each other,
    as signs may be shared by chance, nobody knows.
    """
    by_digits, clear = _by_digits(flats, end)
    if named.told:
        return end, not clear or by_digits == end
    return by_digits, clear


def _by_digits(flats: Sequence[Flat], end: int) -> tuple[int, bool]:
    """The end at which numbers are read, where ids are at none, and whether that is clear: digits have a top, too."""
    worth = [0.0, 0.0]
    for at in (0, 1):
        if view := _view(flats, at, ai=False):
            some = np.stack(view[0][:: max(len(view[0]) // _SOME, 1)])
            worth[at] = find_number(some, find_corner(some)[0])[1]
    best = int(np.argmax(worth))
    clear = worth[best] > _TELLS and worth[best] > _BETTER * worth[1 - best]
    return (best, True) if clear else (end, False)


def _view(flats: Sequence[Flat], end: int, ai: bool) -> View | None:
    """The cards of one kind, all photos turned the same way; a photo that cannot be turned so is left out."""
    cards: list[Pixels] = []
    ids: list[str] = []
    for flat in flats:
        shown = flat.cards[end]
        rows = [at for at, card in enumerate(flat.shown.ids) if card.startswith(_AI) == ai]
        if shown is not None and rows:
            cards += [shown[at] for at in rows]
            ids += [flat.shown.ids[at] for at in rows]
    return (cards, ids) if ids else None


def _own_end(flat: Flat, end: int, named: Named) -> int:
    """The end that all photos share, unless a photo's own ids are read the other way or its layout rules it out.

    Ids that are read at neither end were typed for other cards.
    """
    mine, other = flat.cards[end], flat.cards[1 - end]
    if mine is None:
        return 1 - end
    if other is None or not named.read:
        return end
    some = range(0, len(flat.shown.ids), max(len(flat.shown.ids) // 5, 1))
    ids = [flat.shown.ids[at] for at in some]

    def read(cards: Cards) -> float:
        return float(id_logs([cards[at] for at in some], ids, [named.spot]).mean())

    here = read(mine)
    if here >= -_CLEARLY:  # nothing can be read so much better
        return end
    there = read(other)
    return 1 - end if there > max(here + _CLEARLY, READ) else end
