"""The games for OpenSpiel: `register_all` makes them known to `pyspiel.load_game`."""

from spinney.envs.open_spiel.game import register_all

__all__ = ["register_all"]
