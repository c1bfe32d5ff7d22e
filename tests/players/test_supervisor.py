"""The supervisor: what it sees of other processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from spinney.players import supervisor


def test_it_sees_children_and_their_memory() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert child.pid in supervisor.descendants(os.getpid())
        assert supervisor.processes()[child.pid].parent == os.getpid()
        assert 1_000_000 < supervisor.used([os.getpid()]) < 100_000_000_000
    finally:
        child.communicate(b"\n")
    assert supervisor.used([child.pid]) == 0


@pytest.mark.skipif(not shutil.which("ps"), reason="no ps")
def test_ps_tells_the_same() -> None:
    seen = dict(supervisor.by_ps())
    assert seen[os.getpid()].parent == os.getppid()
    assert seen[os.getpid()].memory > 1_000_000
