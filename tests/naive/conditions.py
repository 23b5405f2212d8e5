"""What each card, objective and AI card pays: one table entry per condition of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .patterns import (
    ACROSS,
    CENTRE,
    CORNER,
    DIAGONAL,
    DOWN,
    SQUARE,
    THREE_ACROSS,
    THREE_DOWN,
    Card,
    Offsets,
    Rule,
    Rulings,
    Tableau,
    adds_to,
    around,
    best_row,
    colour_of,
    coloured,
    connector_pairs,
    different_colours,
    different_numbers,
    distinct,
    each_column,
    each_row,
    figures,
    full_house,
    gap_pairs,
    in_a_row,
    its_column,
    its_row,
    least_alike,
    least_times_most,
    like_colours,
    like_numbers,
    losanges,
    lots,
    matched,
    most_alike,
    most_disjoint,
    number_of,
    numbers_are,
    on_scale,
    once_if_different,
    only,
    per_card,
    per_different,
    per_most,
    placements,
    same_colour,
    same_ends,
    same_number,
    scale,
    shows,
    six_colours,
    sum_is,
    symmetries,
    two_pairs,
    unlike_colours,
    whole,
)

__all__ = ["Card", "Figure", "Tableau", "ai_points", "best_for_owner", "objective_points", "points"]

Place = Callable[[Tableau, str], list[Tableau]]
Condition = tuple[Place, Rule]

violet_and_black = matched({"violet"}, {"black"})
violet_and_other = matched({"violet"}, {"yellow", "blue"})
like_043 = matched({"green", "violet"}, {"blue", "violet"}, {"blue", "green"})


def fixed(points: int) -> Rule:
    return lambda area, rulings: points


CARDS: dict[str, Condition] = {
    # Figures
    "001": (whole, figures(2, DIAGONAL, only("red", "violet"))),
    "002": (whole, figures(2, DIAGONAL, only("blue", "yellow"))),
    "003": (whole, figures(3, DIAGONAL, only("blue", "black"))),
    "004": (whole, figures(3, DIAGONAL, same_colour)),
    "005": (whole, figures(3, DIAGONAL, same_colour)),
    "006": (each_column, figures(3, DOWN, only("green", "black"))),
    "007": (each_column, figures(3, DOWN, only("green", "black"))),
    "008": (each_column, figures(3, DOWN, only("blue", "red"))),
    "009": (each_row, figures(3, ACROSS, only("green", "violet"))),
    "010": (each_row, figures(2, ACROSS, only("red", "violet"))),
    "011": (each_row, figures(2, ACROSS, only("red", "blue"))),
    "012": (its_row, figures(4, ACROSS, only("red"))),
    "013": (each_column, figures(3, DOWN, same_number)),
    "014": (each_column, figures(3, DOWN, same_number)),
    "015": (each_column, figures(3, THREE_DOWN, different_numbers)),
    "016": (each_column, figures(3, THREE_DOWN, different_colours)),
    "017": (each_row, figures(3, ACROSS, same_number)),
    "018": (each_row, figures(3, ACROSS, same_colour)),
    "019": (each_row, figures(4, THREE_ACROSS, different_colours)),
    "020": (whole, figures(4, CORNER, only("black", "green"))),
    "021": (whole, figures(5, CORNER, same_number)),
    "022": (whole, figures(5, CORNER, only("black", "blue"))),
    "023": (whole, figures(8, SQUARE, only("red", "violet"))),
    "024": (each_row, gap_pairs(3, "red", "violet")),
    "025": (whole, two_pairs(7, "yellow", "blue")),
    # Lots
    "026": (each_column, lots(3, 2, violet_and_black)),
    "027": (each_column, lots(2, 2, violet_and_black)),
    "028": (each_column, lots(4, 2, matched({"yellow"}, {"green"}))),
    "029": (each_column, lots(2, 2, only("yellow", "blue"))),
    "030": (each_column, lots(2, 2, only("green", "black"))),
    "031": (each_column, lots(3, 2, violet_and_other)),
    "032": (each_column, lots(2, 2, violet_and_other)),
    "033": (each_column, lots(3, 2, numbers_are(2, 4))),
    "034": (each_column, lots(3, 2, numbers_are(2, 3))),
    "035": (its_row, lots(5, 2, only("red"))),
    "036": (its_row, lots(6, 2, only("violet"))),
    "037": (each_row, lots(3, 2, only("yellow", "red"))),
    "038": (each_row, lots(3, 2, numbers_are(1, 5))),
    "039": (around, lots(5, 2, only("black"))),
    "040": (around, lots(4, 2, only("black", "green"))),
    "041": (each_column, lots(2, 2, same_colour)),
    "042": (each_row, lots(2, 2, same_number)),
    "043": (each_column, lots(4, 3, like_043)),
    "044": (each_row, lots(5, 3, only("blue", "yellow"))),
    "045": (each_row, lots(5, 3, only("black", "green"))),
    "046": (each_row, lots(6, 3, only("blue", "green"))),
    # Large lots
    "047": (whole, once_if_different(7, 5, number_of)),
    "048": (whole, once_if_different(6, 5, colour_of)),
    "049": (whole, six_colours(6)),
    "050": (whole, lots(5, 4, same_colour)),
    "051": (its_row, once_if_different(6, 4, number_of)),
    # Points per card
    "052": (whole, per_card(1, "red")),
    "053": (its_row, per_card(3, "yellow")),
    "054": (its_row, per_card(2, "black", "green")),
    "055": (its_row, per_card(2, "violet", "red")),
    "056": (around, per_card(2, "red")),
    "057": (around, per_card(2, "violet")),
    "058": (around, per_card(2, "violet")),
    "059": (whole, per_most(1, colour_of)),
    "060": (whole, per_most(1, colour_of)),
    "061": (its_row, per_most(2, colour_of)),
    "062": (its_row, per_most(2, colour_of)),
    "063": (its_row, per_different(2, colour_of)),
    "064": (its_row, per_different(2, colour_of)),
    "065": (its_row, per_most(2, number_of)),
    "066": (its_column, per_different(2, colour_of)),
    "067": (around, per_most(2, colour_of)),
    "068": (whole, lambda area, rulings: 3 * least_alike(area, rulings)),
    "069": (whole, lambda area, rulings: 3 * least_alike(area, rulings)),
    # Scales
    "070": (its_column, scale((2, 4, 8), "violet", "red")),
    "071": (its_column, scale((2, 4, 8), "violet", "red")),
    "072": (around, scale((1, 3, 7, 12), "red")),
    "073": (around, scale((1, 3, 7, 12), "green", "yellow")),
    "074": (around, scale((1, 3, 7, 11), "green", "yellow")),
    "075": (around, scale((1, 3, 7, 11), "green", "blue")),
    "076": (around, scale((1, 3, 7, 12), "blue", "black")),
    "077": (around, lambda area, rulings: on_scale((1, 3, 8, 13), most_alike(area, number_of))),
    # Connectors
    "078": (each_column, connector_pairs(2, DOWN, adds_to(6))),
    "079": (each_column, connector_pairs(2, DOWN, adds_to(5))),
    "080": (each_column, connector_pairs(3, DOWN, adds_to(7))),
    "081": (each_row, connector_pairs(2, ACROSS, adds_to(7))),
    "082": (each_row, connector_pairs({"2": 2, "3": 3}, ACROSS, adds_to(5))),
    "083": (each_row, connector_pairs(2, ACROSS, adds_to(6))),
    "084": (each_column, connector_pairs(2, DOWN, like_numbers)),
    "085": (its_row, connector_pairs(3, ACROSS, like_numbers)),
    "086": (each_row, connector_pairs(2, ACROSS, like_colours)),
    "087": (each_row, connector_pairs(1, ACROSS, unlike_colours)),
    "088": (its_column, connector_pairs(3, DOWN, unlike_colours)),
    "089": (each_column, connector_pairs(3, DOWN, coloured("blue", "red"))),
    "090": (each_column, connector_pairs(3, DOWN, coloured("blue", "green"))),
    "091": (each_column, connector_pairs(3, DOWN, coloured("violet", "black"))),
    "092": (each_row, connector_pairs(3, ACROSS, coloured("black", "violet"))),
    "093": (each_row, connector_pairs(3, ACROSS, coloured("blue", "green"))),
    "094": (each_row, connector_pairs(3, ACROSS, coloured("blue", "red"))),
    "095": (whole, losanges(2, shows("yellow", "violet"))),
    "096": (whole, losanges(2, shows("red", "black"))),
    "097": (whole, losanges(2, shows("red", "violet"))),
    "098": (whole, losanges(2, shows("yellow", "black"))),
    # The black cards that pay the same everywhere
    "117": (whole, fixed(2)),
    "118": (whole, fixed(2)),
    "119": (whole, fixed(2)),
    "120": (whole, fixed(3)),
}


def three_alike(colours: list[str], numbers: list[int], rulings: Rulings) -> bool:
    """O12: three connectors with the same number, the fourth one free unless the switch says otherwise."""
    alike = max(Counter(numbers).values(), default=0)
    return alike == 3 if rulings.get("objective_12", "three_or_more") == "exactly_three" else alike >= 3


OBJECTIVES: dict[str, Condition] = {
    "O1": (each_column, figures(3, DOWN, same_number)),
    "O2": (each_column, figures(4, DOWN, sum_is(6))),
    "O3": (whole, best_row),
    "O4": (whole, losanges(5, lambda colours, numbers, rulings: len(set(colours)) == 4)),
    "O5": (each_column, figures(7, THREE_DOWN, same_colour)),
    "O6": (each_row, lots(11, 5, full_house(colour_of))),
    "O7": (whole, figures(3, DIAGONAL, same_colour)),
    "O8": (each_row, figures(3, ACROSS, same_colour)),
    "O9": (each_column, connector_pairs(3, DOWN, like_colours)),
    "O10": (whole, least_times_most),
    "O11": (whole, lambda area, rulings: on_scale((0, 1, 3, 6, 10, 15), distinct(area, colour_of))),
    "O12": (whole, losanges(5, three_alike)),
    "O13": (whole, losanges(5, lambda colours, numbers, rulings: len(set(numbers)) == 4)),
    "O14": (whole, losanges(5, lambda colours, numbers, rulings: len(numbers) == 4 and sum(numbers) == 13)),
    "O15": (each_row, lots(11, 5, full_house(number_of))),
    "O16": (each_row, lots(13, 4, same_number)),
}


@dataclass(frozen=True)
class Figure:
    """A drawn figure of AI-1: the cells it covers as (down, right), and the colours that any of them may have."""

    shape: Offsets
    colours: tuple[str, ...]


AI_1_FIGURES = (
    Figure(((0, 0), (0, 1), (1, 0), (1, 1)), ("red", "blue")),
    Figure(((0, 0), (1, 0), (1, 1)), ("yellow", "black")),
)


def drawn_figures(tableau: Tableau, figures_of_ai_1: Sequence[Figure]) -> int:
    """AI-1: the largest number of figures of any kind that share no card, in every symmetry."""
    found = []
    for figure in figures_of_ai_1:
        for cells in placements(tableau, symmetries(figure.shape)):
            if all(tableau[cell].colour in figure.colours for cell in cells):
                found.append(frozenset(cells))
    return 7 * most_disjoint(found)


AI_CARDS: dict[str, Condition] = {
    "AI-2": (whole, fixed(0)),  # its points come from the card that it adds
    "AI-3": (
        whole,
        losanges(3, lambda colours, numbers, rulings: "yellow" in colours and "black" in colours and 3 in numbers),
    ),
    "AI-4": (whole, least_times_most),
    "AI-5": (whole, fixed(5)),
    "AI-6": (whole, fixed(0)),
    "AI-7": (around, lots(4, 2, matched({"red"}, {"violet"}))),
    "AI-8": (whole, fixed(5)),
    "AI-9": (whole, six_colours(7, most=2)),
    "AI-10": (whole, fixed(4)),
    "AI-11": (each_column, lots(3, 3, in_a_row)),
    "AI-12": (each_row, same_ends),
}


def evaluate(condition: Condition, tableau: Tableau, cell: str, rulings: Rulings) -> int:
    """Score every area of the condition's place on its own and add up."""
    place, rule = condition
    return sum(rule(area, rulings) for area in place(tableau, cell))


