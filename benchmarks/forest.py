"""Spring Challenge 2021 against C++: random games, by drawing an action and by listing all.

The programs in `baselines` play by the same rules from simplified deals: ``forest_bits.cpp`` over
bitboards, drawing an action without listing them, and ``forest.cpp`` over arrays, listing all. To
sow is one decision there, and two here.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import spinney
from benchmarks.measuring import RUNS, Figure
from spinney.core import compilation, interface
from spinney.core.batch import settle_stages
from spinney.core.interface import ACTIONS, apply, begin, deal, legal
from spinney.kernel.engine import Engine
from spinney.kernel.linker import link
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random
from spinney.kernel.rule import lowest, rule, scratch

BASELINES = Path(__file__).with_name("baselines")
GAMES = 3000
NONE = "without a C++ compiler (g++)"


def forest() -> Iterator[Figure]:
    """Yield the speed of random games, and what it is to that of the C++ programs."""
    game = spinney.game("spring-2021")
    drawing = compilation.compiled(game)
    listing = Engine(
        link("listing", [game.rules], [sys.modules[__name__]], interface=interface, compiled=True),
        game.record_class,
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, engine, run, program in (
            ("drawn", drawing, drawing.rules.playouts, "forest_bits"),
            ("from the list", listing, listing.rules.listed_playouts, "forest"),
        ):
            ours = games(engine, run, game.settings)
            yield held_against(f"random decisions, {name}", ours, build(program, Path(folder)))
    yield Figure("a state of Spring Challenge 2021", game.record_class.dtype.itemsize, "bytes")


@rule
def listed_playouts(a: Any, first: int, last: int, options: Ints, r: int) -> int:
    """Do as `batch.playouts` does, but list all actions before drawing one."""
    out = scratch(ACTIONS)
    decisions = 0
    for i in range(first, last):
        s = a[i]
        r = deal(s, options, random(r))
        begin(s)
        acting = settle_stages(s)
        while acting != 0:
            player = lowest(acting)
            r = random(r)
            apply(s, player, out[below(r, legal(s, player, out))])
            decisions += 1
            acting = settle_stages(s)
    return decisions


def games(engine: Engine, run: Callable[..., Any], settings: list[int]) -> Callable[[], float]:
    """Return what plays games and tells the decisions per second."""
    batch, options = engine.rows(GAMES), engine.array(settings)

    def rate() -> float:
        start = time.perf_counter()
        decisions = run(batch, 0, GAMES, options, 5)
        return float(decisions / (time.perf_counter() - start))

    rate()  # compiles
    return rate


def build(name: str, folder: Path) -> Callable[[], float] | None:
    """Return what runs a C++ program and tells its decisions per second; None without a compiler.

    It plays seven times and prints the rate of each; the median counts.
    """
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    source, program = BASELINES / f"{name}.cpp", folder / name
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)

    def rate() -> float:
        output = subprocess.run(
            [program, str(GAMES)], check=True, capture_output=True, text=True
        ).stdout
        rates = re.findall(r"([0-9.]+) Mdecisions/s", output)
        return statistics.median(float(rate) * 1e6 for rate in rates)

    return rate


def held_against(
    name: str, ours: Callable[[], float], theirs: Callable[[], float] | None
) -> Figure:
    """Return our rate and its ratio to theirs, the two measured in turn."""
    if theirs is None:
        return Figure(f"{name} ({NONE})", statistics.median(ours() for _ in range(RUNS)), "per s")
    pairs = [(statistics.median(ours() for _ in range(RUNS)), theirs()) for _ in range(RUNS)]
    ratio = statistics.median(mine / other for mine, other in pairs)
    return Figure(name, statistics.median(mine for mine, _ in pairs), "per second", ratio)


if __name__ == "__main__":
    for figure in forest():
        print(figure)
