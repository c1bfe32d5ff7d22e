"""A series on a Ray cluster comes to the same as here, also when a machine is lost."""

from __future__ import annotations

import os
import pickle
import secrets
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.sigterm import usual_sigterm
from tests.waiting import PATIENCE, wait_until

import spinney
from spinney.arena import ray_worker
from spinney.arena.ray_pool import AUTO, QUIET, RayPool, connect, map_on_cluster
from spinney.arena.ray_worker import Identity, SharedTask, identity, share, work
from spinney.arena.series import Series
from spinney.arena.worker_pool import Played, play_games, play_one
from spinney.core.errors import Refused
from spinney.players.player_specs import LevelSpec, ProgramSpec, RandomSpec, read
from spinney.system.interrupts import sigterm_interrupts
from spinney.terminal.simulate import simulate
from spinney.terminal.simulate_arguments import SimulateArguments

GAME = spinney.game("build-your-arboretum")
SERIES = Series(GAME, (LevelSpec("seedling"), RandomSpec()), 8, seed=3)
STORE = 80 << 20
SHARED_MEMORY = "/dev/shm"  # noqa: S108 - Ray has no other
TESTS_TOKEN = secrets.token_hex(32)
"""Nobody else can use the cluster."""
HELD = 4
"""The game that a machine is lost in."""


def hold(series: Series, marker: Path, number: int) -> Played:
    """Play a game; the first time one of them never ends."""
    if number == HELD and not marker.exists():
        import ray

        marker.write_text(ray.get_runtime_context().get_node_id())
        while True:
            time.sleep(600)
    return play_one(series, number)


def interrupt_when(marker: Path) -> None:
    written(marker)
    os.kill(os.getpid(), signal.SIGINT)


def written(marker: Path) -> str:
    """Wait until something is written there, and return it."""
    wait_until(lambda: marker.exists() and marker.read_text())
    return marker.read_text()


def divide(number: int) -> float:
    """Fail at 0."""
    return 1 / number


def results(games: list[Played]) -> list[tuple[Any, ...]]:
    return sorted((game.result.number, game.result.scores, game.result.points) for game in games)


@pytest.fixture(autouse=True)
def ray_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Ray finds there as it is imported; when a test has ended all is as it was."""
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", TESTS_TOKEN)
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)


def patiently(start: Callable[[], Any], attempts: int = 8) -> Any:
    """Start a part of Ray, which itself gives up after 30 s; a busy machine may take longer."""
    try:
        return start()
    except Exception as problem:
        if attempts == 1 or "timed out during startup" not in str(problem):
            raise
    return patiently(start, attempts - 1)


@pytest.fixture
def machines() -> Iterator[Any]:
    """A cluster of two machines with a core each, besides one that only keeps it together."""
    pytest.importorskip("ray", reason="Ray is not installed")
    if shutil.disk_usage(SHARED_MEMORY).free < 4 * STORE:
        pytest.skip("Ray needs more shared memory than there is")
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": STORE}
    cluster = patiently(partial(Cluster, initialize_head=True, head_node_args=head))
    node = partial(cluster.add_node, wait=False, num_cpus=1, object_store_memory=STORE)
    for _ in range(2):
        patiently(node)
    cluster.wait_for_nodes(PATIENCE)
    yield cluster
    cluster.shutdown()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="Ray's shared memory is elsewhere")
def test_a_cluster_plays_what_is_played_here_and_survives_a_machine(
    machines: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, marker = machines.address, tmp_path / "marker"
    played = []
    task = partial(hold, SERIES, marker)
    with closing(map_on_cluster(task, range(8), address, group=lambda n: n // 2)) as playing:
        played.append(next(playing))
        lost = written(marker)
        machine = next(node for node in machines.worker_nodes if node.node_id == lost)
        machines.remove_node(machine, allow_graceful=False)
        played += playing
    assert results(played) == results([*play_games(SERIES, range(8))])

    # One machine is left, with one core. What runs there ends with ctrl-C, else nothing else could.
    with usual_sigterm(), sigterm_interrupts():
        handler = signal.getsignal(signal.SIGTERM)
        ray, _ = connect(address)  # once for all of the rest, each of which cleans up after itself
        assert signal.getsignal(signal.SIGTERM) is handler, "Ray has one of its own"
    marker.unlink()
    interrupt = threading.Thread(target=interrupt_when, args=(marker,))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt), closing(map_on_cluster(task, [HELD], address)) as games:
        list(games)
    interrupt.join()
    with pytest.raises(ZeroDivisionError):
        list(map_on_cluster(divide, [0], address))
    with pytest.raises(Refused, match="nobody here"):
        list(map_on_cluster(divide, [1], address, prepare=partial(refuse, "nobody here")))
    with RayPool(divide, address) as pool:
        with pytest.raises(ZeroDivisionError):
            list(pool.play([0, 1, 1]))
        assert list(pool.play([2])) == [0.5], "nothing is left of the call before"

    for cluster in (None, address):
        simulate(SimulateArguments(GAME.name, games=30, seed=1, jobs=1, cluster=cluster))
    alone, clustered = capsys.readouterr().out.split("Build Your Arboretum")[1:]
    assert alone == clustered
    ray.shutdown()


def refuse(words: str) -> None:
    raise Refused(words)


# What needs no cluster.


@pytest.mark.parametrize("address", ["", "somewhere", "host:", "host:x", "host:99999"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="say local, auto, HOST:PORT"):
        connect(address)


def test_nobody_waits_for_a_cluster_that_is_not_there() -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    with pytest.raises(Refused, match=r"no Ray cluster answers at 127\.0\.0\.1:1: "):
        connect("127.0.0.1:1")


def test_without_ray_it_is_said_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match=r"pip install -e '\.\[ray\]'"):
        connect(AUTO)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Identity("0.0", "x"), "0.0 where the series was started; install the same"),
        (identity()._replace(sources="x"), "another state of the same version"),
    ],
)
def test_another_spinney_plays_nothing(other: Identity, words: str) -> None:
    found = work(SharedTask(other, ".", pickle.dumps((divide, bool))), [1])
    assert isinstance(found, Refused)
    assert words in str(found)


def test_what_a_machine_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_worker, "hide_process", bool)  # this process needn't be hidden
    missing = pickle.dumps((divide, bool)).replace(b"tests.arena.test_ray", b"tests.arena.not_here")
    found = work(SharedTask(identity(), ".", missing), [1])
    assert isinstance(found, Refused)
    assert "install here, too" in str(found)
    assert work(share(divide, bool), [1, 2]) == [1.0, 0.5]


def test_a_python_class_is_run_by_the_python_of_each_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = read("py:some.where:Bot", GAME)
    pickled = pickle.dumps(spec)
    assert pickle.loads(pickled) == spec  # noqa: S301
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    there = pickle.loads(pickled)  # noqa: S301
    assert isinstance(there, ProgramSpec)
    assert there.command[0] == "/elsewhere/python"
