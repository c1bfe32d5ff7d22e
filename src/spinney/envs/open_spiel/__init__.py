"""The games for OpenSpiel: `register_all` makes them known to it, `load` returns one."""

from spinney.envs.open_spiel.game import load, register_all
from spinney.envs.open_spiel.tree import whole_tree, word_of

__all__ = ["load", "register_all", "whole_tree", "word_of"]
