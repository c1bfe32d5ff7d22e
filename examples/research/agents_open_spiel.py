"""A random bot and one that searches, in OpenSpiel: Arboretum for two.

pip install -e '.[openspiel]'
python agents_open_spiel.py --games 2

`spinney.search` is compiled, and knows nothing but what the player sees.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.bots.uniform_random import UniformRandomBot

from spinney import search
from spinney.core import notation
from spinney.envs.open_spiel import register_all


class SearchBot(pyspiel.Bot):  # type: ignore[misc]
    """Tries games from what its player sees before each move; a move may be several actions."""

    def __init__(self, playouts: int) -> None:
        pyspiel.Bot.__init__(self)
        self.budget, self.planned = search.Budget(playouts), list[int]()

    def step(self, state: Any) -> int:
        """Return the next action of a move."""
        if not self.planned:
            view = state.game_history.state.observe(state.current_player())
            self.planned = [*notation.read(view, search.think(view, self.budget, seed=1).move)]
        return self.planned.pop(0)


def main() -> None:
    """Play some games, and tell the mean return of each bot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=100)
    args = parser.parse_args()
    register_all()
    game = pyspiel.load_game("spinney_arboretum")
    returns = []
    for seed in range(args.games):
        bots = [SearchBot(args.playouts), UniformRandomBot(1, np.random.RandomState(seed))]
        state = game.new_initial_state()
        state.apply_action(seed)  # the deal
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        returns.append(state.returns())
    search_return, random_return = np.mean(returns, axis=0)
    print(f"search: {search_return:+.2f}")
    print(f"random: {random_return:+.2f}")


if __name__ == "__main__":
    main()
