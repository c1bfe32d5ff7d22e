"""`python -m benchmarks.ratings`: the games that ratings of the server need, and their errors.

Groups of players with true ratings around 1500 meet at random, two to seven at a table, until
everybody's rating is sure. The model of Luce and Plackett decides who comes first, second and so
on, as the ratings assume.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from typing import NamedTuple

from spinney.server.ratings import system
from spinney.server.ratings.glicko2 import SCALE

SPREAD = 200
"""The standard deviation of true ratings."""
SEATS = 4
"""How many players there are for each seat."""
HOUR = 3_600_000
"""Milliseconds from one match of a player to the next."""
MOST_MATCHES = 4_000
"""The most seats of a group's matches: one that isn't sure by then stays out of the medians."""


class GroupRatings(NamedTuple):
    """What became of a group.

    Attributes:
        needed: after how many matches each rating was sure.
        errors: by how many points each rating is wrong in the end, apart from their mean.
    """

    needed: list[int]
    errors: list[float]


def main() -> None:
    """Simulate groups and print a row for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--groups", type=int, default=30)
    groups = parser.parse_args().groups
    rng = random.Random(7)
    sys.stdout.write("players  sure after  error then\n")
    for players in (2, 3, 4, 5, 7):
        results = [play_group(players, rng) for _ in range(groups)]
        needed = statistics.median(count for group in results for count in group.needed)
        error = statistics.pstdev([error for group in results for error in group.errors])
        sys.stdout.write(f"{players:7}{needed:12.0f}{error:12.0f}\n")


def play_group(players: int, rng: random.Random) -> GroupRatings:
    """Let a group play until all ratings are sure."""
    size = SEATS * players
    truth = [rng.gauss(1500, SPREAD) for _ in range(size)]
    ratings, counts = [system.start(players)] * size, [0] * size
    needed = dict[int, int]()
    for _ in range(MOST_MATCHES // players):
        table = rng.sample(range(size), players)
        results = system.rate(
            [ratings[one] for one in table],
            places([truth[one] for one in table], rng),
            [HOUR] * players,
        )
        for one, rating in zip(table, results, strict=True):
            ratings[one] = rating
            counts[one] += 1
            if rating.deviation <= system.SURE:
                needed.setdefault(one, counts[one])
        if len(needed) == size:
            break
    mean = statistics.fmean(truth) - statistics.fmean(one.rating for one in ratings)
    errors = [one.rating + mean - true for one, true in zip(ratings, truth, strict=True)]
    return GroupRatings([*needed.values()], errors)


def places(truth: list[float], rng: random.Random) -> list[int]:
    """Return the places of players with these true ratings in a match, from 1."""
    shown = [rating / SCALE - math.log(-math.log(rng.random())) for rating in truth]
    return [1 + sum(other > own for other in shown) for own in shown]


if __name__ == "__main__":
    main()
