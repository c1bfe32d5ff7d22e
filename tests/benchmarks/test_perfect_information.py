"""A game in which nothing is hidden, and who sees what there."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.perfect_information import PerfectInformationGame, with_perfect_information
from benchmarks.reference_players import entrant

import spinney
from spinney.arena.series import Series
from spinney.core.state import Observation
from spinney.search.budget import Progress

ARBORETUM = spinney.game("arboretum")


@dataclass
class Looking:
    """Plays at random and remembers what it saw."""

    seat: str = "looking"
    seen: list[Observation] = field(default_factory=list)

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        self.seen.append(view)
        return view.legal.sample(seed)


def test_nothing_is_hidden_in_an_open_game() -> None:
    state, usual = PerfectInformationGame.of(ARBORETUM).new(seed=1), ARBORETUM.new(seed=1)
    assert state.data == usual.data != usual.observe(0).data
    for player in (0, 1, -1):
        assert state.observe(player).data == state.data
        assert state.observe(player).determinize(5).data == state.data


def test_only_those_see_all_who_are_to() -> None:
    looking = Looking()
    game, players = with_perfect_information(ARBORETUM, (looking, entrant("arboretum", "random")))
    match = Series(game, players, 1, 3).play(0).match
    usual = ARBORETUM.new(seed=3)
    assert looking.seen[0].game == ARBORETUM
    first = match.header.seats.index("looking")
    assert {view.player for view in looking.seen} == {first}
    assert all(view.data == view.determinize(7).observe(first).data for view in looking.seen)
    assert usual.data not in {view.data for view in looking.seen}


def test_who_sees_all_is_called_so() -> None:
    assert (
        entrant("arboretum", "sapling with perfect information").seat
        == "level:sapling with perfect information"
    )
