"""Find for every condition of 'AI, 100% Human' a small tableau that scores and one that just does not.

Written to data/ai100/examples.toml and kept in the repository; the rule look-up draws and explains them with the
engine, and tests hold them against the second scorer. An example that scores is a random tableau from which cards were
taken away while it still scored; the other is the same tableau with as little as possible changed until nothing scores.
Some conditions pay something for any card: then the other shows how little that is.
"""

from __future__ import annotations

import random

from companion.games.ai100.board import AI_CELL, CELLS, board
from companion.games.ai100.cards import COLOURS, NUMBERS, Card, Connector, Face
from companion.games.ai100.catalogue import Condition, catalogue
from companion.games.ai100.patterns.connectors import Losange, Pair
from companion.games.ai100.patterns.counts import Fixed
from companion.games.ai100.tableau import Tableau
from companion.paths import DATA

Laid = dict[int, Face]
_TRIES = 4000
_FEW = 7


def main() -> None:
    """Write the examples of all conditions that look at a tableau."""
    lines = ["# Made by tools/find_examples.py: a tableau on which the condition scores, and one on which it does not."]
    for condition in catalogue().values():
        if isinstance(condition.pattern, Fixed):
            continue
        cell, yes, no = find(condition)
        lines += [
            "",
            f'["{condition.id}"]',
            f'cell = "{CELLS[cell]}"',
            f'scores = "{tableau(condition, yes, cell)}"',
            f'misses = "{tableau(condition, no, cell)}"',
        ]
    (DATA / "ai100" / "examples.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def find(condition: Condition) -> tuple[int, Laid, Laid]:
    """Return where the card lies, and both tableaux."""
    chance = random.Random(f"example {condition.id}")
    best: tuple[int, Laid] | None = None
    for _ in range(_TRIES):
        laid = some_cards(condition, chance)
        cell = AI_CELL if _central(condition) else chance.choice([at for at in laid if at != AI_CELL])
        if points(condition, laid, cell) and (smaller := pruned(condition, laid, cell, chance)):
            if best is None or len(smaller) < len(best[1]):
                best = cell, smaller
            if len(best[1]) <= 4:
                break
    assert best, condition.id
    cell, yes = best
    least = {at: yes[at] for at in {AI_CELL, cell}}
    if points(condition, least, cell):
        return cell, most(condition, cell, chance), least
    return cell, yes, nearly(condition, yes, cell, chance)


def most(condition: Condition, cell: int, chance: random.Random) -> Laid:
    """Return a small tableau that pays well, for a condition that pays something for any card."""
    whole = (some_cards(condition, chance) for _ in range(300))
    small = [grown(laid, cell, chance) for laid in whole]
    return max(small, key=lambda laid: points(condition, laid, cell))


def grown(laid: Laid, cell: int, chance: random.Random) -> Laid:
    """Return a few of the cards that hang together, the AI card and the card itself among them."""
    kept = dict(laid)
    for at in chance.sample(sorted(laid), len(laid)):
        without = {one: here for one, here in kept.items() if one != at}
        if at not in (cell, AI_CELL) and len(kept) > _FEW and connected(without):
            kept = without
    return kept


def nearly(condition: Condition, yes: Laid, cell: int, chance: random.Random) -> Laid:
    """Return the tableau with as few faces changed as possible so that nothing scores."""
    for count in range(1, len(yes) + 1):
        for _ in range(600):
            changed = dict(yes)
            # The card itself shows what it shows; the others may be others.
            for at in chance.sample(sorted(set(yes) - {cell} or yes), min(count, len(set(yes) - {cell}) or 1)):
                changed[at] = face(condition, chance)
            if not points(condition, changed, cell):
                return changed
    raise AssertionError(condition.id)


def pruned(condition: Condition, laid: Laid, cell: int, chance: random.Random) -> Laid:
    """Take cards away while the tableau hangs together and still scores."""
    kept = dict(laid)
    for at in chance.sample(sorted(laid), len(laid)):
        if at in (cell, AI_CELL):
            continue
        without = {one: here for one, here in kept.items() if one != at}
        if connected(without) and points(condition, without, cell):
            kept = without
    return kept


def connected(laid: Laid) -> bool:
    """Whether all cards hang together by their edges, as laid cards do."""
    seen, todo = {AI_CELL}, [AI_CELL]
    while todo:
        beside = board().beside_at[todo.pop()]
        fresh = [at for at in laid if beside >> at & 1 and at not in seen]
        seen |= set(fresh)
        todo += fresh
    return seen == set(laid)


def some_cards(condition: Condition, chance: random.Random) -> Laid:
    """Return a full tableau of few colours and numbers, so that something is likely to fit."""
    few = random.Random(chance.random())
    colours, numbers = few.sample(COLOURS, few.randint(2, 6)), few.sample(NUMBERS, few.randint(2, 5))
    return {at: face(condition, chance, colours, numbers) for at in range(15)}


def face(
    condition: Condition,
    chance: random.Random,
    colours: list[str] | tuple[str, ...] = COLOURS,
    numbers: list[int] | tuple[int, ...] = NUMBERS,
) -> Face:
    """Return a face; connectors only where the condition looks at them."""
    corners = tuple(Connector(chance.choice(colours), chance.choice(numbers)) for _ in range(4))
    shown = corners if isinstance(condition.pattern, Losange | Pair) else ()
    return Face(chance.choice(colours), chance.choice(numbers), shown)


def tableau(condition: Condition, laid: Laid, cell: int) -> Tableau:
    """Return the cards on a board, the one that scores with its number."""
    result = Tableau()
    for at, here in laid.items():
        card = condition.id if at == cell and not _central(condition) else ""
        result.lay(at, Card(card, here))
    return result


def points(condition: Condition, laid: Laid, cell: int) -> int:
    """Return what the condition pays."""
    return sum(group.points for group in condition.pattern.groups(tableau(condition, laid, cell), cell))


def _central(condition: Condition) -> bool:
    """Objectives and AI cards look from the centre."""
    return not condition.id.isdigit()


if __name__ == "__main__":
    main()
