"""Chat between the players and spectators of a table."""
