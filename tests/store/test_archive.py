"""Finished games that are kept, and what is counted over them: held against plain counting on 500 invented games."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from statistics import fmean

import pytest

from companion.core.play import Play, Played, ranks
from companion.store import Store
from companion.store.archive import Archive, KeptLine, Person, Wanted
from companion.store.statistics import Statistics

NAMES = ("Ana", "Ben", "Cléo", "Dan")
KINDS = ("card", "objective", "ai")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def game_of(store: Store, phone: str, players: list[tuple[str, int]], *, slug: str = "ai100", day: int = 0) -> Play:
    """A finished game at a table that the phone has laid."""
    places = ranks(score for _, score in players)
    began = datetime(2026, 1, 1, 20) + timedelta(days=day)
    return Play(
        store.new_table(slug, {"setup": {}}, phone),
        slug,
        "",
        began,
        began + timedelta(minutes=47),
        tuple(
            Played(seat, name, score, places[seat], places[seat] == 1, role=f"AI-{seat + 1}")
            for seat, (name, score) in enumerate(players)
        ),
    )


@pytest.fixture
def evenings(store: Store) -> list[tuple[Play, list[KeptLine]]]:
    """500 games by lot, all of them kept."""
    dice = random.Random(500)
    kept = []
    for day in range(500):
        players = [(name, dice.randint(20, 140)) for name in dice.sample(NAMES, dice.randint(2, 4))]
        play = game_of(store, "mine", players, slug=dice.choice(("ai100", "pilier")), day=day)
        lines = [KeptLine(seat, kind, "007", dice.randint(-2, 30)) for seat in range(len(players)) for kind in KINDS]
        Archive(store).keep(play, 1, lines)
        kept.append((play, lines))
    return kept


def test_statistics_are_what_plain_counting_says(store: Store, evenings: list[tuple[Play, list[KeptLine]]]) -> None:
    counted = Statistics(store, "mine")
    scores, wins, kinds = defaultdict(list), defaultdict(int), defaultdict(float)
    for play, lines in evenings:
        if play.game != "ai100":
            continue
        for player in play.players:
            scores[player.name].append(player.score)
            wins[player.name] += player.winner
        for line in lines:
            kinds[play.players[line.seat].name, line.kind] += line.points
    for standing in counted.standings("ai100"):
        own = scores[standing.name]
        assert (standing.games, standing.wins, standing.best) == (len(own), wins[standing.name], max(own))
        assert standing.average == pytest.approx(fmean(own))
        assert dict(counted.sources("ai100", standing.person)) == pytest.approx(
            {kind: kinds[standing.name, kind] / len(own) for kind in KINDS}
        )
        assert [one.score for one in counted.series("ai100", standing.person)] == own
    every = sorted((score for own in scores.values() for score in own), reverse=True)
    assert [record.score for record in counted.records("ai100")] == every[:5]
    assert counted.rarity("ai100", 100) == (sum(score >= 100 for score in every), len(every))
    assert counted.games() == {
        slug: sum(play.game == slug for play, _ in evenings)
        for slug in sorted(("ai100", "pilier"), key=lambda slug: -sum(play.game == slug for play, _ in evenings))
    }


def test_results_with_a_role_are_counted_for_the_house_and_for_one(store: Store) -> None:
    for day, (ana, ben) in enumerate(((100, 50), (80, 90))):
        play = game_of(store, "mine", [("Ana", ana), ("Ben", ben)], day=day)
        Archive(store).keep(play, 1, [])
    house = {one.role: (one.games, one.wins, one.average) for one in Statistics(store, "mine").roles("ai100")}
    assert house == {"AI-1": (2, 1, 90.0), "AI-2": (2, 1, 70.0)}


def test_a_phone_sees_the_games_at_whose_tables_it_was(store: Store) -> None:
    archive = Archive(store)
    archive.keep(game_of(store, "mine", [("Ana", 1)]), 1, [])
    archive.keep(game_of(store, "theirs", [("Zoë", 2)]), 1, [])
    assert [play.winners for play in archive.plays(Wanted("mine"))] == [("Ana",)]
    assert [person.name for person in archive.people("theirs")] == ["Zoë"]
    assert archive.count(Wanted("nobody")) == 0


def test_games_come_latest_first_by_game_and_by_person(store: Store) -> None:
    archive = Archive(store)
    for day, (slug, name) in enumerate((("ai100", "Ana"), ("pilier", "Ana"), ("ai100", "Ben"))):
        archive.keep(game_of(store, "mine", [(name, day)], slug=slug, day=day), 1, [])
    ana = next(person.id for person in archive.people("mine") if person.name == "Ana")
    assert [play.players[0].score for play in archive.plays(Wanted("mine"))] == [2, 1, 0]
    assert [play.players[0].score for play in archive.plays(Wanted("mine", game="ai100"))] == [2, 0]
    assert [play.players[0].score for play in archive.plays(Wanted("mine", person=ana))] == [1, 0]
    assert [play.players[0].score for play in archive.plays(Wanted("mine"), most=1, skip=1)] == [1]


def test_a_game_that_was_corrected_is_kept_once_and_stays_where_it_was_played(store: Store) -> None:
    archive = Archive(store)
    play = game_of(store, "mine", [("Ana", 10)])
    archive.keep(play, 3, [])
    archive.set_place(play.code, "at home")
    assert archive.is_kept(play.code, 3)
    assert not archive.is_kept(play.code, 4)
    archive.keep(game_again(play, 12), 4, [])
    (kept,) = archive.plays(Wanted("mine"))
    assert (kept.players[0].score, kept.place, kept.minutes) == (12, "at home", 47)


def game_again(play: Play, score: int) -> Play:
    return Play(play.code, play.game, "", play.began, play.ended, (Played(0, "Ana", score, 1, winner=True),))


def test_two_spellings_become_one_person_with_all_games(store: Store) -> None:
    archive = Archive(store)
    for day, name in enumerate(("Cleo", "Cléo", "cleo")):
        archive.keep(game_of(store, "mine", [(name, day)], day=day), 1, [])
    people = {person.name: person.id for person in archive.people("mine")}
    assert set(people) == {"Cleo", "Cléo"}  # capitals make nobody else
    archive.merge(people["Cléo"], people["Cleo"])
    archive.keep(game_of(store, "mine", [("Cleo", 3)], day=3), 1, [])  # the old spelling is hers from now on
    assert [person.name for person in archive.people("mine")] == ["Cléo"]
    (standing,) = Statistics(store, "mine").standings("ai100")
    assert (standing.name, standing.games) == ("Cléo", 4)


def test_a_name_that_is_somebody_elses_is_refused(store: Store) -> None:
    archive = Archive(store)
    archive.keep(game_of(store, "mine", [("Ana", 1), ("Ben", 2)]), 1, [])
    ana = next(person for person in archive.people("mine") if person.name == "Ana")
    assert not archive.change_person(Person(ana.id, "ben"))
    assert archive.change_person(Person(ana.id, "Anna", colour=3))
    assert archive.person("mine", ana.id) == Person(ana.id, "Anna", 3)


def test_a_guest_is_in_the_games_but_not_in_the_standings(store: Store) -> None:
    archive = Archive(store)
    archive.keep(game_of(store, "mine", [("Ana", 1), ("Visitor", 2)]), 1, [])
    guest = next(person for person in archive.people("mine") if person.name == "Visitor")
    archive.change_person(Person(guest.id, guest.name, guest=True))
    assert [standing.name for standing in Statistics(store, "mine").standings("ai100")] == ["Ana"]
    assert archive.plays(Wanted("mine"))[0].winners == ("Visitor",)
