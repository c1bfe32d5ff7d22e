"""Breaks at the first request."""

input()
raise ValueError("out of leaves")
