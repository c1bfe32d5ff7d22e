"""`spinney bot`: a level as a program for other arenas."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from spinney.core.registry import game as find
from spinney.players.anytime import AnytimePlayer
from spinney.players.levels import LEVELS, check_level
from spinney.players.protocol.bot_side import bot_side, serve
from spinney.players.search_worker import SearchProcess


def play_level(
    name: str,
    level: str,
    protocol: str | None,
    seed: int | None,
    options: Sequence[tuple[str, str]],
    process: SearchProcess,
) -> int:
    """Choose for a player until the requests end.

    Args:
        name: the game's.
        level: the most that it searches; the time of each request has priority.
        protocol: ``contest`` or ``json``; None: the contest's if the game has one.
        seed: of its random choices; None: drawn.
        options: of the game, as names and values.
        process: a process that is already loading the search.

    Raises:
        Refused: there is no such game, option, level or protocol, or the input is not a request.
    """
    game = find(name, **dict(options))
    check_level(level)
    side = bot_side(game, protocol)
    seed = secrets.randbits(62) if seed is None else seed
    serve(side, AnytimePlayer(LEVELS[level], seed, process).choose)
    return 0
