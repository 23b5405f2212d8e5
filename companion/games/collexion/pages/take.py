"""Taking polygons out of the box one after the other, and the powers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.collexion.pages.draw import piece_svg
from companion.games.collexion.pages.parts import BY_CODE, Tile, code, read_chain, tiles
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.words import piece_words
from companion.games.collexion.pieces import PIECES, Collection, Piece
from companion.games.collexion.rules import COPIES, MOST_TAKEN, POWERS
from companion.games.collexion.series import must_validate
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Question, form_button, options


class TakePage(Page):
    """The polygons taken so far in this turn, and those that may follow."""

    seat: int
    name: str
    chain: tuple[Tile, ...]
    prompt: str
    problem: str
    tiles: tuple[Tile, ...]
    erase: Link | None = None
    confirm: Confirm | None = None
    give: str = ""  # the button that gives the last one to the partner
    twins: str  # expert variant: identical ones in a row
    nothing: Confirm | None = None  # in the last round nobody has to take anything


def take_page(view: View[State], args: Fields) -> TakePage:
    """Return the page on which a take is put together; an illegal polygon is named and left out."""
    state, seat = view.state, args.own_seat()
    chain, problem = legal_part(read_chain(args), view)
    codes = tuple(map(code, chain))
    here = Link.of("take", seat=seat, chain=codes)
    links = {piece: here.but(chain=(*codes, code(piece))) for piece in PIECES if len(chain) < MOST_TAKEN}
    partner = state.partner(seat)
    return TakePage(
        title=view.say("take.title"),
        seat=seat,
        name=state.names[seat],
        chain=tuple(Tile(svg=piece_svg(piece, view), count=1, label=piece_words(piece, view)) for piece in chain),
        prompt=view.say("take.first" if not chain else "take.full" if len(chain) == MOST_TAKEN else "take.next"),
        problem=view.errors.get("chain", problem),
        tiles=_marked(tiles(state.box, view, links), chain, state),
        erase=here.but(chain=codes[:-1]) if chain else None,
        confirm=form_button(view, "take", here.args, "take.confirm", len(chain)) if chain else None,
        give=view.say("take.give", state.names[partner]) if chain and partner is not None else "",
        twins=_twins(view, chain),
        nothing=form_button(view, "pass", {"seat": str(seat)}, "take.nothing", primary=False)
        if state.last_round and not chain
        else None,
    )


def _marked(found: tuple[Tile, ...], chain: tuple[Piece, ...], state: State) -> tuple[Tile, ...]:
    marked = []
    for tile, piece in zip(found, PIECES, strict=True):
        count = state.box.count(piece) - chain.count(piece)
        fits = count > 0 and (not chain or piece.shares(chain[-1]))
        marked.append(replace(tile, count=max(count, 0), kind="free" if fits and tile.link else "dim"))
    return tuple(marked)


def _twins(view: View[State], chain: tuple[Piece, ...]) -> str:
    pairs = sum(one == other for one, other in pairwise(chain))
    return view.say("take.twins", pairs) if view.state.record.expert and pairs else ""


def legal_part(chain: tuple[Piece, ...], view: View[State]) -> tuple[tuple[Piece, ...], str]:
    """Return the polygons that may be taken, up to the first that may not, and why not."""
    legal: tuple[Piece, ...] = ()
    for piece in chain:
        if len(legal) == MOST_TAKEN:
            return legal, view.say("take.too_many", MOST_TAKEN)
        if view.state.box.count(piece) <= legal.count(piece):
            return legal, view.say("take.none_left", piece_words(piece, view), COPIES)
        if legal and not piece.shares(legal[-1]):
            words = (piece_words(piece, view), piece_words(legal[-1], view))
            return legal, view.say("take.shares_nothing", *words)
        legal = (*legal, piece)
    return legal, ""


def take(view: View[State], form: Fields) -> Change:
    """Add a take to a collection; with `give` its last polygon goes to the partner."""
    state, seat = view.state, form.own_seat()
    chain = read_chain(form)
    legal, problem = legal_part(chain, view)
    if problem or not chain:
        back = Link.of("take", seat=seat, chain=tuple(map(code, legal)))
        raise Refused({"chain": problem or view.say("take.first")}, back)
    entries, kept, partner = {}, chain, state.partner(seat)
    if form.get("give") == "1" and partner is not None:
        kept, given = chain[:-1], chain[-1:]
        entries[f"have/{partner}"] = state.have(partner, state.collections[partner] + given, "given", given)
    collection = state.collections[seat] + kept
    entries[f"have/{seat}"] = state.have(seat, collection, "take", kept, played=True)
    return Change(entries, after(view, collection, seat))


def take_nothing(view: View[State], form: Fields) -> Change:
    """Pass the turn: the box is empty, or the last round lets everybody do without."""
    state, seat = view.state, form.own_seat()
    if not state.last_round:
        raise Refused({"chain": view.say("take.first")}, Link.of("take", seat=seat))
    collection = state.collections[seat]
    return Change({f"have/{seat}": state.have(seat, collection, "pass", played=True)}, after(view, collection, seat))


def after(view: View[State], collection: Collection, seat: int) -> Link:
    """Return where to go on: to the series where there is one, else to whose turn it is at a phone for all."""
    if must_validate(collection):
        return Link.of("series", seat=seat)
    return Link() if view.everybody else Link.of(seat=seat)


# Powers.


class PowerPage(Page):
    """Which power, on whom, on what."""

    seat: int
    name: str
    left: str
    questions: tuple[Question, ...]
    confirm: Confirm | None = None
    problem: str = ""


def power_page(view: View[State], args: Fields) -> PowerPage:
    """Return the page on which a power is used, question by question."""
    state, seat = view.state, args.own_seat()
    here = Link.of("power", seat=seat, **{key: args.get(key) for key in ("kind", "with", "get", "give")})
    kind = args.word("kind", state.powers(seat))
    left = ", ".join(view.say(f"power.{power}") for power in state.powers(seat))
    page = PowerPage(
        title=view.say("power.title"),
        seat=seat,
        name=state.names[seat],
        left=view.say("power.expert") if state.record.expert else view.say("power.left", left),
        questions=(_kinds(view, seat, kind), *(_power_questions(view, args, seat, kind, here) if kind else ())),
        problem=view.errors.get("power", ""),
    )
    if not kind or any(not any(option.chosen for option in question.options) for question in page.questions):
        return page
    return replace(page, confirm=form_button(view, "power", here.args, f"power.{kind}.confirm"))


def _power_questions(view: View[State], args: Fields, seat: int, kind: str, here: Link) -> Iterator[Question]:
    """Return what a power asks, as far as the answers so far lead: on whom, which polygon, which one for it."""
    state, other = view.state, _other(view.state, seat, args)
    if kind != "discard":
        yield _people(view, seat, other, here)
    if kind != "discard" and other is None:
        return
    source = state.box if other is None or kind == "discard" else state.collections[other]
    yield _pieces(source, "get", f"power.{kind}.get", args.get("get", ""), here, view)
    if kind == "swap" and args.get("get"):
        yield _pieces(state.collections[seat], "give", "power.swap.give", args.get("give", ""), here, view)


def _kinds(view: View[State], seat: int, kind: str) -> Question:
    labels = {one: view.say(f"power.{one}.long") for one in POWERS if one in view.state.powers(seat)}
    return Question(title=view.say("power.which"), options=options(Link.of("power", seat=seat), "kind", labels, kind))


def _people(view: View[State], seat: int, other: int | None, here: Link) -> Question:
    names, collections = view.state.names, view.state.collections
    others = {at: name for at, name in enumerate(names) if at != seat and collections[at].total}
    people = options(here.but(get="", give=""), "with", others, other)
    return Question(title=view.say("power.whom" if people else "power.nobody"), options=people)


def _pieces(source: Collection, field: str, title: str, chosen: str, here: Link, view: View[State]) -> Question:
    labels = {code(piece): piece_words(piece, view) for piece in PIECES if source.count(piece)}
    pieces = options(here, field, labels, chosen, lambda one: piece_svg(BY_CODE[one], view))
    return Question(title=view.say(title if pieces else "power.nothing"), options=pieces)


def _other(state: State, seat: int, fields: Fields) -> int | None:
    return fields.number_if_any("with", [other for other in range(len(state.names)) if other != seat])


def use_power(view: View[State], form: Fields) -> Change:
    """Use a power: two collections may change, and the token is spent."""
    state, seat = view.state, form.own_seat()
    kind, other, get = form.get("kind", ""), _other(view.state, seat, form), BY_CODE.get(form.get("get", ""))
    if kind not in state.powers(seat) or get is None or (kind != "discard" and other is None):
        raise Refused({"power": view.say("power.incomplete")}, Link.of("power", seat=seat))
    own, used = state.collections[seat], {"power": kind, "piece": str(get)}
    give = BY_CODE.get(form.get("give", "")) if kind == "swap" else None
    theirs = state.box if kind == "discard" or other is None else state.collections[other]
    if not theirs.count(get) or (kind == "swap" and (give is None or not own.count(give))):
        raise Refused({"power": view.say("power.gone")}, Link.of("power", seat=seat, kind=kind))
    if kind == "discard" or other is None:
        return Change({f"powers/{seat}": [*state.used(seat), used]}, _goes_on(own, seat))
    given = (give,) if give else ()
    collection = (own - given) + (get,)
    spent = {**used, "with": other, **({"give": str(give)} if give else {})}
    entries = {
        f"have/{other}": state.have(other, (theirs - (get,)) + given, kind, (get,)),
        f"have/{seat}": state.have(seat, collection, kind, (get,)),
        f"powers/{seat}": [*state.used(seat), spent],
    }
    return Change(entries, _goes_on(collection, seat))


def _goes_on(collection: Collection, seat: int) -> Link:
    """A power is part of one's own turn, which goes on: what it completes is validated too."""
    return Link.of("series" if must_validate(collection) else "", seat=seat)
