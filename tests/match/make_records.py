"""Write the records in tests/data/records: one for each way a round or the game can end.

Run from the root, after a change of the rules' version or of the format:
    .venv/bin/python -m tests.match.make_records
"""

from __future__ import annotations

from random import Random

from tests.match.playing import at_random, begun, move
from tests.match.test_records import RECORDS

from spinney.match import Match


def played(match: Match, seed: int) -> Match:
    """Play to the end by moves alone."""
    rng, at = Random(seed), match.events[-1].at if match.events else 0
    while not match.over:
        player = match.to_act[0]
        at += rng.randrange(500, 4000)
        match = match.play(player, move(match, player, rng), at)
    return match


def say(match: Match, *moves: str) -> Match:
    """Say moves one after another, each by the first who owes one."""
    for text in moves:
        at = (match.events[-1].at if match.events else 0) + 1500
        match = match.play(match.to_act[0], text, at)
    return match


def nobody_bids() -> Match:
    return played(say(begun(), "first red", "bid none", "bid none"), 1)


def everyone_skips() -> Match:
    return played(say(begun(), "first red", "bid 1g 1b", "bid 2b", "skip", "skip"), 2)


def late_bid() -> Match:
    match = say(begun("phase 3:00"), "first blue", "bid 3g 1b")
    return played(match.tick(200_000), 3)


def late_turn() -> Match:
    match = say(begun("phase 3:00"), "first blue", "bid 3g 1b", "bid 2b 1g")
    return played(match.tick(400_000), 4)


def full_garden() -> Match:
    """Red alone bids, six gardeners a round, and plants row by row."""
    match = say(begun(), "first blue")
    for _ in range(11):
        match = say(match, "bid 1g 1g 1g 1g 1g 1g", "bid none")
        while not match.simultaneous and not match.over:
            plants = sorted((s for s in match.view(0).legal if len(s) > 5), key=row_by_row)
            match = say(match, plants[0] if plants else "skip")
    return match


def row_by_row(move: str) -> str:
    return move[-1] + move[-2]


def tie() -> Match:
    """The first of many random games that ends in equal points."""
    matches = (played(begun(seed=seed), seed) for seed in range(1000))
    return next(match for match in matches if match.state.scores[0] == match.state.scores[1])


def resigned() -> Match:
    match = at_random(say(begun("bank 15:00 + 10"), "first red"), 8, 20)
    return match.resign(1, match.events[-1].at + 999)


MAKERS = {
    "nobody-bids": nobody_bids,
    "everyone-skips": everyone_skips,
    "late-bid": late_bid,
    "late-turn": late_turn,
    "full-garden": full_garden,
    "tie": tie,
    "normal": lambda: played(begun(seed=11), 11),
    "resigned": resigned,
}


if __name__ == "__main__":
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        (RECORDS / f"{name}.txt").write_text(make().record())
