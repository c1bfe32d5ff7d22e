"""Answers what can't be played now."""

import sys

for _line in sys.stdin:
    print("GROW 0" if len(sys.argv) < 2 else sys.argv[1], flush=True)
