"""What a photo laid out shows: everything weighed against the deck; what stays doubtful is looked at once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import CARD_IDS, COLOURS, NUMBERS, Connector, Face
from companion.games.ai100.reader.cells import CENTRE, TABLEAU
from companion.games.ai100.reader.fields import read_colours
from companion.games.ai100.reader.laid_out import DARK, LaidOut, brightness
from companion.games.ai100.reader.weigh import (
    UNKNOWN,
    Expected,
    Witness,
    distinct_colours,
    hear,
    misplaced,
    priors,
    statements_of,
    weigh,
)
from companion.games.ai100.reading import Guess, Hint, Reading, Seen
from companion.vision.align import Map, settle
from companion.vision.flat import sharpness
from companion.vision.recognise import Sketch, recognise
from companion.vision.shapes import Quad

Floats = NDArray[np.float64]

_NAMED = 0.5  # below this confidence a card is seen but not named
_DOUBTFUL = 0.9995  # below this a card is aligned anew
_NEARLY_ALL = 9.0  # of a fit of 14 where all fields were read: a card named by fewer may be loosely located
_MOVED = 0.04  # of a card's width: nearer places are not worth another look
_VISIBLE = -9.0  # of -14 where all fields stand out
_NOTHING = -3.0  # the logarithm of the odds that no card lies in a place where none was located
_MAYBE, _BARE = 5.0, 4.0
_SMALL = 75  # pixels: the width of a card whose corner digits are nine pixels high
_BLURRED = 0.10
_UNLEARNED = 0.98  # of any confidence, where the print does not explain the photos that taught it: nothing is sure
_ELSEWHERE = 0.9  # the same where a card lies on a cell on which it cannot lie
_PICTURE_ALONE = 0.99  # of any confidence in an AI card of which nothing but its picture was known
_UNDER_STANDEE = 0.5  # of the cards in the centre: so many show the colour of a standee
_SHOWN = 1e-3  # alternatives below this are not worth a line
_POOR = 0.25  # of the cards, and two at least, must stay without a name for it to be said what would help
_DIGITS_READ = 0.8  # the chance of a number: where they are read so well but name no cards, these are of another print
_ID_READ = 0.9  # the chance from which a printed id is taken to be read
_AGAINST = 0.25  # of the cards, and three at least, must bear other ids than they are named for the deck to be doubted
_DISPUTED = 0.6  # of any confidence in a card whose id says another name, while the deck is doubted


@dataclass(frozen=True)
class Verdict:
    """What follows from the evidence: where a card is, the chances of each card, what they rest on."""

    there: NDArray[np.bool_]
    maybe: NDArray[np.bool_]  # something is there, perhaps only badly aligned
    chances: Floats  # (n, 133)
    fit: Floats  # (n,): how well number, digits and id fit the best card, log-ratio
    nothing: Floats  # (n,): how well they fit no card at all
    well: NDArray[np.bool_]  # (n,): which agree well with their picture
    witness: Witness
    contradicted: int = 0  # cards whose printed id says another name than their face

    @property
    def clear(self) -> NDArray[np.bool_]:
        """The cards that need no second look: named beyond doubt, and by nearly all their fields."""
        return np.asarray((self.chances[:, :-1].max(axis=1) >= _DOUBTFUL) & ((self.fit >= _NEARLY_ALL) | self.well))

    @property
    def legible(self) -> NDArray[np.bool_]:
        """The cards that were read well; where no face is known, those whose digits and id stand out."""
        return np.asarray(self.there & (self.clear | (self.nothing < _VISIBLE)))


def decide(laid: LaidOut, name: str, expected: Expected = UNKNOWN) -> Reading:
    """Weigh everything against the deck; what stays doubtful is looked at again, better aligned."""
    verdict = _weigh(laid, expected)
    for improved in () if laid.teaching else (_settled, _regridded):
        better = improved(laid, verdict)
        if better is not laid:
            laid, verdict = better, _weigh(better, expected)
    verdict = _wary(laid, verdict, expected)
    rows = sorted(np.flatnonzero(verdict.there).tolist(), key=lambda row: laid.cells[row])
    seen = {laid.cells[row]: _seen(laid, row, verdict) for row in rows}
    empty = tuple(cell for cell in TABLEAU.names if cell not in seen)
    return Reading(name, laid.box.deck.name, seen, empty, tuple(_hints(laid, verdict)))


def _wary(laid: LaidOut, verdict: Verdict, expected: Expected) -> Verdict:
    """Doubt what cannot be: a layout with a card where it cannot lie, ids that say other names, a wrong deck."""
    verdict = _contradicted(verdict)
    doubt = 1.0 if laid.box.learned else _UNLEARNED
    # A neutral grid has no centre: any of its cards may lie there.
    if not expected.neutral and misplaced(verdict.chances, laid.cells, CENTRE).any():
        doubt = min(doubt, _ELSEWHERE)
    chances = verdict.chances * doubt
    chances[_by_its_picture_alone(laid, verdict)] *= _PICTURE_ALONE
    return replace(verdict, chances=chances)


def _by_its_picture_alone(laid: LaidOut, verdict: Verdict) -> NDArray[np.bool_]:
    """Whether a card in the centre, on which a standee may stand, is named by a picture that is much like eleven more.

    So it is where neither its face is known as a whole nor its printed id is read.
    """
    named = verdict.chances[:, :-1].argmax(axis=1)
    unread = verdict.witness.ids.argmax(axis=1) != named
    unknown = np.array([CARD_IDS[card] not in laid.box.deck.faces for card in named], bool)
    centre = np.array([cell == CENTRE for cell in laid.cells], bool)
    return np.asarray(centre & unread & unknown & (verdict.witness.picture is not None))


def _hints(laid: LaidOut, verdict: Verdict) -> Iterator[Hint]:
    """What would make a better photo; nothing where every card was read well."""
    there = np.flatnonzero(verdict.there)
    poor = verdict.chances[there, :-1].max(axis=1) < _NAMED
    if verdict.contradicted:
        yield Hint("ids", verdict.contradicted)
    if 1 < len(there) < 15:
        yield Hint("few", len(there))
    if poor.sum() < max(2, _POOR * len(there)):
        return
    cards = np.stack(laid.evidence[there].cards)
    wide = np.mean([np.linalg.norm(laid.quads[row].points[1] - laid.quads[row].points[0]) for row in there])
    if brightness(cards) < DARK:
        yield Hint("dark")
    elif wide < _SMALL:
        yield Hint("small", round(wide * laid.photo.scale))
    elif sharpness(cards) < _BLURRED:
        yield Hint("blurred")
    elif verdict.witness.number[there, :5].max(axis=1).mean() > np.log(_DIGITS_READ):
        yield Hint("strange", int(poor.sum()))


def _weigh(laid: LaidOut, expected: Expected) -> Verdict:
    fit, nothing = laid.evidence.fit, laid.evidence.nothing
    located = laid.located & ~_bare(laid, nothing)
    # The first card of a tableau is its AI card: what has its outline in the centre is one, whatever stands on it.
    # A card by itself is no tableau yet.
    first = np.array([cell == CENTRE and not expected.neutral and located.sum() > 1 for cell in laid.cells])
    # What was located and shows nothing of a card may have been located askew: it is aligned before it is given up.
    there, maybe = located | first | (nothing < _NOTHING), laid.located | first | (nothing < _MAYBE)
    ground, corners = _painted(laid, there)
    witness = replace(laid.evidence.witness, ground=ground, corner_colours=corners)
    prior = priors(laid.cells, CENTRE, expected)
    heard = hear(statements_of(witness, laid.box.known, laid.box.trust)[there], prior[there])
    chances = np.zeros((len(laid.cells), len(CARD_IDS) + 1))
    chances[there] = weigh(heard.fit, prior[there]) * laid.confidence
    return Verdict(there, maybe, chances, fit.max(axis=1), nothing, laid.evidence.well, witness)


def _bare(laid: LaidOut, nothing: Floats) -> NDArray[np.bool_]:
    """Places that were taken for cards but show nothing of one, while the other cards can be read well."""
    readable = not laid.teaching and laid.located.any() and float(np.median(nothing[laid.located])) < 0
    return (nothing > _BARE) & (np.array(laid.cells) != CENTRE) if readable else np.zeros(len(nothing), bool)


def _painted(laid: LaidOut, there: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The colours of the cards; where no card is, the table must not have a say in the colour of the lamp."""
    colours = len(COLOURS)
    ground = np.full((len(there), colours), -np.log(colours))
    corners = np.full((len(there), 4, colours), -np.log(colours))
    if there.any():
        painted = read_colours(np.stack(laid.evidence[there].cards), laid.box.printed)
        ground[there], corners[there] = painted.ground, painted.corners
    # What stands on the card in the centre has a colour as well.
    under = np.array([cell == CENTRE for cell in laid.cells])
    ground[under] = np.log(_UNDER_STANDEE / colours + (1 - _UNDER_STANDEE) * np.exp(ground[under]))
    return ground, corners


