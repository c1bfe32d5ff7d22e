"""Leaves children behind, in sessions of their own, that hold its pipes, and crashes.

It is given a file to write their numbers to.
"""

import os
import sys
import time

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(sys.argv[1], "a") as file:  # noqa: PTH123
                file.write(f"{os.getpid()}\n")
            time.sleep(600)
        os._exit(0)
input()
while len(open(sys.argv[1]).readlines()) < 3:  # noqa: PTH123, SIM115
    time.sleep(0.01)
raise SystemExit(3)
