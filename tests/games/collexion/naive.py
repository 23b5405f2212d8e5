"""Series once more, the slow way: polygons lie on the table as words, and people pick up four of them."""

from __future__ import annotations

from itertools import combinations


def is_series(four):
    colours = {word.split()[0] for word in four}
    shapes = {word.split()[1] for word in four}
    return sorted((len(colours), len(shapes))) == [1, 4]


def endings(words):
    """Return all that may be left: sorted words, and how often a series was picked up on the way there."""
    found, seen = set(), set()

    def go_on(table, picked):
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