def _settled(laid: LaidOut, verdict: Verdict) -> LaidOut:
    """Align doubtful cards to those that were read well, and keep what then fits the deck better."""
    # Where the print was not learned hardly a card is named beyond doubt: then its picture says whether it lies well.
    enough = verdict.clear if laid.box.learned else verdict.clear | verdict.well
    doubtful = np.flatnonzero(verdict.maybe & ~enough).tolist()
    if not doubtful:
        return laid
    well = verdict.legible
    template = laid.box.outline(laid.evidence[well].cards)
    if template is None or not well.any():
        return laid
    starts = [(row, laid.quads[row]) for row in doubtful]
    grid = laid.grid_of(well)
    starts += [(row, grid[laid.cells[row]]) for row in doubtful if laid.off(row, grid) > _MOVED]
    tried = [_aligned(laid, doubtful, starts, template, laid.box.constancy)]
    # AI cards often look unlike the others: the one in the centre is also aligned to what they have in common.
    centre = [row for row in doubtful if laid.cells[row] == CENTRE]
    if centre and laid.box.ai_outline is not None:
        tried.append(_aligned(laid, centre, [one for one in starts if one[0] in centre], laid.box.ai_outline))
    return laid.tried(
        [row for rows, _ in tried for row in rows],
        [quad for _, quads in tried for quad in quads],
    )


