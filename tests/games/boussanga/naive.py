"""Alignments once more: the board is a page of letters, its lines are strings, and a regular expression reads them.

And cards once more, held up before the board as a picture that is turned by real angles.
"""

from __future__ import annotations

import cmath
import itertools
import math
import re
from collections.abc import Iterator
from typing import Any


def lines_of_cells() -> Iterator[Any]:
    for i in range(8):
        yield [(i, j) for j in range(8)]
        yield [(j, i) for j in range(8)]
    for total in range(15):
        yield [(row, total - row) for row in range(8) if 0 <= total - row < 8]
    for difference in range(-7, 8):
        yield [(row, row - difference) for row in range(8) if 0 <= row - difference < 8]


def alignments(page: Any) -> Any:
    """Return sets of cells, each with its letter; `page` is eight strings, a dot is an empty cell."""
    found = set()
    for line in lines_of_cells():
        text = "".join(page[row][column] for row, column in line)
        for match in re.finditer(r"([^.])\1{3,}", text):
            found.add((match[1], frozenset(line[match.start() : match.end()])))
    return found


def pictures(card: Any) -> Iterator[Any]:
    """Return the eight pictures of a card: places relative to its first token, as sets of (row, column, letter)."""
    first = card[0]
    for eighth in range(8):
        turn = cmath.rect(math.sqrt(2) if eighth % 2 else 1, math.radians(45 * eighth))
        seen = set()
        for row, column, letter in card:
            # Right is real, down is imaginary: turning clockwise on a page is turning to the positive side.
            place = complex(column - first[1], row - first[0]) * turn
            seen.add((round(place.imag), round(place.real), letter))
        yield frozenset(seen)


def ways_to_lay(page: Any, card: Any) -> Any:
    """Return every set of (row, column, letter) that the card can cover, some of it not being there yet."""
    ways = set()
    for picture in set(pictures(card)):
        for row in range(8):
            for column in range(8):
                laid = {(row + down, column + right, letter) for down, right, letter in picture}
                if all(0 <= r < 8 and 0 <= c < 8 for r, c, _ in laid):
                    there = [(page[r][c], letter) for r, c, letter in laid]
                    fits = all(sign in (".", letter) for sign, letter in there)
                    if fits and any(sign == "." for sign, _ in there):
                        ways.add(frozenset(laid))
    return ways


# Whole games: the board is a list of letters, tokens are really moved.

WORTH = {"yellow": 1, "green": 1, "blue": 2, "red": 3}


class No(Exception):
    """This cannot be."""


def need(true: object) -> None:
    if not true:
        raise No


def laid(turn: dict[str, Any]) -> Any:
    """Return the places and colours of a card on the board; places outside are no places."""
    row, column = "ABCDEFGH".index(turn["cell"][0]), int(turn["cell"][1]) - 1
    picture = list(pictures(turn["card"]))[turn["orientation"]]
    found = {(row + down, column + right): colour for down, right, colour in picture}
    need(all(0 <= r < 8 and 0 <= c < 8 for r, c in found))
    return found


def on_a_page(board: Any) -> Any:
    signs = {colour: sign for sign, colour in zip("1234", WORTH, strict=True)}
    return [[signs.get(board.get((row, column)), ".") for column in range(8)] for row in range(8)], signs


def bundles_of(found: Any) -> Any:
    """Put alignments that share a place together."""
    heaps = [[one] for one in found]
    for i in range(len(heaps)):
        for j in range(len(heaps)):
            if i != j and any(one[1] & other[1] for one in heaps[i] for other in heaps[j]):
                heaps[i], heaps[j] = heaps[i] + heaps[j], []
    return [heap for heap in heaps if heap]


