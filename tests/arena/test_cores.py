"""Cores: how many games they carry, and what is said where they don't."""

from __future__ import annotations

import os
import re

import pytest

from spinney.arena import cores
from spinney.core.errors import Refused
from spinney.terminal.simulate_arguments import SimulateArguments


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which this process may use eight cores, and on which nothing else runs."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(4, 12)), raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.2, 3.0, 3.0))


@pytest.mark.usefixtures("eight")
def test_there_are_no_more_games_at_once_than_cores() -> None:
    assert cores.choose_jobs(None) == 4
    assert cores.choose_jobs(8) == 8
    with pytest.raises(Refused, match=re.escape("cores (8)") + ".*use --jobs 8 or fewer, or --for"):
        cores.choose_jobs(9)
    assert cores.choose_jobs(9, force=True) == 9
    assert (cores.choose_jobs(None, False, "auto"), cores.choose_jobs(99, False, "auto")) == (0, 99)


@pytest.mark.usefixtures("eight")
@pytest.mark.parametrize("jobs", [1, 3, 4, 8])
def test_every_game_has_its_own_cores(jobs: int) -> None:
    shares = cores.divide_cores(jobs)
    assert [len(share) for share in shares] == [8 // jobs] * jobs
    taken = [core for share in shares for core in share]
    assert len(set(taken)) == len(taken)
    assert set(taken) <= set(range(4, 12))


@pytest.mark.usefixtures("eight")
def test_a_simulation_uses_the_cores_that_it_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert SimulateArguments("arboretum").processes == 8
    assert SimulateArguments("arboretum", cluster="auto").processes == 0


@pytest.mark.usefixtures("eight")
def test_too_many_games_share_all_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    pinned = list[tuple[int, ...]]()
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, own: pinned.append(own), raising=False)
    for share in cores.divide_cores(9):
        cores.pin_process(share)
    assert not pinned
    cores.pin_process((4, 5))
    assert pinned == [(4, 5)]


@pytest.mark.usefixtures("eight")
def test_a_busy_machine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not cores.busy_warning(4)
    assert not cores.busy_warning(8)
    monkeypatch.setattr(os, "getloadavg", lambda: (5.1, 0.0, 0.0))
    assert not cores.busy_warning(3)
    assert cores.busy_warning(4).startswith(
        "this machine is busy: a load of 5.1 on 8 cores even without these 4 games at once; "
    )
    monkeypatch.setattr(os, "getloadavg", lambda: (8.0, 0.0, 0.0))
    assert "even without this game; " in cores.busy_warning(1)
