"""Measurements of speed and playing strength, run by `make bench`."""
