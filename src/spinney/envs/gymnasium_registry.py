"""The names by which Gymnasium makes environments of the games."""

from __future__ import annotations

import gymnasium

from spinney.core.registry import all_games

VERSION = 0
"""It increases when the same seed and actions no longer give the same observations and rewards."""


def env_id(name: str) -> str:
    """Return Gymnasium's name of a game: ``spinney/Spring2021-v0`` for ``spring-2021``."""
    words = "".join(word.capitalize() for word in name.split("-"))
    return f"spinney/{words}-v{VERSION}"


def register_games() -> None:
    """Register each game that Gymnasium doesn't know yet."""
    for name in all_games():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name),
                entry_point="spinney.envs.gymnasium_env:GymnasiumEnv",
                vector_entry_point="spinney.envs.gymnasium_vector_env:GymnasiumVectorEnv",
                kwargs={"game": name},
            )
