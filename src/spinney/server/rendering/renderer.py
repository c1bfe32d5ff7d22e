"""Pictures as a socket sends them, made of what there is to see and of what has been shown."""

from __future__ import annotations

from concurrent.futures import Future
from typing import NamedTuple, Protocol

from jinja2 import Environment

from spinney.core.state import Observation
from spinney.server.play.hotseat import Screen
from spinney.server.play.page_model import Scene
from spinney.server.play.view_model import Sight, boards
from spinney.server.rendering.compression import pack
from spinney.server.rendering.page_diff import Shown


class Order(NamedTuple):
    """A picture that is wanted.

    Attributes:
        scene: what there is to see.
        layout: ``wide`` or ``narrow``.
        token: ties the picture's forms to the browser.
        frames: what was to be seen on the way since the last one.
        awaited: does a clock wait until it has been seen?
    """

    scene: Scene
    layout: str
    token: str
    frames: tuple[Observation, ...] = ()
    awaited: bool = False


def ready(packed: bytes) -> Future[bytes]:
    """Return a picture for which nobody has to wait."""
    made = Future[bytes]()
    made.set_result(packed)
    return made


class Painting(Protocol):
    """Whoever has pictures made for one socket."""

    @property
    def fresh(self) -> bool:
        """Is nothing known of what has been sent? Then the next picture must be told whole."""

    def paint(self, order: Order) -> Future[bytes]:
        """Return what to send, packed, as soon as it is made; empty: the browser has it all."""

    def close(self) -> None:
        """Forget the socket."""


class Painter:
    """Makes the pictures of one socket, and remembers what the browser has been sent."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._shown = Shown()
        self._last: tuple[Screen, Sight] | None = None

    @property
    def fresh(self) -> bool:
        """Has nothing been sent yet?"""
        return self._last is None

    def paint(self, order: Order) -> bytes:
        """Return what to send, packed; empty: the browser has it all."""
        scene, layout = order.scene, order.layout
        sight = scene.sight(layout, self._before(scene.screen))
        if order.frames and not sight.anew:  # the browser is led away from what it shows
            sight = scene.sight(layout)
        if scene.screen.waiting:  # nothing is on the screen then
            sight = sight._replace(boards=sight.boards._replace(boards={}))
        page = self._environment.get_template("scene.html").render(
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

    def _before(self, screen: Screen) -> Sight | None:
        """Return what this screen has been shown last of its view."""
        if self._last is None or screen.waiting or self._last[0] != screen:
            return None
        return self._last[1]


class Here:
    """Has pictures made at once, where it is asked for them."""

    def __init__(self, environment: Environment) -> None:
        self._painter = Painter(environment)

    @property
    def fresh(self) -> bool:
        """Has nothing been sent yet?"""
        return self._painter.fresh

    def paint(self, order: Order) -> Future[bytes]:
        """Make one."""
        return ready(self._painter.paint(order))

    def close(self) -> None:
        """Forget nothing: there is nobody else to."""
