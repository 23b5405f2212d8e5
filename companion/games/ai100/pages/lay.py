"""Laying a card: the tableau with what each cell would bring, the keypad, and exactly the questions the card asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.core.errors import Illegal
from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, View
from companion.games.ai100.board import AI_CELL, CELLS, EXTRA, EXTRA_CELLS, board
from companion.games.ai100.cards import EVOLUTION_IDS, Face
from companion.games.ai100.deck import read_face
from companion.games.ai100.describe import line_text
from companion.games.ai100.document import ROUND, Play
from companion.games.ai100.pages.cells import Cell, card_drawing, light, tableau_cells
from companion.games.ai100.pages.hand import END, NEEDS_GRID, Hand, hand_of, read_hand, state_conditions
from companion.games.ai100.pages.state import DEMO, State, deck_name, tried
from companion.games.ai100.pages.words import face_words, problem_words, say, shown
from companion.games.ai100.replay import Seat, Table, legal_cells, verify_swap
from companion.games.ai100.scoring import GRID, Choice, Scored, copyable, worth
from companion.games.ai100.tableau import Tableau


@dataclass(frozen=True)
class Option:
    """One answer to a question of a card."""

    label: str
    link: Link
    chosen: bool = False
    points: str = ""


@dataclass(frozen=True)
class Question:
    """What a card asks beyond its cell."""

    title: str
    options: tuple[Option, ...]
    hint: str = ""


@dataclass(frozen=True)
class LayPage(Page):
    """Laying a card."""

    seat: int
    name: str
    heading: str
    wide: bool  # room for AI-2's card around the tableau
    cells: tuple[Cell, ...]
    prompt: str  # what the next tap is for
    typed: str  # the digits so far
    keys: tuple[tuple[str, Link], ...]
    erase: Link | None
    drawing: str  # the card in hand, once it is known
    condition: str
    face_page: Link | None  # where its face is entered, when nobody has yet
    questions: tuple[Question, ...]
    sentence: str  # what it would score, and why
    confirm: str  # the text of the button; empty while something is missing
    fields: tuple[tuple[str, str], ...]
    problem: str
    take_back: bool
    back: Link


def lay_page(view: View, args: Form) -> LayPage:
    """Return the page with everything chosen so far."""
    state: State = view.state
    hand = read_hand(args, state)
    _verify_turn(state, hand)
    laid = entered(state, hand)
    if laid and not {"card", "cell", "pick", "come", "swap", "ai"} & set(args):
        hand = hand_of(laid, hand.seat, hand.turn)
    return _Bench(view, state, hand).page()


def entered(state: State, hand: Hand) -> Mapping[str, Any] | None:
    """Return what the seat has entered for this turn already."""
    return state.entries.get(entry_key(hand))


def entry_key(hand: Hand) -> str:
    """Return the key of the entry that a hand becomes."""
    return f"final/{hand.seat}" if hand.turn == END else f"play/{hand.turn}/{hand.seat}"


def _verify_turn(state: State, hand: Hand) -> None:
    if hand.turn == END:
        if not state.over or state.setup["players"][hand.seat]["ai"] != "AI-2":
            raise NoSuchPage("final")
    elif hand.turn > state.turn:
        raise NoSuchPage("turn")


class _Bench:
    """What is needed while one lay page is put together."""

    def __init__(self, view: View, state: State, hand: Hand) -> None:
        self.view, self.state, self.hand, self.language = view, state, hand, view.language
        self.conditions = state_conditions(state)
        self.table, self.at = (
            state.moment(min(hand.turn, END - 1), hand.seat) if hand.turn != END else _end(state, hand)
        )
        self.problem = view.errors.get("card", "")
        self.tableau = self.at.tableau.copy()
        if "." in hand.ai:
            self._swap_by_ai()
        known = bool(hand.known_card)
        self.unknown = known and hand.card not in state.faces
        self.face: Face | None = read_face(state.faces[hand.card], "") if known and not self.unknown else None
        if self.face:
            self._bring(hand.card)
        elif len(hand.card) == 3 and not known:
            self.problem = say(self.language, "error.card", hand.card)

    def _swap_by_ai(self) -> None:
        cells = self._indices(self.hand.ai)
        try:
            verify_swap(self.tableau, cells, self.ai)
            self.tableau.swap(*cells)
        except Illegal as problem:
            self.problem = problem_words(problem.message, self.language)

    def _bring(self, card: str) -> None:
        try:
            self.table.bring(self.at, card)
        except Illegal as problem:
            self.problem = problem_words(problem.message, self.language)
            self.face = None

    @staticmethod
    def _indices(pair: str) -> tuple[int, int]:
        one, other = pair.split(".")
        return CELLS.index(one), CELLS.index(other)

    @property
    def ai(self) -> str:
        return self.at.player.ai

    def say(self, key: str, *args: Any) -> str:
        return say(self.language, key, *args)

    # What a card brings.

    def grid(self) -> Mapping[int, str] | None:
        draft = self.state.entries.get("draft")
        return (
            {CELLS.index(cell): card for cell, card in draft.items()} if draft and len(self.state.names) == 1 else None
        )

    def score(self, card: str, tableau: Tableau, cell: int, choice: Choice | None = None, row: str = "") -> Scored:
        play = Play(card, min(cell, 14), choice or self.choice(), grid=self.grid())
        return self.table.score_card(self.at, self.conditions[card], tableau, cell, play, row)

    def choice(self) -> Choice:
        copy = tuple(self.hand.copy.split(".", 1)) if self.hand.copy else None
        names = self.state.names
        who = lambda word: GRID if word == GRID else names[int(word)]  # noqa: E731
        return Choice(
            (who(copy[0]), copy[1]) if copy else None, who(self.hand.neighbour) if self.hand.neighbour else ""
        )

    def on(self, cell: str) -> tuple[Tableau, int, str]:
        """Return the tableau with the card in hand on a cell."""
        card = self.table.card(self.hand.card)
        if cell in EXTRA_CELLS:
            tableau = self.tableau.copy(board(cell))
            tableau.lay(EXTRA, card)
            return tableau, EXTRA, cell[0]
        tableau, index = self.tableau.copy(), CELLS.index(cell)
        tableau.lay(index, card)
        return tableau, index, ""

    def legal(self) -> tuple[str, ...]:
        if self.hand.turn == END:
            return EXTRA_CELLS
        return tuple(CELLS[cell] for cell in legal_cells(self.tableau, self.ai))

    def worths(self) -> dict[str, int]:
        """Return what the card in hand brings on each legal cell, without the choice of a neighbour's card."""
        if not self.face:
            return {}
        free = Choice()
        return {
            cell: self.score(self.hand.card, *self.on(cell)[:2], free, self.on(cell)[2]).points for cell in self.legal()
        }

    # The page.

    def page(self) -> LayPage:
        hand, state = self.hand, self.state
        trial = self.trial()
        questions = self.questions()
        face_page = None
        for card in (hand.card if self.unknown else "", hand.come if self.come_unknown() else ""):
            if card:
                face_page = Link("face", {"card": card, **_prefixed(hand)})
        laid = entered(state, hand)
        return LayPage(
            "lay.html",
            self.say("lay.title", self.at.player.name),
            hand.seat,
            self.at.player.name,
            self.say("lay.end") if hand.turn == END else self.say("lay.turn", hand.turn),
            hand.turn == END,
            tuple(self.cells().values()),
            self.prompt(),
            hand.come if hand.pick == "come" else hand.card,
            self.keys(),
            self.erase(),
            card_drawing(hand.card, self.face) if self.face else "",
            self.conditions[hand.known_card].sentence[self.language] if hand.known_card else "",
            face_page,
            questions,
            trial.sentence,
            trial.confirm if not face_page else "",
            tuple(hand.link.args.items()),
            self.problem or trial.problem,
            laid is not None,
            Link("", {"seat": str(hand.seat)}),
        )

    def come_unknown(self) -> bool:
        return self.hand.come in EVOLUTION_IDS and self.hand.come not in self.state.faces

    def prompt(self) -> str:
        hand = self.hand
        if hand.pick in ("swap", "ai"):
            chosen = hand.swap if hand.pick == "swap" else hand.ai
            return self.say("prompt.swap.second", chosen) if chosen and "." not in chosen else self.say("prompt.swap")
        if hand.pick:
            return self.say(f"prompt.{hand.pick}")
        if not hand.known_card:
            return self.say("prompt.card")
        return "" if hand.cell else self.say("prompt.cell")

    def keys(self) -> tuple[tuple[str, Link], ...]:
        field = "come" if self.hand.pick == "come" else "card"
        typed = getattr(self.hand, field)
        if len(typed) == 3:
            return ()
        # A new card asks its own questions: the answers to the old one's go.
        fresh = {} if field == "come" else {"copy": "", "neighbour": "", "come": "", "out": "", "swap": ""}
        found = []
        for digit in "1234567890":
            changes = {**fresh, field: typed + digit}
            if field == "come" and len(typed) == 2:
                changes["pick"] = "out"
            found.append((digit, self.hand.link.but(**changes)))
        return tuple(found)

    def erase(self) -> Link | None:
        field = "come" if self.hand.pick in ("come", "out") else "card"
        typed = getattr(self.hand, field)
        if not typed:
            return None
        if field == "come":
            return self.hand.link.but(come=typed[:-1], out="", pick="come")
        return self.hand.link.but(
            card="" if len(typed) == 3 else typed[:-1], copy="", neighbour="", come="", out="", swap="", pick=""
        )

    # The tableau: what a tap does depends on what is being picked.

    def cells(self) -> dict[str, Cell]:
        hand = self.hand
        names = (*CELLS, *EXTRA_CELLS) if hand.turn == END else CELLS
        cells = tableau_cells(self.tableau, self.language, names)
        if hand.pick in ("swap", "ai"):
            return self._swap_cells(cells)
        if hand.pick == "out" and hand.cell:
            return self._out_cells(cells)
        worths = self.worths()
        best = max(worths.values(), default=None)
        for name in self.legal():
            points = f"{worths[name]:+d}" if name in worths and self.state.hints else ""
            kind = "best" if points and worths[name] == best and best and best > 0 else "free"
            label = self.say("cell.free.points", name, worths[name]) if points else self.say("cell.free", name)
            cells[name] = replace(cells[name], link=hand.link.but(cell=name), points=points, kind=kind, label=label)
        if hand.cell in cells and not cells[hand.cell].svg:
            cells[hand.cell] = replace(cells[hand.cell], kind="chosen", points="", svg=card_drawing(hand.card, self.face) if self.face else "",
                                       label=self.say("cell.chosen", hand.cell))  # fmt: skip
        return cells

    def laid_tableau(self) -> Tableau:
        """The tableau with the card in hand on its cell, where that can be."""
        if self.face and self.hand.cell in self.legal() and self.hand.turn != END:
            return self.on(self.hand.cell)[0]
        return self.tableau

    def _swap_cells(self, cells: dict[str, Cell]) -> dict[str, Cell]:
        pick = self.hand.pick
        chosen = self.hand.swap if pick == "swap" else self.hand.ai
        first = chosen if chosen and "." not in chosen else ""
        tableau = self.laid_tableau() if pick == "swap" else self.at.tableau
        cells = tableau_cells(tableau, self.language)
        for name in CELLS:
            if name == first:
                cells[name] = replace(cells[name], kind="chosen", link=self.hand.link.but(**{pick: ""}))
            elif not first and cells[name].svg and name != CELLS[AI_CELL]:
                cells[name] = replace(cells[name], kind="free", link=self.hand.link.but(**{pick: name}))
            elif first and _may_swap(tableau, first, name, self.ai):
                link = self.hand.link.but(**{pick: f"{first}.{name}", "pick": ""})
                cells[name] = replace(cells[name], kind="free", link=link)
        return cells

    def _out_cells(self, cells: dict[str, Cell]) -> dict[str, Cell]:
        cells = tableau_cells(self.laid_tableau(), self.language)
        for name, points in self._exchanges().items():
            shown_points = f"{points:+d}" if points is not None and self.state.hints else ""
            cells[name] = replace(
                cells[name], kind="free", points=shown_points, link=self.hand.link.but(out=name, pick="")
            )
        return cells

    def _exchanges(self) -> dict[str, int | None]:
        """Return what the incoming card would bring on each cell whose card may go."""
        tableau = self.laid_tableau()
        found: dict[str, int | None] = {}
        for name, card in tableau.items():
            if name == CELLS[AI_CELL] or card.id in ("115", "116"):
                continue
            found[name] = None
            if self.hand.come in self.state.faces:
                after, cell = tableau.copy(), CELLS.index(name)
                after.take(cell)
                after.lay(cell, self.table.card(self.hand.come))
                found[name] = self.score(self.hand.come, after, cell, Choice()).points
        return found

    # Questions.

    def questions(self) -> tuple[Question, ...]:
        hand, found = self.hand, []
        if self.ai == "AI-5" and hand.turn != END and (not self.at.swap_used or hand.ai):
            found.append(self._swap_question("ai", "question.ai5", self.at.tableau))
        if not self.face or not hand.cell:
            return tuple(found)
        effect = self.conditions[hand.card].effect
        effects = hand.effects(self.conditions)
        if effects & set(NEEDS_GRID) and (question := self._grid_question()):
            found.append(question)
        if effect == "exchange" and hand.turn != END:
            found.append(self._exchange_question())
        if "copy" in effects and hand.turn != END:
            found.append(self._copy_question())
        if "neighbour" in effects and hand.turn != END:
            found.append(self._neighbour_question())
        if effect == "swap" and hand.turn != END:
            found.append(self._swap_question("swap", "question.swap", self.laid_tableau()))
        return tuple(found)

    def _who(self, name: str) -> tuple[str, str]:
        """Return how an answer names a neighbour, in addresses and in words."""
        return (GRID, self.say("the_grid")) if name == GRID else (str(self.state.names.index(name)), name)

    def _acting(self) -> tuple[str, Tableau, int]:
        """Return the card that asks, and where it lies: the incoming one of an exchange, else the one in hand."""
        if (
            self.hand.come in self.state.faces
            and self.hand.out
            and self.conditions[self.hand.come].effect in NEEDS_GRID
        ):
            tableau, cell = self.laid_tableau().copy(), CELLS.index(self.hand.out)
            tableau.take(cell)
            tableau.lay(cell, self.table.card(self.hand.come))
            return self.hand.come, tableau, cell
        return self.hand.card, self.laid_tableau(), CELLS.index(self.hand.cell)

    def _copy_question(self) -> Question:
        card, tableau, cell = self._acting()
        neighbours = self.table.neighbours(self.at, Play(card, cell, grid=self.grid()))
        options = []
        for owner, copied in copyable(self.conditions[card], neighbours):
            key, name = self._who(owner)
            points = self.score(card, tableau, cell, Choice(copy=(owner, copied))).points
            words = self.say("option.copy", copied, name, self.conditions[copied].sentence[self.language])
            options.append((points, words, f"{key}.{copied}"))
        return self._ranked("question.copy", "copy", options)

    def _neighbour_question(self) -> Question:
        card, tableau, cell = self._acting()
        options = []
        for neighbour in self.table.neighbours(self.at, Play(card, cell, grid=self.grid())):
            key, name = self._who(neighbour.name)
            options.append((self.score(card, tableau, cell, Choice(neighbour=neighbour.name)).points, name, key))
        return self._ranked("question.neighbour", "neighbour", options)

    def _ranked(self, title: str, field: str, options: list[tuple[int, str, str]]) -> Question:
        chosen = getattr(self.hand, field)
        best = Option(self.say("option.best"), self.hand.link.but(**{field: ""}), not chosen)
        ranked = sorted(options, key=lambda option: -option[0])
        return Question(
            self.say(title),
            (
                best,
                *(
                    Option(words, self.hand.link.but(**{field: key}), key == chosen, f"{points:+d}")
                    for points, words, key in ranked
                ),
            ),
            "" if options else self.say(f"{title}.none"),
        )

    def _grid_question(self) -> Question | None:
        count = len(self.state.names)
        if count > 2:
            return None
        link = Link("grid", _prefixed(self.hand))
        key = "draft" if count == 1 else "grid"
        known = bool(self.state.entries.get(key))
        if count == 2 and known:
            return None
        label = self.say("option.grid.again" if known else f"option.{key}")
        return Question(
            self.say(f"question.{key}"), (Option(label, link),), "" if known else self.say(f"question.{key}.none")
        )

    def _exchange_question(self) -> Question:
        hand = self.hand
        nothing = Option(self.say("option.exchange.none"), hand.link.but(come="", out="", pick=""), not hand.come)
        options = [nothing]
        if not hand.come or hand.pick == "come":
            options.append(Option(self.say("option.exchange"), hand.link.but(pick="come"), hand.pick == "come"))
        else:
            ranked = sorted(self._exchanges().items(), key=lambda item: -(item[1] or 0))[:3]
            for name, points in ranked:
                chosen = name == hand.out
                options.append(
                    Option(
                        self.say("option.out", hand.come, name),
                        hand.link.but(out=name, pick=""),
                        chosen,
                        f"{points:+d}" if points is not None else "",
                    )
                )
            if hand.out and hand.out not in [name for name, _ in ranked]:
                options.append(Option(self.say("option.out", hand.come, hand.out), hand.link, True))
            options.append(Option(self.say("option.out.other"), hand.link.but(out="", pick="out"), hand.pick == "out"))
        return Question(self.say("question.exchange"), tuple(options))

    def _swap_question(self, field: str, title: str, tableau: Tableau) -> Question:
        hand, chosen = self.hand, getattr(self.hand, field)
        options = [
            Option(
                self.say("option.swap.none"),
                hand.link.but(**{field: "", "pick": ""}),
                not chosen and hand.pick != field,
            )
        ]
        if chosen and "." in chosen:
            options.append(Option(chosen.replace(".", " ↔ "), hand.link.but(pick=""), True))
        if best := self._best_swap(tableau):
            (one, other), gain, source = best
            pair = f"{CELLS[one]}.{CELLS[other]}"
            if pair != chosen:
                label = self.say("option.swap.best", CELLS[one], CELLS[other], shown(source))
                options.append(Option(label, hand.link.but(**{field: pair, "pick": ""}), False, f"{gain:+d}"))
        options.append(Option(self.say("option.swap"), hand.link.but(**{field: "", "pick": field}), hand.pick == field))
        return Question(self.say(title), tuple(options))

    def _best_swap(self, tableau: Tableau) -> tuple[tuple[int, int], int, str] | None:
        """Return the swap that helps the objective of the round and the AI card most, if any does."""
        objective = self.state.record.objectives[self.hand.turn > ROUND]
        wanted = [self.conditions[objective], self.conditions[self.ai]]

        def value(of: Tableau) -> int:
            return sum(worth(condition, of, AI_CELL, self.ai) for condition in wanted)

        now, best = value(tableau), None
        for cells in combinations(range(len(CELLS)), 2):
            if _may_swap(tableau, CELLS[cells[0]], CELLS[cells[1]], self.ai):
                after = tableau.copy()
                after.swap(*cells)
                gain = value(after) - now
                if gain > 0 and (best is None or gain > best[1]):
                    best = (cells, gain, objective)
        return best

    # What would happen.

    def trial(self) -> _Trial:
        """Score the whole turn with this play in it."""
        play = self.hand.play(self.state)
        if play is None or not self.face or self.problem or self.come_unknown():
            return _Trial()
        if self.hand.come and len(self.hand.come) < 3:
            return _Trial()
        after, problem = tried(self.state, {entry_key(self.hand): play})
        name = self.at.player.name
        if after and self.hand.turn == END:
            problem = problem or after.problems.get(f"player {name}, final", "")
        elif after:
            problem = problem or after.problems.get(f"turn {self.hand.turn}, {name}", "")
        if problem or after is None:
            return _Trial(problem=problem_words(problem, self.language))
        if self.hand.turn == END:
            lines = tuple(line for line in after.sheet(self.hand.seat).lines if line.kind == "ai")
        else:
            lines = after.lines_of_turn(self.hand.seat, self.hand.turn)
        waits = after.replay.waiting.get(name, ()) if self.hand.turn == after.turn else ()
        if waits:
            return _Trial(self.say("lay.waits", ", ".join(waits)), self.say("confirm"))
        text = " ".join(line_text(line, self.conditions, after.record.rulings, self.language) for line in lines)
        points = sum(line.points for line in lines)
        if not self.state.hints:
            return _Trial("", self.say("confirm"))
        return _Trial(text, self.say("confirm.points", f"{points:+d}"))


