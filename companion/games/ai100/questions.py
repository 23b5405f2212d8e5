"""What to ask about a reading: only cells whose card can change a score, the most telling first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod

from companion.core.errors import Ambiguous, CompanionError, Place
from companion.core.sheet import Reason
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import Face
from companion.games.ai100.document import Play, Record
from companion.games.ai100.finished import outcomes
from companion.games.ai100.reading import Guess, Reading
from companion.games.ai100.replay import replay

AI_CELL = "B3"
MOST_WORLDS = 96  # likeliest tableaux that are scored; the rest is left to the answers

Span = tuple[int, int]
# The least and most that a tableau can have come to, or None where no game leads to it.
Score = Callable[[Mapping[str, str]], Span | None]


@dataclass(frozen=True)
class Question:
    """An unsure cell, what may lie there, and how wide the range of scores is expected to be once it is answered."""

    cell: str
    guesses: tuple[Guess, ...]
    width_after: float


@dataclass(frozen=True)
class Questions:
    """The scores that are still possible, and what to ask to know better."""

    span: Span | None  # None where no tableau that fits the photo can be scored yet
    ask: tuple[Question, ...]
    settled: tuple[str, ...]  # unsure cells that cannot change any score
    complete: bool  # whether every tableau the reading allows was scored


@dataclass(frozen=True)
class _World:
    """A tableau that may be the true one."""

    cards: Mapping[str, str]
    chance: float
    span: Span


def questions(reading: Reading, score: Score) -> Questions:
    """Return the range of scores that a reading leaves open, and its unsure cells by how much an answer narrows it."""
    open_cells = {cell: seen.guesses for cell, seen in reading.cells.items() if not seen.sure}
    sure = {cell: seen.card for cell, seen in reading.cells.items() if seen.sure and seen.card}
    blank = [cell for cell, guesses in open_cells.items() if not guesses]
    if blank:
        # A card of which nothing is known may be any: no range before somebody says.
        rest = [cell for cell in open_cells if cell not in blank]
        ask = tuple(Question(cell, open_cells[cell], float("inf")) for cell in (*blank, *rest))
        return Questions(None, ask, (), False)
    every = prod(len(guesses) for guesses in open_cells.values())
    worlds = []
    for cards, chance in _likeliest(open_cells, MOST_WORLDS):
        tableau = {**sure, **cards}
        if len(set(tableau.values())) == len(tableau) and (span := score(tableau)) is not None:
            worlds.append(_World(cards, chance, span))
    if not worlds:
        ask = tuple(Question(cell, guesses, float("inf")) for cell, guesses in open_cells.items())
        return Questions(None, ask, (), every <= MOST_WORLDS)
    asked = [Question(cell, guesses, _width_after(cell, worlds)) for cell, guesses in open_cells.items()]
    telling = sorted((one for one in asked if _matters(one.cell, worlds)), key=lambda one: one.width_after)
    # Where not every tableau was scored, a cell that seems idle may still matter: it comes last.
    complete = every <= MOST_WORLDS
    idle = [one for one in asked if one not in telling]
    return Questions(
        _union(worlds),
        (*telling, *(() if complete else idle)),
        tuple(one.cell for one in idle) if complete else (),
        complete,
    )


def score_in(record: Record, name: str, faces: Mapping[str, Face]) -> Score:
    """Return how a tableau of one player scores in a game; `faces` are those of the deck."""
    known = replace(record, faces={**faces, **record.faces})

    def score(tableau: Mapping[str, str]) -> Span | None:
        try:
            if known.tableaux is None:
                return _replayed(_with_plays(known, name, tableau), name)
            return _finished(_with_tableau(known, name, tableau), name)
        except CompanionError:
            return None

    return score


def _with_tableau(record: Record, name: str, tableau: Mapping[str, str]) -> Record:
    cards = {CELLS.index(cell): card for cell, card in tableau.items() if cell != AI_CELL}
    ai = tableau.get(AI_CELL)
    players = tuple(player._replace(ai=ai) if ai and player.name == name else player for player in record.players)
    return replace(record, players=players, tableaux={**(record.tableaux or {}), name: cards})


def _finished(record: Record, name: str) -> Span:
    (outcome,) = outcomes(record, only=name, swaps=False)
    if not outcome.finished.settled:
        # Every swap of every likely tableau would take minutes: then each unsure cell is worth asking about.
        raise Ambiguous(Reason("ai100:error.moved"), Place("tableaux", name))
    return outcome.total


def _with_plays(record: Record, name: str, tableau: Mapping[str, str]) -> Record:
    """The game as it was written down, with the cards of the photo where no later move could have changed them."""

    def seen(play: Play) -> Play:
        return play._replace(card=tableau.get(CELLS[play.cell], play.card))

    moved = any(turn[name].exchange or turn[name].swap or turn[name].ai_swap for turn in record.turns if name in turn)
    turns = tuple({who: seen(play) if who == name else play for who, play in turn.items()} for turn in record.turns)
    return record if moved else replace(record, turns=turns)


def _replayed(record: Record, name: str) -> Span:
    result = replay(record)
    if result.problems:
        raise result.problems[0]
    total = next(sheet.total for sheet in result.sheets if sheet.name == name)
    return total, total


def _likeliest(cells: Mapping[str, tuple[Guess, ...]], most: int) -> Iterator[tuple[dict[str, str], float]]:
    """Yield the combinations of guesses, the likeliest first."""
    names = list(cells)
    ranked = [sorted(cells[name], key=lambda guess: -guess.confidence) for name in names]

    def chance(picks: tuple[int, ...]) -> float:
        return prod((guesses[at].confidence for guesses, at in zip(ranked, picks, strict=True)), start=1.0)

    first = (0,) * len(names)
    queue, queued = [(-chance(first), first)], {first}
    for _ in range(most):
        if not queue:
            return
        less, picks = heapq.heappop(queue)
        yield {name: ranked[at][pick].card for at, (name, pick) in enumerate(zip(names, picks, strict=True))}, -less
        for at, pick in enumerate(picks):
            if pick + 1 < len(ranked[at]):
                after = (*picks[:at], pick + 1, *picks[at + 1 :])
                if after not in queued:
                    queued.add(after)
                    heapq.heappush(queue, (-chance(after), after))


def _union(worlds: list[_World]) -> Span:
    return min(world.span[0] for world in worlds), max(world.span[1] for world in worlds)


def _by_answer(cell: str, worlds: list[_World]) -> dict[str, list[_World]]:
    groups: dict[str, list[_World]] = {}
    for world in worlds:
        groups.setdefault(world.cards[cell], []).append(world)
    return groups


def _width_after(cell: str, worlds: list[_World]) -> float:
    """The expected width of the range of scores once somebody has said what lies on a cell."""
    total = sum(world.chance for world in worlds)
    width = 0.0
    for group in _by_answer(cell, worlds).values():
        least, most = _union(group)
        width += sum(world.chance for world in group) / total * (most - least)
    return width


def _matters(cell: str, worlds: list[_World]) -> bool:
    """Whether two tableaux that differ on this cell alone score differently."""
    spans: dict[tuple[tuple[str, str], ...], Span] = {}
    for world in worlds:
        others = tuple(pair for pair in world.cards.items() if pair[0] != cell)
        if spans.setdefault(others, world.span) != world.span:
            return True
    return False
