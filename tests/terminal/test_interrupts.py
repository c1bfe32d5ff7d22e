"""Ctrl-C and SIGTERM: heard though a callback swallowed them, and a report follows."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sigterm import usual_sigterm
from tests.terminal.running import Terminal

from spinney.system.interrupts import (
    Terminated,
    keep_sigterm,
    noted_interrupts,
    sigterm_interrupts,
)


@pytest.fixture(autouse=True)
def as_in_a_command() -> Iterator[None]:
    with usual_sigterm():
        yield


def test_what_a_callback_swallowed_is_raised_later() -> None:
    with pytest.raises(KeyboardInterrupt), noted_interrupts() as check:  # noqa: PT012 - in steps
        check()
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_stays_ignored_where_it_was() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with noted_interrupts() as check:
            signal.raise_signal(signal.SIGINT)
            check()
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_note_nothing() -> None:
    heard = list[bool]()

    def elsewhere() -> None:
        with noted_interrupts() as check:
            check()
            heard.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert heard == [True]


def test_sigterm_interrupts_once() -> None:
    with sigterm_interrupts():
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # as `timeout` sends it again
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@sigterm_interrupts()
def swallow_sigterm() -> None:
    with noted_interrupts() as check:
        check()
        with contextlib.suppress(Terminated):
            signal.raise_signal(signal.SIGTERM)
        check()


def test_a_sigterm_that_a_callback_swallowed_is_raised_later() -> None:
    for _ in range(2):
        with pytest.raises(Terminated):
            swallow_sigterm()


def test_a_library_does_not_change_what_sigterm_does() -> None:
    with sigterm_interrupts():
        with keep_sigterm():
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)


def test_sigterm_stays_ignored_where_it_was() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with sigterm_interrupts():
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


LEAGUE = """
game = "arboretum"
seed = 1
jobs = 1
groups = 50000
[[entrants]]
command = "random"
[[entrants]]
command = "seedling"
"""


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "simulate arboretum --level random --games 1000000 --jobs 1 --seed 7",
            ["from seed 7", "Where points come from"],
        ),
        (
            "arena run league.toml",
            ["Continue with: spinney arena run league.toml", "from seed 1", "longest"],
        ),
    ],
)
def test_after_sigterm_a_command_reports_what_it_has_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, shown: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "league.toml").write_text(LEAGUE)
    with Terminal(tmp_path, *line.split()) as terminal:
        terminal.until("games/")  # the rate, so some are finished
        terminal.terminate()
        assert terminal.end() == 128 + signal.SIGTERM
    assert "stopped after" in terminal.text
    assert "Traceback" not in terminal.text
    assert all(words in terminal.text for words in shown), terminal.text
