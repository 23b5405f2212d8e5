"""Which single slip would explain a claimed score that no order of play can give.

People double a figure, use a card in two lots, forget or double an objective, count a neighbour's card; or whoever
entered the tableau took one card for another. Each slip says what the right score would then have been; a right score
that many orders of play lead to speaks for its slip, one that few lead to against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
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
    """One way in which a slip may have happened, and how well it fits."""

    kind: str
    source: str  # the card, objective or AI card
    right: int  # the score without the slip
    weight: float
    other: str = ""  # the card that was meant, or the neighbour


class Slip(NamedTuple):
    """A kind of slip with its most likely variants."""

    kind: str
    likelihood: float
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
    neighbours = [one for i, one in enumerate(found) if i in ((index - 1) % len(found), (index + 1) % len(found))]
    variants = [
        *_forgotten_or_doubled(outcome, claimed),
        *_counted_twice(outcome, claimed, catalogue(record.rulings, record.figures)),
        *_neighbours_card(outcome, [one for one in neighbours if one is not outcome], claimed),
        *_misread(record, name, claimed, deck or {}),
    ]
    kinds: dict[str, list[Variant]] = {}
    for variant in sorted(variants, key=lambda variant: -variant.weight):
        kinds.setdefault(variant.kind, []).append(variant)
    weights = {kind: PRIORS[kind] * _mean(several) for kind, several in kinds.items()}
    whole = sum(weights.values()) or 1
    ranked = sorted(kinds, key=lambda kind: -weights[kind])
    return [Slip(kind, weights[kind] / whole, tuple(kinds[kind])) for kind in ranked]


def _mean(variants: list[Variant]) -> float:
    # A slip that fits in several places is the more likely for it, but not in proportion.
    return max(variant.weight for variant in variants) * (1 + 0.1 * (len(variants) - 1))


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
            if right in likely and f"{kind}_{way}" in PRIORS:
                yield Variant(f"{kind}_{way}", line.source, right, likely[right])


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
            if right in likely:
                yield Variant(kind, source, right, likely[right])


def _neighbours_card(outcome: Outcome, neighbours: list[Outcome], claimed: int) -> Iterator[Variant]:
    likely = _weigh(outcome)
    for neighbour in neighbours:
        values: dict[str, set[int]] = {}
        for (_, cell), paid in neighbour.orders.paid.items():
            if card := neighbour.orders.tableau.cards[cell]:
                values.setdefault(card.id, set()).update(members(paid.maybe))
        for card_id, points in values.items():
            rights = [claimed - one for one in points if one > 0 and claimed - one in likely]
            for right in rights:
                yield Variant("neighbours_card", card_id, right, likely[right] / len(points), neighbour.player.name)


def _misread(record: Record, name: str, claimed: int, deck: Mapping[str, Face]) -> Iterator[Variant]:
    """Yield every card that was entered although another one, easily taken for it, fits the claim."""
    tableau = (record.tableaux or {})[name]
    there = {card for cards in (record.tableaux or {}).values() for card in cards.values()}
    for cell, card in tableau.items():
        for other in confusable(card):
            face = deck.get(other)
            if face is None or other in there or face.phase != record.faces[card].phase:
                continue
            outcome = _with_card(record, name, cell, other, face)
            if outcome and outcome.verdict(claimed) != "impossible":
                weight = _weigh(outcome).get(claimed, 1e-3)
                yield Variant("misread", f"{card} ({CELLS[cell]})", claimed, weight, other)


def _with_card(record: Record, name: str, cell: int, card: str, face: Face) -> Outcome | None:
    tableaux = {**(record.tableaux or {}), name: {**(record.tableaux or {})[name], cell: card}}
    changed = replace(record, tableaux=tableaux, faces={**record.faces, card: face}, remembered={})
    try:
        return outcomes(changed, only=name)[0]
    except CompanionError:
        return None


def confusable(card: str) -> list[str]:
    """Return the ids that differ from a card's in one digit, those with similar digits first."""
    near: list[str] = []
    far: list[str] = []
    for place, digit in enumerate(card):
        for other in "0123456789":
            changed = card[:place] + other + card[place + 1 :]
            if other != digit and "001" <= changed <= "120":
                alike = any(digit in pair and other in pair for pair in ALIKE)
                (near if alike else far).append(changed)
    return near + far