class Competition:
    """The competitive mode."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.names = [player["name"] for player in document["players"]]
        self.teams = document.get("teams", False)
        rulings = document.get("rulings", {})
        self.crossing, self.bonus = rulings.get("crossing", "each"), rulings.get("bonus", "side")
        self.board: dict[Any, str] = {}
        self.reserve = {**dict.fromkeys(WORTH, 16), **document.get("supply", {})}
        self.plates = {name: dict.fromkeys(WORTH, 0) for name in self.names}
        self.had: set[Any] = set()
        self.played = 0
        self.last: int | None = None
        self.pile = document["cards"] - 4 * len(self.names) if "cards" in document else None

    def side(self, name: str) -> Any:
        at = self.names.index(name)
        return self.names[at % 2 :: 2] if self.teams else [name]

    def points(self, names: list[str]) -> Any:
        return sum(self.plates[name][colour] * WORTH[colour] for name in names for colour in WORTH)

    def turn(self, turn: dict[str, Any]) -> None:
        need(self.last is None or self.played < self.last)
        me = self.names[self.played % len(self.names)]
        emptied = self.lay(turn, me) if "card" in turn else False
        if self.last is None and (self.points(self.side(me)) >= 15 or self.pile == 1 or emptied):
            self.last = self.played + len(self.names)
        self.pile = max(self.pile - 1, 0) if self.pile is not None else None
        self.played += 1

    def lay(self, turn: dict[str, Any], me: Any) -> Any:
        card = laid(turn)
        need(all(self.board.get(place, colour) == colour for place, colour in card.items()))
        new = {place: colour for place, colour in card.items() if place not in self.board}
        need(new)
        for colour in new.values():
            self.reserve[colour] -= 1
        need(min(self.reserve.values()) >= 0)
        emptied = any(self.reserve[colour] == 0 for colour in new.values())
        self.board |= new
        page, signs = on_a_page(self.board)
        for heap in bundles_of(alignments(["".join(row) for row in page])):
            self.take_off(heap, {sign: colour for colour, sign in signs.items()}[heap[0][0]], me)
        return emptied

    def take_off(self, heap: Any, colour: str, me: Any) -> None:
        places = set().union(*(cells for _, cells in heap))
        once = len(places) - 3
        kept = once if self.crossing == "once" else min(once, sum(len(cells) - 3 for _, cells in heap))
        for place in places:
            del self.board[place]
        self.plates[me][colour] += kept
        self.reserve[colour] += len(places) - kept
        side = self.side(me)
        key = (colour, tuple(side)) if self.bonus == "side" else colour
        if key not in self.had and sum(self.plates[name][colour] for name in side) >= 4:
            self.had.add(key)
            self.plates[me][colour] += 1
            self.reserve[colour] -= 1

    @property
    def over(self) -> Any:
        return self.last is not None and self.played >= self.last


def best_sides(names: list[str], teams: Any, points: Any) -> Any:
    sides = [names[0::2], names[1::2]] if teams else [[name] for name in names]
    sums = [sum(points[name] for name in side) for side in sides]
    return [name for side, total in zip(sides, sums, strict=True) if total == max(sums) for name in side]


def competitive(document: dict[str, Any]) -> Any:
    names, teams = [player["name"] for player in document["players"]], document.get("teams", False)
    if "turns" in document:
        game = Competition(document)
        for turn in document["turns"]:
            game.turn(turn)
        points = {name: game.points([name]) for name in names}
        return points, best_sides(names, teams, points), game.over
    plates = {player["name"]: player["tokens"] for player in document["players"]}
    sides = [names[0::2], names[1::2]] if teams else [[name] for name in names]
    for colour in WORTH:
        counts = [sum(plates[name].get(colour, 0) for name in side) for side in sides]
        # With the last alignment three went back; the bonus may have come out of them, to somebody with five or more.
        need(sum(counts) <= 13 + (max(counts) >= 5))
    points = {name: sum(count * WORTH[colour] for colour, count in plate.items()) for name, plate in plates.items()}
    return points, best_sides(names, teams, points), True


class Together:
    """Together or alone: tokens go from the board to the zone, and from there back or to the plate."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.board = {
            (row, column): colour
            for row, line in enumerate(document["board"])
            for column, colour in enumerate(line)
            if colour
        }
        self.zone, self.plate, self.discarded = dict.fromkeys(WORTH, 0), dict.fromkeys(WORTH, 0), 0

    @property
    def points(self) -> Any:
        return sum(self.plate[colour] * WORTH[colour] for colour in WORTH)

    def turn(self, turn: dict[str, Any]) -> None:
        need(self.points < 15)
        self.discarded += 1
        back = {
            colour: [("ABCDEFGH".index(cell[0]), int(cell[1]) - 1) for cell in cells]
            for colour, cells in turn.get("back", {}).items()
        }
        if "card" in turn:
            for place, colour in laid(turn).items():
                need(self.board.get(place) == colour)
                del self.board[place]
                self.zone[colour] += 1
            full = {colour: 3 for colour, count in self.zone.items() if count >= 4}
            need(set(back) == set(full))
        else:
            held = {colour: count for colour, count in self.zone.items() if count}
            need(set(back) <= set(held) and len(back) == bool(held))
            full = {colour: held[colour] for colour in back}
        for colour, count in full.items():
            need(len(set(back[colour])) == len(back[colour]) == count)
            need(not any(place in self.board for place in back[colour]))
            self.board |= dict.fromkeys(back[colour], colour)
            self.plate[colour] += self.zone[colour] - count
            self.zone[colour] = 0


def fewest(plate: dict[str, int]) -> Any:
    """Return the fewest cards for a plate, walking through all zones and plates; None where it cannot be.

    Nothing is clever here: every card of three or four tokens is tried on everything that can lie there.
    """
    cards = [
        card for card in itertools.product(range(5), repeat=4) if sum(card) in (3, 4)
    ]  # fmt: skip
    wanted = tuple(plate.get(colour, 0) for colour in WORTH)
    edge: set[tuple[tuple[int, ...], tuple[int, ...]]] = {((0, 0, 0, 0), (0, 0, 0, 0))}
    seen, count = set(edge), 0
    while edge:
        if any(won == wanted for _, won in edge):
            return count
        seen |= edge
        following = set()
        for zone, won in edge:
            if sum(n * worth for n, worth in zip(won, WORTH.values(), strict=True)) >= 15:
                continue
            for card in cards:
                now = [n + more for n, more in zip(zone, card, strict=True)]
                plate_now = tuple(n + max(m - 3, 0) * (m >= 4) for n, m in zip(won, now, strict=True))
                if all(n <= most for n, most in zip(plate_now, wanted, strict=True)):
                    following.add((tuple(m if m < 4 else 0 for m in now), plate_now))
        edge = following - seen
        count += 1
    return None


def cooperative(document: dict[str, Any]) -> Any:
    names = [player["name"] for player in document["players"]]
    if "turns" in document:
        game = Together(document)
        for turn in document["turns"]:
            game.turn(turn)
        points, cards = game.points, game.discarded
    else:
        need(max(document["tokens"].values(), default=0) <= 13)
        least, cards = fewest(document["tokens"]), document["discarded"]
        need(least is not None and least <= cards)
        points = sum(count * WORTH[colour] for colour, count in document["tokens"].items())
    return dict.fromkeys(names, points), names if points >= 15 and cards <= 12 else [], points >= 15


def verdict(document: dict[str, Any]) -> Any:
    """Return totals, winners and whether the game is over; None where it is refused."""
    try:
        return competitive(document) if document["mode"] == "competitive" else cooperative(document)
    except No:
        return None
