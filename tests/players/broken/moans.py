"""Writes to its error output without end."""

import sys

while True:
    sys.stderr.write("moan " * 1000)
