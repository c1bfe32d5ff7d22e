"""The part that both kinds of PettingZoo's environments share: agents, spaces, state, pictures."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt
from gymnasium import spaces

from spinney.core.encoding import TensorType
from spinney.drawing.pixels import Bytes
from spinney.envs.arguments import agent_number
from spinney.envs.episode import Episode
from spinney.envs.frames import (
    ANSI,
    HUMAN,
    RGB_ARRAY,
    SPECTATOR,
    check_render_mode,
    frame,
    write_text,
)
from spinney.envs.spaces import observation_space, state_space


class PettingZooBase:
    """A game with its agents, ``player_0``, ``player_1``, ..., and their spaces.

    Attributes:
        episode: the game that is played.
    """

    metadata: dict[str, Any]

    def __init__(
        self, episode: Episode, obs: TensorType, render_mode: str | None, extra_actions: int
    ) -> None:
        """``extra_actions``: how many actions there are beside the game's."""
        modes = [HUMAN, ANSI, RGB_ARRAY]
        check_render_mode(render_mode, modes)
        game = episode.game
        self.episode, self.render_mode = episode, render_mode
        name = game.name.replace("-", "_") + "_v0"
        self.metadata = {"name": name, "render_modes": modes, "render_fps": 1}
        self.possible_agents = [f"player_{p}" for p in range(game.num_players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(game, obs, extra_actions) for agent in self.possible_agents
        }
        self.state_space = state_space(game, obs)
        self.action_spaces = {
            agent: spaces.Discrete(game.num_actions + extra_actions)
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent. Raises Refused if there is no such agent."""
        return self.observation_spaces[self._name(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent. Raises Refused if there is no such agent."""
        return self.action_spaces[self._name(agent)]

    def _name(self, agent: str) -> str:
        return self.possible_agents[agent_number(agent, self.possible_agents)]

    def state(self) -> npt.NDArray[Any]:
        """Return what all agents together know, for a critic that sees everything while learning.

        A new array of shape ``(players * tensor_size,)``: the tensor of each agent's observation,
        in the order of agents. What nobody knows, as the order of a deck, is not in it.

        Raises:
            Refused: the game hasn't begun.
        """
        return self.episode.all_observed()

    def render(self) -> str | Bytes | None:
        """Return the public view, as text or as a picture; None if it has been written."""
        return frame(self.episode.view(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _show(self) -> None:
        write_text(self.episode.view(SPECTATOR), self.render_mode)
