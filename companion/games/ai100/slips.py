"""Which single slip would explain a claimed score that no order of play can give.

People double a figure, use a card in two lots, forget or double an objective, count a neighbour's card; or whoever
entered the tableau took one card for another. Each slip says what the right score would then have been; a right score
that many orders of play lead to speaks for its slip, one that few lead to against it. A kind of slip that could have
happened in many places and fits in a few of them is less likely than one that fits wherever it could have happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from companion.core.errors import CompanionError
from companion.core.sheet import Reason
from companion.games.ai100.board import CELLS
from companion.games.ai100.bounds import members
from companion.games.ai100.cards import Face
from companion.games.ai100.catalogue import Condition, catalogue
from companion.games.ai100.document import Record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.patterns.connectors import Losange, Pair
from companion.games.ai100.patterns.figures import Figure
from companion.games.ai100.patterns.lots import DifferentLot, SameLot, SlotLot

# How often each slip happens at a table, as far as we know: a starting point, not a measurement.
PRIORS = {
    "objective_forgotten": 0.2,
    "objective_doubled": 0.1,
    "ai_forgotten": 0.1,
    "figure_twice": 0.2,
    "card_in_two_lots": 0.15,
    "misread": 0.15,
    "neighbours_card": 0.1,
}
# Digits that look or lie alike: they are taken for each other most easily.
ALIKE = ("08", "17", "38", "56", "69", "14", "49", "23")


class Variant(NamedTuple):
    """One way in which a slip may have happened, and how well it fits: not at all where the weight is 0."""

    kind: str
    source: str  # the card, objective or AI card
    right: int  # the score without the slip
    weight: float
    other: str = ""  # the card that was meant, or the neighbour


class Slip(NamedTuple):
    """A kind of slip with its most likely variants."""

    kind: str
    variants: tuple[Variant, ...]

    @property
    def reason(self) -> Reason:
        """Return the slip as a sentence."""
        best = self.variants[0]
        alike = (one for one in self.variants if (one.right, one.other) == (best.right, best.other))
        sources = tuple(dict.fromkeys(variant.source for variant in alike))[:3]
        return Reason(f"slip.{self.kind}", (sources, best.right, best.other))


def slips(record: Record, name: str, claimed: int, deck: Mapping[str, Face] | None = None) -> list[Slip]:
    """Return the slips that explain a claimed total, most likely first."""
    found = outcomes(record)
    index = [player.name for player in record.players].index(name)
    outcome = found[index]
    beside = {(index - 1) % len(found), (index + 1) % len(found)} - {index}
    variants = [
        *_forgotten_or_doubled(outcome, claimed),
        *_counted_twice(outcome, claimed, catalogue(record.rulings, record.figures)),
        *_neighbours_card(outcome, [found[other] for other in sorted(beside)], claimed),
        *_misread(record, name, claimed, deck or {}),
    ]
    kinds: dict[str, list[Variant]] = {}
    for variant in sorted(variants, key=lambda variant: -variant.weight):
        kinds.setdefault(variant.kind, []).append(variant)
    weights = {kind: PRIORS[kind] * fmean(one.weight for one in several) for kind, several in kinds.items()}
    ranked = sorted((kind for kind in kinds if weights[kind]), key=lambda kind: -weights[kind])
    return [Slip(kind, tuple(variant for variant in kinds[kind] if variant.weight)) for kind in ranked]


def _weigh(outcome: Outcome) -> dict[int, float]:
    """Return how likely each right total is, by the orders of play that lead to it."""
    after = outcome.fixed + outcome.unmoved
    ways = {total + after: count for total, count in outcome.orders.ways().items()}
    whole = sum(ways.values()) or 1
    return {total: count / whole for total, count in ways.items()} or dict.fromkeys(outcome.totals, 1e-3)


def _forgotten_or_doubled(outcome: Outcome, claimed: int) -> Iterator[Variant]:
    likely = _weigh(outcome)
    for line in outcome.lines:
        if not line.points:
            continue
        kind = "objective" if line.kind == "objective" else "ai"
        for way, right in (("forgotten", claimed + line.points), ("doubled", claimed - line.points)):
            if f"{kind}_{way}" in PRIORS:
                yield Variant(f"{kind}_{way}", line.source, right, likely.get(right, 0.0))


def _counted_twice(outcome: Outcome, claimed: int, conditions: Mapping[str, Condition]) -> Iterator[Variant]:
    likely = _weigh(outcome)
    scoring = {cell for (_, cell), values in outcome.orders.paid.items() if max(members(values.maybe), default=0) > 0}
    sources = [card.id for cell, card in enumerate(outcome.orders.tableau.cards) if card and cell in scoring]
    sources += [line.source for line in outcome.lines if line.points]
    for source in sources:
        pattern = conditions[source].pattern
        kind = "figure_twice" if isinstance(pattern, Figure | Pair | Losange) else "card_in_two_lots"
        if isinstance(pattern, Figure | Pair | Losange | SlotLot | SameLot | DifferentLot):
            right = claimed - pattern.points
            yield Variant(kind, source, right, likely.get(right, 0.0))


def _neighbours_card(outcome: Outcome, neighbours: list[Outcome], claimed: int) -> Iterator[Variant]:
    """Yield for every card of a neighbour the likeliest score that its points explain."""
    likely = _weigh(outcome)
    for neighbour in neighbours:
        values: dict[str, set[int]] = {}
        for (_, cell), paid in neighbour.orders.paid.items():
            if card := neighbour.orders.tableau.cards[cell]:
                values.setdefault(card.id, set()).update(one for one in members(paid.maybe) if one > 0)
        for card_id, points in values.items():
            if points:
                rights = {claimed - one: likely.get(claimed - one, 0.0) for one in points}
                weight = sum(rights.values()) / len(points)
                yield Variant("neighbours_card", card_id, max(rights, key=rights.__getitem__), weight,
                              neighbour.player.name)  # fmt: skip


def _misread(record: Record, name: str, claimed: int, deck: Mapping[str, Face]) -> Iterator[Variant]:
    """Yield the cards that may have been entered in place of others: digits that look alike, else any one digit."""
    near = [_entered_for(record, name, claimed, deck, cell, other) for cell, other in _mistaken(record, name, deck)]
    if any(one.weight for one in near):
        yield from near
    else:
        for cell, other in _mistaken(record, name, deck, alike=False):
            yield _entered_for(record, name, claimed, deck, cell, other)


def _mistaken(record: Record, name: str, deck: Mapping[str, Face], *, alike: bool = True) -> Iterator[tuple[int, str]]:
    there = {card for cards in (record.tableaux or {}).values() for card in cards.values()}
    for cell, card in (record.tableaux or {})[name].items():
        for other in confusable(card, alike=alike):
            if other in deck and other not in there and deck[other].phase == record.faces[card].phase:
                yield cell, other


def _entered_for(record: Record, name: str, claimed: int, deck: Mapping[str, Face], cell: int, other: str) -> Variant:
    card = (record.tableaux or {})[name][cell]
    outcome = _with_card(record, name, cell, other, deck[other])
    fits = outcome is not None and outcome.verdict(claimed) != "impossible"
    weight = _weigh(outcome).get(claimed, 1e-3) if outcome and fits else 0.0
    return Variant("misread", f"{card} ({CELLS[cell]})", claimed, weight, other)


def _with_card(record: Record, name: str, cell: int, card: str, face: Face) -> Outcome | None:
    tableaux = {**(record.tableaux or {}), name: {**(record.tableaux or {})[name], cell: card}}
    changed = replace(record, tableaux=tableaux, faces={**record.faces, card: face}, remembered={})
    try:
        return outcomes(changed, only=name, swaps=False)[0]
    except CompanionError:
        return None


def confusable(card: str, *, alike: bool) -> list[str]:
    """Return the ids that differ from a card's in one digit, one that looks alike or one that does not."""
    found = []
    for place, digit in enumerate(card):
        for other in "0123456789":
            changed = card[:place] + other + card[place + 1 :]
            similar = any(digit in pair and other in pair for pair in ALIKE)
            if other != digit and similar == alike and "001" <= changed <= "120":
                found.append(changed)
    return found
