"""Ratings: strength of players by the results of rated matches."""
