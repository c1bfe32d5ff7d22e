"""A client of the API of a remote server.

The token goes to that server alone, is kept out of every message, and never reaches a program.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import re
import ssl
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from spinney import __version__
from spinney.core.errors import Refused

SILENCE = 40.0
"""Seconds without data after which a stream is lost: the server sends signs of life more often."""
TIMEOUT = 20.0
"""Seconds to wait for an answer."""
LONGEST = 8 << 20
"""The most bytes of an answer, or of a line of a stream."""
FORM = "write a server like https://garden.example"


class ConnectionLost(Exception):
    """The server can't be reached, or has broken off."""


class OutdatedVersion(Refused):
    """The match has moved on."""


class ApiClient:
    """A remote server. May be used from any thread.

    Attributes:
        address: where it is, as people write it.
    """

    def __init__(self, address: str, token: str, plain: bool = False) -> None:
        """Take an address and a token.

        Args:
            address: as ``https://garden.example``.
            token: of the bot, or ``@`` and the file that holds it.
            plain: send the token even over a connection that others can read.

        Raises:
            Refused: the address or the token is invalid, or others could read the token on the way.
        """
        try:
            parts = urlsplit(address if "//" in address else f"https://{address}")
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:
            raise Refused(FORM) from None
        if parts.scheme not in ("http", "https") or not self._host or parts.username:
            raise Refused(FORM)
        self._encrypted = parts.scheme == "https"
        if not (self._encrypted or plain or _is_here(self._host)):
            raise Refused(
                "over http anybody on the way could read the token; use https, or --plain if the "
                "whole network is your own"
            )
        self._root = parts.path.rstrip("/") + "/api"
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._token = _token(token)

    def __repr__(self) -> str:
        return f"ApiClient({self.address!r})"

    def get(self, path: str) -> Any:
        """Get a resource. Raises Refused or ConnectionLost."""
        return self._ask("GET", path)

    def post(self, path: str, **sent: Any) -> Any:
        """Post to the server; return the answer.

        Raises:
            Refused: it can't be done.
            OutdatedVersion: the match has moved on since.
            ConnectionLost: it is unknown whether it was done.
        """
        return self._ask("POST", path, json.dumps(sent).encode())

    def stream(self, path: str) -> Iterator[Any]:
        """Yield the lines of a stream as long as it lasts. Raises Refused or ConnectionLost."""
        with self._answer(SILENCE, "GET", path) as answer:
            if answer.status != http.client.OK:
                raise _refusal(answer.status, self._read(answer))
            while line := self._line(answer):
                yield _parsed(line)

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        with self._answer(TIMEOUT, method, path, body) as answer:
            text = self._read(answer)
            if answer.status not in (http.client.OK, http.client.CREATED):
                raise _refusal(answer.status, text)
            return _parsed(text)

    @contextmanager
    def _answer(
        self, seconds: float, method: str, path: str, body: bytes | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """Send a request, and repeat it each time the server says that it came too soon."""
        while True:
            with closing(self._connection(seconds)) as connection:
                answer = self._send(connection, method, path, body)
                if answer.status != http.client.TOO_MANY_REQUESTS:
                    yield answer
                    return
            time.sleep(_wait(answer.headers.get("Retry-After", "")))

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        if self._encrypted:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=seconds, context=context
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=seconds)

    def _send(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None
    ) -> http.client.HTTPResponse:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "User-Agent": f"spinney/{__version__}",
            "Accept": "application/json, application/x-ndjson",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, self._root + path, body, headers)
            return connection.getresponse()
        except ssl.SSLCertVerificationError as problem:
            raise Refused(f"{self.address} can't be trusted: {problem.verify_message}") from None
        except (OSError, http.client.HTTPException) as problem:
            raise ConnectionLost(_plain(problem)) from None

    def _read(self, answer: http.client.HTTPResponse) -> bytes:
        try:
            return answer.read(LONGEST)
        except (OSError, http.client.HTTPException) as problem:
            raise ConnectionLost(_plain(problem)) from None

    def _line(self, answer: http.client.HTTPResponse) -> bytes:
        try:
            return answer.readline(LONGEST)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise ConnectionLost(_plain(problem)) from None


def _token(text: str) -> str:
    """Return a token that was given as it is, or by its file. Raises Refused."""
    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except (OSError, UnicodeError) as problem:
            reason = getattr(problem, "strerror", None) or "it is not text"
            raise Refused(f"the token's file can't be read: {reason}") from None
    text = text.strip()
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,200}", text):
        raise Refused("that is not a token; create one on your account's page")
    return text


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refusal(status: int, text: bytes) -> Exception:
    """Return the exception for a server's refusal."""
    if status >= http.client.INTERNAL_SERVER_ERROR:
        return ConnectionLost(f"status {status}")
    try:
        problem = str(json.loads(text)["problem"])
    except (ValueError, KeyError, TypeError):
        problem = f"there is no server of Spinney’s there (status {status})"
    return OutdatedVersion(problem) if status == http.client.CONFLICT else Refused(problem[:500])


def _wait(retry_after: str) -> float:
    """Return how many seconds to wait, given the server's answer: 1 to 60."""
    return float(min(60, max(1, int(retry_after)))) if retry_after.isdecimal() else 1.0


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ConnectionLost("an answer broke off") from None


def _plain(problem: Exception) -> str:
    """Describe the failure, without anything that was sent."""
    return getattr(problem, "strerror", None) or type(problem).__name__
