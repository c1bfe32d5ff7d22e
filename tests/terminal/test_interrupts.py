"""Ctrl-C is heard though a callback swallowed it."""

from __future__ import annotations

import contextlib
import signal
import threading

import pytest

from spinney.terminal.interrupts import noted_interrupts


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
