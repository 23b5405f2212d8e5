"""ColleXion once more, the slow way: polygons lie on the table as words, and people pick up four of them.

Nothing here knows the engine: lists of words, tokens that are really taken off, and every way tried to the end.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from typing import Any

COLOURS = ["green", "yellow", "pink", "blue"]
SHAPES = ["triangle", "square", "pentagon", "octagon"]
BOX = [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES for _ in range(5)]


class No(Exception):
    """This cannot be: it is against the rules, or somebody has to say more."""


def is_series(four: Any) -> Any:
    colours = {word.split()[0] for word in four}
    shapes = {word.split()[1] for word in four}
    return sorted((len(colours), len(shapes))) == [1, 4]


def endings(words: list[str]) -> Any:
    """Return all that may be left: sorted words, and how often a series was picked up on the way there."""
    found, seen = set(), set()

    def go_on(table: Any, picked: Any) -> None:
        if (table, picked) in seen:
            return
        seen.add((table, picked))
        stuck = True
        for four in set(combinations(table, 4)):
            if is_series(four):
                stuck = False
                rest = list(table)
                for word in four:
                    rest.remove(word)
                go_on(tuple(rest), picked + 1)
        if stuck:
            found.add((table, picked))

    go_on(tuple(sorted(words)), 0)
    return found


def words_of(name: str) -> Any:
    if name in COLOURS:
        return [f"{name} {shape}" for shape in SHAPES]
    return [f"{colour} {name}" for colour in COLOURS]


def names_in(words: list[str]) -> Any:
    return [name for name in COLOURS + SHAPES if set(words_of(name)) <= set(words)]


def pick(words: list[str], gone: Any) -> Any:
    words = list(words)
    for word in gone:
        if word not in words:
            raise No(word)
        words.remove(word)
    return words


def purses(name: str, stacks: Any, ruling: str) -> Any:
    """Return the piles that a player may take a token from; `stacks` are lists, the top first."""
    if name in COLOURS:
        return [name] if stacks[name] else []
    heights = [len(stack) for stack in stacks.values()]
    low = min(heights) if ruling == "any" else min([height for height in heights if height], default=0)
    return [colour for colour in COLOURS if low and len(stacks[colour]) == low]


@cache
def all_ends(words: list[str], stacks: Any, ruling: str) -> Any:
    """Return every end of validating one series after the other: what is left, and the piles."""
    names, found = names_in(words), set()
    if not names:
        return {(words, stacks)}
    for name in names:
        rest = tuple(pick(words, words_of(name)))
        piles = dict(zip(COLOURS, stacks, strict=True))
        for colour in purses(name, piles, ruling) or [None]:
            after = tuple(stack[1:] if one == colour else stack for one, stack in piles.items())
            found |= all_ends(rest, after, ruling)
    return found


class Game:
    """A game as it goes on: everybody's words, tokens and powers, the box and the piles."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.names = [player["name"] for player in document["players"]]
        self.teams, self.expert = document.get("teams", False), document.get("expert", False)
        self.ruling = document.get("rulings", {}).get("shape_pile", "left")
        self.have: dict[str, list[str]] = {name: [] for name in self.names}
        self.won: dict[str, list[int]] = {name: [] for name in self.names}
        self.powers = {name: [] if self.expert else ["swap", "steal", "discard"] for name in self.names}
        self.box = list(BOX)
        self.stacks: dict[str, tuple[int, ...]] = dict.fromkeys(COLOURS, (2, 3, 4))
        self.played = 0
        self.last: int | None = None

    @property
    def over(self) -> bool:
        return self.last is not None and self.played >= self.last

    def turn(self, turn: dict[str, Any]) -> None:
        if self.over:
            raise No("over")
        me = self.names[self.played % len(self.names)]
        powers = turn.get("powers", [])
        self.may_use(me, turn["take"], powers)
        self.use(me, powers, "before")
        if not turn["take"] and self.last is None and self.box:
            raise No("a polygon must be taken")
        for one, other in pairwise(turn["take"]):
            if not set(one.split()) & set(other.split()):
                raise No("no chain")
        self.box = pick(self.box, turn["take"])
        mine = list(turn["take"])
        if turn.get("give"):
            if not self.teams or not mine:
                raise No("gift")
            self.have[self.names[(self.names.index(me) + 2) % 4]].append(mine.pop())
        self.have[me] += mine
        self.use(me, powers, "taking")
        named = list(turn["series"]) if "series" in turn else None
        late = any(power.get("when") == "after" for power in powers)
        self.validate(me, named, stop=late)
        if late:
            self.use(me, powers, "after")
            self.validate(me, named, stop=False)
        if named:
            raise No("series that are not there")
        self.played += 1
        if self.last is None and (not self.box or not any(self.stacks.values())):
            self.last = self.played
            while self.last % len(self.names):
                self.last += 1

    def may_use(self, me: Any, take: list[str], powers: Any) -> None:
        if self.expert:
            twins = sum(one == other for one, other in pairwise(take))
            if len(powers) > twins or any(power.get("when", "taking") != "taking" for power in powers):
                raise No("twins")
            return
        if len(powers) > 1:
            raise No("one power a turn")
        for power in powers:
            if power["power"] not in self.powers[me]:
                raise No("used before")
            self.powers[me].remove(power["power"])

    def use(self, me: Any, powers: Any, when: str) -> None:
        for power in powers:
            if power.get("when", "taking") != when:
                continue
            if me in (power.get("from"), power.get("with")):
                raise No("with somebody else")
            if power["power"] == "discard":
                self.box = pick(self.box, [power["piece"]])
            elif power["power"] == "steal":
                self.have[power["from"]] = pick(self.have[power["from"]], [power["piece"]])
                self.have[me].append(power["piece"])
            else:
                self.have[power["with"]] = [*pick(self.have[power["with"]], [power["get"]]), power["give"]]
                self.have[me] = [*pick(self.have[me], [power["give"]]), power["get"]]

    def validate(self, me: Any, named: Any, stop: Any) -> None:
        if named is None:
            ends = all_ends(tuple(sorted(self.have[me])), tuple(self.stacks.values()), self.ruling)
            if len(ends) > 1:
                raise No("say which")
            ((left, stacks),) = ends
            gone = sum(map(sum, self.stacks.values())) - sum(map(sum, stacks))
            self.won[me].append(gone)
            self.have[me], self.stacks = list(left), dict(zip(COLOURS, stacks, strict=True))
            return
        while named and not (stop and not names_in(self.have[me])):
            one = named.pop(0)
            self.have[me] = pick(self.have[me], words_of(one["series"]))
            purse = purses(one["series"], self.stacks, self.ruling)
            if "pile" in one and one["pile"] not in purse:
                raise No("not this pile")
            if "pile" not in one and len(purse) > 1:
                raise No("which pile")
            colour = one.get("pile") or (purse or [None])[0]
            if colour:
                self.won[me].append(self.stacks[colour][0])
                self.stacks[colour] = self.stacks[colour][1:]
        if names_in(self.have[me]):
            raise No("all series must be validated")


