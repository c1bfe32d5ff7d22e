"""Reads what it is asked and never answers."""

import time

input()
time.sleep(600)
