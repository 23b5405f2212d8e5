"""AquaSphere once more and slowly: counters that walk space by space, points counted out one by one.

And what cannot be, as somebody at the table would say it: markers in a heap, letters on cards, cards in sectors.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

SECTORS = "ABCDEF"
START = {"cards": 2, "crystals": 2, "octopods": 2, "time": 4}


class No(Exception):
    """This cannot be, or somebody has to say more."""


def need(true: object) -> None:
    if not true:
        raise No


def triangle(count: int) -> int:
    return sum(range(1, min(count, 6) + 1))


class Player:
    """A counter on the track, the crystals that its owner had when it came to rest, and what is known of his things."""

    def __init__(self, track: dict[str, Any], start: str = "") -> None:
        self.lines, self.length = set(track["red_lines"]), track.get("length")
        self.space = self.crystals = self.zones = self.cards = 0
        self.start, self.diving = start, [start]
        self.extensions: list[dict[str, Any]] = []
        self.most = dict.fromkeys(START, 0)  # what was seen to be kept, or to fit in
        self.said = dict.fromkeys(START, 0)  # for how much there was room

    def behind_a_line(self, space: int) -> bool:
        return (space % self.length if self.length else space) in self.lines

    def walk(self, points: int, crystals: int, pay: int, robots: int) -> None:
        for _ in range(points):
            if self.behind_a_line(self.space + 1):
                if crystals and pay:
                    crystals, pay = crystals - 1, pay - 1
                elif not crystals and robots:
                    robots -= 1
                else:
                    break
            self.space += 1
        for _ in range(-points):
            if self.space and not self.behind_a_line(self.space):
                self.space -= 1
        self.crystals = crystals

    def go(self, points: int, said: dict[str, Any]) -> None:
        self.look(points, said)
        crystals = said["crystals"]
        self.most["crystals"] = max(self.most["crystals"], crystals)
        self.walk(points, crystals, said.get("pay", crystals), said.get("send_back", 0))

    def look(self, points: int, said: dict[str, Any]) -> None:
        """Whether somebody who measured the red lines saw what lies there."""
        if "lines" in said:
            for free in range(max([points, *(one + 1 for one in said["lines"])])):
                line = self.behind_a_line(self.space + free + 1)
                need(line or free not in said["lines"])
                need(not line or free in said["lines"] or free >= points)
        if "behind" in said:
            down = 0
            while down < self.space and not self.behind_a_line(self.space - down):
                down += 1
            need(min(said["behind"], self.space) == down)

    def fits(self, thing: str, more: int = 0) -> int:
        """Return how many fit in with the extensions that were noted, and `more` of which nobody knows."""
        noted: int = sum(one.get("adds", {}).get(thing, 0) for one in self.extensions)
        return START[thing] + noted + 3 * more

    def room(self, thing: str, said: int) -> None:
        need(said >= self.fits(thing) and said >= self.said[thing])
        self.said[thing] = said

    def all_fit(self, extensions: int) -> None:
        for thing in START:
            most = max(self.most[thing], self.said[thing])
            need(most <= self.fits(thing, extensions - len(self.extensions)))

    def letters(self) -> list[str]:
        return [*self.start, *(letter for one in self.extensions for letter in one.get("letters", []))]


def made(player: Player, move: dict[str, Any], number: int) -> int:
    if move["action"] == "octopods":
        holds = move.get("holds", player.fits("octopods"))
        player.room("octopods", holds)
        player.most["octopods"] = max(player.most["octopods"], min(move["in_sector"], holds))
        return triangle(min(move["in_sector"], holds))
    if move["action"] == "card":
        return int(move["points"])
    if move["action"] == "submarine":
        cost = move["cost"] // 2 if move.get("half") else move["cost"]
        need(len(player.diving) < 6 and cost <= move["time"])
        need(not move.get("sector") or move["sector"] not in player.diving)
        player.diving.append(move.get("sector", ""))
        player.most["time"] = max(player.most["time"], move["time"])
    else:
        if "holds" in move:
            player.room("cards", move["holds"])
            need(player.cards < move["holds"])
        player.cards += 1
        player.most["cards"] = player.cards
    return 1 + number


def harvested(name: str, scoring: dict[str, Any]) -> tuple[int, int]:
    owners = [sector["control"] for sector in scoring["sectors"].values() if sector.get("control")]
    mine, most = owners.count(name), max(map(owners.count, owners), default=0)
    leaders = {owner for owner in owners if owners.count(owner) == most}
    points = (6 if leaders == {name} else 3) if name in leaders else 0
    have = scoring["players"][name]
    points += have["robots"] + triangle(have["crystals"])
    sectors = scoring["sectors"].values()
    points -= sum(triangle(one.get("octopods", 0)) for one in sectors if one.get("control") == name)
    return points, mine


def station_is_right(sectors: dict[str, Any], names: list[str], starts: list[str]) -> None:
    limit = {2: 2, 3: 4, 4: 5}[len(names)]
    for letter, sector in sectors.items():
        robots = sum(sector.get("station", {}).values()) + sector.get("neutral", False)
        need(robots <= limit)
        need(not sector.get("neutral") or (len(names) == 3 and letter not in starts))
    need(sum(sector.get("neutral", False) for sector in sectors.values()) <= 3)
    for name in names:
        robots = sum((one.get("control") == name) + one.get("station", {}).get(name, 0) for one in sectors.values())
        need(robots <= 15)
    need(sum(sector.get("octopods", 0) for sector in sectors.values()) <= 15)


def starters_differ(players: dict[str, Player], finals: dict[str, Any]) -> bool:
    """Whether everybody can have begun with a letter of his own."""
    for letters in permutations(SECTORS, len(players)):
        for letter, (name, player) in zip(letters, players.items(), strict=True):
            if letter not in (player.start or finals[name]["letters"] or SECTORS):
                break
        else:
            return True
    return False


def end_is_right(player: Player, end: dict[str, Any]) -> None:
    need(end["submarines"] >= len(player.diving))
    need(end["extensions"] >= len(player.extensions))
    player.most["time"] = max(player.most["time"], end["time"])
    player.all_fit(end["extensions"])
    unwritten = set(player.letters()) - set(end["letters"])
    need(len(end["letters"]) + len(unwritten) <= 1 + 2 * end["extensions"])
    if player.start and end["extensions"] == len(player.extensions):
        need(set(end["letters"]) <= set(player.letters()))


def results(document: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Return, for each player, the points, robots in control zones and crystals at the end."""
    seats = document["players"]
    starts = [seat["start"] for seat in seats if "start" in seat]
    need(len(set(starts)) == len(starts))
    players = {seat["name"]: Player(document["track"], seat.get("start", "")) for seat in seats}
    for number, one in enumerate(document["rounds"], 1):
        for move in one.get("moves", []):
            player = players[move["player"]]
            if move["action"] == "extension":
                need(len(player.extensions) < 5)
                player.extensions.append(move)
            else:
                player.go(made(player, move, number), move)
                player.all_fit(5)
            need(sum(one.cards for one in players.values()) <= 6 * number)
            need(sum(len(one.extensions) for one in players.values()) <= 6 * number)
        station_is_right(one["scoring"]["sectors"], list(players), starts)
        need(sum(have["crystals"] for have in one["scoring"]["players"].values()) <= 20)
        for name, player in players.items():
            points, player.zones = harvested(name, one["scoring"])
            player.go(points, one["scoring"]["players"][name])
            player.all_fit(5)
    finals = document.get("final", {})
    if finals and not document["rounds"]:
        return counted(players, finals)
    need(not finals or starters_differ(players, finals))
    need(sum(end["time"] for end in finals.values()) <= 44)
    for name, end in finals.items():
        end_is_right(players[name], end)
        players[name].space += triangle(len({*end["letters"], *players[name].letters()})) + end["time"]
        players[name].space += 5 * (end["submarines"] == 6) + 5 * (end["extensions"] == 5)
    return {name: (player.space, player.zones, player.crystals) for name, player in players.items()}


