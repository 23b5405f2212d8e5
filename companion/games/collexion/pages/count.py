"""Counting: a collection as it lies there, by hand or from a photo, and everything at the end of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.collexion.pages.parts import Tile, counted, digits, tiles
from companion.games.collexion.pages.photo import last_photo, photo_form, seen_picture, seen_words
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.take import after
from companion.games.collexion.pages.words import piece_words
from companion.games.collexion.pieces import PIECES, Collection
from companion.games.collexion.rules import COLOURS, COPIES, PILE, POLYGONS, POWERS
from companion.pages import counting
from companion.pages.counting import FinalPage, after_count, claimed_total
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, PhotoForm, form_button, stepper
from companion.pages.picture import SeenPicture


class CountPage(Page):
    """The sixteen polygons: touch one that lies there, or take one off again; beside them the photo, where one was."""

    seat: int
    name: str
    tiles: tuple[Tile, ...]
    problem: str = ""
    photo: PhotoForm
    picture: SeenPicture | None = None
    read: str = ""  # what a photo said
    clear: Link
    confirm: Confirm | None


def count_page(view: View[State], args: Fields) -> CountPage:
    """Return the page on which a collection is counted."""
    state, seat = view.state, args.own_seat()
    collection, kept = counted(args, state.collections[seat]), last_photo(view, args, seat)
    here = Link.of("count", seat=seat, have=digits(collection), photo=args.get("photo"))
    found = []
    for tile, piece in zip(tiles(collection, view), PIECES, strict=True):
        count, one = collection.count(piece), (piece,)
        more = here.but(have=digits(collection + one)) if count < COPIES else None
        less = here.but(have=digits(collection - one)) if count else None
        words = piece_words(piece, view)
        found.append(replace(tile, link=more, less=less, less_label=view.say("count.less", words)))
    # Nothing before and nothing now is no count: somebody has only looked at the page.
    anything = collection.total or state.collections[seat].total
    return CountPage(
        title=view.say("count.title"),
        seat=seat,
        name=state.names[seat],
        tiles=tuple(found),
        problem=view.errors.get("have", ""),
        photo=photo_form(view, seat),
        picture=seen_picture(view, kept) if kept else None,
        read=seen_words(view, kept) if kept else "",
        clear=here.but(have="0" * len(PIECES)),
        confirm=form_button(view, "count", here.args, "count.save", collection.total) if anything else None,
    )


def verified(view: View[State], form: Fields, seat: int, page: str) -> Collection:
    """Return the collection of a form, or raise Refused where the box cannot have so many."""
    state = view.state
    collection = counted(form, state.collections[seat])
    for piece in PIECES:
        most = state.box.count(piece) + state.collections[seat].count(piece)
        if collection.count(piece) > most:
            words = piece_words(piece, view)
            back = Link.of(page, seat=seat, have=digits(collection), photo=form.get("photo"))
            raise Refused({"have": view.say("count.too_many", words, COPIES, COPIES - most)}, back)
    return collection


def enter_count(view: View[State], form: Fields) -> Change:
    """Keep a collection as it was counted; where it was photographed after a take, the turn passes."""
    state, seat = view.state, form.own_seat()
    collection = verified(view, form, seat, "count")
    entry = state.have(seat, collection, "count", played=form.get("photo") == "1" and seat == state.turn)
    return Change({f"have/{seat}": entry}, after(view, collection, seat))


# The end of the game.


LEAST_CLAIM = -POLYGONS
CLAIMS = range(LEAST_CLAIM, 1000)
_TOKENS = tuple(f"t{token}" for token in PILE)


def _limits(state: State) -> dict[str, range]:
    powers = range(1) if state.record.expert else range(len(POWERS) + 1)
    return {**{key: range(len(COLOURS) + 1) for key in _TOKENS}, "powers": powers, "left": range(POLYGONS + 1)}


def _counted(view: View[State], seat: int, args: Fields) -> tuple[dict[str, int], int | None]:
    """Return what the address says, else what was counted, else what the table knows."""
    state = view.state
    final = (state.record.finals or {})[state.names[seat]]
    known = {f"t{token}": Counter(final.tokens)[token] for token in PILE}
    known |= {"powers": final.powers, "left": final.left}
    known |= {key: args.number(key, limit, known[key]) for key, limit in _limits(state).items()}
    return known, claimed_total(view, args, seat, CLAIMS, typed="t2" in args)


def _total(known: dict[str, int]) -> int:
    return sum(token * known[f"t{token}"] for token in PILE) + known["powers"] - known["left"]


def final_page(view: View[State], args: Fields) -> FinalPage:
    """Return the page of the final count."""
    state, seat = view.state, args.own_seat()
    known, claimed = _counted(view, seat, args)
    here = Link.of("final", seat=seat, **known, claimed=claimed)
    steppers = (
        stepper(here, key, view.say(f"final.{key}"), known[key], limit, view)
        for key, limit in _limits(state).items()
        if len(limit) > 1
    )
    notes = _notes(view, seat, known)
    return counting.final_page(view, seat, here, steppers, _total(known), least_claim=LEAST_CLAIM, notes=notes)


def _notes(view: View[State], seat: int, known: dict[str, int]) -> tuple[str, ...]:
    """Say where the count differs from what the table followed."""
    won = [one.points for one in view.state.won if one.seat == seat and one.points]
    tokens = sorted(token for token in PILE for _ in range(known[f"t{token}"]))
    if view.state.won and sorted(won) != tokens:
        return (view.say("final.differs", " + ".join(map(str, sorted(won))) or "0"),)
    return ()


def enter_final(view: View[State], form: Fields) -> Change:
    """Keep the final count of a seat."""
    seat = form.own_seat()
    known, claimed = _counted(view, seat, form)
    tokens = [token for token in PILE for _ in range(known[f"t{token}"])]
    if problem := _wrong(view, seat, tokens, known["left"]):
        raise Refused({"final": problem}, Link("final", form))
    entry: dict[str, object] = {"tokens": tokens, "powers": known["powers"], "left": known["left"]}
    if claimed is not None:
        entry["claimed"] = claimed
    return Change({f"final/{seat}": entry}, after_count(view, "final", seat))


def _wrong(view: View[State], seat: int, tokens: list[int], left: int) -> str:
    """Return why this count cannot be, given what the others have counted."""
    state = view.state
    others = [one for at in range(len(state.names)) if at != seat and (one := state.final(at))]
    every = Counter([*tokens, *(token for one in others for token in one["tokens"])])
    for token in PILE:
        if every[token] > len(COLOURS):
            return view.say("final.too_many", every[token], token, len(COLOURS))
    if len(others) == len(state.names) - 1:
        for above, below in pairwise(PILE):
            if every[below] > every[above]:
                return view.say("final.order", every[below], below, every[above], above)
    lying = left + sum(one["left"] for one in others) + len(COLOURS) * every.total()
    return view.say("final.polygons", lying, POLYGONS) if lying > POLYGONS else ""
