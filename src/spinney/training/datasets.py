"""The samples of a network's training: inputs, targets, and the share held back for validation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spinney.core import compilation
from spinney.core.compilation import Program
from spinney.core.errors import Refused
from spinney.search.field_inputs import field_features
from spinney.search.own_features import own_features
from spinney.search.weights import NetworkShape
from spinney.training import encoding_loops

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.kernel.engine import Engine
    from spinney.training.selfplay import Samples

Array = npt.NDArray[Any]
WON = 0.7
"""The weight of winning in a state's target; the margin has the rest, as in the advice."""
LEAD_UNITS = 2.5
"""The number of units of a learnt lead in the game's full margin; a unit is at least a point."""
CHECKED = 10
"""One game in this number is held back for validation."""
MOST_MARKS = 10
"""The most numbers that a game's `action_features` may write where a network is trained."""


@dataclass(frozen=True)
class ValueSet:
    """The training data of a value, a row for each state where a move begins.

    With two players it is computed for the player to act: the game is zero-sum. With more it is
    computed for all of them, and each state has a row for one, drawn at random: all states of a
    game have one end, so more games teach more than more rows of each.

    Attributes:
        inputs: the network's, -1: none, of shape ``(n, inputs)``.
        bases: the log-odds of the advice.
        targets: the result and the margin, 0 to 1.
        wins: 1 for a win, 0.5 for a shared one, 0 for a loss.
        leads: the points ahead at the end.
        games: the number of each row's game.
        players: whose chances they are.
    """

    inputs: Array
    bases: Array
    targets: Array
    wins: Array
    leads: Array
    games: Array
    players: Array

    @staticmethod
    def of(game: Game, samples: Samples, with_advice: bool) -> ValueSet:
        """Return the training data of a value from samples."""
        rules, width = _engine(game).rules, _width(game)
        rows = np.flatnonzero(samples.begins)
        valued = np.zeros(len(rows), np.int64)
        rules.mark_valued(_batch(game, samples.states[rows]), len(rows), valued)
        rows = rows[valued == 1]
        players = valued_players(samples.players[rows], game.num_players)
        states = _batch(game, samples.states[rows])
        inputs, bases = np.zeros((len(rows), width), np.int32), np.zeros(len(rows))
        rules.encode_values(states, players, len(rows), with_advice, width, inputs, bases)
        ends, games = _batch(game, samples.ends), samples.games[rows]
        wins, values, leads = (np.zeros((len(ends), game.rules.PLAYERS)) for _ in range(3))
        rules.encode_ends(ends, len(ends), wins, values, leads)
        targets = WON * wins + (1 - WON) * values
        units = max(1.0, game.full_margin / LEAD_UNITS)
        return ValueSet(
            inputs,
            bases,
            targets[games, players],
            wins[games, players],
            leads[games, players] / units,
            games,
            players,
        )

    def with_td_targets(self, wins: Array, leads: Array, td_lambda: float) -> ValueSet:
        """Return the same data with targets that include the prediction at the player's next move.

        Games that are held back for validation keep their targets: they are judged by their ends.

        Args:
            wins: the predicted chance to win in each state,
            leads: and the lead.
            td_lambda: the weight of the next state's target against its prediction, the lambda of
                TD(lambda).
        """
        targets, ahead = self.targets.copy(), self.leads.copy()
        following: dict[tuple[int, int], int] = {}
        for row in reversed(split(self.games)[0].tolist()):
            key = int(self.games[row]), int(self.players[row])
            if (after := following.get(key)) is not None:
                targets[row] = (1 - td_lambda) * wins[after] + td_lambda * targets[after]
                ahead[row] = (1 - td_lambda) * leads[after] + td_lambda * ahead[after]
            following[key] = row
        return replace(self, targets=targets, leads=ahead)


