"""The search for a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from spinney.core import compilation, notation
from spinney.core.compilation import Program
from spinney.core.errors import Refused
from spinney.kernel.engine import Engine
from spinney.kernel.rng import mix, random, seeded, unit
from spinney.search import entry
from spinney.search.budget import Budget, Deadline, Progress
from spinney.search.candidates import MANY, candidates_of
from spinney.search.endgame_solver import ENDGAME, EndgameSolver, is_open, is_solvable
from spinney.search.learned import learned_engine, learned_programs
from spinney.search.one_ply import (
    DETERMINIZATIONS_TOGETHER,
    LONGEST,
    MOVES_TRIED,
    MOVES_TRIED_TOGETHER,
)
from spinney.search.partial_move import PartialMove
from spinney.search.playout import pick
from spinney.search.result import Candidate, SearchResult, exactly
from spinney.search.root_parallel import MORE, RootParallelSearch, RootRow
from spinney.search.tree_worker import Memory
from spinney.search.tuning import Tuning, tuning_of
from spinney.search.weights import Network, shipped_network
from spinney.search.workspace import workspace_for

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation

Shipped = Literal["shipped"]
SHIPPED: Shipped = "shipped"
"""In place of a network: the one that comes with the game, if there is one."""


def think(
    view: Observation,
    budget: Budget,
    seed: int,
    *,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
    memory: Memory | None = None,
    network: Network | Shipped | None = SHIPPED,
) -> SearchResult:
    """Search for a good move of the viewer.

    Args:
        view: of the player to act.
        budget: how much to search.
        seed: any whole number; it, a budget in playouts and the network determine the answer.
        progress: called now and then with the number of playouts so far; may raise to give up.
        stop: asked now and then whether to answer at once.
        tuning: how to search; by default as the game's advice says.
        memory: what this player's earlier searches learnt; by default nothing.
        network: what values states and weighs actions; None: the game's hand-written advice.

    Raises:
        Refused: the viewer is not to act; the network was trained for another game.
    """
    engine = compilation.engine(view.game, SEARCH)
    growing = search_engine(view.game, network)
    search = Search(view, budget, seed, engine, tuning, memory, growing)
    return search.think(Deadline(budget.seconds, progress, stop))


def search_engine(game: Game, network: Network | Shipped | None = SHIPPED) -> Engine:
    """Return the engine that grows trees. Raises Refused if the network is for another game."""
    found = shipped_network(game) if isinstance(network, str) else network
    return compilation.engine(game, SEARCH) if found is None else learned_engine(game, found)


def one_ply(
    view: Observation, seed: int, tries: int | None = None, tuning: Tuning | None = None
) -> SearchResult:
    """Choose by looking one action ahead, at once, also while the search is still being compiled.

    Args:
        view: of the player to act.
        seed: any whole number.
        tries: how many moves to try, the most promising first; by default as many as help.
        tuning: how to play on and to evaluate; by default as the game's advice says.

    Raises:
        Refused: the viewer is not to act.
    """
    engine = compilation.engine(view.game, SEARCH)
    return Search(view, Budget(1), seed, engine, tuning).one_ply(tries)


class Search:
    """One search from one view.

    Args:
        view, budget, seed, tuning, memory: as for `think`.
        engine: of the one-ply search.
        growing: the engine that grows trees; by default the same.
    """

    def __init__(
        self,
        view: Observation,
        budget: Budget,
        seed: int,
        engine: Engine,
        tuning: Tuning | None = None,
        memory: Memory | None = None,
        growing: Engine | None = None,
    ) -> None:
        if view.player not in view.to_act:
            raise Refused(f"{view.viewer} has nothing to choose now")
        self.view, self.budget, self.seed, self.engine = view, budget, seed, engine
        self.growing = growing or engine
        self.tuning, self.memory = tuning or tuning_of(view.game), memory
        self.secret = len(view.to_act) > 1
        self.root = PartialMove.of(view, seed)

    # One action ahead.

    def one_ply(self, tries: int | None = None) -> SearchResult:
        """Try some moves, and choose the one with the best value."""
        if self.secret:
            return self._look_ahead(tries or MOVES_TRIED_TOGETHER, DETERMINIZATIONS_TOGETHER)
        return self._look_ahead(tries or MOVES_TRIED, 1)

    def _look_ahead(self, tries: int, samples: int) -> SearchResult:
        engine, me = self.engine, self.view.player
        tried, values = engine.ints(tries * LONGEST), engine.floats(tries)
        batch, r = engine.load(self.view.data, spare=1), seeded(self.seed)
        workspace = Engine(engine.rules, workspace_for(self.view.game.rules)).rows(1)
        engine.rules.look_one_ply(
            batch, me, workspace, self.tuning, tries, samples, tried, values, r
        )
        numbers = engine.list_of(tried, tries * LONGEST)
        by_words = {self._words(numbers[t * LONGEST :]): float(values[t]) for t in range(tries)}
        best = sorted(by_words.items(), key=lambda item: -item[1])[:MANY]
        candidates = tuple(
            Candidate(words, 1.0 if i == 0 else 0.0, value) for i, (words, value) in enumerate(best)
        )
        value = candidates[0].value
        others = (1.0 - value) / max(1, self.view.game.num_players - 1)
        values = tuple(value if p == me else others for p in range(self.view.game.num_players))
        return SearchResult(candidates[0].move, 0, value, values, candidates)

    def _words(self, numbers: tuple[int, ...]) -> str:
        return notation.writer(self.view)(list(numbers[: numbers.index(-1)]))

    # By tree search.

    def think(self, deadline: Deadline | None = None) -> SearchResult:
        """Grow the trees and choose by them; a forced move is returned at once."""
        if self.root.is_forced:
            return self._look_ahead(1, 1)
        deadline = deadline or Deadline(None)
        game, budget = self.view.game, self.budget
        trees = RootParallelSearch(self.growing, game, budget, self.tuning, self.seed, self.memory)
        trees.grow(self.root, self.budget.shares(), deadline)
        solved = self._choose_exactly(trees, deadline)
        chosen = self._choose(trees, deadline) if solved is None else solved[0]
        values, candidates = trees.values, candidates_of(trees, self.root, chosen)
        result = SearchResult(
            chosen.words, trees.playouts, values[self.view.player], values, candidates
        )
        return result if solved is None else exactly(result, self.view.player, solved[1])

    def _choose_exactly(
        self, trees: RootParallelSearch, deadline: Deadline
    ) -> tuple[PartialMove, float] | None:
        """Return a best move and its value, if the budget is playouts and these suffice.

        If the position is lost, the trees choose the move whose refutation the other is most likely
        to miss.
        """
        view, playouts = self.view, self.budget.playouts
        if playouts is None or self.budget.seconds is not None or not is_open(view):
            return None
        engine = compilation.engine(view.game, ENDGAME)
        solver = EndgameSolver(engine, view.game, view.player, playouts)
        if self.secret:
            chosen = self._draw_exactly(solver)
        else:
            chosen = solver.best_move(
                self.root, lambda at: self._well_visited(trees, at, deadline).order
            )
        if chosen is None or chosen[1] > 0.0:
            return chosen
        return self._choose(trees, deadline), 0.0

    def _draw_exactly(self, solver: EndgameSolver) -> tuple[PartialMove, float] | None:
        """Draw a secret choice by a best mix; return it and the value of the mix."""
        solved = solver.solve_together(self.root)
        if solved is None:
            return None
        x = unit(random(seeded(mix(self.seed, 1))))
        at = self.root
        for action in solved.moves[pick(list(solved.shares), len(solved.shares), x)]:
            at = at.then(action)
        return at, solved.value

    def _choose(self, trees: RootParallelSearch, deadline: Deadline) -> PartialMove:
        """Choose action by action. A secret choice is drawn in proportion to visits."""
        at, r = self.root, seeded(mix(self.seed, 1))
        while not at.complete:
            i = 0
            if len(at.legal) > 1:
                r = random(r)
                row = self._well_visited(trees, at, deadline)
                i = row.draw(unit(r), self.tuning.min_visit_share) if self.secret else row.best
            at = at.then(at.legal[i])
        return at

    def _well_visited(
        self, trees: RootParallelSearch, at: PartialMove, deadline: Deadline
    ) -> RootRow:
        return trees.well_visited_row(at, self.budget.shares(MORE), deadline)


def _first_search(game: Game, engine: Engine) -> None:
    """Call all that a search calls."""
    state = game.new(seed=1)
    search = Search(state.observe(state.to_act[0]), Budget(1), 1, engine)
    search.one_ply()
    search.think()


SEARCH = Program("search", (entry,), _first_search, ("advice",))
"""The search, linked to each game."""


def precompile(game: Game, *, learned: bool = True) -> None:
    """Compile the search for a game, or load it from the cache.

    With its networks, if some come with it, unless ``learned`` is false.
    """
    for own, program in _programs(game, learned):
        compilation.precompile(own, program)


def is_cached(game: Game) -> bool:
    """Would `precompile` load all of it from the cache, or is there no cache to load it from?"""
    return all(compilation.is_cached(own, program) for own, program in _programs(game))


def is_compiled(game: Game) -> bool:
    """Has `precompile` finished with this game in this process?"""
    return all(compilation.is_compiled(own, program) for own, program in _programs(game))


def _programs(game: Game, learned: bool = True) -> Iterator[tuple[Game, Program]]:
    """Return the programs that search a game, each with the game that it is linked to."""
    yield game, SEARCH
    if learned:
        yield from learned_programs(game)
    if is_solvable(game):
        yield game, ENDGAME
