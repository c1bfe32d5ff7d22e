"""Load the modules that every worker needs, before workers are forked.

The pictures of the first page take seconds while nothing is compiled. Where workers are copies of
one process, that makes them once for all. Python never again looks among all this for garbage:
that would take a new worker a tenth of a second, and its own copy of the memory.
"""

# ruff: noqa: F401 - it is enough that what a worker will need has been imported
import gc

import uvicorn.lifespan.on

from spinney.core import compilation
from spinney.core.registry import all_games
from spinney.server import app, logs
from spinney.server.api import app as api
from spinney.server.home.covers import cover
from spinney.server.middleware import connections

compilation.never_wait()
for _game in all_games().values():
    cover(_game)
gc.collect()
gc.freeze()