@dataclass(frozen=True)
class PolicySet:
    """The training data of a policy, a row for each state in which there was a choice.

    Attributes:
        inputs: the network's, from the player's observation, of shape ``(n, inputs)``.
        ends: the actions of row ``i`` are from ``ends[i]`` to ``ends[i + 1]``.
        marks: what each action is (`action_features`), -1 behind it, of shape ``(m, MOST_MARKS)``.
        bases: the logarithm of the advice's weight of each.
        shares: the share of the visits that each had.
        games: the number of each row's game.
    """

    inputs: Array
    ends: Array
    marks: Array
    bases: Array
    shares: Array
    games: Array

    @staticmethod
    def of(game: Game, samples: Samples, with_advice: bool) -> PolicySet:
        """Return the training data of a policy from samples.

        Raises:
            Refused: the game's `action_features` writes too many numbers.
        """
        engine, width = _engine(game), _width(game)
        rows = np.flatnonzero(samples.counts)
        players, counts = (a[rows].astype(np.int64) for a in (samples.players, samples.counts))
        ends = np.concatenate([[0], np.cumsum(counts)])
        own = MOST_MARKS if NetworkShape.of(game).own_rows else 2
        marks = np.full((len(samples.pairs), own), -1, np.int32)
        inputs, bases = np.zeros((len(rows), width), np.int32), np.zeros(len(marks))
        most = engine.rules.encode_policies(
            _batch(game, samples.states[rows]),
            engine.rows(1),
            players,
            counts,
            samples.pairs,
            len(rows),
            with_advice,
            width,
            inputs,
            marks,
            bases,
        )
        if most > own:
            raise Refused(f"action_features writes {own} numbers at most to be trained, not {most}")
        visits = samples.pairs[:, 1].astype(float)
        totals = np.add.reduceat(visits, ends[:-1]) if len(rows) else np.zeros(0)
        shares = visits / np.repeat(np.maximum(totals, 1.0), counts)
        return PolicySet(inputs, ends, marks, bases, shares, samples.games[rows])


@dataclass(frozen=True)
class BeliefSet:
    """The training data of a belief: states where a move begins, and determinizations of each.

    Attributes:
        inputs: the network's, of shape ``(2 * n, inputs)``: of a state, then of a determinization
            of its player's observation.
        is_real: 1 and 0, alternating.
        games: the number of each row's game.
        hidden: the share of states in which the two have different inputs.
    """

    inputs: Array
    is_real: Array
    games: Array
    hidden: float

    @staticmethod
    def of(game: Game, samples: Samples, seed: int) -> BeliefSet:
        """Return the training data of a belief from samples, with determinizations by a seed."""
        engine, width = _engine(game), _width(game)
        rows = np.flatnonzero(samples.begins)
        inputs = np.zeros((2 * len(rows), width), np.int32)
        hidden = engine.rules.encode_beliefs(
            _batch(game, samples.states[rows]),
            engine.rows(1),
            samples.players[rows].astype(np.int64),
            len(rows),
            seed,
            width,
            inputs,
        )
        is_real = np.tile([1.0, 0.0], len(rows))
        games = np.repeat(samples.games[rows], 2)
        return BeliefSet(inputs, is_real, games, hidden / max(1, len(rows)))


def valued_players(choosing: Array, players: int) -> Array:
    """Return whose value is learnt in each state.

    Args:
        choosing: the player to act in each state.
        players: how many play.
    """
    if players == 2:
        return choosing.astype(np.int64)
    return np.random.default_rng(0).integers(players, size=len(choosing))


def split(games: Array) -> tuple[Array, Array]:
    """Return the rows for training, and those for validation: of other games."""
    checks = games % CHECKED == CHECKED - 1
    return np.flatnonzero(~checks), np.flatnonzero(checks)


def _width(game: Game) -> int:
    shape = NetworkShape.of(game)
    return shape.groups * shape.width + shape.of_whole


def _batch(game: Game, states: Array) -> Array:
    """Return records as compiled code takes them: NumPy's copies lose the alignment of the type."""
    found: Array = np.ascontiguousarray(states).view(game.record_class.dtype)
    return found


def _engine(game: Game) -> Engine:
    """Return the loops that encode, linked to a game."""
    if own_features(game) is not None:
        return compilation.compiled(game, _ENCODING)
    return compilation.compiled(game, _encoding_fields(field_features(game)))


@lru_cache(maxsize=16)
def _encoding_fields(features: ModuleType) -> Program:
    return Program("encoding", (encoding_loops,), _nothing, ("advice",), (features,))


def _nothing(game: Game, engine: Engine) -> None:
    """Compile nothing beforehand: training waits for the compiler."""


_ENCODING = Program("encoding", (encoding_loops,), _nothing, ("advice", "features"))
