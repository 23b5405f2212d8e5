"""What players talk about after an evening: wins, best and average, where points come from, how rare a score is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.store.store import Store

_MINE = "code IN (SELECT code FROM phones JOIN tables USING (code) WHERE phone = :phone AND deleted IS NULL)"


@dataclass(frozen=True)
class WithRole:
    """Results with a role, such as an AI card."""

    role: str
    games: int
    wins: int
    average: float


@dataclass(frozen=True)
class Standing:
    """Somebody's results in one game."""

    person: int
    name: str
    games: int
    wins: int
    best: int
    average: float


@dataclass(frozen=True)
class BestResult:
    """One of the best results of the house."""

    score: int
    name: str
    code: str
    ended: str


@dataclass(frozen=True)
class Result:
    """One point of a series over time."""

    ended: str
    score: int
    winner: bool


class Statistics:
    """Counts over the games at whose tables a phone was."""

    def __init__(self, store: Store, phone: str) -> None:
        self._store, self._phone = store, phone

    def games(self) -> dict[str, int]:
        """Return how often each game was played, the most played first."""
        rows = self._store.db.execute(
            f"SELECT game, count(*) AS n FROM plays WHERE {_MINE} GROUP BY game ORDER BY n DESC, game",
            {"phone": self._phone},
        )
        return dict(rows.fetchall())

    def standings(self, game: str) -> list[Standing]:
        """Return everybody's results in a game: most wins first; guests are left out."""
        rows = self._store.db.execute(
            "SELECT people.id, people.name, count(*), sum(winner), max(score), avg(score) FROM plays"
            " JOIN players USING (code) JOIN people ON people.id = person"
            f" WHERE game = :game AND guest = 0 AND {_MINE} GROUP BY people.id"
            " ORDER BY sum(winner) DESC, avg(score) DESC, people.name",
            {"game": game, "phone": self._phone},
        )
        return [Standing(*row) for row in rows]

    def sources(self, game: str, person: int) -> list[tuple[str, float]]:
        """Return how many points a game somebody gets from each kind of line, the richest first."""
        rows = self._store.db.execute(
            "SELECT kind, sum(points) * 1.0 / (SELECT count(*) FROM players JOIN plays USING (code)"
            f" WHERE person = :person AND game = :game AND {_MINE}) AS share"
            " FROM lines JOIN players USING (code, seat) JOIN plays USING (code)"
            f" WHERE person = :person AND game = :game AND {_MINE} GROUP BY kind ORDER BY share DESC, kind",
            {"game": game, "person": person, "phone": self._phone},
        )
        return [(kind, share) for kind, share in rows]

    def roles(self, game: str, person: int = 0) -> list[WithRole]:
        """Return the results with each role, of one person or of the house."""
        rows = self._store.db.execute(
            "SELECT role, count(*), sum(winner), avg(score) FROM players JOIN plays USING (code)"
            f" WHERE game = :game AND role != '' AND (:person = 0 OR person = :person) AND {_MINE}"
            " GROUP BY role ORDER BY avg(score) DESC, role",
            {"game": game, "person": person, "phone": self._phone},
        )
        return [WithRole(*row) for row in rows]

    def records(self, game: str, most: int = 5) -> list[BestResult]:
        """Return the best results of the house."""
        rows = self._store.db.execute(
            "SELECT score, people.name, code, ended FROM players JOIN plays USING (code)"
            f" JOIN people ON people.id = person WHERE game = :game AND {_MINE} ORDER BY score DESC, ended LIMIT :most",
            {"game": game, "phone": self._phone, "most": most},
        )
        return [BestResult(*row) for row in rows]

    def rarity(self, game: str, score: int) -> tuple[int, int]:
        """Return how many results of the house reach a score, and how many there are."""
        row = self._store.db.execute(
            "SELECT coalesce(sum(score >= :score), 0), count(*) FROM players JOIN plays USING (code)"
            f" WHERE game = :game AND {_MINE}",
            {"game": game, "score": score, "phone": self._phone},
        ).fetchone()
        return int(row[0]), int(row[1])

    def series(self, game: str, person: int) -> list[Result]:
        """Return somebody's results in a game over time."""
        rows = self._store.db.execute(
            "SELECT ended, score, winner FROM players JOIN plays USING (code)"
            f" WHERE game = :game AND person = :person AND {_MINE} ORDER BY ended, code",
            {"game": game, "person": person, "phone": self._phone},
        )
        return [Result(ended, score, bool(winner)) for ended, score, winner in rows]
