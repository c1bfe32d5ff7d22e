"""Games as PettingZoo's parallel environments: all agents act at each step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from spinney.core.arguments import whole_number
from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.envs.arguments import agent_number
from spinney.envs.batch import Illegal, Rewards
from spinney.envs.episode import Episode
from spinney.envs.pettingzoo_base import PettingZooBase
from spinney.envs.spaces import Observed


def parallel(
    game: str | Game,
    *,
    obs: TensorType = "f4",
    reward: Rewards = "outcome",
    illegal: Illegal = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> SpinneyParallelEnv:
    """Return a game as a parallel environment.

    There is one action more than the game has, with the number ``game.num_actions``: to pass. It
    is the one legal action of an agent who owes no decision.

    Args:
        game: its name, or the game itself.
        obs: as for `aec`.
        reward: as for `aec`.
        illegal: as for `aec`; with ``"lose"``, all who choose an illegal action in a step get -1.
        render_mode: as for `aec`.
        options: the options of the game.

    Raises:
        Refused: there is no such game or option, or an argument can't be that.
    """
    return SpinneyParallelEnv(Episode(game, options, obs, reward, illegal), obs, render_mode)


class SpinneyParallelEnv(PettingZooBase, ParallelEnv[str, Observed, int]):  # type: ignore[misc]
    """A game whose agents all act at each step; see `parallel`.

    Attributes:
        pass_action: the action of an agent who owes no decision.
    """

    def __init__(self, episode: Episode, obs: TensorType, render_mode: str | None) -> None:
        PettingZooBase.__init__(self, episode, obs, render_mode, extra_actions=1)
        self.pass_action = episode.game.num_actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Begin a new game; see `Episode.deal`. Return the agents' observations, and no infos."""
        self.episode.deal(seed, options)
        self.agents = [*self.possible_agents]
        self._show()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observed],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the actions of all agents.

        Args:
            actions: by agent; agents who owe no decision may be left out.

        Returns:
            By agent: its observation, its reward, whether the game has ended, False, and infos.

        Raises:
            Refused: the game is over; an action is invalid or missing, or it is illegal and
                ``illegal`` is ``"raise"``. Then nothing has changed.
        """
        agents, chosen = self.agents, self._chosen(actions)
        wrong = self.episode.take(chosen)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for player in wrong:
            infos[agents[player]] = {"illegal_action": chosen[player]}
        over = self.episode.over
        if over:
            self.agents = []
        self._show()
        rewards = dict(zip(agents, self.episode.rewards, strict=True))
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return self._observations(), rewards, ended, cut, infos

    def _chosen(self, actions: Mapping[str, int]) -> dict[int, int]:
        """Return the actions of players who owe a decision, and others that aren't passes."""
        if not self.agents:
            raise Refused("the game is over or hasn't begun: reset() begins one")
        if not isinstance(actions, Mapping):
            raise Refused(f"actions are a dict with an action for each agent, not {actions!r:.60}")
        for agent in actions:
            agent_number(agent, self.agents)
        chosen = {}
        for player, agent in enumerate(self.agents):
            acting = player in self.episode.state.to_act
            if acting and agent not in actions:
                raise Refused(f"{agent} owes an action")
            if agent in actions:
                action = whole_number(actions[agent], "an action")
                passes = action == self.pass_action
                if acting or not passes:
                    chosen[player] = action if passes else self.episode.action(action)
        return chosen

    def _observations(self) -> dict[str, Observed]:
        return {agent: self._observed(player) for player, agent in enumerate(self.possible_agents)}

    def _observed(self, player: int) -> Observed:
        observed = self.episode.observed(player)
        passes = self.episode.over or player not in self.episode.state.to_act
        return observed | {"action_mask": np.append(observed["action_mask"], np.int8(passes))}