def _aligned(
    laid: LaidOut, rows: list[int], starts: list[tuple[int, Quad]], template: Map, counts: Map | None = None
) -> tuple[list[int], list[Quad]]:
    """Rows and where they lie if an outline is moved to where it fits best, from several starts each."""
    # The edge of a shadow leads astray who comes from far: a quick look around says where to begin.
    sketch, there = Sketch.of(laid.photo.image), [laid.quads[row] for row in rows]
    places = recognise(sketch, there, template, upright=True, counts=counts)
    around = {laid.cells[row]: found.quad for row, found in zip(rows, places, strict=True)}
    starts = starts + [(row, around[laid.cells[row]]) for row in rows if laid.off(row, around) > _MOVED]
    return [row for row, _ in starts], settle(laid.photo.image, [quad for _, quad in starts], template)


def _regridded(laid: LaidOut, verdict: Verdict) -> LaidOut:
    """Look for cards again where the well-read ones say that cells are, if that is not where they were sought."""
    well = verdict.legible
    template = laid.box.outline(laid.evidence[well].cards)
    if template is None or not well.any():
        return laid
    grid = laid.grid_of(well)
    there = {cell for cell, here in zip(laid.cells, verdict.there, strict=True) if here}
    more = laid.with_gaps(grid)
    rows = [row for row, cell in enumerate(more.cells) if cell not in there and more.off(row, grid) > _MOVED]
    rows += list(range(len(laid.cells), len(more.cells)))
    if not rows:
        return laid
    return more.tried(rows, settle(laid.photo.image, [grid[more.cells[row]] for row in rows], template))


def _seen(laid: LaidOut, row: int, verdict: Verdict) -> Seen:
    chance = verdict.chances[row]
    order = np.argsort(-chance[:-1])[:6]
    guesses = [Guess(CARD_IDS[at], float(chance[at])) for at in order if chance[at] >= _SHOWN]
    named = guesses[0] if guesses and guesses[0].confidence >= _NAMED else None
    face = (laid.box.deck.faces.get(named.card) if named else None) or _face(verdict.witness, row)
    corners = tuple((float(x), float(y)) for x, y in laid.photo.in_photo(laid.quads[row].points.astype(np.float64)))
    return Seen(
        named.card if named else None,
        named.confidence if named else float(chance[order[0]]),
        corners,
        face,
        tuple(guesses[1:] if named else guesses)[:4],
    )


def _contradicted(verdict: Verdict) -> Verdict:
    """Several cards of one photo are named otherwise than their printed ids say: the deck is wrong, not the photo."""
    named = verdict.chances[:, :-1].argmax(axis=1)
    printed = verdict.witness.ids[:, :-1].argmax(axis=1)
    clear = verdict.witness.ids.max(axis=1) > np.log(_ID_READ)
    against = verdict.there & clear & (printed == verdict.witness.ids.argmax(axis=1)) & (printed != named)
    if verdict.witness.picture is not None:
        # Two against one: then the id is sought in the wrong place.
        against &= verdict.witness.picture.argmax(axis=1) != named
    if against.sum() < max(3, _AGAINST * verdict.there.sum()):
        return verdict
    chances = np.where(against[:, None], verdict.chances * _DISPUTED, verdict.chances)
    return replace(verdict, chances=chances, contradicted=int(against.sum()))


def _face(witness: Witness, row: int) -> Face:
    """The face as it was read, field by field; the four connectors of a card mostly differ in colour."""
    assert witness.ground is not None
    assert witness.corner_colours is not None
    colours = distinct_colours(witness.corner_colours[row])
    return Face(
        COLOURS[int(witness.ground[row].argmax())],
        NUMBERS[int(witness.number[row, :5].argmax())],
        tuple(
            Connector(COLOURS[colour], NUMBERS[int(digit[:5].argmax())])
            for colour, digit in zip(colours, witness.corners[row], strict=True)
        ),
    )
