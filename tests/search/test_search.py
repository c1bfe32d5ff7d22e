"""The search: what it promises its callers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.hedges import hedge

import spinney
from spinney import search
from spinney.core import compilation
from spinney.core.state import Observation, State
from spinney.search import SEARCH, Budget, SearchResult
from spinney.search.budget import Deadline
from spinney.search.partial_move import PartialMove
from spinney.search.root_parallel import RootParallelSearch
from spinney.search.search import Search
from spinney.search.tuning import tuning_of

ARBORETUM = spinney.game("build-your-arboretum")


def opening(seed: int = 7) -> State:
    """At the first bid, where both choose in secret."""
    return ARBORETUM.new(seed=seed).play(0, "first blue")


def playing(seed: int = 7) -> State:
    """At the first turn: blue's, from a garden group."""
    return opening(seed).play(0, "bid 2b 1g 1b").play(1, "bid 3g 2b")


def hiring() -> State:
    """Where a move may have several actions: red may pay with several cards."""
    state = opening().play(0, "bid 1b 1b 1b 1b 1b 1b").play(1, "bid none")
    for _ in range(4):
        best = max((s for s in state.legal(0) if s.startswith("take")), key=lambda s: s[-1])
        state = state.play(0, best)
    return state


def view_of(state: State) -> Observation:
    return state.observe(state.to_act[-1])


STATES = [opening, playing, hiring]


@pytest.fixture(params=STATES, ids=["bid", "plant", "hire"])
def state(request: pytest.FixtureRequest) -> State:
    made: State = request.param()
    return made


def test_the_answer_is_the_same_for_every_number_of_threads(state: State) -> None:
    one, four = (
        search.think(view_of(state), Budget(1000, trees=4, threads=threads), 5)
        for threads in (1, 4)
    )
    assert one == four


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_players_chances_make_a_whole(players: int) -> None:
    view = spinney.game("arboretum", players=players).new(seed=3).observe(0)
    assert sum(search.think(view, Budget(200), 5).values) == pytest.approx(1.0)


def test_the_answer_is_the_same_watched_or_not(state: State) -> None:
    """Watched, the trees are grown in slices."""
    budget = Budget(3000, trees=2)
    alone = search.think(view_of(state), budget, 5)
    watched = search.think(view_of(state), budget, 5, progress=lambda _: None, stop=lambda: False)
    assert alone == watched


def test_interpreted_it_comes_to_the_same(state: State) -> None:
    def thoughts(compiled: bool) -> tuple[SearchResult, SearchResult]:
        engine = compilation.linked(ARBORETUM, SEARCH, compiled=compiled)
        run = Search(view_of(state), Budget(60, trees=2), 11, engine)
        return run.think(), run.one_ply()

    assert thoughts(True) == thoughts(False)


def test_it_knows_nothing_that_its_player_does_not_know(state: State) -> None:
    view = view_of(state)
    for seed in range(5):
        again = view.determinize(seed).observe(view.player)
        assert search.think(again, Budget(200), 3) == search.think(view, Budget(200), 3)
        assert search.one_ply(again, 3) == search.one_ply(view, 3)


def test_what_it_says_is_legal(state: State) -> None:
    view = view_of(state)
    for thought in (search.think(view, Budget(500, trees=2), 1), search.one_ply(view, 1)):
        assert all(candidate.move in view.legal for candidate in thought.candidates)
        assert thought.move in {candidate.move for candidate in thought.candidates}


def test_candidates_are_ordered_and_say_how_much_they_were_considered(state: State) -> None:
    thought = search.think(view_of(state), Budget(2000), 1)
    shares = [candidate.share for candidate in thought.candidates]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1
    assert all(0 <= candidate.value <= 1 for candidate in thought.candidates)
    assert thought.value == thought.values[view_of(state).player]
    assert sum(thought.values) == pytest.approx(1)


def test_alone_it_says_what_it_considered_most() -> None:
    thought = search.think(view_of(playing()), Budget(2000), 1)
    assert thought.move == thought.candidates[0].move


def test_bids_can_not_be_predicted() -> None:
    view = opening().observe(0)
    bids = Counter(search.think(view, Budget(1000), seed).move for seed in range(200))
    assert bids.most_common(1)[0][1] <= 100


@pytest.mark.parametrize("choose", [search.one_ply, lambda v, s: search.think(v, Budget(50), s)])
def test_what_is_forced_is_said_at_once(choose: Callable[[Observation, int], SearchResult]) -> None:
    state = hedge().new(seed=1)
    for _ in range(3):
        for player in (0, 1):
            state = state.play(player, state.legal(player).sample(1))
    thought = choose(state.observe(0), 1)
    assert thought.playouts == 0
    assert [thought.move] == list(state.legal(0))


