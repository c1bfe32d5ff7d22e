"""The log of a page: new lines are added, and lines already shown are not sent again."""

from __future__ import annotations

from collections.abc import Sequence

import spinney
from spinney.match import Match
from spinney.match.events import Header
from spinney.server.play.log_view import PAGE, LogView
from spinney.server.template_environment import PIECE, SAME

NAMES = ("Ann", "Bob")


def _names(seats: Sequence[str]) -> Sequence[str]:
    return seats


def _match() -> Match:
    game = spinney.game("spring-2021")
    return Match.begin(Header(game, NAMES, seed=3))


def _pieces(written: str) -> dict[str, str]:
    first, *rest = PIECE.split(written)
    assert not first
    return {name: text.strip() for name, text in zip(rest[::2], rest[1::2], strict=True)}


def _say(match: Match, seed: int) -> Match:
    player = match.to_act[0]
    return match.play(player, match.view(player).legal.sample(seed), 0)


def test_what_has_been_shown_is_not_written_again() -> None:
    match, log, page = _match(), LogView(), dict[str, str]()
    kept = 0
    for seed in range(90):
        match = _say(match, seed)
        written = _pieces(log.written("m", match, 0, _names))
        if seed % 3:  # else a picture that nobody was shown
            log.mark_shown()
            page = {name: page[name] if text == SAME else text for name, text in written.items()}
            assert page == _pieces(LogView().written("m", match, 0, _names))
            kept += sum(text == SAME for text in written.values())
            assert sum(text != SAME for text in written.values()) <= 3
    assert len(page) > 4
    assert kept > 100


def test_after_the_end_and_for_another_listener_all_is_written_anew() -> None:
    match, log = _match(), LogView()
    while len(_pieces(log.written("m", match, 0, _names))) < 3:
        match = _say(match, match.version)
        log.mark_shown()
    assert SAME in log.written("m", match, 0, _names)
    assert log.written("m", match, 1, _names) == LogView().written("m", match, 1, _names)
    over = match.resign(0, 0)
    log.mark_shown()
    assert log.written("m", over, 1, _names) == LogView().written("m", over, 1, _names)
    assert log.written("m", over, 1, _names).count("/match/m/replay?at=") > 2 * PAGE


def test_what_has_been_forgotten_is_written_whole() -> None:
    match, log = _match(), LogView()
    for seed in range(60):
        match = _say(match, seed)
        log.written("m", match, 0, _names)
        log.mark_shown()
    assert SAME in log.written("m", match, 0, _names)
    log.forget()
    assert log.written("m", match, 0, _names) == LogView().written("m", match, 0, _names)


def test_lines_of_a_choice_that_was_taken_back_are_marked() -> None:
    game = spinney.game("build-your-arboretum", dm_advantage=0)
    match, log = Match.begin(Header(game, NAMES, seed=3)), LogView()
    while not (made := _say(match, match.version)).undo_to(match.to_act[0]) or match.simultaneous:
        match = made
    player = match.to_act[0]
    before = log.written("m", match, player, _names).count("<li ")
    assert "undone" not in log.written("m", made, player, _names)
    log.mark_shown()
    back = made.undo(player, 0)
    items = log.written("m", back, player, _names).split("<li ")[1:]
    marked = [number for number, item in enumerate(items) if "undone" in item]
    assert marked == [*range(before, len(items) - 1)]
    assert "You took back your last choice" in items[-1]
    again = log.written("m", _say(back, match.version), player, _names)
    assert again.count("undone") == len(marked)
