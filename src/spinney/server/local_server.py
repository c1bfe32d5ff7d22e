"""Serving the pages to this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.players.local_bots import LocalBots
from spinney.server import logs
from spinney.server.app import create_local
from spinney.server.middleware import connections
from spinney.server.middleware.connections import PROXIES, ConnectionLimits
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore

HOST = "127.0.0.1"
GOODBYE = 1
"""Seconds to wait for answers that are on their way when it ends."""


def data_folder() -> Path:
    """Return where matches are kept: ``SPINNEY_DATA``, or the user's data folder."""
    from platformdirs import user_data_path

    named = os.environ.get("SPINNEY_DATA")
    return Path(named) if named else user_data_path("spinney", appauthor=False)


def shared_database() -> Path:
    """Return the file of a shared server's matches: beside one's own, but not among them."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    before = folder / "house.sqlite"  # its name in version 0.1
    return before if before.exists() else folder / "server.sqlite"


def serve(
    port: int,
    *,
    open_browser: bool,
    data: Path | None,
    game: str | None,
    record: str | None,
    replay: bool,
    at: int | None = None,
    bots: LocalBots | None = None,
    rules: MatchSettings | None = None,
) -> None:
    """Serve until interrupted; see `spinney.server.serve`."""
    folder = data or data_folder()
    listening = _listen(port)
    start = f"/new/{game}" if game else "/"
    try:
        if record is not None:
            start = _keep(folder, record, replay, at, rules)
        app = create_local(folder, bots=bots)
        address = f"http://{HOST}:{listening.getsockname()[1]}{start}"
        _print(_("Spinney is at {address}   (Ctrl-C stops it)", address=address))
        if open_browser:
            threading.Timer(0.3, webbrowser.open, [address]).start()
        _run(app, listening)
    finally:
        listening.close()


def _run(app: FastAPI, listening: socket.socket) -> None:
    logs.begin("text", "warning")
    config = connections.server_config(app, ConnectionLimits(), PROXIES, GOODBYE)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(connections.run(uvicorn.Server(config), [listening]))
    _print(_("Spinney has stopped. All matches are saved."))


def _listen(port: int) -> socket.socket:
    """Take the port, or with 0 a free one. Raises Refused."""
    try:
        return connections.listen(HOST, port)
    except Refused as problem:
        raise Refused(f"{problem}; leave it out to find a free one") from None


def _keep(
    folder: Path, record: str, replay: bool, at: int | None, rules: MatchSettings | None
) -> str:
    """Keep the match of a record, and return its address or its replay's. Raises Refused."""
    store, match = MatchStore.of(folder), read_record(record)
    try:
        address = f"/match/{MatchService(store).begin(match, rules=rules)}"
    finally:
        store.close()
    return f"{address}/replay{_moment(match, at)}" if replay else address


def _moment(match: Match, at: int | None) -> str:
    """Return the part of a replay's address that names the frame after so many events.

    Before the end of a match its frames are counted as a spectator learnt of them.
    """
    if at is None:
        return ""
    frames = match.frames if match.over else match.frames_for(-1)
    return f"?at={sum(frame.version <= at for frame in frames) - 1}"


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
