"""Votes: what happens at a table once its players agree."""
