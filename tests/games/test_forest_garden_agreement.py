"""Tied special actions with `special_tie="agree"`: who proposes, who agrees, what is lost."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.forest_garden import (
    choose,
    game,
    hand,
    late,
    play,
    refused,
    storage,
    table,
    transitions,
)
from tests.games.forest_garden import log_lines as log_of

import spinney
from spinney.core import rendering
from spinney.core.interface import LATE
from spinney.core.state import State
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.view_model import ForestGardenView

pytestmark = pytest.mark.usefixtures("interpreted")


def tied(*storages: int, lot: str = "", **how: Any) -> State:
    """A table at which everybody has chosen a special action."""
    n = len(storages)
    lots = [lot or "".join(str(p + 1) for p in range(n))] * record.ROUNDS
    state = table(players=n, storage=storages, lots=lots, special_tie="agree", **how)
    return choose(state, *["special"] * n)


def actors(state: State) -> list[int]:
    """Who performs special actions in this round, in order, from 1."""
    now, order = state.record.round_number, []
    while state.record.round_number == now:
        if state.record.doing == record.ACTION:
            order.append(state.to_act[0] + 1)
            state = play(state, "swap")
            state = play(state, next(iter(state.legal(state.to_act[0]))))
        else:
            state = late(state)
    return order


def test_of_two_one_proposes_and_the_other_accepts() -> None:
    state = tied(2, 2, lot="21")
    assert state.to_act == (1,)
    assert [*state.legal(1)] == ["first 1", "first 2"]
    state = play(state, "first 1")
    assert state.to_act == (0,)
    assert [*state.legal(0)] == ["accept", "refuse"]
    assert actors(play(state, "accept")) == [1, 2]


@pytest.mark.parametrize("players", range(2, 8))
def test_who_refuses_forfeits_it_for_all_who_are_tied(players: int) -> None:
    state = tied(*[3] * players)
    held = [hand(state, p) for p in range(players)]
    state = play(state, "first 1", "refuse")
    assert state.record.round_number == 2
    assert storage(state) == [3] * players
    assert [hand(state, p) for p in range(players)] == held


@pytest.mark.parametrize("players", range(3, 8))
def test_who_is_left_votes_again_until_the_order_is_certain(players: int) -> None:
    state, votes = tied(*[2] * players), 0
    while state.record.phase == record.ORDER:
        votes += 1
        way = [*state.legal(state.to_act[0])][-1]  # the last of those tied, by seat
        state = play(state, way if way.startswith("first") else "accept")
    assert votes == sum(range(2, players + 1))
    assert actors(state) == [*range(players, 0, -1)]


def test_who_is_first_stays_so_when_the_rest_do_not_agree() -> None:
    state = play(tied(2, 2, 2), "first 2", "accept", "accept")
    assert state.to_act == (0,)
    assert [*state.legal(0)] == ["first 1", "first 3"]
    assert actors(play(state, "first 3", "refuse")) == [2]


def test_each_group_of_equals_votes_for_itself_before_anyone_acts() -> None:
    state = tied(5, 2, 4, 5, 2)
    assert state.to_act == (0,)
    state = play(state, "first 4", "refuse")
    assert state.to_act == (1,)
    assert [*state.legal(1)] == ["first 2", "first 5"]
    assert state.record.phase == record.ORDER
    assert actors(play(state, "first 5", "accept")) == [3, 5, 2]


def test_without_a_tie_there_is_no_vote() -> None:
    assert actors(tied(1, 3, 2)) == [2, 3, 1]


def test_who_is_late_accepts_and_the_first_seat_is_proposed() -> None:
    state = late(late(late(tied(1, 1, 1, lot="312"))))
    assert state.record.order[0] == 0
    assert state.record.phase == record.ORDER
    assert state.to_act == (2,)  # of the two who are left the first by lot
    assert len(actors(late(late(state)))) == 3


def test_a_forfeit_is_logged_as_what_it_amounts_to() -> None:
    state = play(tied(1, 1), "first 2")
    happened = state.forfeit(1, LATE)
    assert log_of(happened)[0] == "accept"


def test_the_log_tells_votes_and_what_comes_of_them() -> None:
    state = table(players=3, storage=[2, 2, 2], lots=["312"] * 21, special_tie="agree")
    happened = transitions(choose(state, "special", "special"), "choose special")
    assert log_of(happened)[1] == (
        "player 1, player 2 and player 3, with 2 in storage each, must agree who performs a "
        "special action first; player 3 proposes"
    )
    voted = transitions(happened[-1].state, "first 2", "accept", "accept", "first 3", "refuse")
    assert log_of(voted)[:7] == [
        "first 2",
        "accept",
        "accept",
        "special action of player 2, with 2 in storage",
        "first 3",
        "refuse",
        "player 1 and player 3 have 2 each and lose their special actions",
    ]


def test_the_last_two_of_a_vote_are_both_announced() -> None:
    voted = transitions(tied(2, 2), "first 2", "accept")
    assert log_of(voted)[2] == (
        "special action of player 2, with 2 in storage; special action of player 1, with 2 in "
        "storage"
    )


def test_refusals_say_what_would_do() -> None:
    state = tied(2, 1, 2)
    assert refused(state, 0, "first 2") == (
        "player 2 is not one of those who are tied; try: first 1, first 3"
    )
    assert refused(state, 0, "first 7").startswith("there are 3 players")
    assert refused(state, 0, "swap") == (
        "propose who of the tied players performs a special action first; try: first 1, first 3"
    )
    assert "first 4, a player" in refused(state, 0, "first")
    assert "no player 9" in refused(state, 0, "first 9")
    assert state.play(0, "first player 3") == state.play(0, "f 3")
    state = play(state, "first 1")
    assert refused(state, 2, "swap") == (
        "you have as much in storage as others, and player 1 is proposed to act first; try: "
        "accept, refuse"
    )


def test_the_picture_lets_players_be_clicked_and_says_what_is_asked() -> None:
    state = tied(2, 1, 2)
    model = ForestGardenView(state.observe(0))
    assert [model.player_word(p) for p in range(3)] == ["1", None, "3"]
    assert model.status == "Propose who of the tied players acts first."
    assert 'data-word="3"' in rendering.svg(state.observe(0))
    state = play(state, "first 3")
    assert ForestGardenView(state.observe(2)).status == "You may agree to act first."
    assert (
        ForestGardenView(state.observe(0)).status == "Player 3 may agree that Player 3 acts first."
    )
    assert "may agree" in str(state.observe(-1))


def test_the_rules_default_stays_and_old_games_read_as_they_were() -> None:
    assert spinney.game("forest-garden").chosen["special_tie"] == "lot"
    option = next(o for o in game().options if o.name == "special_tie")
    assert [option.usual(people) for people in range(3)] == ["lot", "lot", "agree"]