def counted(players: dict[str, Player], finals: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Nobody followed the rounds: everybody stands where he says, and says what breaks a tie where there is one."""
    need(starters_differ(players, finals))
    for most, key in ((44, "time"), (6, "control"), (20, "crystals")):
        need(sum(end.get(key, 0) for end in finals.values()) <= most)
    totals = {}
    for name, end in finals.items():
        players[name].most["crystals"] = end.get("crystals", 0)
        end_is_right(players[name], end)
        points = triangle(len({*end["letters"], *players[name].letters()})) + end["time"]
        points += 5 * (end["submarines"] == 6) + 5 * (end["extensions"] == 5)
        totals[name] = end["counter"] + points
    first = [name for name in totals if totals[name] == max(totals.values())]
    for key in ("control", "crystals"):
        need(len(first) == 1 or all(key in finals[name] for name in first))
        most = max(finals[name].get(key, 0) for name in first)
        first = [name for name in first if finals[name].get(key, 0) == most]
    return {name: (totals[name], end.get("control", 0), end.get("crystals", 0)) for name, end in finals.items()}


def verdict(document: dict[str, Any]) -> Any:
    """Return totals, winners and whether the game is over; None where it is refused."""
    try:
        found = results(document)
    except No:
        return None
    over = "final" in document
    ranked = {name: result if over else result[:1] for name, result in found.items()}
    winners = [name for name, rank in ranked.items() if rank == max(ranked.values())]
    return {name: result[0] for name, result in found.items()}, winners, over
