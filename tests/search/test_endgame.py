"""Exact solution of endgames: the value that a plain search of all courses finds."""

from __future__ import annotations

import pytest
from tests.hedges import spoilt
from tests.match.test_history import played
from tests.search.test_matrix_game import solved

import spinney
from spinney import search
from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.state import State
from spinney.search import Budget
from spinney.search.endgame_solver import ENDGAME, EndgameSolver, is_open
from spinney.search.partial_move import PartialMove

BLANKED = """    for tree in range(TREES):
        if s.where[tree] != PLANTED and s.where[tree] != HAND + p:
            s.where[tree] = UNSEEN
    for q in range(PLAYERS):
        if q != p:
            s.chosen[q] = -1


@rule
def determinize(s: Hedgerow, p: int, r: int) -> int:
    unseen = scratch(TREES)
"""
SHOWN = """    for q in range(PLAYERS):
        if q != p:
            s.chosen[q] = -1


@rule
def determinize(s: Hedgerow, p: int, r: int) -> int:
    return r
    unseen = scratch(TREES)
"""


@pytest.fixture(scope="module")
def open_hedge(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Hedge with open hands: nothing is hidden but what both choose at once."""
    return spoilt(tmp_path_factory.mktemp("games"), BLANKED, SHOWN)


def played_on(game: Game, seed: int, turns: int) -> State:
    """Return a deal in which both have chosen so many times."""
    state = game.new(seed=seed)
    for turn in range(turns):
        for player in (0, 1):
            state = state.play(player, state.legal(player).sample(seed + turn))
    return state


def value_of(state: State) -> float:
    """Return the value to the first player, by all courses of the game."""
    if state.outcome is not None:
        return (state.outcome[0] + 1) / 2
    if len(state.to_act) == 1:
        player = state.to_act[0]
        after = (state.play(player, move) for move in state.legal(player))
        return (max if player == 0 else min)(map(value_of, after))
    own = [state.play(0, move) for move in state.legal(0)]
    rows = [[value_of(one.play(1, move)) for move in one.legal(1)] for one in own]
    return solved(rows)[0]


def solver_of(state: State, player: int, compiled: bool, playouts: int = 1000) -> EndgameSolver:
    engine = compilation.linked(state.game, ENDGAME, compiled=compiled)
    return EndgameSolver(engine, state.game, player, playouts)


@pytest.fixture(scope="module")
def mini() -> Game:
    return spinney.game("build-your-arboretum", size="mini")


def last_bids(game: Game, seed: int) -> State:
    """Return a mini game in whose last round both are to bid."""
    state = game.new(seed=seed)
    while len(state.to_act) == 1 or len(state.legal(0)) * len(state.legal(1)) < 9:
        for player in state.to_act:
            state = state.play(player, state.legal(player).sample(seed))
    return state


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["open_hedge", "mini"])
def test_where_both_choose_it_finds_the_value_of_all_courses(
    name: str, seed: int, request: pytest.FixtureRequest
) -> None:
    """Also where a choice is several actions, as a sealed bid is."""
    game = request.getfixturevalue(name)
    state = last_bids(game, seed) if name == "mini" else played_on(game, seed, 1)
    value = value_of(state)
    for player, own in ((0, value), (1, 1.0 - value)):
        root = PartialMove.of(state.observe(player), 1)
        found = solver_of(state, player, compiled=False).solve_together(root)
        assert found is not None
        assert found.value == pytest.approx(own)
        assert sum(found.shares) == pytest.approx(1.0)
        moves = state.legal(player)
        assert [game.notation.write(list(move)) for move in found.moves] == list(moves)


@pytest.fixture(scope="module")
def end() -> list[State]:
    """The last choices of a game of Build Your Arboretum, in which nothing is hidden any more."""
    return [state for state in played("build-your-arboretum").decisions if len(state.to_act) == 1]


def test_interpreted_it_comes_to_the_same(end: list[State]) -> None:
    state = end[-1]
    me = state.to_act[0]
    root = PartialMove.of(state.observe(me), 1)
    one, other = (
        solver_of(state, me, compiled, 100).solve_alone(root, range(len(root.legal)))
        for compiled in (True, False)
    )
    assert one == other
    assert one is not None


def test_who_wins_for_certain_wins_against_every_reply(end: list[State]) -> None:
    """From the first position on that is solved, however the other plays."""
    budget, certain = Budget(2000), 0
    for state in end[-5:]:
        me = state.to_act[0]
        result = search.think(state.observe(me), budget, 1)
        if result.exact and result.value == 1.0:
            certain += 1
            for seed in range(4):
                assert won(state, me, budget, seed)
    assert certain > 0


def won(state: State, me: int, budget: Budget, seed: int) -> bool:
    """Play on, the other player at random, to the end."""
    while not state.over:
        player = state.to_act[0]
        view = state.observe(player)
        move = search.think(view, budget, seed).move if player == me else view.legal.sample(seed)
        state = state.play(player, move)
    assert state.outcome is not None
    return state.outcome[me] == 1


def test_what_is_hidden_is_not_solved(end: list[State]) -> None:
    """Of the deck, or of a hand."""
    assert is_open(end[-1].observe(0))
    assert not is_open(end[0].observe(0))
    assert not is_open(played("arboretum").decisions[-1].observe(0))


def test_large_endgames_are_left_to_the_trees(end: list[State]) -> None:
    view = end[-3].observe(end[-3].to_act[0])
    assert is_open(view)
    assert not search.think(view, Budget(10), 1).exact


def test_by_the_clock_nothing_is_solved(end: list[State]) -> None:
    """The time is used up when the trees have grown."""
    view = end[-1].observe(end[-1].to_act[0])
    assert search.think(view, Budget(100), 1).exact
    assert not search.think(view, Budget(100, seconds=60.0), 1).exact


def test_what_the_other_has_bid_in_secret_makes_no_difference(mini: Game) -> None:
    """To who bids last, as to who bids first."""
    state = last_bids(mini, 2)
    first = search.think(state.observe(1), Budget(100), 3)
    assert first.exact
    for bid in state.legal(0):
        assert search.think(state.play(0, bid).observe(1), Budget(100), 3) == first


def test_nothing_else_can_be_better_than_an_exact_value(end: list[State]) -> None:
    state = end[-1]
    result = search.think(state.observe(state.to_act[0]), Budget(200), 1)
    assert result.exact
    assert sum(result.values) == 1.0
    for one in result.candidates:
        assert one.exact == (one.move == result.move)
        assert one.value <= result.value
