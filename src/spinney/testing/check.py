"""`check_game`: all promises, over random games."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from random import Random
from time import monotonic

from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.state import State
from spinney.search import SEARCH
from spinney.testing.backend_parity import check_parity
from spinney.testing.hidden_fields import hidden_fields
from spinney.testing.information_flow import (
    check_events,
    check_logs,
    check_memory,
    check_non_interference,
    check_uniform,
    check_view,
    check_words,
    views,
)
from spinney.testing.notation import (
    check_actions,
    check_move,
    check_moves,
    check_refusals,
    check_rest,
)
from spinney.testing.observation_arrays import (
    Seen,
    check_arrays,
    check_batch,
    says_what_fields_mean,
)
from spinney.testing.random_play import Decision, check_deal, decisions
from spinney.testing.round_trips import check_copies, check_view_copies
from spinney.testing.violations import CheckReport, hold


def check_game(
    game: Game,
    *,
    games: int = 5,
    seed: int = 1,
    often: float = 0.1,
    few: int = 3,
    forgets: bool = False,
    seconds: float = math.inf,
    progress: Callable[[CheckReport], None] | None = None,
    compiled: bool = True,
) -> CheckReport:
    """Play random games and check every promise of the interface.

    Args:
        game: any game, with its options.
        games: how many random games.
        seed: of the deals and of all choices: the same seed checks the same.
        often: the share of decisions at which the costly promises are checked.
        few: how many positions with few enough determinizations are enumerated.
        forgets: do the rules of the game let players forget something? Then knowledge need not
            last; that nothing is known too early is still checked.
        seconds: the time after which no further decision is checked in random games. One game is
            still played compiled and interpreted.
        progress: called before each game and each decision, with the report so far.
        compiled: use compiled rules and compare them with interpreted ones; else only interpreted
            ones, which check every index.

    Returns:
        how often each promise was checked.

    Raises:
        Broken: one was not kept; the message names it and gives the state.
    """
    report, end = CheckReport(game), monotonic() + seconds
    seen = Seen() if says_what_fields_mean(game) else None
    check = _Check(report, Random(seed), end, seen, often, few, forgets, progress)
    with nullcontext() if compiled else compilation.interpreting():
        for number in range(seed, seed + games):
            check.play(number)
            if compiled:
                compared = check_parity(game, number, check.rng)
                report.counts["decisions compiled and interpreted"] += compared
            if check.is_late:
                break
        if seen is not None and compiled and not check.is_late:
            report.counts["steps of a batch"] += check_batch(game, seed, check.rng)
    return report


@dataclass(frozen=True)
class _Check:
    """A check that is being made.

    Attributes:
        report: its results so far.
        rng: all choices are drawn from it.
        end: when to stop, by the monotonic clock.
        seen: the values in observations as arrays; None: the game has none.
        often, few, forgets, progress: as in `check_game`.
    """

    report: CheckReport
    rng: Random
    end: float
    seen: Seen | None
    often: float
    few: int
    forgets: bool
    progress: Callable[[CheckReport], None] | None

    @property
    def is_late(self) -> bool:
        """Is the time over?"""
        return monotonic() > self.end

    def play(self, number: int) -> None:
        """Check a game at random, from the deal on."""
        game = self.report.game
        self._note(game.new(seed=number))
        check_deal(game, number, self.rng)
        for decision in decisions(game, number, self.rng):
            self._note(decision.state)
            self._check_decision(decision)
            if self.is_late:
                return
        self.report.counts["games"] += 1

    def _note(self, state: State) -> None:
        self.report.last = state
        if self.progress is not None:
            self.progress(self.report)

    def _check_decision(self, decision: Decision) -> None:
        report, rng = self.report, self.rng
        _check_always(decision, rng)
        report.counts["decisions"] += 1
        if rng.random() < self.often:
            _check_sometimes(decision, rng, report, self.seen)
            _enumerate(decision, rng, self.few, self.forgets, report)
            report.counts["decisions looked at closely"] += 1


def _check_always(decision: Decision, rng: Random) -> None:
    state, player, _ = decision
    hold(state.is_consistent, "every state is consistent", state)
    check_actions(state, player, rng)
    for view in views(state):
        check_view(state, view, rng.getrandbits(60))


def _check_sometimes(
    decision: Decision, rng: Random, report: CheckReport, seen: Seen | None
) -> None:
    state, player, _ = decision
    check_copies(state)
    check_moves(state, player, rng)
    check_rest(state, player, rng)
    check_refusals(state, rng)
    _check_forfeits(decision)
    _check_prior(decision)
    for view in views(state):
        report.hidden.update(hidden_fields(state, view))
        check_view_copies(view)
        check_events(view, rng)
        check_logs(view, rng)
        check_words(view)
        check_non_interference(state, view, rng)
        if seen is not None:
            check_arrays(state, view, rng, seen)
        report.counts["views"] += 1
    _check_interpreted(decision, rng)
    _check_level(decision, rng)


def _check_interpreted(decision: Decision, rng: Random) -> None:
    """Check views with checked indices too, which would detect a blank used as an index."""
    state = decision.state
    with compilation.interpreting():
        for player in range(-1, state.game.num_players):
            check_view(state, state.observe(player), rng.getrandbits(60))
        move = state.legal(decision.player).sample(rng.getrandbits(60))
        check_move(state, decision.player, move)


def _enumerate(
    decision: Decision, rng: Random, most: int, forgets: bool, report: CheckReport
) -> None:
    for view in views(decision.state):
        if report.counts["views enumerated"] < most and check_uniform(view, rng):
            report.counts["views enumerated"] += 1
        done = report.counts["memories"] >= most
        if not done and check_memory(view, decision.state, rng, forgets):
            report.counts["memories"] += 1


def _check_forfeits(decision: Decision) -> None:
    """Check that a game goes on after any forfeit, also from inside a move."""
    for reason in (LATE, MALFORMED, ILLEGAL):
        transitions = decision.state.forfeit(decision.player, reason)
        after = transitions[-1].state
        hold(after.is_consistent, "after a forfeit the state is consistent", decision.state)
        stuck = decision.player in after.to_act and after == decision.state
        hold(not stuck, "a forfeit counts as the choice", decision.state)


def _check_prior(decision: Decision) -> None:
    """Check that the advice leaves the search something to choose."""
    state, player, _ = decision
    engine = compilation.interpreted(state.game, SEARCH)
    if not hasattr(engine.rules, "prior"):
        return
    actions = state.legal_actions(player)
    count, out = len(actions), engine.floats(len(actions))
    engine.rules.prior(engine.load(state.data)[0], player, engine.array(actions), count, out)
    weights = engine.list_of(out, count)
    fits = min(weights) >= 0 < max(weights)
    hold(fits, "no action weighs less than 0, and one weighs more", state, weights)


def _check_level(decision: Decision, rng: Random) -> None:
    """Check that the computer's choice depends on nothing that its player can't know."""
    from spinney.players import choose

    state, player, _ = decision
    view, seed = state.observe(player), rng.getrandbits(60)
    said = {
        choose(determinized.observe(player), "seedling", seed).move
        for determinized in (state, view.determinize(rng.getrandbits(60)))
    }
    hold(len(said) == 1, "a level knows only what its player knows", state, said)
    hold(said.pop() in state.legal(player), "a level chooses a legal move", state)
