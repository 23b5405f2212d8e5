"""What a finished tableau can have come to: exact lines, the range, and the verdict on a claimed score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import Change, KeptPhoto, Link, NoSuchPage, PagePart, View
from companion.games.ai100.board import CELLS, board
from companion.games.ai100.cards import Card
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.describe import texts as engine_texts
from companion.games.ai100.finished import Outcome
from companion.games.ai100.pages.cells import light, tableau_cells
from companion.games.ai100.pages.finished_memory import MemoryAsked, asked
from companion.games.ai100.pages.finished_solo import Solo, solo_of
from companion.games.ai100.pages.finished_state import CENTRE, FinishedState
from companion.games.ai100.pages.lines import LinePage, LineView, group_words, lines_beside, scored_picture
from companion.games.ai100.pages.shapes import group_shapes
from companion.games.ai100.pages.words import shown
from companion.games.ai100.reading import Seen
from companion.games.ai100.recall import next_ask, points_by_cell
from companion.games.ai100.tableau import Tableau
from companion.pages import claim
from companion.pages.fields import Fields
from companion.pages.parts import Tally
from companion.pages.photo_drawing import Frame, Picture

_LIKELY = 3  # explanations of an impossible claim
_FEW = 5  # totals that are all named


class ClaimVerdict(PagePart):
    """What is to be said about a claimed score."""

    kind: str = ""  # possible, impossible, undecided; empty where nothing was claimed
    text: str = ""
    because: tuple[str, ...] = ()
    order: Link | None = None


class Result(PagePart):
    """What a tableau can have come to."""

    total: str
    why: str  # one sentence: why there is more than one total
    immediate: str
    lines: tuple[LineView, ...]
    verdict: ClaimVerdict
    ask: MemoryAsked | None = None  # what narrows the range most
    picture: Picture | None = None  # what each card brought, on the player's own photo
    solo: Solo | None = None


def span(values: tuple[int, int]) -> str:
    """Return a range as people read it."""
    return str(values[0]) if values[0] == values[1] else f"{values[0]}–{values[1]}"


def short_total(view: View[FinishedState], outcome: Outcome) -> str:
    """Return the total in a few letters: the one, the two, the range; a question mark where nobody can know."""
    if outcome.guessed:
        return view.say("total.unknown")
    return "/".join(map(str, outcome.totals)) if len(outcome.totals) == 2 else span(outcome.total)


def totals_words(view: View[FinishedState], outcome: Outcome) -> str:
    """Return the totals in words: all of them where they are few, else from which to which."""
    totals = outcome.totals
    if len(totals) > _FEW:
        return view.say("total.range", totals[0], totals[-1])
    *some, last = map(str, totals)
    return view.say("total.or", ", ".join(some), last) if some else last


def result_of(view: View[FinishedState], seat: int) -> Result:
    """Return what there is to say about a tableau."""
    outcome = view.state.outcomes[seat]
    ask = next_ask(outcome) if view.may_enter(seat) else None
    return Result(
        total=view.say("total.unknown.long") if outcome.guessed else totals_words(view, outcome),
        why=_why(view, outcome),
        immediate=_immediate(view, seat),
        lines=tuple(_line(view, seat, number) for number in range(len(outcome.lines))),
        verdict=_verdict(view, seat),
        ask=asked(view, seat, ask) if ask else None,
        picture=_points_on_photo(view, seat),
        solo=solo_of(view) if view.state.solo else None,
    )


def _immediate(view: View[FinishedState], seat: int) -> str:
    outcome = view.state.outcomes[seat]
    return view.say("total.unknown") if outcome.guessed else span(outcome.reach.immediate)


def _photographed(view: View[FinishedState], seat: int) -> tuple[KeptPhoto, Mapping[str, Seen]] | None:
    """Return the photo of a tableau that shows most of it, the last of several."""
    found = [
        (photo_id, one.cells)
        for photo_id, one in view.state.agreeing(seat).items()
        if photo_id in view.photos and one.cells
    ]
    if not found:
        return None
    photo_id, cells = max(reversed(found), key=lambda one: len(one[1]))
    return view.photos[photo_id], cells


def _points_on_photo(view: View[FinishedState], seat: int) -> Picture | None:
    """Return the photo with what each card brought, as far as the orders of play that are left agree."""
    photographed = _photographed(view, seat)
    if photographed is None:
        return None
    photo, cells = photographed
    outcome = view.state.outcomes[seat]
    points = {CELLS[cell]: several for cell, several in points_by_cell(outcome).items()}
    points[CENTRE] = (sum(line.points for line in outcome.lines if line.kind == "ai"),)
    frame, outlines = Frame(photo, (seen.quad for seen in cells.values())), []
    for cell, seen in cells.items():
        brought = points.get(cell, ())
        text = signed(brought[0]) if len(brought) == 1 else "/".join(map(str, brought[:2])) if len(brought) == 2 else ""
        text = text or (span((brought[0], brought[-1])) if brought else "")
        link = Link.of("tableau", seat=seat, at=cell) if cell != CENTRE and view.may_enter(seat) else None
        outlines.append(frame.outline(seen.quad, cell, view.say("photo.card", cell, text or "?"), "scored", text, link))
    return frame.picture(outlines)


def _why(view: View[FinishedState], outcome: Outcome) -> str:
    """Return one sentence: why there is a range, or why there is none."""
    if len(outcome.totals) == 1:
        return view.say("why.one")
    unknown = "; ".join(map(engine_texts(view.language).say, outcome.why))
    if outcome.guessed:
        return view.say("why.unknown", unknown, outcome.fixed)
    return view.say("why.order.and", unknown) if unknown and not outcome.exact else view.say("why.order")


def _line(view: View[FinishedState], seat: int, number: int) -> LineView:
    line = view.state.outcomes[seat].lines[number]
    record = view.state.record
    assert record is not None
    title = view.say("line.objective", shown(line.source), line.round) if line.round else line.source
    text = line_text(line, catalogue(record.rulings, record.figures), record.rulings, view.language)
    return LineView(
        title=title,
        points=signed(line.points),
        text=text,
        link=Link.of("line", seat=seat, n=number),
        rule=line.copied or line.source,
    )


def _verdict(view: View[FinishedState], seat: int) -> ClaimVerdict:
    state = view.state
    claimed, outcome, words = state.claimed(seat), state.outcomes[seat], engine_texts(view.language)
    if claimed is None:
        return ClaimVerdict()
    kind, text = outcome.verdict(claimed), _verdict_words(view, seat, claimed)
    if kind == "impossible":
        return ClaimVerdict(
            kind=kind, text=text, because=tuple(words.say(one.reason) for one in state.slips(seat)[:_LIKELY])
        )
    if kind == "possible":
        order = Link.of("order", seat=seat) if outcome.order(claimed) else None
        return ClaimVerdict(kind=kind, text=text, order=order)
    return ClaimVerdict(kind=kind, text=text, because=tuple(map(words.say, outcome.why)))


def _verdict_words(view: View[FinishedState], seat: int, claimed: int) -> str:
    """Return whether a claim can be right; of a wrong one what is: all totals, or the nearest of many."""
    outcome, name = view.state.outcomes[seat], view.state.names[seat]
    kind, totals = outcome.verdict(claimed), outcome.totals
    if kind != "impossible":
        return view.say(f"verdict.{kind}", name, claimed)
    if len(totals) <= _FEW:
        return view.say("verdict.impossible", name, claimed, totals_words(view, outcome))
    least, most = outcome.total
    if claimed > most or claimed < least:
        return view.say("verdict.impossible.most" if claimed > most else "verdict.impossible.least", name, claimed,
                        most if claimed > most else least)  # fmt: skip
    below, above = max(one for one in totals if one < claimed), min(one for one in totals if one > claimed)
    return view.say("verdict.impossible.near", name, claimed, below, above)


def line_page(view: View[FinishedState], args: Fields) -> LinePage:
    """Return one exact line as picture and sentence."""
    state, seat = view.state, args.seat()
    if not state.outcomes:
        raise NoSuchPage("line")
    outcome = state.outcomes[seat]
    at = args.number("n", range(len(outcome.lines)))
    line = outcome.lines[at]
    tableau, places = _tableau_of(state, seat, line, outcome)
    cells, photographed = light(tableau_cells(tableau, view, places), line), _photographed(view, seat)
    labels = {name: cell.label for name, cell in cells.items()}
    shown_line = _line(view, seat, at)
    name = state.names[seat]
    return LinePage(
        title=f"{name}, {shown_line.title}",
        seat=seat,
        name=name,
        owner=name,
        when="",
        line=shown_line,
        cells=tuple(cells.values()),
        shapes=group_shapes(line.groups, wide=bool(line.cell)),
        wide=bool(line.cell),
        groups=group_words(line, view),
        picture=scored_picture(*photographed, line, labels) if photographed else None,
        beside=lines_beside(seat, at, len(outcome.lines)),
    )


def _tableau_of(state: FinishedState, seat: int, line: Line, outcome: Outcome) -> tuple[Tableau, tuple[str, ...]]:
    tableau = state.tableau(seat)
    if line.round == 1:
        return tableau.seen(outcome.orders.rounds[0]), CELLS
    final = state.entries.get(f"final/{seat}")
    face = state.face(final["card"]) if final else None
    if line.kind == "ai" and line.cell and final and face:
        wide = tableau.copy(board(line.cell))
        wide.lay(len(CELLS), Card(final["card"], face))
        return wide, (*CELLS, line.cell)
    return tableau, CELLS


def claim_page(view: View[FinishedState], args: Fields) -> claim.ClaimPage:
    """Return the page on which a total is typed and held against all orders of play."""
    outcomes = view.state.outcomes

    def parts(seat: int) -> tuple[tuple[str, tuple[Tally, ...]], ...]:
        if not outcomes:
            return ()
        lines = (_line(view, seat, number) for number in range(len(outcomes[seat].lines)))
        immediate = Tally(points=_immediate(view, seat), text=view.say("finished.immediate"))
        return (("", (immediate, *(Tally(points=line.points, text=line.text) for line in lines))),)

    def verdict(seat: int, claimed: int) -> claim.Verdict:
        if not outcomes:
            return "", False
        return _verdict_words(view, seat, claimed), outcomes[seat].verdict(claimed) != "impossible"

    return claim.claim_page(view, args, parts, verdict, below_zero=True)


def keep_claim(view: View[FinishedState], form: Fields) -> Change:
    """Keep a claimed total; the home then shows what would explain it."""
    return replace(claim.keep_claim(view, form, below_zero=True), then=Link.of(seat=form.own_seat()))
