"""Write the records in tests/data/records/spring-2021: one for each way the game can end.

Run from the root, after a change of the rules' version or of the format:
    .venv/bin/python -m tests.games.make_spring_2021_records
"""

from __future__ import annotations

from itertools import count
from random import Random

from tests.games.spring import GAME, RICH
from tests.games.test_spring_2021_records import RECORDS, WAYS

from spinney.core.interface import ILLEGAL, MALFORMED
from spinney.match import Clock, Header, Match

GIVEN = {"soil": RICH, "red": ["0/3", "22", "27/0"], "blue": ["4/2", "31", "36"]}


def begun(clock: str, seed: int | None) -> Match:
    """A match at its beginning; with no seed, of a forest that is given."""
    deal = GIVEN if seed is None else {}
    return Match.begin(Header(GAME, ("me", "friend"), seed, deal, Clock.read(clock)))


def played(match: Match, rng: Random, most: int = 1000) -> Match:
    """Play so many choices, or to the end, by moves drawn at random."""
    for _ in range(most):
        if match.over:
            break
        at = now(match) + rng.randrange(300, 2000)
        player = match.to_act[0]
        match = match.play(player, move(match, player, rng), at)
    return match


def move(match: Match, player: int, rng: Random) -> str:
    """A command drawn at random: trees are grown and completed first, mostly."""
    legal = list(match.view(player).legal)
    useful = [said for said in legal if said[0] in "GC"]
    return rng.choice(useful if useful and rng.random() < 0.7 else legal)


def now(match: Match) -> int:
    """When the last thing happened."""
    return match.events[-1].at if match.events else 0


def attempt(name: str, number: int) -> Match:
    """A match that may end the way it should."""
    rng = Random(number)
    match = begun(WAYS[name].clock, None if name == "given" else number)
    if name in ("late", "malformed", "both-out", "illegal", "resigned"):
        match = played(match, rng, 60)
        while len(match.to_act) < 2:
            match = played(match, rng, 1)
    at = now(match) + 1500
    if name == "late":
        return played(match, rng, 1).tick(at + 10_000)
    if name in ("malformed", "both-out"):
        match = match.forfeit(1, MALFORMED, at)
        return match.tick(at + 10_000) if name == "both-out" else played(match, rng, 1)
    if name == "illegal":
        match = match.forfeit(0, ILLEGAL, at)
    return match.resign(1, at) if name == "resigned" else played(match, rng)


def make(name: str) -> Match:
    """Return the first match that does end that way."""
    tries = (attempt(name, number) for number in count(1))
    return next(match for match in tries if WAYS[name].shows(match))


if __name__ == "__main__":
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name in WAYS:
        (RECORDS / f"{name}.txt").write_text(make(name).record())
