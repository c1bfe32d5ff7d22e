"""What every worker needs and nobody should wait for: importing this makes it.

The pictures of the first page take seconds while nothing is compiled. Where workers are copies of
one process, that makes them once for all.
"""

from ..core import warmth
from ..core.registry import all_games
from .pages import sample

warmth.never_wait()
for _game in all_games().values():
    sample(_game)
