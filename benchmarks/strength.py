"""How strong the levels are: against yardsticks, and each against the one below.

    python -m benchmarks.strength            play what is missing, then write docs/strength.md
    python -m benchmarks.strength ladder     only some of it: yardsticks, ladder

Every deal is played from both seats. Results are kept game by game in build/strength.jsonl, so a
run that is stopped goes on where it was; remove the file to begin anew.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import spinney
from benchmarks.common_sense import CommonSense
from spinney.arena import entrants, series
from spinney.arena.tally import margin

NAME = "build-your-arboretum"
ROOT = Path(__file__).resolve().parent.parent
KEPT, PAGE = ROOT / "build" / "strength.jsonl", ROOT / "docs" / "strength.md"
SEED = 1000


@dataclass(frozen=True)
class Pairing:
    """One against another, over some deals.

    Attributes:
        part: of the page.
        one, two: who plays.
        pairs: deals, each played from both seats.
        asked: the share of wins that ``one`` should have at least; None where nothing is asked.
    """

    part: str
    one: str
    two: str
    pairs: int
    asked: float | None = None


PAIRINGS = (
    Pairing("yardsticks", "common sense", "random", 50, 0.95),
    Pairing("yardsticks", "seedling", "random", 50, 0.95),
    Pairing("yardsticks", "tree", "common sense", 50, 0.75),
    Pairing("ladder", "sapling", "seedling", 100),
    Pairing("ladder", "tree", "sapling", 100),
    Pairing("ladder", "ancient", "tree", 20),
)


@dataclass(frozen=True)
class Result:
    """One game: how it went for ``one``."""

    one: str
    two: str
    number: int
    won: float
    score: int
    other: int


def main(parts: list[str]) -> None:
    """Play what is missing of some parts, or of all, and write the page."""
    pairings = [p for p in PAIRINGS if not parts or p.part in parts]
    have = {(r.one, r.two, r.number) for r in kept()}
    missing = [
        (pairing, number)
        for pairing in pairings
        for number in range(2 * pairing.pairs)
        if (pairing.one, pairing.two, number) not in have
    ]
    KEPT.parent.mkdir(exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool, KEPT.open("a") as file:
        games = [pool.submit(play, pairing, number) for pairing, number in missing]
        for done in as_completed(games):
            file.write(json.dumps(vars(done.result())) + "\n")
            file.flush()
    write_page()


def write_page() -> None:
    """Write docs/strength.md from all that was kept."""
    PAGE.write_text(page())


def play(pairing: Pairing, number: int) -> Result:
    """Play one game of a pairing."""
    players = (entrant(pairing.one), entrant(pairing.two))
    game = series.Series(spinney.game(NAME), players, 2 * pairing.pairs, SEED).play(number)
    seat = game.seating.index(0)
    scores = game.match.state.scores
    return Result(
        pairing.one, pairing.two, number, game.points[seat], scores[seat], scores[1 - seat]
    )


def entrant(name: str) -> entrants.Entrant:
    """Return who is called that."""
    return CommonSense() if name == CommonSense.seat else entrants.read(name)


def kept() -> list[Result]:
    """Return the results that earlier runs kept."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    return [Result(**json.loads(line)) for line in lines]


# The page.

HEAD = f"""# How strong the computer is

Every deal is played twice, with the seats changed; the interval is that of the mean over deals, at
95 %. Levels are numbers of playouts, so these results don't depend on the machine; they were made
with `python -m benchmarks.strength`, deals {SEED} and following.
"""

ABOUT = {
    "yardsticks": """
## Yardsticks

*Random* draws its sentences step by step. *Common sense* is a careful beginner written by hand,
some rules of thumb without any search (`benchmarks/common_sense.py`).
""",
    "ladder": """
## The ladder

Each level against the one below.
""",
}
COLUMNS = """
| | against | games | won | mean score | |
|---|---|---|---|---|---|
"""


def page() -> str:
    """Return the page with all results there are."""
    return HEAD + "".join(
        ABOUT[part] + COLUMNS + "".join(rows(part)) for part in ("yardsticks", "ladder")
    )


def rows(part: str) -> Iterator[str]:
    """Yield the table's line for each pairing of which something was played."""
    for pairing in PAIRINGS:
        found = [r for r in kept() if (r.one, r.two) == (pairing.one, pairing.two)]
        if pairing.part == part and found:
            yield row(pairing, sorted(found, key=lambda result: result.number))


def row(pairing: Pairing, found: list[Result]) -> str:
    by_deal: dict[int, list[float]] = {}
    for result in found:
        by_deal.setdefault(result.number // 2, []).append(result.won)
    means = [fmean(won) for won in by_deal.values() if len(won) == 2]
    spread = margin(means)
    won = f"{100 * fmean(r.won for r in found):.0f} %"
    won += f" ± {100 * spread:.0f}" if spread is not None else ""
    scores = f"{fmean(r.score for r in found):.1f} : {fmean(r.other for r in found):.1f}"
    asked = f"at least {100 * pairing.asked:.0f} %" if pairing.asked else ""
    return f"| {pairing.one} | {pairing.two} | {len(found)} | {won} | {scores} | {asked} |\n"


if __name__ == "__main__":
    main(sys.argv[1:])
