"""Calibration of the search's values in Arboretum: they are a little too careful."""

LOGISTIC = {2: (1.17, 0.055)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = ""
