"""What is entered without the board: an alignment, a turn played together, and the tokens in the end."""

from __future__ import annotations

from collections import Counter

from companion.core.sheet import Reason
from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.boussanga.board import aligned
from companion.games.boussanga.document import together, verify_plates, verify_shared
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.parts import colour_keys
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words, engine_says, some_words
from companion.games.boussanga.rules import ALIGNED, BACK, BONUS_AT, CARD_TOKENS, GOAL, MOST_CARDS
from companion.pages import counting
from companion.pages.counting import FinalPage, after_count, claimed_total
from companion.pages.fields import Fields, refusing
from companion.pages.parts import Confirm, Option, form_button, numbers_to_tap, option, stepper
from companion.pages.state import next_number

LENGTHS = range(ALIGNED, 14)  # two alignments of seven or eight that cross


class AlignPage(Page):
    """Which colour, how many in a line."""

    seat: int
    name: str
    inks: tuple[Option, ...]
    lengths: tuple[Option, ...]
    sentence: str
    bonus: str
    problem: str = ""
    confirm: Confirm | None = None
    board: Link


def align_page(view: View[State], args: Fields) -> AlignPage:
    """Return the page on which an alignment is entered."""
    state = view.state
    if state.record.cooperative:
        raise NoSuchPage("align")
    seat = args.own_seat()
    colour, length = args.word("colour", state.colours), args.number("count", LENGTHS, 0)
    here = Link.of("align", seat=seat, colour=colour, count=length or "").but()
    sentence = bonus = ""
    confirm = None
    if colour and length:
        value, kept = state.record.values[colour], length - BACK
        word = Reason(f"colour.{colour}")
        sentence = engine_says(view, aligned(colour, (length,), BACK, kept, value))
        points = kept * value
        if earns_bonus(state, seat, colour, kept):
            bonus = engine_says(view, Reason("bonus", (word, value)))
            points += value
        confirm = form_button(view, "align", here.args, "align.confirm", f"+{points}")
    return AlignPage(
        title=view.say("align.title"),
        seat=seat,
        name=state.names[seat],
        inks=colour_keys(state.colours, colour, here, "colour", view),
        lengths=numbers_to_tap(here, "count", range(ALIGNED, 9), length),
        sentence=sentence,
        bonus=bonus,
        problem=view.errors.get("align", ""),
        confirm=confirm,
        board=Link.of("board", seat=seat),
    )


def earns_bonus(state: State, seat: int, colour: str, kept: int) -> bool:
    """Return whether so many more tokens of a colour bring the bonus token."""
    side = state.side(seat)
    own = [gain for gain in state.gains if gain.seat in side and gain.colour == colour]
    had = own if state.record.rulings["bonus"] == "side" else state.gains
    open_ = not any(gain.kind == "bonus" and gain.colour == colour for gain in had)
    return open_ and sum(gain.kept for gain in own) + kept >= BONUS_AT


def enter_alignment(view: View[State], form: Fields) -> Change:
    """Give the tokens of an alignment to a seat."""
    state, seat = view.state, form.own_seat()
    colour, length = form.get("colour", ""), form.number("count", LENGTHS, 0)
    if state.record.cooperative or colour not in state.colours or not length:
        raise Refused({"align": view.say("align.incomplete")}, Link.of("align", seat=seat))
    won = sum(state.plate(one).get(colour, 0) for one in range(len(state.names)))
    if won + length > state.record.supply[colour]:
        back = Link.of("align", seat=seat, colour=colour)
        words = (some_words(length, colour, view), won, state.record.supply[colour])
        raise Refused({"align": view.say("align.too_many", *words)}, back)
    entry = {"seat": seat, "colour": colour, "count": length, "kept": length - BACK}
    return Change({f"won/{next_number(state.entries, 'won/')}": entry}, Link.of(seat=seat))


# A turn played together.


class TurnPage(Page):
    """The tokens of the card that was found, or a pass."""

    seat: int
    name: str
    inks: tuple[Option, ...]
    taken: tuple[str, ...]  # drawings
    erase: Link | None = None
    sentence: str
    confirm: Confirm | None = None
    passes: tuple[Confirm, ...]
    card: Link | None
    problem: str = ""


def turn_page(view: View[State], args: Fields) -> TurnPage:
    """Return the page on which a turn of the cooperative mode is entered."""
    state = view.state
    if not state.record.cooperative:
        raise NoSuchPage("turn")
    seat = args.own_seat()
    taken = args.words("tokens", state.colours, max(CARD_TOKENS))
    here = Link.of("turn", seat=seat, tokens=taken)
    inks = tuple(
        option(here, colour_words(one, view), svg=token_svg(one, view), tokens=(*taken, one))
        for one in state.colours
        if len(taken) < max(CARD_TOKENS)
    )
    return TurnPage(
        title=view.say("turn.title", state.discarded + 1),
        seat=seat,
        name=state.names[seat],
        inks=inks,
        taken=tuple(token_svg(one, view) for one in taken),
        erase=here.but(tokens=taken[:-1]) if taken else None,
        sentence=_sentence(view, taken),
        confirm=form_button(view, "turn", here.args, "turn.confirm", len(taken)) if len(taken) in CARD_TOKENS else None,
        passes=_passes(view, seat),
        card=Link.of("card", seat=seat) if state.finder else None,
        problem=view.errors.get("turn", ""),
    )


