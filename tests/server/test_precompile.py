"""Games that are compiled in the background, by a process apart."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from tests.waiting import wait_until

import spinney
from spinney import search
from spinney.core import compilation
from spinney.server.precompile import Precompiler

GAME = spinney.game("build-your-arboretum")


@pytest.fixture
def precompiler() -> Iterator[Precompiler]:
    """One that is closed in the end."""
    found = Precompiler()
    yield found
    found.close()


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The options of the compilers that were started, each of which ends at once."""
    started: list[list[str]] = []

    def start(command: list[str], **given: int) -> "subprocess.Popen[bytes]":
        started.append(command[1:])
        return real([sys.executable, "-c", ""], **given)  # type: ignore[call-overload,no-any-return]

    real = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    return started


def test_what_is_in_the_cache_is_loaded_from_there(
    precompiler: Precompiler, commands: list[list[str]]
) -> None:
    compilation.precompile(GAME)
    search.precompile(GAME)
    precompiler.begin(GAME)
    wait_until(lambda: precompiler.ready(GAME))
    assert not commands
    assert precompiler.doing(GAME) == ""


def test_what_is_not_is_compiled_by_another_process_first(
    precompiler: Precompiler, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "is_cached", lambda *_: False)
    precompiler.begin(GAME)
    wait_until(lambda: precompiler.ready(GAME))
    whole = ["-m", "spinney", "precompile", GAME.name]
    assert commands == [[*whole, "--rules"], whole]


def test_what_can_not_be_compiled_is_not_ready_and_is_logged(
    precompiler: Precompiler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no room on the disk")

    ended: list[bool] = []
    monkeypatch.setattr(search, "precompile", fail)
    precompiler.begin(GAME, lambda: ended.append(True))
    wait_until(lambda: ended)
    assert not precompiler.ready(GAME)
    assert "no room on the disk" in caplog.text
    assert GAME.name in caplog.text


def test_closing_ends_the_compiler_and_compiles_nothing_here(
    precompiler: Precompiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, real = [], subprocess.Popen

    def start(_command: list[str], **given: int) -> "subprocess.Popen[bytes]":
        begun.append(real([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        return begun[-1]

    ended: list[bool] = []
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(compilation, "is_cached", lambda *_: False)
    monkeypatch.setattr(compilation, "precompile", lambda *_: ended.append(False))
    precompiler.begin(GAME, lambda: ended.append(True))
    wait_until(lambda: begun)
    precompiler.close()
    wait_until(lambda: ended)
    assert ended == [True]
    assert len(begun) == 1
    with suppress(OSError):
        begun[0].communicate()
    assert begun[0].returncode != 0
