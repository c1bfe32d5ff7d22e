"""The board of Spring Challenge 2021: cells and bitboards against slow geometry, deals likewise."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import reduce

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.games import spring
from tests.games.spring import GAME

from spinney.core import compilation
from spinney.core.kit.bit_sets import nth
from spinney.games.spring_2021.rules import gather, java_random, trees
from spinney.games.spring_2021.rules.deal import DRAWN
from spinney.games.spring_2021.rules.geometry import (
    ALL,
    CELLS,
    NEAR,
    OPPOSITE,
    REACH,
    SHADOW,
    distance,
)
from spinney.games.spring_2021.rules.record import Forest
from spinney.kernel.rng import random
from spinney.kernel.rule import lowest, ones

CELL = st.integers(0, CELLS - 1)
SETS = st.sets(CELL)


def bits(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


def cells_of(board: int) -> set[int]:
    return {cell for cell in range(CELLS) if int(board) >> cell & 1}


# The numbering, and who is beside whom. Everything else is worked out from NEAR alone.


def test_cells_are_numbered_round_the_centre() -> None:
    assert NEAR[0].tolist() == [1, 2, 3, 4, 5, 6]
    assert NEAR[1].tolist() == [7, 8, 2, 0, 6, 18]
    assert NEAR[7].tolist() == [19, 20, 8, 1, 18, 36]
    assert NEAR[18].tolist() == [36, 7, 1, 6, 17, 35]
    assert NEAR[19].tolist() == [-1, -1, 20, 7, 36, -1]
    assert NEAR[36].tolist() == [-1, 19, 7, 18, 35, -1]


def test_ways_lead_back() -> None:
    for cell in range(CELLS):
        for way, near in enumerate(NEAR[cell]):
            assert near < 0 or NEAR[near, (way + 3) % 6] == cell


def walked(cell: int) -> dict[int, int]:
    """How many steps it is to each cell, walking from neighbour to neighbour."""
    steps, edge = {cell: 0}, [cell]
    while edge:
        current = edge.pop(0)
        for near in NEAR[current].tolist():
            if near >= 0 and near not in steps:
                steps[near] = steps[current] + 1
                edge.append(near)
    return steps


@pytest.mark.parametrize("cell", range(CELLS))
def test_reach_and_distance_are_those_walked(cell: int) -> None:
    actions = walked(cell)
    assert [distance(cell, c) for c in range(CELLS)] == [actions[c] for c in range(CELLS)]
    for size in range(4):
        assert cells_of(REACH[size, cell]) == {c for c, n in actions.items() if 0 < n <= size}


def ahead(cell: int, way: int, size: int) -> Iterator[int]:
    """The next cells in a direction."""
    for _ in range(size):
        cell = int(NEAR[cell, way])
        if cell < 0:
            return
        yield cell


@pytest.mark.parametrize("way", range(6))
def test_shadows_are_the_next_cells(way: int) -> None:
    for cell in range(CELLS):
        for size in range(4):
            assert cells_of(SHADOW[way, size, cell]) == set(ahead(cell, way, size))


def test_opposite_cells_lie_equally_far_behind_the_centre() -> None:
    for cell in range(CELLS):
        assert OPPOSITE[OPPOSITE[cell]] == cell
        assert distance(cell, int(OPPOSITE[cell])) == 2 * distance(cell, 0)


# Sets of cells.


@given(SETS)
def test_sets_are_counted_and_listed(cells: set[int]) -> None:
    board = bits(cells)
    assert ones(board) == len(cells)
    assert [nth(board, n) for n in range(len(cells))] == sorted(cells)
    assert all(trees.has(board, cell) == (cell in cells) for cell in range(CELLS))
    if cells:
        assert lowest(board) == min(cells)


@given(SETS, st.integers(0, 5), st.integers(0, 3))
def test_a_set_of_trees_casts_all_their_shadows(cells: set[int], way: int, size: int) -> None:
    cast = cells_of(trees.cast(bits(cells), way, size))
    assert cast == {dark for cell in cells for dark in ahead(cell, way, size)}


FORESTS = st.dictionaries(CELL, st.tuples(st.integers(0, 1), st.integers(0, 3)), max_size=30)


def planted(wood: dict[int, tuple[int, int]]) -> Forest:
    s = Forest()
    for cell, (owner, size) in wood.items():
        s.trees[owner, size] |= 1 << cell
    return s


@given(FORESTS, st.integers(0, 5))
def test_the_forest_answers_as_a_slow_one_does(wood: dict[int, tuple[int, int]], way: int) -> None:
    s = planted(wood)
    assert [trees.owner_at(s, c) for c in range(CELLS)] == [
        wood.get(c, (-1, 0))[0] for c in range(CELLS)
    ]
    assert [trees.size_at(s, c) for c in range(CELLS)] == [
        wood.get(c, (0, -1))[1] for c in range(CELLS)
    ]
    assert cells_of(trees.free(s)) == set(range(CELLS)) - set(wood)
    dark = set(spooked(wood, way))
    assert cells_of(trees.spooked(s, way)) == dark
    for p in range(2):
        lit = [size for cell, (owner, size) in wood.items() if owner == p and cell not in dark]
        assert trees.income(s, p, way) == sum(lit)


def spooked(wood: dict[int, tuple[int, int]], way: int) -> Iterator[int]:
    """The cells of trees that have one as large or larger so near that its shadow falls on them."""
    for cell, (_, size) in wood.items():
        for actions, there in enumerate(ahead(cell, (way + 3) % 6, 3), 1):
            other = wood[there][1] if there in wood else 0
            if size > 0 and other >= size and other >= actions:
                yield cell


@given(FORESTS, st.integers(0, 23))
def test_a_harvest_is_everybodys_income(wood: dict[int, tuple[int, int]], day: int) -> None:
    s = planted(wood)
    s.day = day
    gather(s)
    assert [s.sun[p] for p in range(2)] == [trees.income(s, p, day % 6) for p in range(2)]


# java.util.Random.


def test_the_generator_is_the_well_known_one() -> None:
    """What everybody's ``new Random(42)`` gives first, of which 30 bits are drawn here."""
    first = [-1170105035, 234785527, -1360544799, 205897768]
    assert drawn(42, [2**30] * 4) == [x % 2**32 >> 2 for x in first]
    assert drawn(42, [10] * 5) == [0, 3, 8, 4, 0]


