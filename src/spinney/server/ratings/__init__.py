"""Ratings: who is how strong at a game, by the results of rated matches."""
