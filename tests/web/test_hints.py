"""Hints: off wherever two people sit, unless who opens the table turns them on for all."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.web.site import GAME, Site, fresh

from spinney.search.result import Candidate, SearchResult
from spinney.search.win_chance import percent
from spinney.server.play.hints import HINT, Hint

ALONE = {"seat-0": "me", "seat-1": "level:seedling"}
TWO = {"seat-0": "me", "seat-1": "friend"}


def opened(site: Site, seats: dict[str, str], **more: str) -> str:
    """Begin a match as the form does; return its address."""
    answer = site.post(f"/new/{GAME}", seed="7", **seats, **more)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def hint_status(site: Site, match: str) -> int:
    """Ask for a hint; return the status of the answer."""
    return int(site.post(f"{match}/hint").status_code)


@pytest.mark.parametrize(
    ("seats", "said", "allowed"),
    [
        (ALONE, {}, True),
        (TWO, {}, False),
        (TWO, {"hints": "usual"}, False),
        (TWO, {"hints": "yes"}, True),
        (TWO, {"hints": "no"}, False),
        (ALONE, {"hints": "no"}, False),
    ],
)
def test_at_one_screen(
    site: Site, seats: dict[str, str], said: dict[str, str], allowed: bool
) -> None:
    match = opened(site, seats, **said)
    page = site.client.get(match).text
    assert ("No hints here" in page) != allowed, "the setting is shown to all"
    assert (f'action="{match}/hint"' in page) == allowed
    assert hint_status(site, match) == (204 if allowed else 422)
    live = site.match_service.live_match(match.rpartition("/")[2])
    if not allowed:
        assert not any(isinstance(hint, Hint) for hint in live.advice.values())


def test_what_was_agreed_is_kept_and_goes_along_to_a_rematch(site: Site) -> None:
    match = opened(site, TWO, hints="yes")
    name = match.rpartition("/")[2]
    site.match_service._live.pop(name, None)  # as after a restart
    assert site.match_service.live_match(name).rules.hints
    again = site.post(f"{match}/rematch").headers["location"]
    assert hint_status(site, again) == 204


def test_matches_that_say_nothing_have_the_usual(site: Site) -> None:
    """Those of earlier versions, and those brought along."""
    two, alone = fresh("me", "friend"), fresh("me", "level:seedling")
    assert hint_status(site, f"/match/{site.match_service.begin(two)}") == 422
    assert hint_status(site, f"/match/{site.match_service.begin(alone)}") == 204


def test_a_hint_says_what_the_move_does_and_why(site: Site) -> None:
    match = opened(site, ALONE)
    live = site.match_service.live_match(match.rpartition("/")[2])
    view = live.match.view(0)
    best, *others = view.legal
    found = tuple(Candidate(move, 0.5, 0.57) for move in (best, *others[:2]))
    live.advice[0] = Hint(view, result=SearchResult(best, 10, 0.5, (0.5, 0.5), found))
    page = site.client.get(match).text
    advice = page[page.index('<section id="advice"') :].partition("</section>")[0]
    text = re.sub(r"<[^>]*>", "", advice)
    assert f"{percent(view.game, 0.57)}\u00a0% to win. " in text  # never on two lines
    assert "The next best move is just as good." in text
    assert f'data-move="{best}"' in advice, "it glows on the board"
    assert all(f'data-hint="{other}"' in advice for other in others[:2]), "on demand"
    assert [move for move in view.legal if move in text] == [], f"no notation in {text}"
    certain = (Candidate(best, 0.5, 1.0), *found[1:])
    result = SearchResult(best, 10, 1.0, (1.0, 0.0), certain, exact=True)
    live.advice[0] = Hint(view, result=result)
    assert "</b>: A certain win. " in site.client.get(match).text


def test_other_words_are_refused(site: Site) -> None:
    answer = site.post(f"/new/{GAME}", **TWO, hints="maybe")
    assert answer.status_code == 422
    assert "usual, yes, no" in answer.text


def test_a_note_of_another_worker_begins_nothing(site: Site) -> None:
    name = opened(site, TWO).rpartition("/")[2]
    live = site.match_service.live_match(name)
    live.viewers[0] = 1
    site.app.state.site.computer.hints.receive(live, f"{HINT} 0")
    assert live.advice == {}


def test_a_match_that_goes_on_is_not_analysed(site: Site) -> None:
    match = opened(site, TWO, hints="yes")
    answers: list[Any] = [
        site.post(f"{match}/replay/analysis"),
        site.post(f"{match}/replay/what-if", seat="red", level="seedling", at="0"),
    ]
    assert [answer.status_code for answer in answers] == [422, 422]
