"""SIGTERM as a command finds it, whatever a library has made of it in the process of the tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def usual_sigterm() -> Iterator[None]:
    """Let SIGTERM end the process meanwhile, as it does unless a program changes that."""
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
