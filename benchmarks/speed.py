"""All that `make bench` measures: speed, the use of a contest's clock, and calibration.

Calibration (`benchmarks.calibration`) plays the games that build/calibration.jsonl doesn't hold
yet, thousands for all four games. Playing strength is measured apart, by `benchmarks.strength`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

import spinney
from benchmarks import (
    calibration,
    contest_clock,
    delays,
    environments,
    forest,
    loops,
    networks,
    simulations,
)
from benchmarks.baselines import bya, drive, drive_arboretum
from benchmarks.measuring import Figure, against, each, rate, seconds
from spinney import search
from spinney.core import compilation, interface
from spinney.core.state import Observation, State
from spinney.kernel.engine import Engine
from spinney.kernel.linker import link

NAME = "build-your-arboretum"
GAMES = 2000
PLAYOUTS = 10_000


def main() -> None:
    """Measure everything and print it, a line each: Build Your Arboretum first and in full."""
    game = spinney.game(NAME)
    compilation.precompile(game)
    search.precompile(game)
    for part in (rules, states, searching, pictures, starting):
        for figure in part(game):
            print(figure, flush=True)
        print()
    for title, figures in (
        ("Arboretum", arboretum()),
        ("Spring Challenge 2021", forest.forest()),
        ("Forest Garden", forest_garden()),
        ("Networks", networks.networks()),
        ("Delays", delays.delays()),
        ("At the contest's clock", contest_clock.contest_clock()),
        ("Environments", environments.environments()),
        ("Simulations", simulations.simulations()),
        ("Calibration of hints and reviews, in points", calibration.calibration()),
    ):
        print(title)
        for line in figures:
            print(line, flush=True)
        print()


def rules(game: spinney.Game) -> Iterator[Figure]:
    """Yield the speed of random games."""
    engine = compilation.compiled(game)
    options, batch = engine.array(game.settings), engine.rows(2 * GAMES)
    theirs, actions = bya.Bya.batch(1), np.zeros(bya.ACTIONS + 64, np.int64)

    def ours() -> int:
        return int(engine.rules.playouts(batch, 0, GAMES, options, 5))

    yield against(
        "random decisions, one core", "per second", ours,
        lambda: int(drive.playouts(theirs, GAMES, 5, actions)),
    )  # fmt: skip
    with ThreadPoolExecutor(2) as pool:

        def both() -> int:
            halves = ((0, GAMES), (GAMES, 2 * GAMES))
            run = engine.rules.playouts
            return sum(pool.map(lambda half: int(run(batch, *half, options, 5)), halves))

        yield against("random decisions, a batch on two threads", "per second", both, ours)
    yield Figure("a state", game.record_class.dtype.itemsize, "bytes")


def states(game: spinney.Game) -> Iterator[Figure]:
    """Yield the time of single things done from Python and inside compiled code."""
    state = game.new(seed=7).play(0, "first red")
    engine = compilation.compiled(game)
    batch = engine.load(state.data, spare=1)
    action, count = state.legal_actions(1)[1], 2000

    def copies() -> None:
        for _ in range(count):
            batch[1] = batch[0]

    acts = repeat(count, lambda: state.apply_action(1, action))
    yield each("an action from Python", "µs", 1e6, count, acts)
    yield each(
        "a move from Python", "µs", 1e6, 500, repeat(500, lambda: state.play(1, "bid 3b 2g"))
    )
    yield each("legal actions from Python", "µs", 1e6, count, repeat(count, lambda: actions(state)))
    yield each("an observation from Python", "µs", 1e6, count, repeat(count, lambda: look(state)))
    yield each("a copy of a record from Python", "µs", 1e6, count, copies)
    yield from inside(game, state)


def inside(game: spinney.Game, state: State) -> Iterator[Figure]:
    """Yield the time of what searches and simulations do over and over in compiled code."""
    modules = [module for module in (game.rules, game.part("advice")) if module is not None]
    linked = Engine(
        link("loops", modules, [loops], interface=interface, compiled=True), game.record_class
    )
    view, count = state.observe(0), 20_000
    for name, run, value in (
        ("a copy, compiled", linked.rules.copies, state),
        ("a copy and an observation, compiled", linked.rules.observations, state),
        ("a copy and a determinization, compiled", linked.rules.determinizations, view),
        ("a value, compiled", linked.rules.values, state),
    ):
        yield each(name, "ns", 1e9, count, loop(run, linked, value, count))


def loop(
    run: Callable[[Any, int], None], engine: Engine, value: State | Observation, count: int
) -> Callable[[], None]:
    """Return what runs one of the `loops` on a state."""
    batch = engine.load(value.data, spare=2)
    return lambda: run(batch, count)


def actions(state: State) -> tuple[int, ...]:
    return state.legal_actions(1)


def look(state: State) -> object:
    return state.observe(1)


def repeat(count: int, function: Callable[[], object]) -> Callable[[], None]:
    """Return what does an action so many times."""

    def repeated() -> None:
        for _ in range(count):
            function()

    return repeated


def searching(game: spinney.Game) -> Iterator[Figure]:
    """Yield how many playouts the search does, from the first turn of the first round.

    From the bidding on they would be no match: the baseline stops playouts inside a bidding.
    """
    state = game.new(seed=7).play(0, "first red")
    view = state.play(0, "bid 2g 1b 1g").play(1, "bid 2b 1g 1b").observe(0)
    baseline = drive.Search()
    baseline.begin(7)
    budget = search.Budget(playouts=PLAYOUTS, trees=1, threads=1)

    def ours() -> int:
        return search.think(view, budget, 1, network=None).playouts

    def theirs() -> int:
        baseline.grow(PLAYOUTS)
        return PLAYOUTS

    yield against("playouts of the search, one thread", "per second", ours, theirs)
    two = search.Budget(playouts=2 * PLAYOUTS, trees=2, threads=2)
    yield against(
        "playouts of the search, two threads", "per second",
        lambda: search.think(view, two, 1, network=None).playouts, ours,
    )  # fmt: skip


def pictures(game: spinney.Game) -> Iterator[Figure]:
    """Yield the time of a picture in the middle of a game."""
    state = game.new(seed=7)
    for seed in range(60):
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(seed))
    data = state.observe(0)

    def draw() -> None:
        state.observe(0).svg()

    yield each("a picture as a file", "ms", 1e3, 20, repeat(20, draw))
    yield each("a view as text", "ms", 1e3, 20, repeat(20, lambda: str(data)))


def arboretum() -> Iterator[Figure]:
    """Yield the speed of random games of Arboretum, for each number of players."""
    game = spinney.game("arboretum")
    yield Figure("a state", game.record_class.dtype.itemsize, "bytes")
    for players in (2, 3, 4):
        game = game.with_options(players=players)
        engine = compilation.compiled(game)
        options, batch = engine.array(game.settings), engine.rows(GAMES)
        theirs = drive_arboretum.Arb.batch(1)
        actions = np.zeros(drive_arboretum.ACTIONS, np.int64)
        yield against(
            f"random decisions, {players} players", "per second",
            partial(_played, engine, batch, options),
            partial(_played_there, theirs, players, actions),
        )  # fmt: skip


def _played(engine: Engine, batch: Any, options: Any) -> int:
    return int(engine.rules.playouts(batch, 0, GAMES, options, 5))


def _played_there(batch: Any, players: int, actions: Any) -> int:
    return int(drive_arboretum.playouts(batch, players, GAMES, 5, actions))


def forest_garden() -> Iterator[Figure]:
    """Yield the speed of random games of Forest Garden and of the search in it."""
    game = spinney.game("forest-garden", players=4)
    yield Figure("a state", game.record_class.dtype.itemsize, "bytes")
    for players in (2, 4, 7):
        own = game.with_options(players=players)
        engine = compilation.compiled(own)
        batch, options = engine.rows(GAMES), engine.array(own.settings)
        random_games = partial(_played, engine, batch, options)
        yield rate(f"random decisions, {players} players", "per second", random_games)
        thinking = partial(_thought, middle(own).observe(0))
        yield rate(f"playouts of the search, {players} players", "per second", thinking)


def _thought(view: Observation) -> int:
    return search.think(view, search.Budget(PLAYOUTS), 1, network=None).playouts


def middle(game: spinney.Game) -> State:
    """Return a random state in which everybody is to choose, half way through a game."""
    state, seed = game.new(seed=7), 0
    while state.record.round_number < 11 or len(state.to_act) < game.num_players:
        player, seed = state.to_act[0], seed + 1
        state = state.play(player, state.legal(player).sample(seed))
    return state


def starting(_: spinney.Game) -> Iterator[Figure]:
    """Yield how long processes take to start."""
    play = (
        f"import spinney; s = spinney.game('{NAME}').new(seed=7);"
        "s = s.play(0, 'first red'); s.legal(0).sample(1)"
    )
    by_hand, learned = (
        "import spinney; from spinney.players import choose;"
        f"s = spinney.game('{NAME}').new(seed=7);"
        f"choose(s.observe(0), '{level}', 1)"
        for level in ("sapling", "tree")
    )
    yield each("import spinney", "ms", 1e3, 1, process("import spinney"))
    yield each("spinney --help", "ms", 1e3, 1, process("", "-m", "spinney", "--help"))
    for name, code in (
        ("the first move", play),
        ("the first answer of sapling", by_hand),
        ("the first answer of tree, by a network", learned),
    ):
        with tempfile.TemporaryDirectory() as cache:
            cold = seconds(process(code, cache=cache))
            yield Figure(f"{name}, nothing compiled yet", cold, "s")
            yield each(f"{name}, from the cache", "ms", 1e3, 1, process(code, cache=cache))


def process(code: str, *arguments: str, cache: str | None = None) -> Callable[[], None]:
    """Return what runs a Python process to its end."""
    command = [sys.executable, *(arguments or ("-c", code))]
    environment = {**os.environ, **({"SPINNEY_CACHE": cache} if cache else {})}

    def run() -> None:
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    return run
