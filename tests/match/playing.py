"""Matches for tests, played by chance."""

from __future__ import annotations

from random import Random

import spinney
from spinney.match import Clock, Header, Match

GAME = spinney.game("build-your-arboretum")
DECK = [f"{suit}{number}" for number in range(1, 9) for suit in "PQRSTUVW"]


def begun(
    clock: str = "none", seats: tuple[str, str] = ("me", "friend"), seed: int | None = 7
) -> Match:
    """A match at its beginning; with no seed, of a known deck."""
    given = {} if seed is not None else {"deck": DECK}
    return Match.begin(Header(GAME, seats, seed, given, Clock.read(clock)))


def bidding(clock: str = "none", seats: tuple[str, str] = ("me", "friend")) -> Match:
    """At the first bidding of a known deck, two seconds in; red starts."""
    return begun(clock, seats, None).play(0, "first red", 2000)


def at_random(match: Match, seed: int, most: int = 1000, slow: int = 4000) -> Match:
    """Play on at random, with drafts, changed choices, forfeits, pauses and undos among it."""
    rng, at = Random(seed), match.events[-1].at if match.events else 0
    for _ in range(most):
        if match.over:
            break
        at += rng.randrange(slow)
        match = something(match.tick(at), rng, at)
    return match


def something(match: Match, rng: Random, at: int) -> Match:
    """Let one thing happen."""
    if match.over:
        return match
    if match.paused:
        return match.resume(at)
    player, what = rng.choice(match.to_act), rng.random()
    if what < 0.02:
        return match.pause(at)
    if what < 0.04:
        return match.forfeit(player, rng.choice((1, 2, 3)), at)
    if what < 0.1 and (to := match.undo_to(player)) is not None:
        return match.undo(player, at, to)
    if match.simultaneous and what < 0.5:
        match = match.play(player, move(match, player, rng), at, finish=False)
    return match.play(player, move(match, player, rng), at)


def move(match: Match, player: int, rng: Random) -> str:
    return match.view(player).legal.sample(rng.getrandbits(60))
