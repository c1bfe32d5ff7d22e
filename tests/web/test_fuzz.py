"""Random requests to pages: every answer is in words, and none is an internal error."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.site import GAME, Site

TEXT = st.text(max_size=30) | st.sampled_from(["0", "-1", "0.3", "9" * 30, "%00", "../..", "🌲"])
PARTS = st.sampled_from(
    ["match", "MATCH", "new", GAME, "guide", "replay", "frame", "words", "move", "undo", "ready"]
) | st.sampled_from(
    ["hint", "static", "..", "socket", "record", "records", "look", "again", "hurry", "resign"]
)
NAMES = st.sampled_from(
    ["move", "version", "player", "theme", "back", "seed", "clock", "seat-0", "seat-1", "said"]
) | st.sampled_from(["at", "seen_by", "eyes", "layout", "option-dm_advantage", "record"])


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    parts=st.lists(PARTS | TEXT, max_size=4),
    fields=st.dictionaries(NAMES, TEXT, max_size=5),
    posted=st.booleans(),
)
def test_no_request_breaks_anything(
    site: Site, parts: list[str], fields: dict[str, str], posted: bool
) -> None:
    if not hasattr(site, "match"):
        site.match = site.begin("me", "level:tree")  # type: ignore[attr-defined]
    match: str = site.match  # type: ignore[attr-defined]
    path = "/".join(parts).replace("match/MATCH", match[1:]).replace("MATCH", match[7:])
    path = path.replace("?", "").replace("#", "").encode("utf-8", "replace").decode()
    path = "/" + path.lstrip("/")  # what follows two would be a host
    fields = {k: v.encode("utf-8", "replace").decode() for k, v in fields.items()}
    answer = _ask(site, path, fields, posted)
    assert answer.status_code < 500, (path, fields)


def _ask(site: Site, path: str, fields: dict[str, str], posted: bool) -> Any:
    from urllib.parse import quote

    address = quote(path, safe="/")
    if posted:
        return site.post(address, **fields)
    return site.client.get(address, params=fields, follow_redirects=False)


def test_broken_forms_are_refused(site: Site) -> None:
    for kind, content in (
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=a", b"--a\r\nContent-Disposition: form-data\r\n\r\nx"),
        ("multipart/form-data; boundary=a", b"--a\r\n" * 200),
        ("application/x-www-form-urlencoded", b"a=%ff&b=%zz&" * 100),
        ("application/json", b"{"),
        ("", b"\x00\xff"),
    ):
        for address in ("/look", "/records", f"/new/{GAME}"):
            headers = {"origin": "http://127.0.0.1", "content-type": kind}
            answer = site.client.post(address, content=content, headers=headers)
            assert 400 <= answer.status_code < 500
