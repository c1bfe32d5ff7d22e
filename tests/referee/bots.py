"""Bots of a few lines for Spring Challenge 2021, started quickly."""

from __future__ import annotations

import shlex
import sys

LAST = """
import os, sys
def main():
    for _ in range(int(input())): input()
    while True:
        for _ in range(4): input()
        for _ in range(int(input())): input()
        actions = [input() for _ in range(int(input()))]
        {extra}
        print(actions[-1], flush=True)
try: main()
except EOFError: pass
"""
"""Plays the last action that is listed."""


def command(code: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", "-c", code])


def last_action(extra: str = "pass") -> str:
    """The command of a bot that plays the last action listed, and does something before."""
    return command(LAST.format(extra=extra))


SILENT = command("import sys; sys.stdin.read()")
"""Never answers."""
RUBBISH = command("print('rustle')")
"""Answers what is not a command, and ends."""
