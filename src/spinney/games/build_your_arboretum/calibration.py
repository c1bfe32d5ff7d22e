"""Calibration of the search's values in Build Your Arboretum: they are too careful."""

LOGISTIC = {2: (1.92, 0.0)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = "1842d26907b64fd6"
