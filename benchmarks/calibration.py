"""Calibration: do those win so often of whom the computer says so?

    python -m benchmarks.calibration              play what is missing, then write docs/strength.md
    python -m benchmarks.calibration arboretum    only of some games
    python -m benchmarks.calibration --write      only write the page

Results are kept game by game in build/calibration.jsonl, so a run that is stopped goes on where it
was; remove the file to begin anew. A game of which it holds nothing stays on the page as it stands.
What is told as corrected was corrected by a fit to other games; the fit to all of them is what
games have in their folders (``calibration.py``).
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

import spinney
from benchmarks.calibration_measures import (
    JudgedPosition,
    Tenth,
    cross_fitted,
    fit,
    judge_games,
    mean_error,
    tenths,
    worst_error_by_luck,
)
from benchmarks.page import PAGE, ROOT, replace_section
from spinney.arena.simulate import Simulation
from spinney.players.levels import LEVELS
from spinney.search import Budget
from spinney.search.win_chance import CalibrationCurve
from spinney.server.analysis.store import PLAYOUTS as REVIEWED

KEPT = ROOT / "build" / "calibration.jsonl"
PLAYOUTS = "300"
"""The players: so many playouts a move."""
POSITIONS = 4
"""How many positions of a game are judged."""
GAMES = ("build-your-arboretum", "arboretum", "spring-2021", "forest-garden")
"""In the order of the page."""
USUAL, FOREST = 1000, 2000
PLAYED = dict.fromkeys(GAMES, USUAL) | {"forest-garden": FOREST}
"""How many games are played: the more, the narrower the intervals."""
SEED = 7000
FEW = 30
"""A tenth with fewer positions says nothing."""
KINDS = ("hint", "review")


class Calibration(NamedTuple):
    """What checking came to, for a kind of judgement in a game.

    Attributes:
        raw: the tenths of values as they are.
        corrected: the tenths of values that were corrected by what other games suggest.
        fitted: the correction that all games suggest.
        by_luck: how far the worst tenth of right values would be off in half of all cases, and
            in 1 of 20.
    """

    raw: list[Tenth]
    corrected: list[Tenth]
    fitted: CalibrationCurve
    by_luck: tuple[float, float]


def main(games: Sequence[str]) -> None:
    """Play what is missing of some games, or of all, print what came of it and write the page."""
    for line in calibration(games or GAMES):
        print(line, flush=True)
    write()


def calibration(games: Sequence[str] = GAMES) -> Iterator[str]:
    """Play what is missing, and yield a line for each game and kind of judgement."""
    for name in games:
        play(name)
        for kind in KINDS:
            result = checked(name, kind)
            errors = (errors_text(tenths) for tenths in (result.raw, result.corrected))
            summary = " off by {}; corrected by other games, by {}".format(*errors)
            yield f"{name}, {kind}s:{summary}; fit {result.fitted.chances}"


def play(name: str) -> None:
    """Play the games that are missing, and keep what came of them."""
    played = {one.game for one in stored_positions(name)}
    missing = [number for number in range(PLAYED[name]) if number not in played]
    level = LEVELS["tree"]
    simulation = Simulation(spinney.game(name), PLAYED[name], PLAYOUTS, SEED, sheets=False)
    budget, tuning = Budget(level.playouts_in(simulation.game)), level.tuning_in(simulation.game)
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.open("a") as file:
        for judged in judge_games(simulation, missing, budget, REVIEWED, POSITIONS, tuning=tuning):
            file.write(json.dumps([name, judged]) + "\n")
            file.flush()


def stored_positions(name: str) -> list[JudgedPosition]:
    """Return the positions of a game that are kept."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    rows = map(json.loads, lines)
    return [one for game, judged in rows if game == name for one in starmap(JudgedPosition, judged)]


