"""Calibration of the search's values in Arboretum: they are a little too careful."""

CHANCES = {2: (0.0651, 0.2449, 0.4601, 0.6912, 0.9125)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "c729b698741d9663"
