"""Calibration of the search's values in Build Your Arboretum: they are far too sure."""

LOGISTIC = {2: (0.4, 0.015)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = ""
