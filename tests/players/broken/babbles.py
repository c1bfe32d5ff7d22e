"""Answers what is not a move of any game."""

import sys

for _line in sys.stdin:
    print("rustle rustle", flush=True)
