"""The end: tokens and cards of a seat, the best two colours and the alternatives, and a claimed total."""

from __future__ import annotations

from functools import partial

from companion.core.grammar import signed
from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.pilier.cards import Card
from companion.games.pilier.document import Final
from companion.games.pilier.pages.parts import line_view
from companion.games.pilier.pages.pile import Pile, pile_form, pile_of
from companion.games.pilier.pages.state import State, written
from companion.games.pilier.pages.words import colour_drawn, colour_word, error_words
from companion.games.pilier.rules import (
    CARDS,
    COLOURS,
    GOOD_COLOURS,
    OF_EACH_COLOUR,
    PHASE_CARDS,
    PHASE_TRAITS,
    SIDE,
    TOKEN_POINTS,
    TOKENS,
    VALUES,
)
from companion.games.pilier.scoring import Pair, counting, pairs, sheet_of
from companion.pages import claim
from companion.pages.counting import LinesPage, after_count
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, PhotoForm, Stepper, Tally, button, form_button, seat_options, stepper


class ColourView(PagePart):
    """A colour with the cards of it, and keys for one more."""

    name: str
    svg: str
    values: str
    total: str
    keys: tuple[Option, ...]
    erase: Link | None


class PairView(PagePart):
    """Two colours, and what the whole comes to with them."""

    colours: str
    total: int
    best: bool
    chosen: bool  # whether these two count
    link: Link | None  # chooses them


class CountPage(Page):
    """What a seat has."""

    name: str
    seats: tuple[Option, ...]
    tokens: Stepper
    colours: tuple[ColourView, ...]
    lines: tuple[Tally, ...]
    pairs: tuple[PairView, ...]
    confirm: Confirm | None = None
    take_back: Confirm | None = None
    error: str = ""
    photo: PhotoForm | None = None
    pile: Pile | None = None  # what a photo of the cards shows
    followed: bool  # the square was followed, so counting takes its place


class CardsPage(Page):
    """The game in a few numbers."""

    facts: tuple[str, ...]


def _read(args: Fields, state: State, seat: int) -> Final:
    """Return tokens and cards of an address or a form; where it says nothing, what is known."""
    known = state.finals[seat]
    if "tokens" not in args:
        return known
    cards = {}
    for colour in COLOURS:
        cards[colour] = args.numbers(colour, VALUES, OF_EACH_COLOUR)
    chosen = args.words("colours", COLOURS, GOOD_COLOURS)
    if len(set(chosen)) not in (0, GOOD_COLOURS):
        raise NoSuchPage("colours")
    tokens = args.number("tokens", range(TOKENS * len(state.names) + 1), 0)
    return Final(tokens, cards, tuple(sorted(chosen, key=COLOURS.index)))


def _link(seat: int, final: Final) -> Link:
    cards = {colour: ".".join(map(str, final.cards[colour])) for colour in COLOURS}
    return Link("count").but(seat=seat, tokens=final.tokens, colours=".".join(final.colours), **cards)


def count_page(view: View[State], args: Fields) -> CountPage:
    """Return the page with everything chosen so far."""
    state, seat = view.state, args.seat()
    final = _read(args, state, seat)
    link, sheet = _link(seat, final), sheet_of(state.names[seat], final)
    most, may = TOKENS * len(state.names), view.may_enter(seat)
    return CountPage(
        title=view.say("count.title", state.names[seat]),
        name=state.names[seat],
        seats=seat_options(view, "count", seat),
        tokens=stepper(link, "tokens", view.say("column.tokens.long"), final.tokens, range(most + 1), view),
        colours=tuple(_colour(colour, final, link, view) for colour in COLOURS),
        lines=tuple(line_view(line, view) for line in sheet.lines),
        pairs=pair_views(final, view, link),
        confirm=form_button(view, "count", link.args, "count.enter", sheet.total) if may else None,
        take_back=form_button(view, "count-back", {"seat": str(seat)}, "count.back", primary=False)
        if may and state.counted[seat]
        else None,
        error=view.errors.get("count", ""),
        photo=pile_form(view, seat),
        pile=pile_of(view, args, seat, link, _with_card),
        followed=bool(state.positions) and not any(state.counted),
    )


def _with_card(link: Link, card: Card) -> Link:
    return link.but(**{card.colour: ".".join(filter(None, (link.args.get(card.colour, ""), str(card.value))))})


def _colour(colour: str, final: Final, link: Link, view: View[State]) -> ColourView:
    values = final.cards[colour]
    good = colour in counting(final).colours
    text = ".".join(map(str, values))
    keys = tuple(
        Option(label=f"+{value}", link=link.but(**{colour: f"{text}.{value}" if text else str(value)}))
        for value in VALUES
        if len(values) < OF_EACH_COLOUR
    )
    total = signed(sum(values) if good else -sum(values)) if values else ""
    erase = link.but(**{colour: ".".join(map(str, values[:-1]))}) if values else None
    said = " + ".join(map(str, values)) or view.say("count.none")
    return ColourView(
        name=colour_word(colour, view),
        svg=colour_drawn(colour, view),
        values=said,
        total=total,
        keys=keys,
        erase=erase,
    )


