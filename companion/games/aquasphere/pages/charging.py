"""A robot that comes to a control zone: whom it pushes into the charging station, and who takes robots back.

Who enters it has control zones and charging stations at hand, and the next scoring filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, View
from companion.games.aquasphere.pages.state import NEUTRAL, State, Zone
from companion.games.aquasphere.rules import SECTORS, STATION
from companion.games.aquasphere.station import Placed, place_robot
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, Question, Stepper, form_button, options, stepper

NOBODY = "-"


class SectorKey(PagePart):
    """A sector to choose: its letter, whose robot controls it, whose are in its charging station."""

    option: Option
    control: int | None
    robots: tuple[str, ...]  # seats, or 'neutral', one for each robot


class ChargingPage(Page):
    """A sector to which a robot comes."""

    limit: str
    sectors: tuple[SectorKey, ...]
    comes: Question
    control: Question
    station: tuple[Stepper, ...]
    says: tuple[str, ...]
    confirm: Confirm | None


@dataclass(frozen=True)
class Draft:
    """A robot on its way, and the sector as it was before; seats as they stand in an address."""

    sector: str
    comes: str
    control: str
    station: Mapping[str, int]

    @property
    def link(self) -> Link:
        """The page with all of this chosen."""
        robots = {f"s{who}": str(count) for who, count in self.station.items()}
        return Link.of("charging", sector=self.sector, comes=self.comes, control=self.control or NOBODY, **robots)

    def placed(self, players: int) -> Placed:
        """Return the sector afterwards."""
        return place_robot(self.comes, self.control, {who: n for who, n in self.station.items() if n}, players)


def _draft(args: Fields, view: View[State]) -> Draft:
    state = view.state
    sector = args.word("sector", SECTORS)
    zone = state.zone(sector) if sector else Zone()
    who = [str(seat) for seat in state.seats]
    before = NOBODY if zone.control is None else str(zone.control)
    control = args.word("control", (NOBODY, *who), before)
    most = range(STATION[len(who)] + 1)
    robots = (*who, NEUTRAL) if _neutral(state, sector) else who
    station = {one: args.number(f"s{one}", most, zone.station.get(one, 0)) for one in robots}
    comes = args.word("comes", who, str(view.seat or 0))
    return Draft(sector, comes, "" if control == NOBODY else control, station)


def _neutral(state: State, sector: str) -> bool:
    """Whether a neutral robot may be there: three players have one in each sector in which nobody starts."""
    return len(state.names) == 3 and sector not in state.starts


def charging_page(view: View[State], args: Fields) -> ChargingPage:
    """Return what a robot that comes to a control zone pushes away."""
    state, players = view.state, len(view.state.names)
    draft = _draft(args, view)
    seats = {str(seat): name for seat, name in enumerate(state.names)}
    words = {**seats, NEUTRAL: view.say("charging.neutral")}
    link, placed = draft.link, draft.placed(players)
    inside = ", ".join(f"{words[who]} {count}" for who, count in placed.station.items())
    says = [view.say("charging.control", words[draft.comes])]
    says.append(view.say("charging.inside", inside or view.say("charging.empty")))
    says += [view.say("charging.removed", words[who], count) for who, count in placed.removed.items()]
    free = STATION[players] - sum(draft.station.values())
    may = bool(draft.sector) and view.may_enter(int(draft.comes))
    return ChargingPage(
        title=view.say("charging.title"),
        limit=view.say("charging.limit", STATION[players], players),
        sectors=tuple(_sector_key(letter, draft, state) for letter in SECTORS),
        comes=Question(
            title=view.say("charging.comes"),
            options=options(link, "comes", seats, draft.comes),
        ),
        control=Question(
            title=view.say("charging.was"),
            options=options(link, "control", {NOBODY: view.say("station.nobody"), **seats}, draft.control or NOBODY),
        ),
        station=tuple(
            stepper(link, f"s{who}", words[who], count, range(count + free + 1), view)
            for who, count in draft.station.items()
        ),
        says=tuple(says),
        confirm=form_button(view, "robot", link.args, "charging.enter", draft.sector) if may else None,
    )


def _sector_key(letter: str, draft: Draft, state: State) -> SectorKey:
    zone = state.zone(letter)
    link = Link.of("charging", sector=letter, comes=draft.comes)
    robots = tuple(who for who, count in zone.station.items() for _ in range(count))
    return SectorKey(
        option=Option(label=letter, link=link, chosen=letter == draft.sector), control=zone.control, robots=robots
    )


def place(view: View[State], form: Fields) -> Change:
    """Enter that a robot has come to a control zone."""
    draft = _draft(form, view)
    if not draft.sector or not view.may_enter(int(draft.comes)):
        raise NoSuchPage("robot")
    placed = draft.placed(len(view.state.names))
    zone = {"control": int(placed.control), "station": {who: n for who, n in placed.station.items() if n}}
    # The robot comes first, then the action in that sector.
    return Change({f"zone/{draft.sector}": zone}, Link.of("play", seat=draft.comes))
