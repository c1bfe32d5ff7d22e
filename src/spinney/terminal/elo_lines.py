"""The Elo of a series so far: below its table, and beside its progress bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from spinney.arena.elo import elo, normalized_elo
from spinney.arena.wording import elo_text, entrant_names, no_elo_text

if TYPE_CHECKING:
    from spinney.arena.league_settings import LeagueSettings
    from spinney.arena.pairing_stops import PairingStops
    from spinney.arena.sprt import Sprt
    from spinney.arena.stop_rule import StopTracker

ACCEPTED = {
    "H0": "at most {0:g} stronger: H0 accepted",
    "H1": "at least {1:g} stronger: H1 accepted",
    None: "not decided",
}


def elo_lines(tracker: StopTracker) -> list[str]:
    """Return the Elo of the first player with its interval, its pairs, and the test's verdict."""
    if len(tracker.scores) < 2 or not (tracker.players == 2 or tracker.rule):
        return []
    own = elo(tracker.scores, tracker.players)
    normalized = normalized_elo(tracker.scores, tracker.players)
    lines = [f"Elo of 1: {elo_text(own)}; normalized: {elo_text(normalized)}"]
    if tracker.players == 2:
        lines.append(_pairs(tracker.scores))
    if tracker.rule.sprt:
        lines.append(_sprt(tracker.rule.sprt, tracker.scores))
    return lines


def pairing_lines(
    settings: LeagueSettings,
    stops: PairingStops,
    unjudged: Mapping[tuple[int, ...], Sequence[int]],
) -> list[str]:
    """Return a line for each pairing of the first entrant of a gauntlet.

    Args:
        settings: of the league.
        stops: what the games of each pairing showed.
        unjudged: the pairings whose games say nothing about strength, and who is to blame.
    """
    names, lines = entrant_names([entrant.name for entrant in settings.entrants]), []
    for pairing, tracker in stops.by_pairing.items():
        if blamed := unjudged.get(pairing):
            found = no_elo_text([names[entrant] for entrant in blamed], bool(tracker.rule.sprt))
        elif len(tracker.scores) < 2:
            continue
        else:
            difference = f"Elo {elo_text(elo(tracker.scores, tracker.players))}"
            test = f"; {_sprt(tracker.rule.sprt, tracker.scores)}" if tracker.rule.sprt else ""
            found = f"{difference}{test}"
        first, *others = (names[entrant] for entrant in pairing)
        lines.append(f"{first} against {', '.join(others)}: {found}")
    return lines


def status_text(tracker: StopTracker) -> str:
    """Return the status during the games: the Elo so far, and how near the end a test is."""
    if len(tracker.scores) < 2 or not (tracker.players == 2 or tracker.rule):
        return ""
    if tracker.unranked:
        return "no Elo so far: mostly faults"
    parts = [f"Elo of 1: {elo_text(elo(tracker.scores, tracker.players))}"]
    if tracker.rule.precision is not None:
        parts.append(f"until ± {tracker.rule.precision:g}")
    if tracker.rule.sprt:
        parts.append(f"LLR {_ratio(tracker.rule.sprt, tracker.scores)}")
    return ", ".join(parts)


def _pairs(scores: Sequence[float]) -> str:
    counts = Counter(round(4 * score) for score in scores)
    listed = ", ".join(str(counts[points]) for points in range(5))
    return f"pairs of games in which 1 won 0, ½, 1, 1½, 2 points: {listed}"


def _sprt(test: Sprt, scores: Sequence[float]) -> str:
    verdict = ACCEPTED[test.verdict(scores)].format(test.elo0, test.elo1)
    return f"SPRT, {test.model} Elo: {verdict}; LLR {_ratio(test, scores)}"


def _ratio(test: Sprt, scores: Sequence[float]) -> str:
    low, high = test.bounds
    return f"{test.llr(scores):.2f} ({low:.2f}, {high:.2f}) [{test.elo0:g}, {test.elo1:g}]"
