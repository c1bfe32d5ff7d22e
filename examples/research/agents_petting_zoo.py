"""A random agent and one that searches, in PettingZoo: three players of Arboretum.

pip install -e '.[envs]'
python agents_petting_zoo.py --games 4
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from spinney import search
from spinney.core import notation
from spinney.envs import aec


class RandomAgent:
    """Takes any legal action."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, env: Any, agent: str) -> int:  # noqa: ARG002 - what it is told is enough
        """Return the next action."""
        observation, *_ = env.last()
        return int(self.rng.choice(np.flatnonzero(observation["action_mask"])))


class SearchAgent:
    """Tries games from what it sees before each move; a move may be several actions."""

    def __init__(self, playouts: int) -> None:
        self.budget, self.planned = search.Budget(playouts), list[int]()

    def act(self, env: Any, agent: str) -> int:
        """Return the next action of a move."""
        if not self.planned:
            view = env.unwrapped.episode.view(env.possible_agents.index(agent))
            self.planned = [*notation.read(view, search.think(view, self.budget, seed=1).move)]
        return self.planned.pop(0)


def main() -> None:
    """Play some games, and tell the mean reward of each agent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=100)
    args = parser.parse_args()
    env = aec("arboretum", players=3)
    agents = {
        "player_0": SearchAgent(args.playouts),
        "player_1": RandomAgent(1),
        "player_2": RandomAgent(2),
    }
    rewards = dict.fromkeys(agents, 0.0)
    for seed in range(args.games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            _, reward, ended, _, _ = env.last(observe=False)
            rewards[agent] += reward
            env.step(None if ended else agents[agent].act(env, agent))
    for agent, total in rewards.items():
        print(f"{agent} {type(agents[agent]).__name__}: {total / args.games:+.2f}")


if __name__ == "__main__":
    main()
