"""`python -m benchmarks.referee`: the CPU time that `spinney referee` takes for a game of its own.

Two programs that play the last action listed say how much CPU time they have used themselves. What
the client, the programs' supervisors and the resident process use besides is the figure.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.measuring import Figure

BOT = """
import sys, time
def main():
    for _ in range(int(input())): input()
    while True:
        for _ in range(4): input()
        for _ in range(int(input())): input()
        actions = [input() for _ in range(int(input()))]
        print(time.process_time(), file=sys.stderr)
        print(actions[-1], flush=True)
try: main()
except EOFError: pass
"""
GAME = "spring-2021"
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Play some games and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory(prefix="sp-") as folder:
        os.environ |= {"XDG_RUNTIME_DIR": folder, "SPINNEY_REFEREE_IDLE": "2"}
        play(folder, 0)  # starts the resident process
        began = resident_seconds(folder)
        clients = [play(folder, seed) for seed in range(games)]
        forks = (resident_seconds(folder) - began) / games
    own = statistics.median(clients)
    for figure in (
        Figure("referee: client and supervisors", 1000 * own, "ms CPU/game"),
        Figure("referee: resident process, mean", 1000 * forks, "ms CPU/game"),
        Figure("referee: in all", 1000 * (own + forks), "ms CPU/game"),
    ):
        sys.stdout.write(f"{figure}\n")


def play(folder: str, seed: int) -> float:
    """Return the seconds of CPU that the client and the supervisors take for a game."""
    log = Path(folder) / "log.json"
    bot = shlex.join([sys.executable, "-I", "-S", "-c", BOT])
    spinney = str(Path(sys.executable).with_name("spinney"))
    command = [spinney, "referee", GAME, "-p1", bot, "-p2", bot, "-d", f"seed={seed}"]
    before = getrusage(RUSAGE_CHILDREN)
    command += ["-timeout", "60000", "-l", str(log)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    errors = json.loads(log.read_text())["errors"]
    bots = sum(float([text for text in errors[seat] if text][-1]) for seat in "01")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - bots


def resident_seconds(folder: str) -> float:
    """Return the seconds of CPU that the resident process and its forks have taken, on Linux."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # others end meanwhile
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"spinney.referee.resident" in words and folder.encode() in words[-2]:
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                return sum(map(int, fields[11:15])) / TICKS
    raise SystemExit("the resident process has gone")


if __name__ == "__main__":
    main()