@pytest.mark.parametrize(("whole_moves", "drawn"), [(0.0, 1), (1.0, 0)])
def test_what_follows_inside_a_move_is_tried_by_the_tree(whole_moves: float, drawn: int) -> None:
    """In whole moves the first try of a card also tries a cell; else that is drawn once."""
    view = view_of(playing())
    tuning = tuning_of(ARBORETUM)._replace(whole_moves=whole_moves)
    engine = compilation.engine(ARBORETUM, SEARCH)
    trees = RootParallelSearch(engine, ARBORETUM, Budget(200), tuning, 1)
    root = PartialMove.of(view, 1)
    trees.grow(root, [200], Deadline(None))
    visits = dict(zip(root.legal, trees.row(root).visits, strict=True))
    begun = {action: root.then(action) for action in root.legal if visits[action]}
    longer = {action: at for action, at in begun.items() if not at.complete}
    assert longer
    for action, at in longer.items():
        assert trees.row(at).total == visits[action] - drawn


def test_inside_a_move_it_says_the_rest() -> None:
    state = opening().apply_action(0, 3)
    assert state.mid_move(0)
    thought = search.think(state.observe(0), Budget(300), 1)
    assert thought.move in state.legal(0)


def test_it_plays_a_game_without_advice() -> None:
    """And well enough to beat chance in a game of four choices."""
    game, won = hedge(), 0
    for seed in range(20):
        state = game.new(seed=seed)
        while not state.over:
            said = search.think(state.observe(0), Budget(400), seed).move
            state = state.play(0, said).play(1, state.legal(1).sample(seed))
        won += (state.outcome or (0,))[0]
    assert won > 0


# Watching it, and stopping it.


def test_the_smallest_budget_ends_too() -> None:
    state = ARBORETUM.new(seed=0)
    for turn in range(200):
        if state.over:
            break
        player = state.to_act[0]
        state = state.play(player, search.think(state.observe(player), Budget(1), turn).move)
    assert state.over


def test_progress_counts_playouts() -> None:
    counts: list[int] = []
    thought = search.think(view_of(playing()), Budget(4000, trees=2), 1, progress=counts.append)
    assert counts == sorted(counts)
    assert len(counts) > 2
    assert counts[-1] == thought.playouts == 4000


def test_it_stops_when_asked_and_still_answers() -> None:
    view = view_of(playing())
    thought = search.think(view, Budget(10**6, trees=2), 1, stop=lambda: True)
    assert thought.playouts < 10_000
    assert thought.move in view.legal


def test_what_progress_raises_ends_it() -> None:
    def give_up(_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        search.think(view_of(playing()), Budget(10**6), 1, progress=give_up)


def test_seconds_end_it() -> None:
    view = view_of(playing())
    thought = search.think(view, Budget(seconds=0.1, trees=2), 1)
    assert thought.playouts > 0
    assert thought.move in view.legal
    assert search.think(view, Budget(100, seconds=60), 1).playouts == 100


# What it refuses.


@pytest.mark.parametrize(
    "budget",
    [
        {},
        {"playouts": 0},
        {"playouts": 3, "trees": 4},
        {"playouts": 5, "trees": 0},
        {"playouts": 5, "threads": 0},
        {"seconds": -1.0},
        {"seconds": math.inf},
        {"seconds": math.nan},
    ],
)
def test_a_budget_must_make_sense(budget: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a budget has"):
        Budget(**budget)


def test_without_time_a_tree_has_the_least_size() -> None:
    engine, tuning = compilation.engine(ARBORETUM, SEARCH), tuning_of(ARBORETUM)
    budgets = Budget(1), Budget(seconds=0.0), Budget(1000, seconds=0.0)
    sizes = {RootParallelSearch(engine, ARBORETUM, b, tuning, 1).nbytes for b in budgets}
    assert len(sizes) == 1


def test_who_has_nothing_to_choose_is_refused() -> None:
    state = playing()
    for player in (-1, 0):
        with pytest.raises(spinney.Refused, match="nothing to choose"):
            search.think(state.observe(player), Budget(10), 1)
        with pytest.raises(spinney.Refused, match="nothing to choose"):
            search.one_ply(state.observe(player), 1)


def test_warm_tells_when_it_is_done() -> None:
    search.precompile(ARBORETUM)
    assert search.is_compiled(ARBORETUM)
