"""Random numbers: fair, and the same compiled and interpreted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from spinney.core import interface
from spinney.kernel import rng
from spinney.kernel.linker import link
from spinney.kernel.rng import below, mix, random, seeded, unit

whole = st.integers(-(2**63), 2**63 - 1)
states = st.integers(0, 2**63 - 1)
compiled = link("chance", [], [rng], interface=interface, compiled=True)


@given(whole, states)
@example(-(2**63), 2**63 - 1)
def test_compiled_is_interpreted(seed: int, r: int) -> None:
    assert compiled.seeded(seed) == seeded(seed)
    assert compiled.random(r) == random(r)
    assert compiled.mix(r, seed) == mix(r, seed)
    assert compiled.unit(r) == unit(r)
    assert compiled.below(r, 52) == below(r, 52)


@given(whole, st.integers(1, 2**30))
def test_ranges(seed: int, n: int) -> None:
    r = seeded(seed)
    assert 0 <= r < 2**63
    assert 0 <= below(r, n) < n
    assert 0.0 <= unit(r) < 1.0


def test_draws_are_even() -> None:
    r, counts = seeded(1), Counter[int]()
    for _ in range(60_000):
        r = random(r)
        counts[below(r, 6)] += 1
    assert all(9_600 < counts[face] < 10_400 for face in range(6))


def test_neighbouring_seeds_share_nothing() -> None:
    first = [below(random(seeded(seed)), 1000) for seed in range(1000)]
    assert len(set(first)) > 600  # 632 expected of fair draws


def test_hashes_of_neighbours_differ_everywhere() -> None:
    flipped: Any = [0] * 63
    for x in range(2000):
        difference = mix(5, x) ^ mix(5, x ^ 1)
        for bit in range(63):
            flipped[bit] += difference >> bit & 1
    assert all(800 < count < 1200 for count in flipped)


def test_the_contract_has_defaults_for_what_may_be_left_out() -> None:
    assert interface.settle(None) == 0
    assert interface.period(None, 0) == 0
    assert interface.mid_move(None, 0) is False
    assert interface.is_consistent(None) is True
    assert interface.is_quiet(None) is False
    assert interface.determinize(None, 0, 5) == 5
