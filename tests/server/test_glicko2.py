"""Ratings computed: against Glickman's worked example, and what must hold for any results."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.server.ratings import glicko2, system
from spinney.server.ratings.glicko2 import Rating

ratings = st.builds(
    Rating, st.floats(100, 3000), st.floats(system.LEAST_DEVIATION, 350), st.just(0.06)
)
YEAR = 365 * system.DAY


def test_glickmans_own_example() -> None:
    """Glickman rounds on the way, so the last digit of the rating is not his."""
    others = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    after = glicko2.update(Rating(1500, 200, 0.06), zip(others, (1, 0, 0), strict=True))
    assert after.rating == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_a_rating_stays_and_becomes_less_certain() -> None:
    before = Rating(1600, 200, 0.06)
    after = glicko2.update(before, [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * glicko2.SCALE))


def test_a_year_makes_sixty_a_hundred_and_ten() -> None:
    assert system.current(Rating(1500, 60), 2, YEAR).deviation == pytest.approx(110, abs=0.5)


def test_a_rating_is_sure_just_as_long_as_it_says() -> None:
    known = Rating(1500, 60)
    later = system.current(known, 2, system.sure_for(known))
    assert later.deviation == pytest.approx(system.SURE, abs=0.01)
    assert system.sure_for(Rating()) == system.sure_for(system.start(3)) == 0


@given(ratings, ratings, st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_who_wins_gains_and_two_lose_nothing_together(
    one: Rating, other: Rating, places: tuple[int, int]
) -> None:
    after = system.rate([one, other], places, [0, 0])
    gains = [new.rating - old.rating for new, old in zip(after, (one, other), strict=True)]
    if places != (1, 1):
        assert gains[places.index(1)] >= 0 >= gains[places.index(2)]
        assert gains[0] != gains[1] or abs(one.rating - other.rating) > 1000
    mirrored = system.rate([other, one], places[::-1], [0, 0])
    assert mirrored == after[::-1]
    for new in after:
        assert system.LEAST_DEVIATION <= new.deviation <= 350


@given(st.lists(ratings, min_size=3, max_size=7), st.randoms(use_true_random=False))
def test_of_three_and_more_the_first_gains_most(all_of: list[Rating], rng: object) -> None:
    equal = [one._replace(rating=1500.0, deviation=100.0) for one in all_of]
    places = list(range(1, len(equal) + 1))
    rng.shuffle(places)  # type: ignore[attr-defined]
    after = system.rate(equal, places, [0] * len(equal))
    by_place = [after[places.index(place)].rating for place in sorted(places)]
    assert by_place == sorted(by_place, reverse=True)
    assert sum(by_place) == pytest.approx(1500 * len(equal), abs=0.01)
    assert all(new.deviation < 100.1 for new in after)


def test_who_shares_a_place_moves_alike() -> None:
    first, second, third = system.rate([Rating()] * 3, [1, 1, 3], [0] * 3)
    assert first == second
    assert first.rating > 1500 > third.rating
