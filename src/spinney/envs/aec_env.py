"""Games as PettingZoo's AEC environments: agents act one after another."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.drawing.pixels import Bytes
from spinney.envs.arguments import agent_number
from spinney.envs.batch import Rewards
from spinney.envs.episode import Episode, Illegal
from spinney.envs.frames import (
    ANSI,
    HUMAN,
    RGB_ARRAY,
    SPECTATOR,
    check_render_mode,
    frame,
    write_text,
)
from spinney.envs.spaces import Observed, observation_space, state_space


def aec(
    game: str | Game,
    *,
    obs: TensorType = "f4",
    reward: Rewards = "outcome",
    illegal: Illegal = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv[str, Observed, int | None]:
    """Return a game as an AEC environment.

    Args:
        game: its name, or the game itself.
        obs: the type of tensors; see `Observation.tensor`.
        reward: who has won, or `State.returns`; both at the end of the game.
        illegal: the effect of an illegal action: ``"lose"``, the game ends with -1 for its player
            and 0 for all others; ``"raise"``; ``"forfeit"``, the game does what it does for a
            player who runs out of time.
        render_mode: ``"human"``, text that is written after each step; ``"ansi"``, text;
            ``"rgb_array"``, a picture.
        options: the options of the game.

    Raises:
        Refused: there is no such game or option, or an argument can't be that.
    """
    env = SpinneyAECEnv(Episode(game, options, obs, reward, illegal), obs, render_mode)
    return OrderEnforcingWrapper(env)


class SpinneyAECEnv(AECEnv[str, Observed, int | None]):  # type: ignore[misc]
    """A game whose agents act one after another; see `aec`.

    Where several owe a decision at once, the one with the lowest number is selected first, and
    nobody sees what the others chose. Agents are called ``player_0``, ``player_1``, ...

    Attributes:
        episode: the game that is played.
    """

    metadata: dict[str, Any]

    def __init__(self, episode: Episode, obs: TensorType, render_mode: str | None) -> None:
        super().__init__()
        modes = [HUMAN, ANSI, RGB_ARRAY]
        check_render_mode(render_mode, modes)
        self.episode, self.render_mode = episode, render_mode
        self.metadata = metadata(episode.game, modes) | {"is_parallelizable": False}
        self.possible_agents = agent_names(episode.game)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(episode.game, obs) for agent in self.possible_agents
        }
        self.state_space = state_space(episode.game, obs)
        self.action_spaces = {
            agent: spaces.Discrete(episode.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent. Raises Refused if there is no such agent."""
        return self.observation_spaces[self._name(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions. Raises Refused if there is no such agent."""
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

    def observe(self, agent: str) -> Observed:
        """Return an agent's observation; its mask is all 0 while it may not act.

        Raises:
            Refused: there is no such agent, or the game hasn't begun.
        """
        return self.episode.observed(agent_number(agent, self.possible_agents))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; see `Episode.deal`."""
        self.episode.deal(seed, options)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # of an earlier game that was over
        self._select()
        self._show()

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent; None once the game is over.

        Raises:
            Refused: it is not an action, or it is illegal and ``illegal`` is ``"raise"``; or the
                game hasn't begun, or has ended for all. Then nothing has changed.
        """
        if not self.agents:
            raise Refused("the game is over or hasn't begun: reset() begins one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen = self.episode.action(action)
        wrong = self.episode.take({self.possible_agents.index(agent): chosen})
        self.infos[agent] = {"illegal_action": chosen} if wrong else {}
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.episode.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self._accumulate_rewards()
        self._select()
        self._show()

    def _select(self) -> None:
        acting = self.episode.state.to_act if not self.episode.over else ()
        self.agent_selection = self.possible_agents[min(acting, default=0)]

    def _show(self) -> None:
        write_text(self.episode.view(SPECTATOR), self.render_mode)

    def render(self) -> str | Bytes | None:
        """Return the public view, as text or as a picture; None if it has been written."""
        return frame(self.episode.view(SPECTATOR), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def agent_names(game: Game) -> list[str]:
    """Return the names of agents."""
    return [f"player_{p}" for p in range(game.num_players)]


def metadata(game: Game, modes: list[str]) -> dict[str, Any]:
    """Return the metadata of an environment for PettingZoo."""
    return {"name": game.name.replace("-", "_") + "_v0", "render_modes": modes, "render_fps": 1}
