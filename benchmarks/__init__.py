"""Measurements: `make bench` runs those of speed and calibration; others are run by name."""
