"""Which cards hang together, once more and slowly: sets of places that melt into each other until nothing moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Place = tuple[int, int]


def touch(one: Place, other: Place) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def heaps(places: Iterable[Place]) -> list[set[Place]]:
    """Return the places as heaps of those that hang together, sides and corners."""
    found = [{place} for place in places]
    moved = True
    while moved:
        moved = False
        for i, heap in enumerate(found):
            for j in range(i + 1, len(found)):
                if any(touch(one, other) for one in heap for other in found[j]):
                    found[i] = heap | found.pop(j)
                    moved = True
                    break
            if moved:
                break
    return found


def may_be_taken(places: Iterable[Place], line: list[Place], place: Place) -> bool:
    """Whether nobody who could reach another card before is cut off from it afterwards."""
    if len([other for other in line if other in places]) < 2:
        return False
    rest = [other for other in places if other != place]
    before, after = heaps(places), heaps(rest)
    for one in rest:
        for other in rest:
            together = any({one, other} <= heap for heap in before)
            still = any({one, other} <= heap for heap in after)
            if together and not still:
                return False
    return True


# Whole games: cards are words on places, tokens go from hand to hand one by one.

COLOURS = ["red", "blue", "green", "brown", "yellow"]
DECK = {2: 50, 3: 60, 4: 70, 5: 80, 6: 90}


class No(Exception):
    """This cannot be, or somebody has to say more."""


def need(true: object) -> None:
    if not true:
        raise No


def place_of(text: str) -> Place:
    row, column = text.split(",")
    return int(row), int(column)


def in_common(one: str, other: str, ruling: str) -> int:
    same = [a == b for a, b in zip(one.split(), other.split(), strict=True)]
    if ruling == "nothing" and one.split()[2] == other.split()[2] == "none":
        same[2] = False
    return sum(same)


class Game:
    """A game as it goes on."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.names = [player["name"] for player in document["players"]]
        self.ruling = document.get("rulings", {}).get("no_symbol", "shared")
        self.table = {place_of(place): card for place, card in document["start"].items()}
        many = len(self.names)
        self.tokens, self.hands = [6] * many, [4] * many
        self.won: list[list[str]] = [[] for _ in self.names]
        self.pile = DECK[many] - 5 - 4 * many
        self.seen = list(self.table.values())
        self.played = self.passes = 0
        self.over = False
        self.phase: tuple[list[Place], int] | None = None  # the line that is taken from, and whose turn it is

    def may_lie(self, card: str, place: Place) -> int:
        """Return how many cards lie beside, or say no."""
        need(place not in self.table)
        everything = [*self.table, place]
        for axis in (0, 1):
            need(max(one[axis] for one in everything) - min(one[axis] for one in everything) < 6)
        beside = [self.table[other] for other in self.beside(place)]
        need(beside and all(in_common(card, other, self.ruling) for other in beside))
        return len(beside)

    def beside(self, place: Place) -> list[Place]:
        return [other for other in self.table if abs(other[0] - place[0]) + abs(other[1] - place[1]) == 1]

    def lines(self, place: Place) -> dict[str, list[Place]]:
        """Return the lines in which the card just laid starts a phase: names and places."""
        found = {}
        for axis, name in ((0, "row"), (1, "column")):
            line = [other for other in self.table if other[axis] == place[axis]]
            twice = any(
                in_common(self.table[place], self.table[other], self.ruling) >= 2
                for other in self.beside(place)
                if other in line
            )
            if len(line) in (5, 6) and twice:
                found[name] = line
        return found

    def free_to_take(self) -> list[Place]:
        line = self.phase[0] if self.phase else []
        return [place for place in line if place in self.table and may_be_taken(self.table, line, place)]

    def turn(self, turn: dict[str, Any]) -> None:
        need(self.phase is None and not self.over)
        me = self.played % len(self.names)
        if "pass" in turn:
            if self.tokens[me]:
                self.tokens[me] -= 1
                self.tokens[me - 1] += 1
            self.played += 1
            self.passes += 1
            self.over = self.pile == 0 and self.passes >= len(self.names)
            return
        need(self.hands[me])
        place, card = place_of(turn["cell"]), turn["card"]
        beside = self.may_lie(card, place)
        need(sum(one.split()[0] == card.split()[0] for one in self.seen) < 18)
        self.seen.append(card)
        self.table[place] = card
        for _ in range(beside - 1):
            self.take_a_token(me)
        self.played, self.passes = self.played + 1, 0
        lines = self.lines(place)
        need("line" not in turn or turn["line"] in lines)
        need(len(lines) < 2 or "line" in turn)
        last = False
        if lines:
            self.phase = lines[turn.get("line") or next(iter(lines))], me
            last = self.pile == 0
            self.go_on()
        for cell in turn.get("taken", []):
            self.take(place_of(cell))
        self.over = last and self.phase is None
        if self.pile:
            self.pile -= 1
        else:
            self.hands[me] -= 1

    def take_a_token(self, me: int) -> None:
        for step in range(1, len(self.names)):
            if self.tokens[(me - step) % len(self.names)]:
                self.tokens[(me - step) % len(self.names)] -= 1
                self.tokens[me] += 1
                return

    def take(self, place: Place) -> None:
        need(place in self.free_to_take())
        assert self.phase
        line, seat = self.phase
        self.won[seat].append(self.table.pop(place))
        self.phase = line, (seat + 1) % len(self.names)
        self.go_on()

    def go_on(self) -> None:
        if not self.free_to_take():
            self.phase = None


def worth(tokens: int, cards: Any, chosen: list[str] | None) -> int:
    """Return the points: the best of all pairs of colours, or the pair that was chosen."""
    sums = [
        sum(int(value) * (1 if colour in (one, other) else -1) for colour, value in cards)
        for one in COLOURS
        for other in COLOURS
        if one < other and set(chosen or [one, other]) == {one, other}
    ]
    return 10 * tokens + max(sums)


def counted(document: dict[str, Any]) -> tuple[dict[str, int], bool]:
    players = document["players"]
    need(sum(player["tokens"] for player in players) == 6 * len(players))
    cards = [[(colour, value) for colour, values in player["cards"].items() for value in values] for player in players]
    every = [card for hand in cards for card in hand]
    need(all(sum(one == colour for one, _ in every) <= 18 for colour in COLOURS))
    deck = DECK[len(players)]
    over = document.get("finished", True)
    need(len(every) < deck)
    # What was not taken lies in the square or is in somebody's hand.
    need(not over or deck - len(every) <= 36 + 4 * len(players))
    totals = {
        player["name"]: worth(player["tokens"], hand, player.get("colours"))
        for player, hand in zip(players, cards, strict=True)
    }
    return totals, over


def played(document: dict[str, Any]) -> tuple[dict[str, int], bool]:
    game = Game(document)
    for turn in document["turns"]:
        game.turn(turn)
    totals = {}
    for seat, player in enumerate(document["players"]):
        cards = [card.split()[:2] for card in game.won[seat]]
        totals[player["name"]] = worth(game.tokens[seat], cards, player.get("colours"))
    return totals, game.over


def verdict(document: dict[str, Any]) -> Any:
    """Return totals, winners and whether the game is over; None where it is refused."""
    try:
        names = {"yellow": "yellow", "ring": "ring", "star": "star"} | document.get("called", {})
        need(names["ring"] != names["star"])
        totals, over = played(document) if "turns" in document else counted(document)
    except No:
        return None
    return totals, [name for name, total in totals.items() if total == max(totals.values())], over
