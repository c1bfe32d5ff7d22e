"""The elements of a page, for tests of what it is made of."""

from __future__ import annotations

from html.parser import HTMLParser


class Tags(HTMLParser):
    """The elements of a page, in their order, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [given for name, given in self.found if name == tag]
