"""The priority of threads that work in the background."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress


def lower_priority(nice: int) -> None:
    """Let others go before the calling thread, where the system can tell threads apart.

    Args:
        nice: how much, as Unix counts it.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
