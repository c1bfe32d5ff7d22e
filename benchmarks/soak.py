"""`make soak`: kill a thousand workers during play and count lost data.

Half of them are killed one of two on PostgreSQL, half the only one on SQLite. It fails if anything
acknowledged is lost, anything is there twice, or a clock is wrong.
"""

from __future__ import annotations

import argparse
import os
import time

from tests.server.killing import result

from benchmarks import server_under_load

AS_IT_SHOULD = 5
"""The most ms that a time may be wrong by."""


def main() -> None:
    """Kill, count, and print a table for each database."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000, help="in all (1000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    good = True
    for setup in (server_under_load.postgresql(2), server_under_load.sqlite()):
        with setup as found:
            begun = time.monotonic()
            came = result(found.url, found.workers, args.kills // 2, args.seed)
        load = os.getloadavg()[1]
        print(f"\n{found.name}; {os.cpu_count()} cores, load {load:.1f}, {_took(begun)}\n{came}")
        good &= not (came.lost or came.doubled or came.late) and came.error <= AS_IT_SHOULD
    raise SystemExit(not good)


def _took(begun: float) -> str:
    return f"{(time.monotonic() - begun) / 60:.0f} min"


if __name__ == "__main__":
    main()
