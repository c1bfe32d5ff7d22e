"""Interrupts of a command: ctrl-C and SIGTERM, after which it reports what it has done so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """SIGTERM came, as from ``kill``, ``timeout`` or a service manager."""


class _TerminationHandler:
    """Raises `Terminated` when SIGTERM comes first; what comes later changes nothing.

    ``timeout`` sends it twice, and the second must not end the report that the first one began.

    Attributes:
        came: has it come?
    """

    def __init__(self) -> None:
        self.came = False

    def __call__(self, *_: object) -> None:
        if not self.came:
            self.came = True
            raise Terminated


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Let SIGTERM do what ctrl-C does: raise a KeyboardInterrupt, namely `Terminated`.

    If SIGTERM is ignored or handled already, it stays so. Functions use it as a decorator:
    ``@sigterm_interrupts()``.
    """
    usual = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _TerminationHandler())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def keep_sigterm() -> Iterator[None]:
    """Within `sigterm_interrupts`, undo a library's change to the effect of SIGTERM."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        ours = isinstance(before, _TerminationHandler)
        if ours and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], None]]:
    """Yield a function that raises KeyboardInterrupt if one came and was not handled since.

    Long loops call it each time: a library's callback may let no exception through. If ctrl-C is
    ignored, it stays so. SIGTERM counts within `sigterm_interrupts`.
    """
    pressed = False
    termination = signal.getsignal(signal.SIGTERM)

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.default_int_handler(number, frame)

    def check() -> None:
        if isinstance(termination, _TerminationHandler) and termination.came:
            raise Terminated
        if pressed:
            raise KeyboardInterrupt

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield check
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
