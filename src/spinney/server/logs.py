"""The log of a shared server: one line for what happens, without anything that lets someone in.

Requests are told by the page's pattern, ``/join/{link}``, never by their address, for that may be
a key. Whatever else is logged passes `redacted` first.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections.abc import Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spinney.server.admin.metrics import Metrics

FORMS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
REPEATS, SPAN = 5, 60.0
"""How often the same fault is logged in so many seconds."""
requests = logging.getLogger("spinney.requests")

_KEYS = re.compile(
    r"""(?ix)
    (?P<before>
        (?:/|%2f)join(?:/|%2f)                       # a friend's link, also within an address
      | \bbearer\s+                                  # a bot's token
      | ://[^\s:/@]*:(?=[^\s/@]*@)                   # a password in an address
      | \b(?:token|password|cookie|session|secret|link|spinney|authorization)["']?\s*[=:]\s*["']?
    )
    (?!bearer\b|…)
    [^\s"'&;,/@)}\]]+
    """
)


def redacted(text: str) -> str:
    """Return a text without what might let someone in."""
    return _KEYS.sub(lambda found: found["before"] + "…", text)


class Writable(Protocol):
    """What takes bytes."""

    def write(self, data: bytes, /) -> int | None:
        """Write some of them, and return how many. Raises OSError."""


class _Formatter(logging.Formatter):
    """Writes a record, and the trace of a fault, as a line."""

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return what there is to say, in order."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": redacted(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            fields["trace"] = redacted(self.formatException(record.exc_info))
        return fields


class JsonFormatter(_Formatter):
    """A line of JSON each."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return json.dumps(self.fields(record), ensure_ascii=False, default=str)


class TextFormatter(_Formatter):
    """A line for people each, and a trace below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields = self.fields(record)
        trace = fields.pop("trace", "")
        head = " ".join(str(fields.pop(name)) for name in ("time", "level", "message"))
        del fields["logger"], fields["process"]
        rest = "".join(f" {name}={value}" for name, value in fields.items())
        return head + rest + (f"\n{trace}" if trace else "")


@dataclass
class _Repeated:
    """How often a fault was met since it was first logged, lately."""

    record: logging.LogRecord
    began: float
    count: int = 0


class RepeatLimit(logging.Filter):
    """Lets the same fault be logged a few times a minute, and then says how often it was not.

    Records are the same if the same line logged them because the same line failed. Whatever is
    below the level of a warning passes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._met: dict[Hashable, _Repeated] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether to log a record; before that, log what is due of those that were not."""
        if hasattr(record, "unlimited"):
            return True
        self.tell_due()
        with self._lock:
            return record.levelno < logging.WARNING or self._count(record) <= REPEATS

    def tell_due(self) -> None:
        """Log how often it happened what was first met a while ago, and forget it."""
        before, due = time.monotonic() - SPAN, []
        with self._lock:
            while self._met and (first := next(iter(self._met.items())))[1].began <= before:
                due.append(first[1])
                del self._met[first[0]]
        for one in due:
            if one.count > REPEATS:
                _tell_unlogged(one)

    def _count(self, record: logging.LogRecord) -> int:
        repeated = self._met.setdefault(_fault(record), _Repeated(record, time.monotonic()))
        repeated.count += 1
        return repeated.count


def _fault(record: logging.LogRecord) -> Hashable:
    """Return what tells one fault from another, whatever its message names."""
    sort, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    failed = (trace.tb_frame.f_code, trace.tb_lineno) if trace is not None else None
    return record.name, record.pathname, record.lineno, sort, failed


def _tell_unlogged(one: _Repeated) -> None:
    logging.getLogger(one.record.name).log(
        one.record.levelno,
        "%d more of these were not logged: %s",
        one.count - REPEATS,
        one.record.getMessage().partition("\n")[0],
        extra={"unlimited": True},
    )


repeats = RepeatLimit()


async def tell_repeats() -> None:
    """Log what is due of what was not logged, also where nothing else is logged."""
    repeats.tell_due()


class LineHandler(logging.Handler):
    """Writes lines as long as there is room, and says afterwards how many had none.

    Attributes:
        problem: why the last line could not be written; empty: it was.
        lost: how many could not be written since one was.
    """

    def __init__(self, stream: Writable) -> None:
        """``stream`` keeps nothing back: what it can't write now is not to be written later."""
        super().__init__()
        self._stream = stream
        self.problem, self.lost = "", 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; where that fails, go on without it."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001 - as every handler does
            self.handleError(record)
            return
        if self.lost:
            line = f"({self.lost} lines could not be written: {self.problem})\n{line}"
        try:
            self._write(f"{line}\n".encode(errors="backslashreplace"))
            self.problem, self.lost = "", 0
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
            self.lost += 1

    def _write(self, line: bytes) -> None:
        while line:
            line = line[self._stream.write(line) or len(line) :]


def _stderr() -> Writable:
    """Return standard error without a buffer, where it is a file."""
    try:
        return open(sys.stderr.fileno(), "wb", buffering=0, closefd=False)
    except OSError:  # it is a test's
        return sys.stderr.buffer


def failing() -> str:
    """Return why lines of the log can't be written; empty: they can."""
    handlers = logging.getLogger().handlers
    return next((one.problem for one in handlers if isinstance(one, LineHandler)), "")


def begin(form: str = "text", level: str = "info") -> None:
    """Log to stderr from now on, all that this process has to say.

    Args:
        form: ``text`` for people, or ``json``.
        level: the least that is told: see `LEVELS`.
    """
    handler = LineHandler(_stderr())
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    handler.addFilter(repeats)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for chatty in ("uvicorn.access", "httpcore", "websockets", "alembic"):
        logging.getLogger(chatty).setLevel("WARNING")


class RequestLog:
    """Counts and logs every answer: how it was asked, with what status, in which time."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if status != ACCEPTED:
                status = message.get("status", _SOCKET_STATUS.get(message["type"], status))
            await send(message)

        socket = scope["type"] == "websocket"
        self._metrics.opened("socket" if socket else "request")
        try:
            await self._app(scope, receive, send_noted)
        finally:
            self._metrics.opened("socket" if socket else "request", -1)
            self._tell(scope, status, time.perf_counter() - begun)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        method, where = scope.get("method", "SOCKET"), pattern(scope)
        if scope["type"] == "http":
            self._metrics.answered(method, where, status, seconds)
        log_request(
            method, where, status, seconds, scope["client"][0] if scope.get("client") else ""
        )


def log_request(method: str, where: str, status: int, seconds: float, address: str) -> None:
    """Log an answer: how and of which page it was asked, its status, how long it took, to whom."""
    facts = {"method": method, "route": where, "status": status, "ms": round(1000 * seconds)}
    quiet = where.startswith(("/static", "/health", "/metrics"))
    level = logging.DEBUG if quiet else logging.INFO
    requests.log(level, "request", extra={"facts": {**facts, "address": address}})


ACCEPTED = 101
"""The status of a socket that was accepted, however it ends."""
_SOCKET_STATUS = {"websocket.accept": ACCEPTED, "websocket.close": 403}
"""The status that a socket's first message stands for."""


def pattern(scope: Scope) -> str:
    """Return the pattern of the page that was asked for, without what is particular to one."""
    route, root = scope.get("route"), scope.get("root_path", "")
    template = getattr(route, "path", "")
    if not template:
        path = scope["path"]
        return next((first for first in _MOUNTS if path.startswith(first)), "none")
    return template if template.startswith(root) or not root else root + template


_MOUNTS = ("/static/", "/api/")
