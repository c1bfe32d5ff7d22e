"""Series of matches, and their results."""

import pytest

import spinney
from spinney.arena.series import FinishedGame, Series
from spinney.arena.standings import standings
from spinney.core.errors import Refused
from spinney.match.record_reader import read_record
from spinney.players.player_specs import RandomSpec, read

GAME = spinney.game("build-your-arboretum")


@pytest.fixture(scope="module")
def series() -> Series:
    return Series(GAME, (RandomSpec("one"), RandomSpec("two")), 5, seed=7)


@pytest.fixture(scope="module")
def finished(series: Series) -> list[FinishedGame]:
    return list(series)


def test_each_deal_is_played_from_every_seat(series: Series) -> None:
    assert [series.deal(number) for number in range(5)] == [7, 7, 8, 8, 9]
    assert [series.seating(number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]


def test_seeds_go_round_at_their_end() -> None:
    last = Series(GAME, (RandomSpec(), RandomSpec()), 4, seed=2**63 - 1)
    assert [last.deal(number) for number in range(4)] == [2**63 - 1] * 2 + [-(2**63)] * 2


def test_games_are_whole_matches(finished: list[FinishedGame]) -> None:
    for game in finished:
        assert game.match.over
        assert all(spent.choices > 0 for spent in game.result.spent)
        assert read_record(game.match.record()) == game.match
    assert finished[1].match.header.seats == ("two", "one")


def test_the_same_seed_plays_the_same_series(series: Series, finished: list[FinishedGame]) -> None:
    again = series.play(3)
    said = [event.text for event in again.match.events]
    assert said == [event.text for event in finished[3].match.events]
    assert said != [event.text for event in finished[2].match.events]


def test_the_tally_counts_every_game_once_for_everybody(finished: list[FinishedGame]) -> None:
    one, two = standings([game.result for game in finished], 2)
    assert one.games == two.games == 5
    assert one.wins + two.wins + (one.draws + two.draws) / 2 == 5
    assert (one.wins, one.draws) == (two.losses, two.draws)
    assert one.share + two.share == pytest.approx(1)
    assert one.margin == two.margin
    assert one.margin is not None


def test_who_may_play() -> None:
    assert read("random").seat == "random"
    assert read("tree").seat == read("level:tree").seat == "level:tree"
    with pytest.raises(Refused, match="did you mean sapling"):
        read("saplin")
    with pytest.raises(Refused, match="there are: random, acorn"):
        read("level:")