def points(card_id: str, tableau: Tableau, cell: str, rulings: Rulings) -> int:
    """Points of card 001-098 or 117-120 on `cell`; the tableau already holds it."""
    return evaluate(CARDS[card_id], tableau, cell, rulings)


def objective_points(objective_id: str, tableau: Tableau, rulings: Rulings) -> int:
    return evaluate(OBJECTIVES[objective_id], tableau, CENTRE, rulings)


def ai_points(ai_id: str, tableau: Tableau, rulings: Rulings, figures: Sequence[Figure] | None = None) -> int:
    """Points of the AI card at the end; `figures` adds to the two figures of AI-1 that the rulebook describes."""
    if ai_id == "AI-1":
        return drawn_figures(tableau, (*AI_1_FIGURES, *(figures or ())))
    return evaluate(AI_CARDS[ai_id], tableau, CENTRE, rulings)


def best_for_owner(ai_id: str, tableau: Tableau, scoring: Callable[[Tableau], int]) -> int:
    """The scoring as the owner of the tableau may claim it: AI-10 is green 4 or black 2, whichever pays more."""
    if ai_id != "AI-10":
        return scoring(tableau)
    faces = (("green", 4), ("black", 2))
    return max(
        scoring({**tableau, CENTRE: replace(tableau[CENTRE], colour=colour, number=number)}) for colour, number in faces
    )
