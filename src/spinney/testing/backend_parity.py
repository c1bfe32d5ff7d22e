"""The promise that compiled and interpreted rules do the same."""

from __future__ import annotations

from random import Random
from typing import Any

from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.interface import FACTS, ILLEGAL, LATE, MALFORMED
from spinney.core.state import State
from spinney.testing.violations import hold


class BackendPair:
    """A game's two engines with the same record in each, moved in lock-step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engines = (compilation.compiled(game), compilation.interpreted(game))
        self.batches = tuple(engine.rows(4) for engine in self.engines)
        self.outs = tuple(engine.ints(game.rules.CODES + FACTS) for engine in self.engines)

    def call(self, rule: str, row: int, *arguments: Any) -> Any:
        """Call a rule of both engines on one row; both must return and leave the same."""
        results = [
            getattr(engine.rules, rule)(batch, row, *arguments)
            for engine, batch in zip(self.engines, self.batches, strict=True)
        ]
        return self._agreed(rule, row, results)

    def write(self, rule: str, row: int, *arguments: Any) -> tuple[int, ...]:
        """Call a rule that writes numbers; both must write the same."""
        results = [
            getattr(engine.rules, rule)(batch, row, *arguments, out)
            for engine, batch, out in zip(self.engines, self.batches, self.outs, strict=True)
        ]
        count = self._agreed(rule, row, results)
        count = self.game.num_players if count is None else int(count)
        pairs = zip(self.engines, self.outs, strict=True)
        one, two = (engine.list_of(out, count) for engine, out in pairs)
        hold(one == two, "compiled equals interpreted", self.state(row), (rule, one, two))
        return one

    def sample(self, row: int, player: int, r: int) -> int:
        """Draw a legal action; both must draw the same."""
        results = [
            engine.rules.sample_at(batch, row, player, r, out)
            for engine, batch, out in zip(self.engines, self.batches, self.outs, strict=True)
        ]
        return int(self._agreed("sample_at", row, results))

    def _agreed(self, rule: str, row: int, results: list[Any]) -> Any:
        one, two = (e.save(b, row) for e, b in zip(self.engines, self.batches, strict=True))
        hold(one == two, "compiled equals interpreted", self.state(row), rule)
        hold(results[0] == results[1], "compiled equals interpreted", self.state(row), rule)
        return results[0]

    def copy(self, target: int, source: int) -> None:
        """Copy a row within both batches."""
        for batch in self.batches:
            batch[target] = batch[source]

    def state(self, row: int) -> State:
        """Return a row as a state, from the compiled engine."""
        return State(self.game, self.engines[0].save(self.batches[0], row))


def check_parity(game: Game, seed: int, rng: Random) -> int:
    """Play a random game in both engines, calling every rule; return the decisions taken."""
    backends = BackendPair(game)
    for engine, batch in zip(backends.engines, backends.batches, strict=True):
        engine.rules.deal_at(batch, 0, engine.array(game.settings), seed)
    backends.call("begin_at", 0)
    decisions = 0
    while True:
        acting = backends.call("to_act_at", 0)
        if not acting:
            backends.copy(2, 0)
            stage = backends.call("settle_at", 0)
            if not stage:
                break
            hold(
                backends.call("is_consistent_at", 0), "every state is consistent", backends.state(0)
            )
            _compare_events(backends, 2, 0, -1, stage)
            continue
        players = [p for p in range(game.num_players) if acting >> p & 1]
        player = rng.choice(players)
        legal = backends.write("legal_at", 0, player)
        drawn = backends.sample(0, player, rng.getrandbits(63))
        hold(drawn in legal, "a sampled action is legal", backends.state(0), drawn)
        action = rng.choice(legal)
        _compare_all(backends, player, action, rng)
        backends.call("apply_at", 0, player, action)
        decisions += 1
    backends.write("score_at", 0)
    backends.write("outcome_at", 0)
    _compare_views(backends, rng)
    return decisions


def _compare_all(backends: BackendPair, player: int, action: int, rng: Random) -> None:
    """Call on copies every rule that can follow a decision."""
    backends.call("mid_move_at", 0, player)
    backends.call("period_at", 0, player)
    backends.call("infoset_at", 0, player)
    backends.call("num_players_at", 0)
    hold(backends.call("is_consistent_at", 0), "every state is consistent", backends.state(0))
    backends.write("score_at", 0)
    backends.write("outcome_at", 0)
    backends.copy(1, 0)
    backends.call("apply_at", 1, player, action)
    _compare_events(backends, 0, 1, player, action)
    _compare_views(backends, rng)
    backends.copy(1, 0)
    reason = rng.choice((LATE, MALFORMED, ILLEGAL))
    backends.call("forfeit_at", 1, player, reason)
    _compare_events(backends, 0, 1, player, -reason)


def _compare_views(backends: BackendPair, rng: Random) -> None:
    """At most three of the views: with many players all of them would take most of the time."""
    viewers = range(-1, backends.game.num_players)
    for viewer in rng.sample(viewers, min(3, len(viewers))):
        backends.copy(1, 0)
        backends.call("observe_at", 1, viewer)
        backends.call("determinize_at", 1, viewer, rng.getrandbits(62))


def _compare_events(backends: BackendPair, before: int, row: int, player: int, action: int) -> None:
    for observer in range(-1, backends.game.num_players):
        backends.write("events_at", before, row, observer, player, action)
