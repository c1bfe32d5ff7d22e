"""Learn a game from nothing: independent PPO with action masks, against a level or itself.

    pip install -e '.[envs]' torch
    python ppo.py spring-2021 --against seedling

The games lie in a `spinney.envs.Batch`. Each step asks the network for an action in every game, for
whoever is to act there; the network sees what that player sees, and only legal actions have a
chance. PPO (Schulman et al., 2017) then makes more likely what went better than expected. Players
learn independently: to each, the others are a part of the world. These others are a level of the
computer, which plays in compiled code; without ``--against``, the network has all seats. Towards
the end of its time the network changes less and less, and tries less.

Every few minutes the network plays against a level of the computer, in Gymnasium's vector
environment, and takes the action it finds likeliest to be right. The score is 1 for a win, 1/2 for
a shared one.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import spinney
from spinney.core.encoding import TensorType
from spinney.envs import Batch
from spinney.envs.gymnasium_registry import env_id

GAMES, STEPS = 256, 128
"""How many games are played at once, and how many steps of each before the network learns."""
EPOCHS, MINIBATCH = 3, 1024
GAMMA, LAMBDA, CLIP = 1.0, 0.95, 0.2
ENTROPY, VALUE, LEARNING_RATE = 0.01, 1.0, 5e-4


class Network(nn.Module):
    """Two hidden layers, from what a player sees to a choice and to the reward to expect."""

    def __init__(self, tensor_size: int, num_actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(nn.Linear(tensor_size, width), nn.LayerNorm(width), nn.ReLU()),
            *(nn.Linear(width, width), nn.ReLU()),
        )
        self.policy, self.value = nn.Linear(width, num_actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # so it begins by choosing at random
        nn.init.zeros_(self.value.weight)

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return how likely each legal action is, and the reward to expect."""
        hidden = self.body(obs.float())
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden)[:, 0]


class Rollout(NamedTuple):
    """What was played: a row for each step, a column for each game."""

    obs: Tensor  # (steps, games, tensor_size)
    mask: Tensor  # (steps, games, num_actions)
    action: Tensor  # (steps, games)
    log_prob: Tensor
    value: Tensor
    player: Tensor
    reward: Tensor  # (steps, games, players)
    done: Tensor
    own: Tensor  # is it to be learnt from?


class Others(NamedTuple):
    """The player the network learns from, if not itself."""

    level: str
    seats: npt.NDArray[np.int64]  # (games,): the network's own


