"""Spinney in a terminal: playing, replaying, and everything else that is typed and printed."""
