"""Says one line that never ends."""

import sys

while True:
    sys.stdout.write("leaves " * 1000)