def seen(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return what the players to act see, and what they may do. Copies: a batch reuses its own."""
    return torch.tensor(batch.obs), torch.tensor(batch.mask, dtype=torch.bool)


@torch.no_grad()
def play(network: Network, batch: Batch, steps: int, others: Others | None = None) -> Rollout:
    """Play all games on for some steps. None: the network has all seats."""
    rows = []
    for _ in range(steps):
        obs, mask = seen(batch)
        chances, value = network(obs, mask)
        action = chances.sample()
        player = torch.tensor(batch.player)
        batch.step(action.numpy())
        if others:
            batch.play_others(*others)
        ended = torch.tensor(batch.reward), torch.tensor(batch.done), torch.ones_like(player)
        rows.append((obs, mask, action, chances.log_prob(action), value, player, *ended))
    return Rollout(*map(torch.stack, zip(*rows, strict=True)))


def advantages(played: Rollout, last_player: Tensor, last_value: Tensor) -> tuple[Tensor, Tensor]:
    """Return how much better each action was than expected, and which of them can be told.

    Generalised advantage estimation (Schulman et al., 2016), from a player's decision to the same
    player's next. Of the last decisions of those who aren't to act, it can't be told yet.
    """
    steps, games, players = played.reward.shape
    row = torch.arange(games)
    after, gain = torch.zeros(games, players), torch.zeros(games, players)
    brought, known = torch.zeros(games, players), torch.zeros(games, players, dtype=torch.bool)
    after[row, last_player], known[row, last_player] = last_value, True
    advantage, is_known = torch.zeros(steps, games), torch.zeros(steps, games, dtype=torch.bool)
    for t in reversed(range(steps)):
        ended = played.done[t].bool()
        after[ended], gain[ended], known[ended] = 0.0, 0.0, True
        brought[ended] = played.reward[t, ended]
        p = played.player[t]
        better = brought[row, p] + GAMMA * after[row, p] - played.value[t]
        advantage[t], is_known[t] = better + GAMMA * LAMBDA * gain[row, p], known[row, p]
        gain[row, p] = torch.where(is_known[t], advantage[t], 0.0)
        after[row, p], brought[row, p], known[row, p] = played.value[t], 0.0, True
    return advantage, is_known


def learn(
    network: Network,
    optimiser: torch.optim.Optimizer,
    played: Rollout,
    batch: Batch,
    left: float = 1.0,
) -> None:
    """Make more likely what went better than expected, but no step too far.

    ``left`` is which part of the time to learn is left.
    """
    for group in optimiser.param_groups:
        group["lr"] = LEARNING_RATE * left
    with torch.no_grad():
        _, last_value = network(*seen(batch))
    advantage, is_known = advantages(played, torch.tensor(batch.player), last_value)
    chosen = (is_known & played.own.bool()).flatten().nonzero()[:, 0]
    obs, mask, action, log_prob, value = (each.flatten(0, 1) for each in played[:5])
    advantage = advantage.flatten()
    returns = advantage + value
    for _ in range(EPOCHS):
        for rows in chosen[torch.randperm(len(chosen))].split(MINIBATCH):
            chances, expected = network(obs[rows], mask[rows])
            better = advantage[rows]
            better = (better - better.mean()) / (better.std() + 1e-8)
            ratio = (chances.log_prob(action[rows]) - log_prob[rows]).exp()
            gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            loss = VALUE * (expected - returns[rows]).square().mean()
            loss = loss - gain - ENTROPY * left * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def score(
    network: Network,
    game: spinney.Game,
    opponent: str,
    games: int,
    seed: int = 1,
    obs: TensorType = "f4",
) -> float:
    """Return the network's mean score against an opponent, from random seats."""
    env = gymnasium.make_vec(
        env_id(game.name),
        games,
        opponent=opponent,
        obs=obs,
        autoreset_mode="SameStep",
        **game.chosen,
    )
    observations, _ = env.reset(seed=seed)
    scores = np.full(games, np.nan)
    while np.isnan(scores).any():
        mask = torch.tensor(observations["action_mask"]).bool()
        chances, _ = network(torch.tensor(observations["observation"]), mask)
        observations, reward, ended, _, _ = env.step(chances.logits.argmax(1).numpy())
        first = ended & np.isnan(scores)
        scores[first] = (reward[first] + 1) / 2
    return float(scores.mean())


def main() -> None:
    """Learn for some time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="spring-2021")
    parser.add_argument("--minutes", type=float, default=20, help="of processor time")
    parser.add_argument("--every", type=float, default=2, help="minutes between evaluations")
    parser.add_argument("--against", default="itself", help="who it learns from: itself, a level")
    parser.add_argument("--opponent", default="seedling", help="who it is measured against")
    parser.add_argument("--evaluate", type=int, default=100, help="games of an evaluation")
    parser.add_argument("--final", type=int, default=1000, help="games of the last evaluation")
    parser.add_argument("--save", type=Path, help="a file for the network")
    args = parser.parse_args()

    torch.manual_seed(1)
    game = spinney.game(args.game)
    batch = Batch(game, GAMES, seed=1, reward="margin")
    others = None
    if args.against != "itself":
        others = Others(args.against, np.arange(GAMES) % game.num_players)
        batch.play_others(*others)
    network = Network(game.tensor_size, game.num_actions)
    optimiser = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    won = score(network, game, args.opponent, args.evaluate)
    print(f"to begin with: score {won:.2f}", flush=True)
    begun, next_score, decisions = time.process_time(), args.every, 0
    while (minutes := (time.process_time() - begun) / 60) < args.minutes:
        if minutes >= next_score:
            won = score(network, game, args.opponent, args.evaluate)
            print(f"{minutes:5.1f} min  {decisions:>10,} decisions  score {won:.2f}", flush=True)
            next_score += args.every
        played = play(network, batch, STEPS, others)
        learn(network, optimiser, played, batch, left=1 - minutes / args.minutes)
        decisions += STEPS * GAMES
    won = score(network, game, args.opponent, args.final, seed=10_000)
    spread = 1.96 * (won * (1 - won) / args.final) ** 0.5
    print(f"after {decisions:,} decisions: {won:.3f} ± {spread:.3f} in {args.final} games")
    if args.save:
        torch.save(network.state_dict(), args.save)


if __name__ == "__main__":
    main()
