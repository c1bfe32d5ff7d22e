"""A viewer's chat at a table: the lines they may read, and the audience of their own."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.server.accounts.names import shown_name
from spinney.server.chat.store import PLAYERS, WATCHERS, ChatLine
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import TableViewer


@dataclass(frozen=True)
class ChatView(FeatureView):
    """What a viewer sees of the chat.

    Attributes:
        lines: that they may read, but for those of people whom they have blocked.
        reader: the viewer's id; empty: they have no name yet.
        players: the ids of those who play.
        to_all: does everybody at the table read what the viewer writes?
    """

    lines: tuple[ChatLine, ...]
    reader: str
    players: frozenset[str]
    to_all: bool

    @property
    def writers(self) -> tuple[ChatLine, ...]:
        """A line of each other person who has written any: whom the viewer can block."""
        last = {line.person: line for line in self.lines}
        return tuple(line for person, line in last.items() if person not in ("", self.reader))


def view(viewer: TableViewer) -> ChatView:
    """Return what a viewer sees of the chat."""
    chat, match, audiences = viewer.services.chat, viewer.live.id, readable(viewer)
    lines = viewer.live.cached(audiences, lambda: chat.lines(match, *audiences))
    blocked = viewer.live.cached(
        ("blocked", viewer.person), lambda: viewer.services.blocks.blocked_by(viewer.person)
    )
    named = tuple(
        line._replace(name=shown_name(line.name)) for line in lines if line.person not in blocked
    )
    players = frozenset(viewer.table.people)
    return ChatView(named, viewer.person, players, viewer.finished)


def readable(viewer: TableViewer) -> tuple[str, ...]:
    """Return whose lines a viewer may read: spectators could give hints before the end."""
    if viewer.is_umpire or (viewer.seated and viewer.finished):
        return (PLAYERS, WATCHERS)
    return (PLAYERS,) if viewer.seated else (WATCHERS,)


def audience(viewer: TableViewer) -> str:
    """Return who reads what a viewer writes: players and the umpire, or spectators.

    After the end players read what spectators read, so what they write there is for all.
    """
    return PLAYERS if viewer.seated and not viewer.finished else WATCHERS
