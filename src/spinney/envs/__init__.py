"""Environments for research: many games at once, and games in other frameworks.

`Batch` needs nothing else. `aec` and `parallel` are for PettingZoo; Gymnasium finds the games by
names like ``spinney/Arboretum-v0`` once this package has been imported.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from spinney.envs.batch import ENVS, Batch

if TYPE_CHECKING:
    from spinney.envs.aec_env import aec
    from spinney.envs.parallel_env import parallel

__all__ = ["ENVS", "Batch", "aec", "parallel", "register_envs"]

_ELSEWHERE = {"aec": "aec_env", "parallel": "parallel_env"}


def __getattr__(name: str) -> Any:
    """Import what needs other packages only when it is asked for."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    _check_installed("pettingzoo", "PettingZoo", name)
    return getattr(import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)


def register_envs() -> None:
    """Make all games known to Gymnasium: those registered since the last call, too.

    Raises:
        ModuleNotFoundError: Gymnasium is not installed.
    """
    _check_installed("gymnasium", "Gymnasium", "register_envs")
    from spinney.envs.gymnasium_registry import register_games

    register_games()


def _check_installed(package: str, title: str, name: str) -> None:
    if find_spec(package) is None:
        raise ModuleNotFoundError(
            f"spinney.envs.{name} needs {title}: pip install -e '.[envs]' in the folder of Spinney",
            name=package,
        )


if find_spec("gymnasium") is not None:
    register_envs()
