"""The pages: matches played, replayed and explained in a browser."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.match.settings import MatchSettings
    from spinney.players.local_bots import LocalBots


def serve(
    port: int = 0,
    *,
    open_browser: bool = True,
    data: Path | None = None,
    game: str | None = None,
    record: str | None = None,
    replay: bool = True,
    at: int | None = None,
    bots: LocalBots | None = None,
    rules: MatchSettings | None = None,
) -> None:
    """Serve the pages to this machine until interrupted.

    Args:
        port: 0 finds a free one.
        open_browser: open the first page when it is there.
        data: the folder where matches are kept; None: the user's own.
        game: the name of a game whose setting up is opened instead of the home page.
        record: the text of a record whose match is kept and opened instead.
        replay: open that match as a replay; False: at its table.
        at: how many events come before the moment with which the replay begins; None: all.
        bots: the local bots that may sit down.
        rules: what was agreed at that match; None: the usual.

    Raises:
        Refused: the port is taken, the folder can't be used, or the record can't be read.
    """
    # Nothing that is imported here ever becomes garbage; to look for it takes a sixth of the time.
    gc.disable()
    from spinney.server.local_server import serve as start

    gc.freeze()
    gc.enable()
    start(
        port,
        open_browser=open_browser,
        data=data,
        game=game,
        record=record,
        replay=replay,
        at=at,
        bots=bots,
        rules=rules,
    )
