"""Replays of matches, one event at a time."""
