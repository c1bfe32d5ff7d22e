"""A client of another Spinney server: its API, its matches, a bot that plays there."""