def played(document: dict[str, Any]) -> Any:
    """Return what everybody has after all turns, and whether the game is over."""
    game = Game(document)
    for turn in document["turns"]:
        game.turn(turn)
    totals = {name: sum(game.won[name]) + len(game.powers[name]) - len(game.have[name]) for name in game.names}
    return totals, {name: len(game.have[name]) for name in game.names}, game.over


def winners(document: dict[str, Any], totals: dict[str, int], left: dict[str, int]) -> Any:
    names = list(totals)
    sides = [names[0::2], names[1::2]] if document.get("teams") else [[name] for name in names]
    ranked = [(sum(totals[name] for name in side), -sum(left[name] for name in side)) for side in sides]
    return [name for side, rank in zip(sides, ranked, strict=True) if rank == max(ranked) for name in side]


# A finished table: can it have come to this?


def tokens_can_be(tokens: Any, kept: Any, ruling: str) -> Any:
    """Whether series of polygons that nobody kept can have earned these tokens: every way, series by series."""
    kinds = sorted(set(BOX))
    wanted = tuple(sorted(tokens))

    @cache
    def go(lying: Any, stacks: Any, got: Any) -> Any:
        if got == wanted:
            return True
        piles = dict(zip(COLOURS, stacks, strict=True))
        for name in names_in([kind for kind, count in zip(kinds, lying, strict=True) if count]):
            four = words_of(name)
            rest = tuple(count - (kind in four) for kind, count in zip(kinds, lying, strict=True))
            for colour in purses(name, piles, ruling):
                more = tuple(sorted((*got, piles[colour][0])))
                if Counter(more) <= Counter(wanted):
                    after = tuple(stack[1:] if one == colour else stack for one, stack in piles.items())
                    if go(rest, after, more):
                        return True
        return False

    return go(tuple(5 - kept.count(kind) for kind in kinds), ((2, 3, 4),) * 4, ())


