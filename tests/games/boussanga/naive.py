"""Alignments once more: the board is a page of letters, its lines are strings, and a regular expression reads them.

And cards once more, held up before the board as a picture that is turned by real angles.
"""

from __future__ import annotations

import cmath
import math
import re


def lines_of_cells():
    for i in range(8):
        yield [(i, j) for j in range(8)]
        yield [(j, i) for j in range(8)]
    for total in range(15):
        yield [(row, total - row) for row in range(8) if 0 <= total - row < 8]
    for difference in range(-7, 8):
        yield [(row, row - difference) for row in range(8) if 0 <= row - difference < 8]


def alignments(page):
    """Return sets of cells, each with its letter; `page` is eight strings, a dot is an empty cell."""
    found = set()
    for line in lines_of_cells():
        text = "".join(page[row][column] for row, column in line)
        for match in re.finditer(r"([^.])\1{3,}", text):
            found.add((match[1], frozenset(line[match.start() : match.end()])))
    return found


def pictures(card):
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


def ways_to_lay(page, card):
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
