"""Chat: what players and spectators write to each other at a table."""
