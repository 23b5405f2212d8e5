"""Which cards hang together, once more and slowly: sets of places that melt into each other until nothing moves."""

from __future__ import annotations


def touch(one, other):
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def heaps(places):
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


def may_be_taken(places, line, place):
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
