"""All texts of all tables can be read in a real browser: with many players, and long names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.web.legibility import offenders
from tests.web.site import until
from tests.web.visitor import LAID_OUT, Visitor

from spinney.core import compilation
from spinney.match import Match
from spinney.match.record_reader import read_record

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.long]

RECORDS = Path(__file__).parents[1] / "data" / "records"
NAMES = (
    "Wilhelmina Featherstonehaugh-Cholmondele",
    "Maximilian von und zu Hohenberg-Wittgen",
    "Jo",
    "Anastasia Konstantinopoulou-Papadopoulos",
    "Li Wei",
    "Bartholomew Quigglesworth-Throckmorton-B",
    "Konstantinos M.",
)
SIZES = (1280, 800), (375, 812)
LATE = 0.9
"""After this share of a game its boards are full."""
PICKING = 0.792
"""After this share of one game somebody picks from all cards of the discard pile."""


@pytest.mark.parametrize(
    ("record", "share"),
    [
        ("full-garden.txt", LATE),
        ("arboretum/2-published-first-draw.txt", 1),
        ("arboretum/4-published-second-draw.txt", LATE),
        ("forest-garden/2-europe.txt", LATE),
        ("forest-garden/4.txt", PICKING),
        ("forest-garden/7.txt", LATE),
        ("spring-2021/trees.txt", LATE),
    ],
)
def test_every_text_of_a_table_can_be_read(visitor: Visitor, record: str, share: float) -> None:
    page, name = visitor.page, _table(visitor, RECORDS / record, share)
    page.emulate_media(reduced_motion="reduce")  # what glides is measured when it has arrived
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{visitor.address}/match/{name}")
        until(lambda: page.evaluate(LAID_OUT))
        found += [f"at {width}: {offender}" for offender in _lasting(page)]
    assert not found, "\n".join(found)


def _lasting(page: Page) -> list[str]:
    """Return what is hard to read; a page that was just being drawn anew is looked at again."""
    found: list[str] = []
    for _ in range(5):
        found = offenders(page)
        if not found:
            break
    return found


def _table(visitor: Visitor, file: Path, share: float) -> str:
    """Begin a match in its course, with long names; who is to choose has the screen."""
    whole = read_record(file.read_text(encoding="utf-8"))
    compilation.precompile(whole.game)
    header = replace(whole.header, seats=NAMES[: whole.game.num_players])
    match = Match.replay(header, whole.events[: round(share * len(whole.events))])
    name = visitor.match_service.begin(match)
    visitor.match_service.live_match(name).at_screen = match.to_act[0] if match.to_act else 0
    return name


def test_the_measure_finds_what_is_hard_to_read(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}/about")
    assert [offender.split(": ")[1] for offender in _drawn(page)] == [
        "“small” is 10.0 px",
        "“much too wide” leaves its box by",
        "“one” is partly covered by text.",
        "“beneath” is partly covered by rect.",
        "“one” touches “other” (A board)",
    ]


def _drawn(page: Page) -> list[str]:
    """Return what is found on a board that has one of each kind."""
    page.evaluate(
        """() => {
          document.body.innerHTML = `<div id="table"><svg class="one" width="400" height="200"
            aria-label="A board" font-family="monospace" font-size="20">
            <text x="9" y="20">fine</text><text x="9" y="40" font-size="10">small</text>
            <g><rect class="face" x="9" y="50" width="100" height="30" fill="#fff"/>
            <text x="15" y="72">much too wide</text></g>
            <text x="9" y="110">one</text><text x="20" y="110">other</text>
            <text x="9" y="150">beneath</text><rect x="30" y="130" width="90" height="30"/>
          </svg></div>`;
        }"""
    )
    return [
        offender.rstrip("0123456789 ") if "box" in offender else offender
        for offender in offenders(page)
    ]
