"""Answers bytes that are no text."""

import sys

for _line in sys.stdin:
    sys.stdout.buffer.write(b"\xff\xfe\x00\x80\n")
    sys.stdout.flush()
