"""Calibration of the search's values in Forest Garden: they are too careful."""

CHANCES = {2: (0.0332, 0.2221, 0.5192, 0.8033, 0.9714)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "b60787f909377ce8"
