"""The pages: matches played, replayed and explained in a browser."""

from __future__ import annotations

from pathlib import Path


def serve(
    port: int = 0,
    *,
    open_browser: bool = True,
    data: Path | None = None,
    record: str | None = None,
    replay: bool = True,
    game: str | None = None,
) -> None:
    """Serve the pages to this machine until interrupted.

    Args:
        port: 0 finds a free one.
        open_browser: open the first page when it is there.
        data: the folder where matches are kept; None: the user's own.
        record: the text of a record to open instead of the home page.
        replay: replay that record; else go on playing it.
        game: the name of a game, whose new-game page is opened instead of the home page.

    Raises:
        Refused: the port is taken, the folder can't be used, or the record can't be read.
    """
    from .serving import serve as start

    first = f"/new/{game}" if game else "/"
    start(port, open_browser=open_browser, data=data, record=record, replay=replay, first=first)