def _sentence(view: View[State], taken: tuple[str, ...]) -> str:
    state = view.state
    if not taken:
        return view.say("turn.lead")
    zone = Counter(state.collected)
    zone.update(taken)
    full = [colour for colour, count in zone.items() if count >= ALIGNED]
    if not full:
        return view.say("turn.nothing_yet")
    return " ".join(
        engine_says(
            view,
            Reason("collected", (Reason(f"colour.{one}"), zone[one], BACK, zone[one] - BACK, state.record.values[one])),
        )
        for one in full
    )


def _passes(view: View[State], seat: int) -> tuple[Confirm, ...]:
    """Return the ways to pass: one of the colours that were collected goes back, if there is any."""
    state = view.state
    held = [colour for colour in state.colours if state.collected.get(colour)]
    texts = {
        colour: view.say("turn.pass.back", some_words(state.collected[colour], colour, view)) for colour in held
    } or {"": view.say("turn.pass")}
    return tuple(
        Confirm(action="turn", text=text, fields={"seat": str(seat), "pass": colour}, primary=False)
        for colour, text in texts.items()
    )


def enter_turn(view: View[State], form: Fields) -> Change:
    """Keep a turn of the cooperative mode: tokens collected, or a pass."""
    state, seat = view.state, form.own_seat()
    back = Link.of("turn", seat=seat)
    if not state.record.cooperative or len(state.entries) > 3 * MOST_CARDS:
        raise NoSuchPage("turn")
    if state.over:
        raise Refused({"turn": view.say("turn.over", GOAL)}, back)
    entry: dict[str, object] = {"seat": seat}
    if "pass" in form:
        held = [colour for colour, count in state.collected.items() if count]
        if form["pass"] not in (held or [""]):
            raise Refused({"turn": view.say("turn.changed")}, back)
        entry["pass"] = form["pass"]
    else:
        taken = form.words("tokens", state.colours, max(CARD_TOKENS))
        if len(taken) not in CARD_TOKENS:
            raise Refused({"turn": view.say("turn.incomplete")}, back)
        entry["tokens"] = dict(Counter(taken))
    # Whoever keeps the board takes the tokens off it, or puts them back.
    then = Link.of("board" if state.kept else "", seat=seat)
    return Change({f"turn/{next_number(state.entries, 'turn/')}": entry}, then)


# The end of the game.


def _counted(view: View[State], seat: int, args: Fields) -> tuple[dict[str, int], int, int | None]:
    """Return what the address says, else what was counted, else what the table knows."""
    state, known = view.state, view.state.plate(seat)
    plate = {
        colour: args.number(colour, range(state.record.supply[colour] + 1), known.get(colour, 0))
        for colour in state.colours
    }
    discarded = args.number("discarded", range(MOST_CARDS + 1), state.discarded)
    return plate, discarded, claimed_total(view, args, seat, range(1000), typed=state.colours[0] in args)


def final_page(view: View[State], args: Fields) -> FinalPage:
    """Return the page of the final count."""
    state, seat = view.state, args.own_seat()
    plate, discarded, claimed = _counted(view, seat, args)
    cards = {"discarded": discarded} if state.record.cooperative else {}
    here = Link.of("final", seat=seat, **plate, **cards, claimed=claimed)
    steppers = [
        stepper(
            here,
            one,
            colour_words(one, view),
            count,
            range(state.record.supply[one] + 1),
            view,
            svg=token_svg(one, view),
        )
        for one, count in plate.items()
    ]
    if state.record.cooperative:
        label = view.say("final.discarded")
        steppers.append(stepper(here, "discarded", label, discarded, range(MOST_CARDS + 1), view))
    exact = [] if state.record.cooperative else _exactly_four(state, seat, plate)
    notes = tuple(engine_says(view, Reason("bonus.forgotten", (Reason(f"colour.{one}"),))) for one in exact)
    name = view.say("home.together") if state.record.cooperative else ""
    return counting.final_page(view, seat, here, steppers, state.record.points(plate), name=name, notes=notes)


def _exactly_four(state: State, seat: int, plate: dict[str, int]) -> list[str]:
    """Return the colours of which a side has four, so that a bonus seems to be missing."""
    others = [state.plate(one) for one in state.side(seat) if one != seat]
    together = {colour: count + sum(other.get(colour, 0) for other in others) for colour, count in plate.items()}
    return [colour for colour, count in together.items() if count == BONUS_AT]


def enter_final(view: View[State], form: Fields) -> Change:
    """Keep the final count of a plate."""
    state, seat = view.state, form.own_seat()
    plate, discarded, claimed = _counted(view, seat, form)
    entry: dict[str, object] = {"tokens": {colour: count for colour, count in plate.items() if count}}
    if claimed is not None:
        entry["claimed"] = claimed
    if state.record.cooperative:
        with refusing(view, "final", Link("final", form)):
            verify_shared(plate, discarded, state.record.values, state.record.supply)
        return Change({"final/0": {**entry, "discarded": discarded}}, Link("scores"))
    counted = {name: (state.final(at) or {}).get("tokens", {}) for at, name in enumerate(state.names)}
    counted[state.names[seat]] = plate
    with refusing(view, "final", Link("final", form)):
        verify_plates([together(counted, side) for side in state.record.sides], state.record.supply)
    return Change({f"final/{seat}": entry}, after_count(view, "final", seat))
