"""Batches in which the learner has one seat of each game, and an opponent all others."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from spinney.envs.arrays import LEAVE
from spinney.envs.batch import Batch
from spinney.envs.opponents import (
    RANDOM,
    GameNumbers,
    Opponent,
    choice_seed,
    drawn_seat,
    is_compiled,
    read_opponent,
)


class LearnerBatch:
    """A batch that is played on until the learner owes a decision in each game, or it is over.

    Attributes:
        batch: the games; nobody deals them anew but `deal`.
        seats: the learner's in each game, int64 of shape ``(n,)``.
        rewards: the learner's since they were last set to 0, float64 of shape ``(n,)``.
    """

    def __init__(self, batch: Batch, opponent: Opponent, seat: int | None) -> None:
        """Assign the seats.

        Args:
            batch: made with ``autoreset="never"``.
            opponent: who has the other seats.
            seat: the learner's; None: drawn for each game.

        Raises:
            Refused: the opponent can't be that.
        """
        self.batch, self._seat = batch, seat
        self._chosen = read_opponent(opponent)
        # A compiled loop for random actions exists already.
        self._random, self._can_fail = opponent == RANDOM, callable(opponent)
        compiled = is_compiled(opponent, batch.game) and not self._random
        self._level = str(opponent) if compiled else None
        self.seats, self.rewards = np.zeros(batch.n, np.int64), np.zeros(batch.n)
        self._plans: dict[int, list[int]] = {}

    @property
    def over(self) -> Any:
        """Which games are over, bools of shape ``(n,)``."""
        return self.batch.to_act == 0

    def deal(self, rows: GameNumbers, seeds: GameNumbers | None = None) -> None:
        """Deal some games anew, as `Batch.deal` does, and seat the learner."""
        self.batch.deal(rows, seeds)
        players = self.batch.game.num_players
        for row in rows.tolist():
            drawn = drawn_seat(int(self.batch.seeds[row]), players) if self._seat is None else 0
            self.seats[row] = drawn if self._seat is None else self._seat
            self._plans.pop(row, None)

    def play(self, actions: GameNumbers | None = None) -> None:
        """Take the learner's actions, if any, as `Batch.step` does, and play on."""
        if actions is not None:
            self._step(actions)
        if self._level is None:
            self._ask_others()
            return
        over = self.over
        self.batch.play_others(self._level, self.seats)
        self._collect(self.over & ~over)

    def _step(self, actions: GameNumbers) -> None:
        self.batch.step(actions)
        self._collect(self.batch.done == 1)

    def _collect(self, ended: Any) -> None:
        """Add the rewards of games that have just ended."""
        rows = np.flatnonzero(ended)
        self.rewards[rows] += self.batch.reward[rows, self.seats[rows]]

    def _ask_others(self) -> None:
        """Ask the opponent for one action after another."""
        while len(rows := np.flatnonzero(~self.over & (self.batch.player != self.seats))):
            moves = np.full(self.batch.n, LEAVE)
            moves[rows] = self._others_actions(rows)
            self._step(moves)

    def _others_actions(self, rows: GameNumbers) -> Any:
        if self._random:
            return self.batch.random_actions()[rows]
        return [self._next_action(row) for row in rows.tolist()]

    def _next_action(self, row: int) -> int:
        """Return the next action of the opponent's move, which is chosen now if need be."""
        if not self._plans.get(row):
            batch = self.batch
            view = batch.state(row).observe(int(batch.player[row]))
            seed = choice_seed(int(batch.seeds[row]), int(batch.length[row]))
            self._plans[row] = [*self._chosen(view, seed)]
        return self._plans[row].pop(0)

    def saved(self) -> tuple[Any, ...] | None:
        """Return the data for `restore`; None if no opponent can fail."""
        if not self._can_fail:
            return None
        kept = self.seats.copy(), self.rewards.copy(), copy.deepcopy(self._plans)
        return self.batch.save(), *kept

    def restore(self, saved: tuple[Any, ...] | None) -> None:
        """Restore what `saved` returned."""
        if saved is not None:
            games, self.seats[:], self.rewards[:], self._plans = saved
            self.batch.load(games)