def may_lie(document: dict[str, Any]) -> Any:
    """Whether the series in the collections can have been left: somebody later brought their last polygons."""
    players = document["players"]
    teams, expert = document.get("teams", False), document.get("expert", False)

    def explained(order: Any) -> Any:
        """Hand out the late swaps one by one, in every way."""
        swaps = [
            place for place, seat in enumerate(order)
            for _ in range(3 if expert else players[seat].get("powers", 3) < 3)
        ]  # fmt: skip
        gifts = [(2, 0), (3, 1)] if teams else []

        def go(waiting: Any, swaps: Any, gifts: Any) -> Any:
            open_ones = [place for place in waiting if names_in(waiting[place])]
            if not open_ones:
                return True
            place = open_ones[0]
            givers = {by: ("swap", by) for by in swaps if by > place}
            ways = [*givers.values(), *(("gift", gift) for gift in gifts if gift[1] == place)]
            for kind, way in ways:
                less = [list(swaps), list(gifts)]
                less[kind == "gift"].remove(way)
                for word in set(words_of(names_in(waiting[place])[0])):
                    rest = {**waiting, place: pick(waiting[place], [word])}
                    if go(rest, *less):
                        return True
            return False

        waiting = {place: collected(players[seat]) for place, seat in enumerate(order)}
        return go(waiting, swaps, gifts)

    seats = list(range(len(players)))
    return any(explained(seats[first:] + seats[:first]) for first in seats)


def collected(player: dict[str, Any]) -> Any:
    return [
        f"{colour} {shape}"
        for colour, row in player.get("collection", {}).items()
        for shape, count in row.items()
        for _ in range(count)
    ]


def table(document: dict[str, Any]) -> Any:
    """Return the totals of a finished table, or say no."""
    players = document["players"]
    expert = document.get("expert", False)
    tokens = [token for player in players for token in player["tokens"]]
    kept = [word for player in players for word in collected(player)]
    left = {player["name"]: player.get("left", len(collected(player))) for player in players}
    gone = sum(left.values()) + 4 * len(tokens) + sum(not player.get("powers", 0) for player in players) * (not expert)
    if gone > 80 or Counter(kept) - Counter(BOX):
        raise No("not in the box")
    if not tokens_can_be(tokens, kept, document.get("rulings", {}).get("shape_pile", "left")):
        raise No("tokens for nothing")
    if not may_lie(document):
        raise No("a series lies there")
    totals = {
        player["name"]: sum(player["tokens"]) + player.get("powers", 0) - left[player["name"]] for player in players
    }
    return totals, left


def verdict(document: dict[str, Any]) -> Any:
    """Return totals, winners and whether the game is over; None where it is refused."""
    try:
        if "turns" in document:
            totals, left, over = played(document)
        else:
            (totals, left), over = table(document), True
    except No:
        return None
    return totals, winners(document, totals, left), over
