"""Learn Arboretum by self-play against earlier selves, with the network and the PPO of `ppo.py`.

    pip install -e '.[envs]' torch
    python self_play.py --minutes 20

In each game the learner has one seat, and a copy of itself as it once was has all others. A learner
that only plays against its present self may run in a circle: what beats it today lost to it
yesterday. A copy is added to the pool whenever the learner has won most of its last games.
"""

from __future__ import annotations

import argparse
import copy
import time

import torch
from ppo import LEARNING_RATE, Network, Rollout, learn, score, seen
from torch import Tensor

import spinney
from spinney.envs import Batch

GAMES, STEPS = 64, 64
POOL, ENOUGH, LAST = 8, 0.6, 200
"""The most copies that are kept; which share of its last games a learner must win, and of how
many, before another is added."""


class SelfPlay:
    """A batch of games between a learner and its earlier selves.

    Attributes:
        pool: the earlier selves.
        seat: the learner's, by game.
        rival: which of the pool it plays, by game.
        results: the learner's scores in the games that ended last.
    """

    def __init__(self, game: spinney.Game, learner: Network) -> None:
        # Most numbers are 0 or 1: bytes hold them in a quarter of the memory.
        self.batch = Batch(game, GAMES, seed=1, reward="outcome", obs="u1")
        self.learner, self.pool = learner, [copy.deepcopy(learner)]
        self.seat = torch.arange(GAMES) % game.num_players
        self.rival = torch.zeros(GAMES, dtype=torch.long)
        self.results: list[float] = []

    @torch.no_grad()
    def play(self) -> Rollout:
        """Play all games on for some steps; only the learner's decisions are to be learnt from."""
        rows = []
        for _ in range(STEPS):
            obs, mask = seen(self.batch)
            player = torch.tensor(self.batch.player)
            own = player == self.seat
            action, log_prob, value = self._choose(obs, mask, own)
            self.batch.step(action.numpy())
            reward, done = torch.tensor(self.batch.reward), torch.tensor(self.batch.done)
            self._note(reward, done.bool())
            rows.append((obs, mask, action, log_prob, value, player, reward, done, own))
        return Rollout(*map(torch.stack, zip(*rows, strict=True)))

    def _choose(self, obs: Tensor, mask: Tensor, own: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Ask the learner where it is to act, and elsewhere whom it plays."""
        action = torch.zeros(GAMES, dtype=torch.long)
        log_prob, value = torch.zeros(GAMES), torch.zeros(GAMES)
        groups = [(self.learner, own)]
        groups += [(one, ~own & (self.rival == k)) for k, one in enumerate(self.pool)]
        for network, rows in groups:
            if rows.any():
                chances, value[rows] = network(obs[rows], mask[rows])
                action[rows] = chances.sample()
                log_prob[rows] = chances.log_prob(action[rows])
        return action, log_prob, value

    def _note(self, reward: Tensor, ended: Tensor) -> None:
        """Keep how games ended, and choose whom the learner plays in the next."""
        rows = ended.nonzero()[:, 0]
        self.results += ((reward[rows, self.seat[rows]] + 1) / 2).tolist()
        self.rival[rows] = torch.randint(len(self.pool), (len(rows),))

    def renew(self) -> float | None:
        """Add the learner to the pool if it wins enough; return its score if it was added."""
        last = self.results[-LAST:]
        if len(last) < LAST or sum(last) < ENOUGH * LAST:
            return None
        self.pool = [*self.pool, copy.deepcopy(self.learner)][-POOL:]
        self.results = []
        return sum(last) / LAST


def main() -> None:
    """Learn for some time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument(
        "--opponent", default="random", help="who it is measured against in the end"
    )
    parser.add_argument("--evaluate", type=int, default=100, help="games of the evaluation")
    args = parser.parse_args()

    torch.manual_seed(1)
    game = spinney.game("arboretum")
    learner = Network(game.tensor_size, game.num_actions)
    optimiser = torch.optim.Adam(learner.parameters(), LEARNING_RATE, eps=1e-5)
    games, begun = SelfPlay(game, learner), time.monotonic()
    while (minutes := (time.monotonic() - begun) / 60) < args.minutes:
        learn(learner, optimiser, games.play(), games.batch)
        won = games.renew()
        if won is not None:
            print(f"{minutes:5.1f} min  beats its earlier selves with {won:.2f}", flush=True)
    won = score(learner, game, args.opponent, args.evaluate, obs="u1")
    print(f"score against {args.opponent}: {won:.3f} in {args.evaluate} games")


if __name__ == "__main__":
    main()
