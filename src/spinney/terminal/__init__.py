"""The terminal interface: play, replays, progress, reports."""
