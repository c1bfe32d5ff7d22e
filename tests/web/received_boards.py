"""The boards that a browser has received, put together as its script does it."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from spinney.server.accounts.identity import Caller
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.viewer_session import ViewerSession
from spinney.server.rendering.compression import unpack
from spinney.server.rendering.page_diff import BrowserState
from spinney.server.rendering.pool import RenderPool
from spinney.server.rendering.render import Rendered, RenderRequest
from spinney.server.site import Site


class Copying(RenderPool):
    """Renders what would have come to another process."""

    def render(self, request: RenderRequest, browser: BrowserState) -> Future[Rendered]:
        copies = pickle.loads(pickle.dumps((request, browser)))  # noqa: S301 - just written
        return super().render(*copies)


def viewer_session(
    site: Site, caller: Caller, live: LiveMatch, layout: str = "wide"
) -> ViewerSession:
    """Return one who looks at a table, and has been sent nothing."""
    return ViewerSession(site, caller, live, layout, Copying())


def message(looks: ViewerSession) -> dict[str, Any]:
    """Return what they are sent next; nothing: they have it all."""
    packed = looks.mark_sent(looks.look().result())
    return dict(json.loads(unpack(packed))) if packed else {}


def anew(looks: ViewerSession) -> dict[str, Any]:
    """Return what they would be sent if they came now."""
    return message(viewer_session(looks.site, looks.caller, looks.live, looks.layout))


@dataclass
class Held:
    """What a browser holds.

    Attributes:
        boards: by id.
        pieces: of the page, by name.
    """

    boards: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)

    def take(self, sent: dict[str, Any]) -> None:
        """Take a message."""
        for picture in (*sent["frames"], sent):
            self.boards |= picture["boards"]
        shown = sent["page"].items()
        self.pieces = {name: self.pieces[name] if new is None else new for name, new in shown}

    def is_all_of(self, whole: dict[str, Any]) -> bool:
        """Is it what who comes now is sent? Boards that are gone may have been kept."""
        boards = {name: self.boards[name] for name in whole["boards"]}
        same = [*self.pieces.items()] == [*whole["page"].items()]
        return same and boards == whole["boards"]
