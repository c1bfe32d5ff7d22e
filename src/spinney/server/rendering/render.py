"""Render a page model as the message that a socket sends: a pure function, for any process."""

from __future__ import annotations

from typing import NamedTuple

from jinja2 import Environment

from spinney.core.state import Observation
from spinney.i18n import SOURCE_LANGUAGE, in_language
from spinney.server.play.page_model import PageModel
from spinney.server.play.view_model import TableView, boards
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.rendering.compression import pack
from spinney.server.rendering.page_diff import BrowserState, PageDiff


class RenderRequest(NamedTuple):
    """What is to be rendered.

    Attributes:
        page: the page model.
        layout: ``wide`` or ``narrow``.
        csrf_token: ties the page's forms to the browser.
        frames: what was to be seen since the last message, oldest first, without the page itself.
        awaits_acknowledgement: does a clock wait until the browser shows it?
        language: of the texts.
    """

    page: PageModel
    layout: str
    csrf_token: str
    frames: tuple[Observation, ...] = ()
    awaits_acknowledgement: bool = False
    language: str = SOURCE_LANGUAGE


class Rendered(NamedTuple):
    """The result of a request.

    Attributes:
        message: what to send, compressed; empty: the browser has it all.
        browser: what the browser has been sent once it has this.
    """

    message: bytes
    browser: BrowserState


def render(request: RenderRequest, browser: BrowserState, templates: Environment) -> Rendered:
    """Return the parts of a page and the boards that a browser doesn't have.

    Nothing is remembered but what is cached by content: the same arguments give the same result,
    in every process that is a fork of the same one (hashes are Python's own).

    Args:
        request: what to render.
        browser: what the browser has been sent.
        templates: of the pages.
    """
    with in_language(request.language):
        return _rendered(request, browser, templates)


def _rendered(request: RenderRequest, browser: BrowserState, templates: Environment) -> Rendered:
    page, layout, diff = request.page, request.layout, PageDiff(browser)
    view = page.table_view(layout, _before(browser, page.viewpoint))
    if request.frames and not view.fresh:  # the browser is led away from what it shows
        view = page.table_view(layout)
    if page.viewpoint.waiting:  # nothing is on the screen then
        view = view._replace(boards=view.boards._replace(boards={}))
    body = templates.get_template("play/table_body.html").render(
        page=page, view=view, token=request.csrf_token, layout=layout, changed=diff.changed
    )
    frames = [boards(frame, layout) for frame in request.frames]
    message = diff.message(body, view.boards, frames, request.awaits_acknowledgement)
    return Rendered(
        pack(message) if message else b"", diff.browser_state(page.viewpoint, view.without_boards)
    )


def _before(browser: BrowserState, viewpoint: Viewpoint) -> TableView | None:
    """Return what this seat has been shown last of its view."""
    return None if viewpoint.waiting or browser.viewpoint != viewpoint else browser.view