def pair_views(final: Final, view: View[State], link: Link | None = None) -> tuple[PairView, ...]:
    """Return the best two colours and the alternatives among the colours of which there are cards."""
    options = pairs(final.cards)
    tokens = final.tokens * TOKEN_POINTS
    # A colour of which there is no card changes nothing, so pairs with one are no alternatives.
    held = {colour for colour in COLOURS if final.cards[colour]}
    return tuple(
        PairView(
            colours=_pair_words(pair, view),
            total=pair.points + tokens,
            best=pair == options[0],
            chosen=pair == counting(final),
            link=link and link.but(colours="" if pair == options[0] else ".".join(pair.colours)),
        )
        for pair in options
        if set(pair.colours) <= held
    )


def _pair_words(pair: Pair, view: View[State]) -> str:
    return " + ".join(colour_word(colour, view) for colour in pair.colours)


def enter_count(view: View[State], form: Fields) -> Change:
    """Enter what a seat has counted."""
    state, seat = view.state, form.own_seat()
    if "tokens" not in form:
        raise NoSuchPage("tokens")
    final = _read(form, state, seat)
    back, count = _link(seat, final), sum(map(len, final.cards.values()))
    if count > CARDS[len(state.names)]:
        message = view.say("error.cards", count, CARDS[len(state.names)], len(state.names))
        raise Refused({"count": message}, back)
    return Change({f"final/{seat}": written(final)}, after_count(view, "count", seat))


def take_back(view: View[State], form: Fields) -> Change:
    """Take a count back."""
    seat = form.own_seat()
    if f"final/{seat}" not in view.entries:
        raise NoSuchPage("final")
    return Change({f"final/{seat}": None}, Link.of("count", seat=seat))


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return what a seat has, line by line, with the alternatives."""
    state = view.state
    seat = args.seat()
    sheet, final = state.sheet(seat), state.finals[seat]
    note = view.say("lines.open") if any(state.counted) and not state.counted[seat] else ""
    if state.wrong:
        note = error_words(state.wrong, view)
    # A game that was followed is explained as it was played.
    shown = state.score.sheets[seat].lines if state.followed else sheet.lines
    lines = [line_view(line, view) for line in shown]
    if not state.followed and not any(line.points < 0 for line in sheet.lines):
        lines.append(Tally(points="0", text=view.say("lines.against", sheet.name)))
    changes = []
    if view.may_enter(seat) and (state.counted[seat] or not state.positions):
        changes.append(button(view, Link.of("count", seat=seat), "lines.change"))
    return LinesPage(
        title=view.say("lines.of", sheet.name),
        total=sheet.total,
        lines=tuple(lines),
        sources_title=view.say("pairs.title"),
        sources=tuple(_alternative(pair, view) for pair in pair_views(final, view)),
        verdict=note,
        wrong=bool(state.wrong),
        changes=tuple(changes),
    )


def _alternative(pair: PairView, view: View[State]) -> Tally:
    said = view.say("pairs.best") if pair.best else view.say("pairs.chosen") if pair.chosen else ""
    return Tally(title=pair.colours, points=str(pair.total), text=said)


def claim_page(view: View[State], args: Fields) -> claim.ClaimPage:
    """Return the page on which a total is typed and held against the lines."""

    def parts(seat: int) -> tuple[tuple[str, tuple[Tally, ...]], ...]:
        return (("", tuple(line_view(line, view) for line in view.state.sheet(seat).lines)),)

    return claim.claim_page(view, args, parts, partial(_verdict, view), below_zero=True)


def _verdict(view: View[State], seat: int, claimed: int) -> claim.Verdict:
    state = view.state
    total, final = state.sheet(seat).total, state.finals[seat]
    options = pairs(final.cards)
    tokens = final.tokens * TOKEN_POINTS
    fitting = next((pair for pair in options if pair.points + tokens == claimed), None)
    if claimed == total or not fitting:
        return claim.plain_verdict(state.names[seat], claimed, total, view)
    best = _pair_words(options[0], view)
    return view.say("claim.other", claimed, _pair_words(fitting, view), best, total), True


def keep_claim(view: View[State], form: Fields) -> Change:
    """Keep a claimed total: it travels with the game file."""
    return claim.keep_claim(view, form, below_zero=True)


def cards_page(view: View[State], args: Fields) -> CardsPage:
    """Return the game in a few numbers."""
    colours = ", ".join(colour_word(colour, view) for colour in COLOURS)
    by_count = ", ".join(view.say("facts.players", cards, players) for players, cards in CARDS.items())
    return CardsPage(
        title=view.say("menu.cards"),
        facts=(
            view.say("facts.cards", by_count),
            view.say("facts.colours", OF_EACH_COLOUR, colours),
            view.say("facts.match"),
            view.say("facts.tokens"),
            view.say("facts.phase", " / ".join(map(str, PHASE_CARDS)), PHASE_TRAITS),
            view.say("facts.take"),
            view.say("facts.square", SIDE),
            view.say("facts.end", TOKEN_POINTS),
        ),
    )
