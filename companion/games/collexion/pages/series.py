"""Series that must be validated: the ways there are, what each leaves, and which pile pays."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table import Change, Link, Page, PagePart, Refused, View
from companion.games.collexion.pages.count import verified
from companion.games.collexion.pages.draw import piece_svg
from companion.games.collexion.pages.home import PileView, pile_views
from companion.games.collexion.pages.parts import Tile, counted, tiles
from companion.games.collexion.pages.photo import last_photo, photo_form, seen_picture, seen_words
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.take import after
from companion.games.collexion.pages.words import pile_words, series_words
from companion.games.collexion.series import Payment, Piles, Series, Validation, best_payment, validations
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, PhotoForm, option
from companion.pages.picture import SeenPicture
from companion.pages.state import next_number

_MOST_SHOWN = 12


class Way(PagePart):
    """A way to validate, and what it leaves."""

    label: str
    left: str
    points: str
    link: Link
    chosen: bool
    pictures: tuple[str, ...]  # drawings of its polygons, series by series


class SeenSeries(PagePart):
    """The photo in which series were seen, in words too, and what to do where something was seen wrong."""

    picture: SeenPicture | None
    words: str
    correct: Link
    again: PhotoForm


class SeriesPage(Page):
    """The ways to validate what lies before a seat."""

    seat: int
    name: str
    lead: str
    ways: tuple[Way, ...]
    payments: tuple[Option, ...] = ()
    tiles: tuple[Tile, ...]  # what is left, once a way is chosen
    heading: str
    piles: tuple[PileView, ...]
    confirm: Confirm | None = None
    problem: str = ""
    seen: SeenSeries | None = None  # where they come from a photo


def payments(piles: Piles, series: tuple[Series, ...], shape_pile: str) -> tuple[tuple[Payment, ...], ...]:
    """Return the different ways in which piles can pay for some series, in any order, the best first."""
    found: dict[tuple[Payment, ...], tuple[Payment, ...]] = {}

    def pay(piles: Piles, left: tuple[Series, ...], paid: tuple[Payment, ...]) -> None:
        if not left:
            found.setdefault(tuple(sorted(paid)), paid)
        # All shape series are paid alike: their order among themselves does not matter.
        firsts = {(one.name if one.of_colour else "shape"): at for at, one in reversed(list(enumerate(left)))}
        for at in firsts.values():
            rest = left[:at] + left[at + 1 :]
            for pile in piles.paying(left[at], shape_pile) or ("",):
                one = Payment(left[at], pile, piles.top(pile) if pile else 0)
                if len(found) < 200:
                    pay(piles.without_top(pile) if pile else piles, rest, (*paid, one))

    pay(piles, series, ())
    return tuple(sorted(found.values(), key=lambda paid: -_worth(paid)))


def _worth(paid: tuple[Payment, ...]) -> int:
    return sum(payment.points for payment in paid)


def way_code(choice: Validation) -> str:
    """Return a way as addresses write it."""
    return ".".join(one.name for one in choice.series)


def paid_code(paid: tuple[Payment, ...]) -> str:
    """Return payments as addresses write them: 'pink:pink.square:blue'."""
    return ".".join(f"{one.series.name}:{one.pile}" for one in paid)


def series_page(view: View[State], args: Fields) -> SeriesPage:
    """Return the page on which series are validated: those of the collection, or of one that was just photographed."""
    state, seat = view.state, args.own_seat()
    collection, kept = counted(args, state.collections[seat]), last_photo(view, args, seat)
    ways = sorted((one for one in validations(collection) if one.series), key=lambda one: _best_first(state, one))
    chosen = next((one for one in ways if way_code(one) == args.get("way")), ways[0] if ways else None)
    here = Link.of("series", seat=seat, have=args.get("have"), photo=args.get("photo"))
    left = chosen.left if chosen else collection
    page = SeriesPage(
        title=view.say("series.title"),
        seat=seat,
        name=state.names[seat],
        lead=view.say("series.none" if not ways else "series.one" if len(ways) == 1 else "series.several"),
        ways=tuple(_way(view, one, one is chosen, here) for one in ways),
        tiles=tiles(left, view),
        heading=view.say("series.left" if chosen else "series.have", left.total),
        piles=pile_views(view),
        problem=view.errors.get("pay", "") or view.errors.get("have", ""),
        seen=SeenSeries(
            picture=seen_picture(view, kept, chosen.series if chosen else ()),
            words=seen_words(view, kept),
            correct=replace(here, page="count"),
            again=photo_form(view, seat),
        )
        if kept
        else None,
    )
    return _with_payments(view, args, page, chosen, here) if chosen else page


def _best_first(state: State, choice: Validation) -> tuple[int, int]:
    """Most players take the way that pays most, and among equals the one that leaves least."""
    return -_worth(best_payment(state.piles, choice.series, state.shape_pile)), choice.left.total


def _with_payments(view: View[State], args: Fields, page: SeriesPage, chosen: Validation, here: Link) -> SeriesPage:
    """Return the page with the ways in which piles can pay for the series, the best of them chosen."""
    options = payments(view.state.piles, chosen.series, view.state.shape_pile)
    paid = next((one for one in options if paid_code(one) == args.get("pay")), options[0])
    link = here.but(way=way_code(chosen))
    shown = tuple(
        option(link, _paid_words(one, view), chosen=one is paid, points=f"+{_worth(one)}", pay=paid_code(one))
        for one in options[:_MOST_SHOWN]
    )
    return replace(page, payments=shown, confirm=_confirm(view, here, paid))


def _confirm(view: View[State], here: Link, paid: tuple[Payment, ...]) -> Confirm:
    text = view.say("series.confirm", f"+{_worth(paid)}")
    return Confirm(action="validate", text=text, fields={**here.args, "pay": paid_code(paid)})


def _way(view: View[State], choice: Validation, chosen: bool, here: Link) -> Way:
    return Way(
        label=" + ".join(series_words(one, view) for one in choice.series),
        left=view.say("series.leaves", choice.left.total),
        points=f"+{_worth(best_payment(view.state.piles, choice.series, view.state.shape_pile))}",
        link=here.but(way=way_code(choice)),
        chosen=chosen,
        pictures=tuple("".join(piece_svg(piece, view) for piece in one.pieces) for one in choice.series),
    )


def _paid_words(paid: tuple[Payment, ...], view: View[State]) -> str:
    return " · ".join(
        view.say(
            "pay.pile" if one.pile else "pay.none",
            series_words(one.series, view),
            pile_words(one.pile, view) if one.pile else "",
            one.points,
        )
        for one in paid
    )


def validate(view: View[State], form: Fields) -> Change:
    """Take validated series off a collection and write down which piles paid."""
    state, seat = view.state, form.own_seat()
    for choice in validations(verified(view, form, seat, "series")):
        for paid in payments(state.piles, choice.series, state.shape_pile) if choice.series else ():
            if paid_code(paid) == form.get("pay"):
                return _validated(view, seat, choice, paid)
    # Another phone has emptied a pile meanwhile, or the collection has changed.
    back = Link.of("series", seat=seat, have=form.get("have"), photo=form.get("photo"))
    raise Refused({"pay": view.say("series.changed")}, back)


def _validated(view: View[State], seat: int, choice: Validation, paid: tuple[Payment, ...]) -> Change:
    state = view.state
    first = next_number(state.entries, "won/")
    entries: dict[str, object] = {
        f"won/{first + at}": {"seat": seat, "series": one.series.name, "pile": one.pile} for at, one in enumerate(paid)
    }
    gone = tuple(piece for one in paid for piece in one.series.pieces)
    entries[f"have/{seat}"] = state.have(seat, choice.left, "series", gone, played=seat == state.turn)
    return Change(entries, after(view, choice.left, seat))
