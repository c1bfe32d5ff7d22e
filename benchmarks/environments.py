"""Speed of environments, beside those of other libraries: random steps a second of one core.

In seconds of processor time, so that a busy machine counts less; each figure is the median of some
runs. What isn't installed is skipped with a word.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import spinney
from benchmarks.measuring import Figure
from spinney.core.encoding import TensorType
from spinney.core.table import GameTable
from spinney.envs import Batch

GAMES = ("spring-2021", "arboretum", "build-your-arboretum", "forest-garden")
MANY = 4096
MOST_BYTES = 1 << 28
"""So much memory the tensors of a batch may take."""
SECONDS, RUNS = 0.5, 3
OPEN_SPIEL = ("hearts", "connect_four", "backgammon")
PGX = ("connect_four", "backgammon", "go_9x9")
RLCARD = ("uno", "gin-rummy")
PETTING_ZOO = ("connect_four_v3", "leduc_holdem_v4")


def environments() -> Iterator[Figure | str]:
    """Yield the speed of batches, of tables, and of other libraries."""
    for name in GAMES:
        game = spinney.game(name)
        yield from batches(game, None, "masks")
        yield from batches(game, "u1", "masks, uint8")
        yield from batches(game, "f4", "masks, float32")
        yield tables(game)
    yield threads(spinney.game("spring-2021"))
    for package, figures in OTHERS.items():
        if find_spec(package) is None:
            yield f"{package}: not installed, skipped"
        else:
            yield from figures()


def per_second(name: str, run: Callable[[float], int], clock: Callable[[], float]) -> Figure:
    """Return a rate; ``run`` goes on until the clock shows that time, and returns its count."""
    run(clock())
    rates = []
    for _ in range(RUNS):
        start = clock()
        count = run(start + SECONDS)
        rates.append(count / (clock() - start))
    return Figure(name, statistics.median(rates), "steps/s")


def batches(game: spinney.Game, obs: TensorType | None, encoding: str) -> Iterator[Figure]:
    """Yield the speed of a batch, all choices drawn by it, and its memory."""
    width = {None: 0, "u1": 1, "f4": 4}[obs] * game.tensor_size
    n = min(MANY, MOST_BYTES // max(1, width))
    batch = Batch(game, n, seed=1, obs=obs)
    name = f"{game.title}: batch of {n}, {encoding}"
    yield per_second(name, stepping(batch), time.process_time)
    size = sum(array.nbytes for array in batch.save().values()) / n
    yield Figure(f"{game.title}: memory of a game, {encoding}", size / 1024, "KiB")


def stepping(batch: Batch) -> Callable[[float], int]:
    """Return what steps a batch at random, by its own clock."""
    clock = time.process_time

    def run(end: float) -> int:
        steps = 0
        while True:
            batch.step(batch.random_actions(steps))
            steps += 1
            if clock() >= end:
                return steps * batch.n

    return run


def tables(game: spinney.Game) -> Figure:
    """Return the speed of single steps from Python."""
    starts, draw = [game.new(seed=seed) for seed in range(20)], random.Random(1).random

    def run(end: float) -> int:
        steps = 0
        while True:
            for state in starts:
                table = GameTable(state)
                while not table.over:
                    legal = table.legal()
                    table.apply(legal[int(draw() * len(legal))])
                    steps += 1
            if time.process_time() >= end:
                return steps

    return per_second(f"{game.title}: single steps of a table", run, time.process_time)


def threads(game: spinney.Game) -> Figure:
    """Return how much faster two threads are than one, by the clock on the wall."""
    one, two = (Batch(game, 4 * MANY, obs="u1", threads=number) for number in (1, 2))
    ratios = []
    for _ in range(2 * RUNS):
        taken = []
        for batch in (one, two):
            actions = batch.random_actions()
            start = time.perf_counter()
            batch.step(actions)
            taken.append(time.perf_counter() - start)
        ratios.append(taken[0] / taken[1])
    return Figure(f"{game.title}: two threads against one", statistics.median(ratios), "times")


# Others.


def open_spiel() -> Iterator[Figure]:
    """Yield the speed of games of OpenSpiel, stepped from Python."""
    pyspiel: Any = __import__("pyspiel")
    for name in OPEN_SPIEL:
        game, draw = pyspiel.load_game(name), random.Random(1).random

        def run(end: float, game: Any = game, draw: Any = draw) -> int:
            steps = 0
            while time.process_time() < end or not steps:
                state = game.new_initial_state()
                while not state.is_terminal():
                    legal = state.legal_actions()
                    state.apply_action(legal[int(draw() * len(legal))])
                    steps += 1
            return steps

        yield per_second(f"OpenSpiel {name}: single steps", run, time.process_time)


def petting_zoo() -> Iterator[Figure]:
    """Yield the speed of PettingZoo's classic games."""
    from importlib import import_module

    for name in PETTING_ZOO:
        try:
            env: Any = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError as problem:
            print(f"PettingZoo {name}: skipped, {problem}")
            continue

        def run(end: float, env: Any = env) -> int:
            steps = 0
            while time.process_time() < end or not steps:
                env.reset(seed=steps)
                for agent in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    over = terminated or truncated
                    env.step(
                        None if over else env.action_space(agent).sample(observation["action_mask"])
                    )
                    steps += not over
            return steps

        yield per_second(f"PettingZoo {name}: single steps", run, time.process_time)


def rlcard_games() -> Iterator[Figure]:
    """Yield the speed of RLCard's games."""
    rlcard: Any = __import__("rlcard")
    for name in RLCARD:
        env, draw = rlcard.make(name), random.Random(1).random

        def run(end: float, env: Any = env, draw: Any = draw) -> int:
            steps = 0
            while time.process_time() < end or not steps:
                state, _ = env.reset()
                while not env.is_over():
                    legal = list(state["legal_actions"])
                    state, _ = env.step(legal[int(draw() * len(legal))])
                    steps += 1
            return steps

        yield per_second(f"RLCard {name}: single steps", run, time.process_time)


def pgx_games() -> Iterator[Figure]:
    """Yield the speed of batches of pgx on the processor, compiled by jit and vmap."""
    jax: Any = __import__("jax")
    pgx: Any = __import__("pgx")
    for name in PGX:
        env = pgx.make(name)
        start = jax.jit(jax.vmap(env.init))

        def step_all(state: Any, key: Any, env: Any = env) -> Any:
            choosing, chance = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choosing, logits)
            return jax.vmap(env.step)(state, actions, jax.random.split(chance, MANY))

        step, keys = jax.jit(step_all), jax.random.split(jax.random.PRNGKey(1), MANY)

        def run(end: float, start: Any = start, step: Any = step, keys: Any = keys) -> int:
            state, steps = start(keys), 0
            while time.process_time() < end or not steps:
                state = step(state, jax.random.fold_in(keys[0], steps))
                state.rewards.block_until_ready()
                steps += 1
            return steps * MANY

        yield per_second(f"pgx {name}: batch of {MANY}", run, time.process_time)


OTHERS: dict[str, Callable[[], Iterator[Figure]]] = {
    "pyspiel": open_spiel,
    "pettingzoo": petting_zoo,
    "rlcard": rlcard_games,
    "pgx": pgx_games,
}
"""Other libraries by the module that must be there."""


if __name__ == "__main__":
    for line in environments():
        print(line, flush=True)
