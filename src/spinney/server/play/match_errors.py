"""Errors that concern one match: each is contained there, and logged once.

A match can be damaged in the database, and the rules of a game can fail. Neither may reach what is
done for other matches, so every caller sees one kind of error, `MatchError`, that says so.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from spinney.i18n import _
from spinney.server.db.database import DatabaseCorrupt, DatabaseUnavailable, VersionConflict

_log = logging.getLogger(__name__)

REMEMBERED = 1_000
"""How many errors are remembered, so as not to log them again."""


class MatchError(Exception):
    """A match can't be read, or its rules fail on it; the message is meant for people."""

    def __str__(self) -> str:
        return _(
            "Something is wrong with this match: it can’t be read, or its rules fail. Other "
            "matches go on. The operator of this server will find the reason in its log."
        )


EXPECTED = (MatchError, DatabaseUnavailable, VersionConflict)
"""What is not the fault of a match, or is noted already."""


class MatchErrors:
    """Errors of matches, each logged once. May be used from any thread."""

    def __init__(self) -> None:
        self._logged: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def contained(self, match_id: str, *expected: type[Exception]) -> Iterator[None]:
        """Do something with a match.

        Raises:
            MatchError: it failed, whatever the reason, but for what is ``expected``.
            DatabaseUnavailable: the database can't be reached.
            VersionConflict: others were quicker.
        """
        try:
            yield
        except Exception as problem:
            if isinstance(problem, (*EXPECTED, *expected)):
                raise
            raise self.noted(match_id, problem) from problem

    @contextmanager
    def skipped(self, match_id: str) -> Iterator[None]:
        """Leave out what can't be done with a match.

        Raises DatabaseUnavailable and VersionConflict.
        """
        with suppress(MatchError), self.contained(match_id):
            yield

    def noted(self, match_id: str, problem: BaseException) -> MatchError:
        """Log an error of a match, unless the same was logged before; return what to raise."""
        self._log_once(f"match {match_id} can't be read or played on", problem)
        return MatchError()

    def damaged(self, problem: DatabaseCorrupt) -> None:
        """Log that the database is damaged, unless the same was logged before."""
        self._log_once("the database is damaged; restore a backup", problem)

    def _log_once(self, what: str, problem: BaseException) -> None:
        text = repr(problem)
        with self._lock:
            fresh = self._logged.get(what) != text
            self._logged[what] = text
            self._logged.move_to_end(what)
            if len(self._logged) > REMEMBERED:
                self._logged.popitem(last=False)
        if fresh:
            _log.error("%s", what, exc_info=problem)
