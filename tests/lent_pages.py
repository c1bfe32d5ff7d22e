"""Pages of a browser to tests, one after another: what a test leaves behind is wiped.

To begin a context of its own for each would double what a short test costs, and so would a process
that draws its pages: in each context an empty page stays open, whose process draws the others, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

_contexts: dict[tuple[Browser, str], BrowserContext] = {}
"""Those that are open, by their browser and options."""


@contextmanager
def lent_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """Lend a page of a context with these options: nothing is stored in it, and no cookies are."""
    context = _context(browser, options)
    yield context.new_page()
    try:
        _wipe(context)
    except Error:  # a page is stuck or gone: the next test begins anew
        context.close()


def patient_context(browser: Browser, **options: Any) -> BrowserContext:
    """Begin a context whose pages wait for as long as a busy machine may take."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context


def _context(browser: Browser, options: dict[str, Any]) -> BrowserContext:
    key = browser, json.dumps(options, sort_keys=True)

    def forget(_context: BrowserContext) -> None:
        del _contexts[key]

    if key not in _contexts:
        _contexts[key] = patient_context(browser, **options)
        _contexts[key].on("close", forget)
        _keep_process(_contexts[key])
    return _contexts[key]


HOST = "http://127.0.0.1/"
"""Where the servers of tests are; the browser draws all ports of a host in one process."""


def _keep_process(context: BrowserContext) -> None:
    """Open an empty page of the tests' host that no server need answer."""
    page = context.new_page()
    page.route(HOST, lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto(HOST)


def _wipe(context: BrowserContext) -> None:
    """Leave a context as if it were new, but for the files of the pages that it keeps."""
    context.set_offline(False)
    context.clear_cookies()
    context.clear_permissions()
    for page in context.pages[1:]:  # the first one keeps the process
        if page.url.startswith("http"):
            page.evaluate("() => localStorage.clear()")
        page.close()
