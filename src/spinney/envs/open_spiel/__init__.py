"""The games for OpenSpiel: `register_all` makes them known to `pyspiel.load_game`."""

from spinney.envs.open_spiel.game import register_all
from spinney.envs.open_spiel.tree import whole_tree, word_of

__all__ = ["register_all", "whole_tree", "word_of"]
