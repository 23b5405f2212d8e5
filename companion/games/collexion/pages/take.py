"""Taking polygons out of the box one after the other, and the powers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.collexion.pages.draw import piece_svg
from companion.games.collexion.pages.parts import BY_CODE, Tile, code, read_chain, tiles
from companion.games.collexion.pages.state import State, have
from companion.games.collexion.pages.words import piece_words, say
from companion.games.collexion.pieces import PIECES, Collection, Piece
from companion.games.collexion.rules import COPIES, MOST_TAKEN, POWERS
from companion.games.collexion.series import must_validate
from companion.pages.fields import Fields
from companion.pages.parts import Option, Question


@dataclass(frozen=True)
class TakePage(Page):
    """The polygons taken so far in this turn, and those that may follow."""

    seat: int
    name: str
    chain: tuple[Tile, ...]
    prompt: str
    problem: str
    tiles: tuple[Tile, ...]
    erase: Link | None
    confirm: str
    give: str  # the button that gives the last one to the partner
    fields: tuple[tuple[str, str], ...]
    twins: str  # expert variant: identical ones in a row


def take_page(view: View[State], args: Fields) -> TakePage:
    """Return the page on which a take is put together; an illegal polygon is named and left out."""
    state = view.state
    seat, language = args.own_seat(), view.language
    chain, problem = legal_part(read_chain(args), state, language)
    here = {"seat": str(seat), "chain": ".".join(map(code, chain))}
    links = {}
    if len(chain) < MOST_TAKEN:
        links = {piece: Link("take", {**here, "chain": ".".join(map(code, (*chain, piece)))}) for piece in PIECES}
    partner = state.partner(seat)
    return TakePage(
        "take.html",
        say(language, "take.title"),
        seat,
        state.names[seat],
        tuple(Tile(piece_svg(piece, language), 1, piece_words(piece, language)) for piece in chain),
        say(language, "take.first" if not chain else "take.full" if len(chain) == MOST_TAKEN else "take.next"),
        view.errors.get("chain", problem),
        _marked(tiles(state.box, language, links), chain, state),
        Link("take", here).but(chain=".".join(map(code, chain[:-1]))) if chain else None,
        say(language, "take.confirm", len(chain)) if chain else "",
        say(language, "take.give", state.names[partner]) if chain and partner is not None else "",
        tuple(here.items()),
        _twins(state, chain, language),
    )


def _marked(found: tuple[Tile, ...], chain: tuple[Piece, ...], state: State) -> tuple[Tile, ...]:
    marked = []
    for tile, piece in zip(found, PIECES, strict=True):
        count = state.box.count(piece) - chain.count(piece)
        fits = count > 0 and (not chain or piece.shares(chain[-1]))
        marked.append(replace(tile, count=max(count, 0), kind="free" if fits and tile.link else "dim"))
    return tuple(marked)


def _twins(state: State, chain: tuple[Piece, ...], language: str) -> str:
    pairs = sum(one == other for one, other in pairwise(chain))
    return say(language, "take.twins", pairs) if state.record.expert and pairs else ""


def legal_part(chain: tuple[Piece, ...], state: State, language: str) -> tuple[tuple[Piece, ...], str]:
    """Return the polygons that may be taken, up to the first that may not, and why not."""
    legal: tuple[Piece, ...] = ()
    for piece in chain:
        if len(legal) == MOST_TAKEN:
            return legal, say(language, "take.too_many", MOST_TAKEN)
        if state.box.count(piece) <= legal.count(piece):
            return legal, say(language, "take.none_left", piece_words(piece, language), COPIES)
        if legal and not piece.shares(legal[-1]):
            words = (piece_words(piece, language), piece_words(legal[-1], language))
            return legal, say(language, "take.shares_nothing", *words)
        legal = (*legal, piece)
    return legal, ""


def take(view: View[State], form: Fields) -> Change:
    """Add a take to a collection; with `give` its last polygon goes to the partner."""
    state = view.state
    seat, language = form.own_seat(), view.language
    chain = read_chain(form)
    legal, problem = legal_part(chain, state, language)
    if problem or not chain:
        back = Link("take", {"seat": str(seat), "chain": ".".join(map(code, legal))})
        raise Refused({"chain": problem or say(language, "take.first")}, back)
    entries, kept, partner = {}, chain, state.partner(seat)
    if form.get("give") == "1" and partner is not None:
        kept, given = chain[:-1], chain[-1:]
        entries[f"have/{partner}"] = have(state.collections[partner] + given, "given", given)
    collection = state.collections[seat] + kept
    entries[f"have/{seat}"] = have(collection, "take", kept)
    return Change(entries, after(collection, seat))


def after(collection: Collection, seat: int) -> Link:
    """Return where to go on: to the series where there is one."""
    return Link("series" if must_validate(collection) else "", {"seat": str(seat)})


# Powers.


@dataclass(frozen=True)
class PowerPage(Page):
    """Which power, on whom, on what."""

    seat: int
    name: str
    left: str
    questions: tuple[Question, ...]
    confirm: str
    problem: str
    fields: tuple[tuple[str, str], ...]


def power_page(view: View[State], args: Fields) -> PowerPage:
    """Return the page on which a power is used, question by question."""
    state = view.state
    seat, language = args.own_seat(), view.language
    here = Link("power", {"seat": str(seat), **{k: args[k] for k in ("kind", "with", "get", "give") if args.get(k)}})
    kind = args.word("kind", state.powers(seat))
    questions = [_kinds(state, seat, kind, here, language)]
    other = _other(state, seat, args)
    if kind in ("swap", "steal"):
        questions.append(_people(state, seat, other, here, language))
    source = state.box if kind == "discard" else state.collections[other] if other is not None else Collection()
    ready = kind == "discard" or other is not None
    if kind and ready:
        questions.append(_pieces(source, "get", f"power.{kind}.get", args.get("get", ""), here, language))
    if kind == "swap" and args.get("get"):
        own = state.collections[seat]
        questions.append(_pieces(own, "give", "power.swap.give", args.get("give", ""), here, language))
    whole = kind and ready and args.get("get") and (kind != "swap" or args.get("give"))
    left = ", ".join(say(language, f"power.{power}") for power in state.powers(seat))
    return PowerPage(
        "power.html",
        say(language, "power.title"),
        seat,
        state.names[seat],
        say(language, "power.expert") if state.record.expert else say(language, "power.left", left),
        tuple(questions),
        say(language, f"power.{kind}.confirm") if whole else "",
        view.errors.get("power", ""),
        tuple(here.args.items()),
    )


def _kinds(state: State, seat: int, kind: str, here: Link, language: str) -> Question:
    options = tuple(
        Option(say(language, f"power.{one}.long"), Link("power", {"seat": str(seat), "kind": one}), chosen=one == kind)
        for one in POWERS
        if one in state.powers(seat)
    )
    return Question(say(language, "power.which"), options)


def _people(state: State, seat: int, other: int | None, here: Link, language: str) -> Question:
    options = tuple(
        Option(name, here.but(**{"with": str(at), "get": "", "give": ""}), chosen=at == other)
        for at, name in enumerate(state.names)
        if at != seat and state.collections[at].total
    )
    return Question(say(language, "power.whom" if options else "power.nobody"), options)


def _pieces(source: Collection, field: str, title: str, chosen: str, here: Link, language: str) -> Question:
    options = tuple(
        Option(
            piece_words(piece, language),
            here.but(**{field: code(piece)}),
            code(piece) == chosen,
            svg=piece_svg(piece, language),
        )
        for piece in PIECES
        if source.count(piece)
    )
    return Question(say(language, title if options else "power.nothing"), options)


def _other(state: State, seat: int, fields: Fields) -> int | None:
    return fields.number_if_any("with", [other for other in range(len(state.names)) if other != seat])


def use_power(view: View[State], form: Fields) -> Change:
    """Use a power: two collections may change, and the token is spent."""
    state = view.state
    seat, language = form.own_seat(), view.language
    kind, other = form.get("kind", ""), _other(state, seat, form)
    get, give = BY_CODE.get(form.get("get", "")), BY_CODE.get(form.get("give", ""))
    if kind not in state.powers(seat) or get is None or (kind != "discard" and other is None):
        raise Refused({"power": say(language, "power.incomplete")}, Link("power", {"seat": str(seat)}))
    source = state.box if kind == "discard" or other is None else state.collections[other]
    own = state.collections[seat]
    lacks = not source.count(get) or (kind == "swap" and (give is None or not own.count(give)))
    if lacks:
        raise Refused({"power": say(language, "power.gone")}, Link("power", {"seat": str(seat), "kind": kind}))
    used: dict[str, object] = {"power": kind, "piece": str(get)}
    entries: dict[str, object] = {}
    collection = own
    if kind != "discard" and other is not None:
        used["with"] = other
        got, given = (get,), (give,) if kind == "swap" and give is not None else ()
        if given:
            used["give"] = str(give)
        theirs = (state.collections[other] - got) + given
        collection = (own - given) + got
        entries[f"have/{other}"] = have(theirs, kind, (get,))
        entries[f"have/{seat}"] = have(collection, kind, (get,))
    entries[f"powers/{seat}"] = [*state.used(seat), used]
    return Change(entries, after(collection, seat))
