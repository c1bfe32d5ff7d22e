"""Games as PettingZoo's AEC environments: agents act one after another."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.envs.arguments import agent_number
from spinney.envs.batch import Illegal, Rewards
from spinney.envs.episode import Episode
from spinney.envs.pettingzoo_base import PettingZooBase
from spinney.envs.spaces import Observed


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


class SpinneyAECEnv(PettingZooBase, AECEnv[str, Observed, int | None]):  # type: ignore[misc]
    """A game whose agents act one after another; see `aec`.

    Where several owe a decision at once, the one with the lowest number is selected first, and
    nobody sees what the others chose.
    """

    def __init__(self, episode: Episode, obs: TensorType, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        PettingZooBase.__init__(self, episode, obs, render_mode, extra_actions=0)
        self.metadata |= {"is_parallelizable": False}

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
