"""Starts more processes than it may."""

import os
import time

input()
for _ in range(150):
    if os.fork() == 0:
        break
time.sleep(600)