@dataclass(frozen=True)
class _Trial:
    sentence: str = ""
    confirm: str = ""
    problem: str = ""


def _end(state: State, hand: Hand) -> tuple[Table, Seat]:
    """Return the table after the last turn."""
    table = Table(state.record)
    for number, plays in enumerate(state.record.turns, 1):
        table.play(number, plays)
    for seat in table.seats:
        seat.points_this_turn = 0
    return table, table.seats[hand.seat]


def _may_swap(tableau: Tableau, one: str, other: str, ai: str) -> bool:
    if one == other:
        return False
    try:
        verify_swap(tableau, (CELLS.index(one), CELLS.index(other)), ai)
    except Illegal:
        return False
    return True


def _prefixed(hand: Hand) -> dict[str, str]:
    """Return a hand as arguments of another page, which leads back to it."""
    return {f"hand_{key}": value for key, value in hand.link.args.items()}


def way_back(args: Form) -> Link | None:
    """Return the lay page that led to another page."""
    kept = {key.removeprefix("hand_"): value for key, value in args.items() if key.startswith("hand_")}
    return Link("lay", kept) if kept else None


def lay(view: View, form: Form) -> Change:
    """Enter a card."""
    state: State = view.state
    hand = read_hand(form, state)
    _verify_turn(state, hand)
    back = replace(hand, pick="").link
    play = hand.play(state)
    if play is None:
        raise Refused({"card": say(view.language, "error.card_and_cell")}, back)
    cards = [card for card in (hand.card, hand.come if "exchange" in play else "") if card]
    for card in cards:
        if card not in state.faces:
            raise Refused({"card": say(view.language, "error.face", card)}, back)
    key = entry_key(hand)
    after, problem = tried(state, {key: play})
    place = (
        f"player {state.names[hand.seat]}, final" if hand.turn == END else f"turn {hand.turn}, {state.names[hand.seat]}"
    )
    if after:
        problem = after.problems.get(place, "")
    if problem:
        raise Refused({"card": problem_words(problem, view.language)}, back)
    # The faces travel with the table, whatever becomes of the deck.
    faces = {} if deck_name(state.entries) == DEMO else {f"face/{card}": state.faces[card] for card in cards}
    return Change(
        {key: play, **{k: v for k, v in faces.items() if state.entries.get(k) != v}}, Link("", {"seat": str(hand.seat)})
    )


def take_back(view: View, form: Form) -> Change:
    """Take back a card that was entered."""
    hand = read_hand(form, view.state)
    if entered(view.state, hand) is None:
        raise NoSuchPage("nothing entered")
    return Change({entry_key(hand): None}, Link("", {"seat": str(hand.seat)}))
