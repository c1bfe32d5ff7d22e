"""Calibration of the search's values in Arboretum: most are a little too high."""

CHANCES = {2: (0.052, 0.217, 0.485, 0.66, 0.918)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "c729b698741d9663"
