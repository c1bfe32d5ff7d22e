"""Pictures as a socket sends them, made of what there is to see and of what has been shown."""

from __future__ import annotations

from concurrent.futures import Future
from typing import NamedTuple, Protocol

from jinja2 import Environment

from spinney.core.state import Observation
from spinney.server.play.hotseat import Hotseat
from spinney.server.play.page_model import PageModel
from spinney.server.play.view_model import TableView, boards
from spinney.server.rendering.compression import pack
from spinney.server.rendering.page_diff import PageDiff


class RenderRequest(NamedTuple):
    """A picture that is wanted.

    Attributes:
        scene: what there is to see.
        layout: ``wide`` or ``narrow``.
        token: ties the picture's forms to the browser.
        frames: what was to be seen on the way since the last one.
        awaited: does a clock wait until it has been seen?
    """

    scene: PageModel
    layout: str
    token: str
    frames: tuple[Observation, ...] = ()
    awaited: bool = False


def ready(packed: bytes) -> Future[bytes]:
    """Return a picture for which nobody has to wait."""
    made = Future[bytes]()
    made.set_result(packed)
    return made


class SocketRenderer(Protocol):
    """Whoever has pictures made for one socket."""

    @property
    def fresh(self) -> bool:
        """Is nothing known of what has been sent? Then the next picture must be told whole."""

    def paint(self, order: RenderRequest) -> Future[bytes]:
        """Return what to send, packed, as soon as it is made; empty: the browser has it all."""

    def close(self) -> None:
        """Forget the socket."""


class Renderer:
    """Makes the pictures of one socket, and remembers what the browser has been sent."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._shown = PageDiff()
        self._last: tuple[Hotseat, TableView] | None = None

    @property
    def fresh(self) -> bool:
        """Has nothing been sent yet?"""
        return self._last is None

    def paint(self, order: RenderRequest) -> bytes:
        """Return what to send, packed; empty: the browser has it all."""
        scene, layout = order.scene, order.layout
        sight = scene.sight(layout, self._before(scene.screen))
        if order.frames and not sight.anew:  # the browser is led away from what it shows
            sight = scene.sight(layout)
        if scene.screen.waiting:  # nothing is on the screen then
            sight = sight._replace(boards=sight.boards._replace(boards={}))
        page = self._environment.get_template("play/table_body.html").render(
            scene=scene,
            sight=sight,
            token=order.token,
            layout=layout,
            changed=self._shown.changed,
        )
        frames = [boards(view, layout) for view in order.frames]
        message = self._shown.message(page, sight.boards, frames, order.awaited)
        self._last = scene.screen, sight.again
        return pack(message) if message else b""

    def _before(self, screen: Hotseat) -> TableView | None:
        """Return what this screen has been shown last of its view."""
        if self._last is None or screen.waiting or self._last[0] != screen:
            return None
        return self._last[1]


class LocalRenderer:
    """Has pictures made at once, where it is asked for them."""

    def __init__(self, environment: Environment) -> None:
        self._painter = Renderer(environment)

    @property
    def fresh(self) -> bool:
        """Has nothing been sent yet?"""
        return self._painter.fresh

    def paint(self, order: RenderRequest) -> Future[bytes]:
        """Make one."""
        return ready(self._painter.paint(order))

    def close(self) -> None:
        """Forget nothing: there is nobody else to."""
