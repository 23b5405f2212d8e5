"""AquaSphere once more and slowly: counters that walk space by space, points counted out one by one."""

from __future__ import annotations


def triangle(count):
    return sum(range(1, min(count, 6) + 1))


class Player:
    """A counter on the track, and the crystals that its owner had when it came to rest."""

    def __init__(self, track):
        self.lines, self.length = set(track["red_lines"]), track["length"]
        self.space = self.crystals = self.zones = 0

    def behind_a_line(self, space):
        return space % self.length in self.lines

    def walk(self, points, crystals, pay, robots):
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

    def go(self, points, said):
        crystals = said["crystals"]
        self.walk(points, crystals, said.get("pay", crystals), said.get("send_back", 0))


def made(move, number):
    if move["action"] == "octopods":
        return triangle(min(move["in_sector"], move["holds"]))
    return move["points"] if move["action"] == "card" else 1 + number


def harvested(name, scoring):
    owners = [sector["control"] for sector in scoring["sectors"].values() if sector["control"]]
    mine, most = owners.count(name), max(map(owners.count, owners), default=0)
    leaders = {owner for owner in owners if owners.count(owner) == most}
    points = (6 if leaders == {name} else 3) if name in leaders else 0
    have = scoring["players"][name]
    points += have["robots"] + triangle(have["crystals"])
    points -= sum(triangle(one["octopods"]) for one in scoring["sectors"].values() if one["control"] == name)
    return points, mine


def results(document):
    """Return, for each player, the points, robots in control zones and crystals at the end."""
    names = [player["name"] for player in document["players"]]
    players = {name: Player(document["track"]) for name in names}
    for number, one in enumerate(document["rounds"], 1):
        for move in one["moves"]:
            players[move["player"]].go(made(move, number), move)
        for name, player in players.items():
            points, player.zones = harvested(name, one["scoring"])
            player.go(points, one["scoring"]["players"][name])
    for name, end in document.get("final", {}).items():
        players[name].space += triangle(len(set(end["letters"]))) + end["time"]
        players[name].space += 5 * (end["submarines"] == 6) + 5 * (end["extensions"] == 5)
    return {name: (player.space, player.zones, player.crystals) for name, player in players.items()}
