"""Proposals that take effect once all players of a table agree."""
