"""Calibration of the search's values in Forest Garden: they are too careful."""

CHANCES = {2: (0.037, 0.252, 0.516, 0.757, 0.983)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "b60787f909377ce8"
