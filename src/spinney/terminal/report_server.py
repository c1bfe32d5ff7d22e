"""`spinney arena view`: show the report of a league in the browser, with a replay of each game."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.terminal.console import console
from spinney.terminal.report import MISSING

if TYPE_CHECKING:
    from spinney.arena.html_report.report_site import ReportSite

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
"""The names of this machine: a request for another host comes from another site's page."""


class ReportServer(ThreadingHTTPServer):
    """Serves the report of a league to this machine.

    Attributes:
        site: its pages.
        lock: held while a page is drawn.
    """

    daemon_threads = True

    def __init__(self, site: ReportSite, port: int = 0) -> None:
        """Take the port; 0 stands for any that is free. Raises Refused if it is taken."""
        self.site, self.lock = site, threading.Lock()
        try:
            super().__init__((HOST, port), _Answer)
        except OSError as problem:
            raise Refused(f"port {port} can't be used: {problem.strerror}") from None

    @property
    def address(self) -> str:
        """The address of the report."""
        return f"http://{HOST}:{self.server_port}/"


class _Answer(BaseHTTPRequestHandler):
    """Answers one request."""

    server: ReportServer

    def do_GET(self) -> None:
        """Send a page, or that there is none."""
        own = [f"{name}:{self.server.server_port}" for name in NAMES]
        if self.headers.get("host") not in own:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)  # from another site's page
            return
        try:
            with self.server.lock:
                file = self.server.site.file(self.path.partition("?")[0])
        except Refused as refusal:
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, explain=str(refusal))
            return
        if file is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("content-type", f"{file.kind}; charset=utf-8")
        self.send_header("cache-control", "no-store")
        self.send_header("x-content-type-options", "nosniff")
        self.end_headers()
        self.wfile.write(file.text.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Log nothing."""


def view_report(folder: Path, port: int, open_browser: bool) -> int:
    """Serve the report of the league in a folder until ctrl-C.

    Args:
        folder: where the league is; it may still be running.
        port: of the pages; 0: any that is free.
        open_browser: open the report there?

    Raises:
        Refused: there is no league, nothing of it was played, or the port is taken.
    """
    try:
        from spinney.arena.html_report.report_site import ReportSite
    except ModuleNotFoundError:
        raise Refused(MISSING) from None
    with ReportServer(ReportSite(folder), port) as server:
        console().print(f"The report is at {server.address}   (Ctrl-C stops it)", soft_wrap=True)
        if open_browser:
            threading.Timer(0.3, webbrowser.open, [server.address]).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0