def checked(name: str, kind: str) -> Calibration:
    """Return how well a kind of judgement in a game is calibrated."""
    judged = [one for one in stored_positions(name) if not math.isnan(getattr(one, kind))]
    values = [getattr(one, kind) for one in judged]
    corrected = cross_fitted(values, judged)
    return Calibration(
        tenths(values, judged),
        tenths(corrected, judged),
        fit(values, [one.won for one in judged]),
        worst_error_by_luck(corrected, judged, FEW),
    )


def errors_text(tenths: Sequence[Tenth]) -> str:
    """Return how far tenths are off, in points: on average, and the worst."""
    worst = max((abs(one.error) for one in tenths if one.positions >= FEW), default=math.nan)
    return f"{100 * mean_error(tenths):.1f} (worst tenth {100 * worst:.0f})"


# The page.

TITLE = "Are the chances right?"
HEAD = f"""
Hints and reviews say how often the computer expects a player to win. Players of {PLAYOUTS} playouts
a move played {USUAL:,} games of two against themselves, in Forest Garden {FOREST:,}, deals {SEED}
and following. {POSITIONS} positions of each game were judged as a hint does it (the level *tree*)
and as a review does it ({REVIEWED:,} playouts), and held against how the game ended. The search's
values are biased; what is told is a chance that is corrected by a curve through five points. Here
each half of the games is corrected by a curve that was fitted to the other half. The curves of
hints and reviews are fitted to all of them (`calibration.py` in a game's folder).

A cell tells what was expected on average, how often that was won, with its 95 % interval over
games, and of how many positions. *Off by* is the mean distance of the two over positions, in
points, and that of the worst tenth of {FEW} positions or more. *By luck* is how far the worst tenth
of chances that are exactly right would be off in half of all cases, and in 1 of 20: so many games
can't tell more. Made with `python -m benchmarks.calibration`.
"""
LEADS = {"hint": "Hints:", "review": "Reviews:"}


def write() -> None:
    """Write the section of the page."""
    tables = "".join(f"\n{lead}\n\n{table(kind)}" for kind, lead in LEADS.items())
    replace_section(TITLE, HEAD + tables)


def table(kind: str) -> str:
    """Return the table of a kind of judgement: a row for each tenth, a column for each game.

    The column of a game of which nothing is kept stays as it stands on the page.
    """
    standing = columns_on_page(kind)
    columns = [column(name, kind) or standing[spinney.game(name).title] for name in GAMES]
    rows = zip(ROWS, *columns, strict=True)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


ROWS = (
    "",
    "---",
    *(f"{10 * at} to {10 * at + 10} %" for at in range(10)),
    "off by",
    "by luck",
    "without the correction",
)
"""What the rows are called."""


def column(name: str, kind: str) -> list[str]:
    """Return what a game's column says, from its title on; empty where nothing is kept."""
    if not stored_positions(name):
        return []
    found = checked(name, kind)
    tenths = (cell(found.corrected, at) for at in range(10))
    off, before = errors_text(found.corrected), errors_text(found.raw)
    half, rarely = (100 * error for error in found.by_luck)
    luck = f"worst tenth {half:.0f}, rarely {rarely:.0f}"
    return [spinney.game(name).title, "---", *tenths, off, luck, before]


def columns_on_page(kind: str) -> dict[str, list[str]]:
    """Return the columns of a table that stands on the page, by their titles."""
    text = PAGE.read_text().partition(f"\n{LEADS[kind]}\n\n")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines()]
    return {title: [row[at] for row in rows] for at, title in enumerate(rows[0])}


def cell(tenths: Sequence[Tenth], at: int) -> str:
    """Return what a tenth came to."""
    for one in tenths:
        if round(10 * one.low) == at:
            won, margin = one.won.percent
            sure = "" if math.isnan(margin) else f" ± {margin:.0f}"
            return f"{100 * one.expected:.0f} → {won:.0f}{sure} ({one.positions})"
    return "–"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    else:
        main(sys.argv[1:])
