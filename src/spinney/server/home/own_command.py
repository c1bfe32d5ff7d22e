"""The command that started this program, as its reader can type it again."""

from __future__ import annotations

import os
import shutil
import sys
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def own_command() -> str:
    """Return ``spinney`` if a shell finds it, else the path of it as seen from here."""
    started = Path(sys.argv[0])
    if started.name != "spinney" or shutil.which("spinney"):
        return "spinney"
    path = os.path.relpath(started)
    return str(started) if path.startswith(os.pardir) else path
