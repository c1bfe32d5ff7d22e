"""Environments for research: many games at once, stepped by compiled code."""

from spinney.envs.batch import ENVS, Batch

__all__ = ["ENVS", "Batch"]
