"""Teach a print from cards that lie upright in one frame: places of number and corner digits, and its shades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import card_white, corner_colours, corner_spots, read_colours
from companion.games.ai100.reader.printed import Places, Points, Print, Spot, Turns
from companion.games.ai100.reader.teaching.digit_places import find_corner, find_number, find_own_corners
from companion.games.ai100.reader.teaching.extent import best_seen
from companion.games.ai100.reader.teaching.id_place import climb as climb_id
from companion.games.ai100.reader.teaching.shades import (
    balanced,
    find_ground,
    find_patches,
    find_shades,
    find_tints,
    ground_agreement,
    teach_shades,
)
from companion.vision.align import Map, read_outline, template_of, write_outline
from companion.vision.parallel import together

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_ENOUGH = 30  # cards are enough to find a place; all are used for shades
_MANY = 60  # cards are enough to see how far a number reaches
_DARKEST, _LARGEST = 0.08, 0.95
SOME_AI = 4  # AI cards say where these have their number and colour
_AGREED = 0.7  # places that agree less about the colour of a card are not where it shows it
_FEW_PLACES, _WHOLE = 12, 0.95  # fewer may be a sign of a condition, if all cards fall into six groups elsewhere
_SAME_PLACE = 0.6  # how far the places of the other cards agree about the colour of each AI card, if it is there
_CLEARLY = 1.2  # nats: digits that tell so much are where they were taken to be; 1.6 is all that one can tell
_TELLS = 1.0  # nats: what the number of AI cards tells where it is printed
_SHOWN = 4  # corners say what a shade looks like
_READ = 0.9  # the chance of its colour from which a corner is one of them


@dataclass(frozen=True)
class NamedCards:
    """Cards whose ids are known, warped flat, and the photo each is from."""

    cards: Pixels  # (n, HEIGHT, WIDTH, 3)
    photo: NDArray[np.intp]  # (n,)
    ids: tuple[str, ...]

    @cached_property
    def ai(self) -> NamedCards:
        """The AI cards among them."""
        return self.rows([at for at, card in enumerate(self.ids) if card.startswith("AI")])

    @cached_property
    def evolution(self) -> NamedCards:
        """The Evolution cards among them: all others."""
        return self.rows([at for at, card in enumerate(self.ids) if not card.startswith("AI")])

    def rows(self, rows: Sequence[int]) -> NamedCards:
        """Return some of the cards."""
        consecutive = len(rows) > 0 and list(rows) == list(range(rows[0], rows[0] + len(rows)))
        chosen = slice(rows[0], rows[-1] + 1) if consecutive else np.array(rows, np.intp)  # a slice is no copy
        return NamedCards(self.cards[chosen], self.photo[chosen], tuple(self.ids[row] for row in rows))

    def some(self, count: int) -> NamedCards:
        """Return some of the cards, spread over all photos."""
        rows = np.unique(np.linspace(0, len(self.ids) - 1, min(count, len(self.ids))).round().astype(int))
        return self.rows(rows.tolist())


def teach_print(named_cards: NamedCards, before: Print, known: bool = False, ai_id: Spot | None = None) -> Print:
    """Return the print of the cards; `before` names the colours, and where things are if it is `known`.

    What an earlier photo has shown is sought there first, and elsewhere where it is not clearly read.
    """
    evolution, ai = named_cards.evolution, named_cards.ai
    usual = evolution if len(evolution.ids) else ai
    written, painted = together(
        lambda: _teach_digits(usual, before, known),
        lambda: teach_ground(usual, teach_shades(named_cards.cards, named_cards.photo, _unpainted(before))),
    )
    corner, turns, number = written
    taught = replace(painted, corner=corner, turns=turns, number=number, outline=write_outline(_common(named_cards)))
    if len(ai.ids) < SOME_AI or usual is ai:
        return taught
    return replace(taught, ai=teach_ai(ai, taught, ai_id))


def _teach_digits(named_cards: NamedCards, before: Print, known: bool) -> tuple[Spot, Turns, Spot]:
    """Where the digits of the corners are printed, how they are turned, and where the number is."""
    part = named_cards.some(_ENOUGH)
    corner, turns = find_corner(part.cards, (before.corner, before.turns) if known else None, least=_CLEARLY)
    number, _ = find_number(part.cards, corner, before.number if known else None, least=_CLEARLY)
    some = named_cards.some(_MANY)
    return corner, turns, best_seen(some.cards, some.photo, number)


def _unpainted(before: Print) -> Print:
    return replace(before, patches=(), tints=None, ai=None, phase=None)


def teach_ground(named_cards: NamedCards, printed: Print) -> Print:
    """The print with where cards show their own colour: in the shades of the corners, or else in some of its own."""
    small = balanced(named_cards.cards, named_cards.photo)
    ground = find_ground(small, printed)
    agreed = ground.agreement >= _AGREED
    if (not agreed or ground.support < _FEW_PLACES) and len(named_cards.ids) >= _ENOUGH:
        other, tints = find_tints(small, printed)
        if other.agreement > (_WHOLE if agreed else ground.agreement):
            return replace(printed, ground=other.points, tints=tints)
    return replace(printed, ground=ground.points)


def teach_ai(ai: NamedCards, printed: Print, name: Spot | None = None) -> Places:
    """Where AI cards have their number, colours and corner digits, which may be elsewhere than on the others.

    `name` is where their ids were read.
    """
    number, corners = together(
        lambda: _ai_number(ai, printed), lambda: find_own_corners(ai.cards, corner_spots(printed), _CLEARLY)
    )
    small = balanced(ai.cards, ai.photo)
    # Where the other cards show their colour the AI cards mostly do as well; a dozen cards tell a place by chance.
    same = ground_agreement(small, printed)
    patches = find_patches(small)[0] if corners else ()
    ground = printed.ground if same > _SAME_PLACE else _ai_ground(ai, small, printed, patches)
    return Places(number, name or printed.id, ground, {}, corners, patches)


def _ai_ground(ai: NamedCards, small: Floats, printed: Print, patches: Points) -> Points:
    """Where AI cards show their own colour, which may be far lighter or darker all over than the other cards.

    Then white is not what it is on those, but their corners are seen in the same light.
    """
    found = find_ground(small, printed)
    if found.agreement < _AGREED:
        there = replace(printed, patches=patches or printed.patches)
        own = find_ground(small, replace(there, shades=find_shades(ai.cards, ai.photo, there), tints=None))
        found = max(found, own, key=lambda one: one.agreement)
    return found.points


def _ai_number(ai: NamedCards, printed: Print) -> Spot:
    near, there = find_number(ai.cards, near=printed.number)
    number, worth = (near, there) if there > _TELLS else find_number(ai.cards, printed.corner)
    return best_seen(ai.cards, ai.photo, number if worth > there else near)


def refine_print(named_cards: NamedCards, before: Print, known: int) -> Print:
    """Return a print taught from `known` cards, corrected by what more of them show, each card counting the same."""
    share = len(named_cards.ids) / (known + len(named_cards.ids))
    some = named_cards.some(_ENOUGH)
    # Photo after photo one step each is enough.
    found = (
        find_corner(some.cards, (before.corner, before.turns), rounds=1)[0],
        climb_id(list(some.cards), some.ids, [before.id], rounds=1).spot,
        find_number(some.cards, near=before.number, rounds=1)[0],
    )
    old = (before.corner, before.id, before.number)
    corner, name, number = (Spot(*_between(one, other, share).tolist()) for one, other in zip(old, found, strict=True))
    outline = read_outline(before.outline)
    common = _common(named_cards) if outline is None else (1 - share) * outline + share * _common(named_cards)
    shades = dict(
        zip(before.shades, map(_hex, _between(before.palette, seen_shades(named_cards, before), share)), strict=True)
    )
    return replace(before, corner=corner, id=name, number=number, outline=write_outline(common), shades=shades)


def _between(one: object, other: object, share: float) -> Floats:
    return np.asarray((1 - share) * np.array(one, np.float64) + share * np.array(other, np.float64)).round(4)


def _common(named_cards: NamedCards) -> Map:
    template = template_of(named_cards.cards)
    assert template is not None
    return template


def seen_shades(named_cards: NamedCards, printed: Print) -> Floats:
    """The shades of a known print as these cards show them; what they hardly show stays as it was."""
    seen = corner_colours(named_cards.cards, printed)
    white = card_white(named_cards.cards)
    balanced = (np.clip(seen / np.maximum(white, _DARKEST)[:, None], 0, 1.1) * _LARGEST).reshape(-1, 3)
    logs = np.empty((len(named_cards.ids), 4, len(printed.shades)))
    for photo in np.unique(named_cards.photo):
        rows = np.flatnonzero(named_cards.photo == photo)
        logs[rows] = read_colours(named_cards.cards[rows], printed).corners
    sure = np.where(logs.max(axis=2) > np.log(_READ), logs.argmax(axis=2), -1).reshape(-1)
    shades = printed.palette.copy()
    for at in range(len(shades)):
        if (sure == at).sum() >= _SHOWN:
            shades[at] = np.clip(np.median(balanced[sure == at], axis=0), 0, 1)
    return shades


def _hex(shade: Floats) -> str:
    blue, green, red = (round(float(v) * 255) for v in shade)
    return f"#{red:02x}{green:02x}{blue:02x}"
