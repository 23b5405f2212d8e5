"""The board: tokens painted cell by cell or read from a photo, and the alignments that lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.errors import NOWHERE
from companion.core.table import Change, Link, Page, PagePart, Refused, View
from companion.games.boussanga.board import CELL_NAMES, CELLS, EMPTY, Board, Cell, Lot, lots, read_cell
from companion.games.boussanga.pages.counts import earns_bonus
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.parts import Spot, board_code, colour_keys, read_board_code, spots
from companion.games.boussanga.pages.photo import doubted
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import engine_says, some_words
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, PhotoForm, form_button, photo_buttons
from companion.pages.picture import SeenPicture
from companion.pages.state import next_number

ERASER = "none"


class Found(PagePart):
    """Alignments that hang together, and what they bring."""

    text: str
    points: str


class Brush(PagePart):
    """What changes the board: the colours to paint with, and all of it turned or cleared."""

    inks: tuple[Option, ...]
    turn: Link
    clear: Link


class Photographed(PagePart):
    """The buttons that photograph the board, and the last photo with the cells that were not clear in it."""

    form: PhotoForm
    picture: SeenPicture | None


class BoardPage(Page):
    """The board with a brush in hand."""

    name: str
    seat: int
    spots: tuple[Spot, ...]
    brush: Brush
    lead: str
    problem: str = ""
    photo: Photographed
    found: tuple[Found, ...]
    reserve: str
    save: Confirm | None = None
    score: Confirm | None = None  # takes the alignments off and scores them
    may: bool


def board_page(view: View[State], args: Fields) -> BoardPage:
    """Return the board as it is kept, or as it is being painted in the address."""
    state = view.state
    seat, colours = args.seat(), state.colours
    board = read_board_code(args, colours) if args.get("tokens") else state.board
    ink = args.word("ink", (ERASER, *colours), colours[0])
    may = view.may_enter(seat)
    tokens = board_code(board, colours)
    sent = {"seat": str(seat), "tokens": tokens}
    here = Link.of("board", seat=seat, tokens=tokens, ink=ink)
    # Together or alone nothing is aligned: cards are found.
    bundles = () if state.record.cooperative else lots(board.alignments(), state.record.rulings["crossing"])
    lit = {cell: "lit" for lot in bundles for cell in lot.cells}
    # Where there are more tokens of a colour than can be, all of them are framed.
    lit |= {cell: "doubt" for cell in CELLS if "board" in view.errors and _too_many(state, board, board[cell])}
    doubtful = dict.fromkeys(_cells(args.get("doubt", "")), "doubt")
    changed = board != state.board or not state.kept
    return BoardPage(
        title=view.say("board.title"),
        seat=seat,
        name=state.names[seat],
        spots=spots(board, view, _painted(board, ink, here, colours) if may else {}, {**lit, **doubtful}),
        brush=Brush(
            inks=(*colour_keys(colours, ink, here, "ink", view), _eraser(view, ink, here)),
            turn=here.but(tokens=board_code(turned(board), colours), doubt=""),
            clear=here.but(tokens="0" * len(CELLS), doubt=""),
        ),
        lead=_lead(args, view),
        problem=view.errors.get("board", ""),
        photo=Photographed(form=board_photo(view, seat), picture=doubted(view, args)),
        found=tuple(_found(view, lot) for lot in bundles),
        reserve=_reserve(view, board),
        save=form_button(view, "board", sent, "board.save", board.tokens.total(), primary=not bundles)
        if may and changed
        else None,
        score=form_button(view, "score-board", sent, "board.score", f"+{_brings(state, seat, bundles)}")
        if may and bundles
        else None,
        may=may,
    )


def _eraser(view: View[State], ink: str, here: Link) -> Option:
    link, svg = here.but(ink=ERASER), token_svg(EMPTY, view)
    return Option(label=view.say("board.eraser"), link=link, chosen=ink == ERASER, svg=svg)


def board_photo(view: View[State], seat: int) -> PhotoForm:
    """Return the buttons that photograph the board."""
    return photo_buttons(view, "board", "8x8/1", 8, seat=seat)


def _brings(state: State, seat: int, bundles: tuple[Lot, ...]) -> int:
    """Return the points of all alignments on the board, with the bonus tokens that they bring."""
    kept: Counter[str] = Counter()
    for lot in bundles:
        kept[lot.colour] += lot.kept
    values = state.record.values
    return sum((count + earns_bonus(state, seat, colour, count)) * values[colour] for colour, count in kept.items())


def _lead(args: Fields, view: View[State]) -> str:
    read = args.get("read", "")
    return view.say(f"board.read.{read}" if read in ("sure", "doubtful") else "board.lead")


def _cells(text: str) -> tuple[Cell, ...]:
    return tuple(read_cell(one, NOWHERE) for one in text.split(".") if one in CELL_NAMES)


def turned(board: Board) -> Board:
    """Return the board a quarter further clockwise: for a photo taken from another side of the table."""
    return Board(tuple(zip(*board.rows[::-1], strict=True)))


def _painted(board: Board, ink: str, here: Link, colours: tuple[str, ...]) -> dict[Cell, Link]:
    """Return what touching a cell does: a token of the ink in hand, or none where it lies there already."""
    links = {}
    for cell in CELLS:
        colour = EMPTY if ink == ERASER or board[cell] == ink else ink
        links[cell] = here.but(tokens=board_code(board.with_tokens({cell: colour}), colours), doubt="", read="")
    return links


def _found(view: View[State], lot: Lot) -> Found:
    state = view.state
    cells = " ".join(map(str, lot.cells))
    text = view.say("board.lot", cells, engine_says(view, lot.reason(view.state.record.values[lot.colour])))
    return Found(text=text, points=f"+{lot.kept * state.record.values[lot.colour]}")


def _reserve(view: View[State], board: Board) -> str:
    state = view.state
    lying = state.board.tokens if state.kept else {}
    left = {colour: state.reserve[colour] + lying.get(colour, 0) - board.tokens[colour] for colour in state.colours}
    if state.record.cooperative:
        # There is no reserve: what is neither collected nor won lies on the board.
        moves = [("board.back", _counted(view, left, 1)), ("board.off", _counted(view, left, -1))]
        return " ".join(view.say(key, counted) for key, counted in moves if counted) if state.kept else ""
    return view.say("board.reserve", ", ".join(some_words(count, one, view, "some") for one, count in left.items()))


def _counted(view: View[State], left: Mapping[str, int], sign: int) -> str:
    return ", ".join(some_words(count * sign, one, view, "some") for one, count in left.items() if count * sign > 0)


def _sent(view: View[State], form: Fields) -> tuple[State, int, Board]:
    """Return the board of a form, or raise Refused where it has more tokens than there are."""
    state, seat = view.state, form.own_seat()
    board = read_board_code(form, state.colours)
    for colour in state.colours:
        if _too_many(state, board, colour):
            words = (some_words(board.tokens[colour], colour, view), max(_most(state, colour), 0))
            back = Link.of("board", seat=seat, tokens=form["tokens"])
            raise Refused({"board": view.say("board.too_many", *words)}, back)
    return state, seat, board


def _most(state: State, colour: str) -> int:
    """Return how many tokens of a colour can lie on the board."""
    return state.reserve[colour] + (state.board.tokens[colour] if state.kept else 0)


def _too_many(state: State, board: Board, colour: str) -> bool:
    return bool(colour) and board.tokens[colour] > _most(state, colour)


def enter_board(view: View[State], form: Fields) -> Change:
    """Keep the board as it was painted."""
    _, seat, board = _sent(view, form)
    return Change({"board": board.to_json()}, Link.of("board", seat=seat))


def score_board(view: View[State], form: Fields) -> Change:
    """Take all alignments off the board and give them to a seat."""
    state, seat, board = _sent(view, form)
    bundles = lots(board.alignments(), state.record.rulings["crossing"])
    if not bundles or state.record.cooperative:
        raise Refused({"board": view.say("board.none")}, Link.of("board", seat=seat))
    return taken_off(state, seat, bundles, board)


def taken_off(state: State, seat: int, bundles: tuple[Lot, ...], board: Board) -> Change:
    """Return the change that gives alignments of a board to a seat, with the colours whose last token lay on it."""
    first = next_number(state.entries, "won/")
    emptied = [colour for colour in state.colours if board.tokens[colour] >= _most(state, colour)]
    won = {
        f"won/{first + at}": {"seat": seat, "colour": lot.colour, "count": len(lot.cells), "kept": lot.kept}
        | ({"lengths": list(lot.lengths)} if len(lot.lengths) > 1 else {})
        | ({"emptied": emptied} if emptied else {})
        for at, lot in enumerate(bundles)
    }
    after = board.without(cell for lot in bundles for cell in lot.cells)
    return Change({"board": after.to_json(), **won}, Link.of(seat=seat))
