"""A random agent and one that searches, in Gymnasium: Spring Challenge 2021 against `seedling`.

pip install -e '.[envs]'
python agents_gymnasium.py --games 4
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import spinney.envs  # noqa: F401 - it makes the games known
from spinney import search
from spinney.core import notation

Agent = Callable[[Any, Any], int]


def random_agent(env: Any, observation: Any) -> int:
    """Take any legal action."""
    return int(env.action_space.sample(observation["action_mask"]))


def search_agent(playouts: int) -> Agent:
    """Return an agent that tries games from what it sees before each move."""
    budget, planned = search.Budget(playouts), list[int]()

    def act(env: Any, _: Any) -> int:
        if not planned:
            view = env.unwrapped.episode.view(env.unwrapped.seat)
            planned.extend(notation.read(view, search.think(view, budget, seed=1).move))
        return planned.pop(0)

    return act


def mean_reward(agent: Agent, games: int) -> float:
    """Play some games from a random seat."""
    env = gymnasium.make("spinney/Spring2021-v0", opponent="seedling")
    env.action_space.seed(1)
    rewards = []
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            observation, reward, ended, _, _ = env.step(agent(env, observation))
        rewards.append(reward)
    return float(np.mean(rewards))


def main() -> None:
    """Tell the mean reward of each agent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=100)
    args = parser.parse_args()
    print(f"random: {mean_reward(random_agent, args.games):+.2f}")
    print(f"search: {mean_reward(search_agent(args.playouts), args.games):+.2f}")


if __name__ == "__main__":
    main()