def drawn(seed: int, sides: list[int]) -> list[int]:
    """Numbers drawn one after another."""
    r, numbers = java_random.java_seeded(seed), []
    for n in sides:
        r = java_random.java_random(r, n)
        numbers.append(java_random.java_below(r, n))
    return numbers


class Random:
    """The generator once more, written as its documentation describes it, in 32-bit arithmetic."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) % 2**48

    def next(self) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        return self.state >> 17

    def next_int(self, n: int) -> int:
        if n & -n == n:
            return n * self.next() >> 31
        while True:
            u = self.next()
            if (u - u % n + (n - 1)) & 2**31 == 0:  # the sum has not become negative
                return u % n


SEEDS = st.integers(-(2**63), 2**63 - 1)


@given(SEEDS, st.lists(st.integers(1, 2**31 - 1), max_size=8))
@example(3, [2**30 + 1] * 8)
def test_draws_are_those_described(seed: int, sides: list[int]) -> None:
    reference = Random(seed)
    assert drawn(seed, sides) == [reference.next_int(n) for n in sides]


# Deals, by a slow referee.


def referee_board(seed: int) -> tuple[list[int], list[int], int]:
    """The soil, the four cells of the first trees, and how often these were drawn anew."""
    rng = Random(seed)
    soil = [3] * 7 + [2] * 12 + [1] * 18
    wanted, actual = rng.next_int(11), 0
    while actual < wanted - 1:
        cell = int(DRAWN[rng.next_int(37)])
        if soil[cell]:
            for emptied in {cell, int(OPPOSITE[cell])}:
                soil[emptied] = 0
                actual += 1
    anew = -1
    cells: list[int] = []
    while len(cells) < 4:
        anew += 1
        cells = []
        available = [cell for cell in range(19, 37) if soil[cell]]
        for _ in range(2):
            if available:
                one = available[rng.next_int(len(available))]
                pair = [one, int(OPPOSITE[one])]
                cells += pair
                available = [c for c in available if all(distance(c, p) > 2 for p in pair)]
    return soil, cells, anew


@settings(max_examples=300)
@given(SEEDS)
@example(0)
@example(-1)
@example(-(2**63))
@example(2**63 - 1)
def test_deals_are_the_referees(seed: int) -> None:
    check_deal(seed)


def check_deal(seed: int) -> None:
    soil, cells, _ = referee_board(seed)
    record = GAME.opening(seed)[0].state.record
    assert spring.soil(record) == soil
    owners = {cell: k % 2 for k, cell in enumerate(cells)}
    assert spring.trees(record) == [[cell, 1, owners[cell], 0] for cell in sorted(cells)]


def test_deals_come_in_all_kinds() -> None:
    """Among them such as drew the first trees anew, and such without a centre."""
    boards = [referee_board(seed) for seed in range(3000)]
    assert {soil.count(0) for soil, _, _ in boards} == set(range(11))
    anew = [seed for seed, (_, _, count) in enumerate(boards) if count]
    centre = [seed for seed, (soil, _, _) in enumerate(boards) if soil[0] == 0]
    assert anew
    assert centre
    for seed in anew[:20] + centre[:20]:
        check_deal(seed)


def test_a_deal_is_symmetric_about_the_centre() -> None:
    for seed in range(50):
        s = GAME.opening(seed)[0].state.record
        assert all(s.soil[k] == turned(s.soil[k]) for k in range(4))
        assert s.trees[1, 1] == turned(s.trees[0, 1])
        assert reduce(operator.or_, s.soil) == ALL


def turned(board: int) -> int:
    return bits({int(OPPOSITE[cell]) for cell in cells_of(board)})


# Drawing an action.


def test_a_step_is_drawn_from_all_legal_ones_alike() -> None:
    state = spring.forest("22/3 25/2 3/0 9/1", "31/2 16/0", sun=[50, 50])
    drawing = compilation.compiled(GAME)
    batch, out = drawing.load(state.data), drawing.ints(GAME.rules.ACTIONS)
    counts: dict[int, int] = {}
    r, draws = 1, 40_000
    for _ in range(draws):
        r = random(r)
        action = int(drawing.rules.sample_at(batch, 0, 0, r, out))
        counts[action] = counts.get(action, 0) + 1
    assert set(counts) == set(state.legal_actions(0))
    mean = draws / len(counts)
    spread = sum((count - mean) ** 2 / mean for count in counts.values())
    assert spread < len(counts) + 6 * (2 * len(counts)) ** 0.5
