"""Play one match between players, asked in turn and timed as if at once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from spinney.match import Match
from spinney.players.accept_answer import accept_answer

if TYPE_CHECKING:
    from spinney.players.answer import Answer
    from spinney.players.referee import MatchReferee


class TimedChoice(NamedTuple):
    """A player's answer.

    Attributes:
        took: milliseconds, as they are charged.
        player: who answered.
        answer: the answer.
    """

    took: float
    player: int
    answer: Answer


def play(match: Match, referee: MatchReferee, rng: Random, strict: bool = False) -> Match:
    """Play a match to its end. Its time stands still while nobody is asked.

    Those who choose at once are asked one after another: at the same time, each would have a part
    of the machine only. With a clock they are charged as if it were at the same time.

    Args:
        match: where it begins.
        referee: asks the players.
        rng: draws the seeds of the players' choices.
        strict: does a fault lose the match at once?
    """
    now = 0.0
    while not match.over:
        choices = [_choice(match, referee, p, rng, int(now)) for p in match.to_act]
        if match.header.clock.kind == "none":
            for choice in choices:
                now += choice.took
                match = _accept(match, choice, int(now), strict)
            continue
        for choice in sorted(choices, key=lambda choice: choice.took):
            match = _accept(match, choice, int(now + choice.took), strict)
        now += max(choice.took for choice in choices)
    return match


def _accept(match: Match, choice: TimedChoice, at: int, strict: bool) -> Match:
    """Return the match with an answer; a simultaneous one may have ended it already."""
    if match.over:
        return match
    after = accept_answer(match, choice.player, choice.answer, at)
    if strict and after.events[-1].kind == "forfeit" and not after.over:
        return after.resign(choice.player, after.events[-1].at)
    return after


def _choice(match: Match, referee: MatchReferee, player: int, rng: Random, at: int) -> TimedChoice:
    """Ask one player."""
    left = match.remaining(at)[player]
    clock = None if left is None else left / 1000
    answer = referee.ask(match, player, rng.getrandbits(62), clock)
    grace = 1000 * referee.limits_of(player).grace
    return TimedChoice(charged(1000 * answer.seconds, left, grace), player, answer)


def charged(took: float, left: int | None, grace: float) -> float:
    """Return the time that is charged for an answer, in ms: grace is not charged."""
    if left is None or took < left:
        return took
    return left - 1.0 if took < left + grace else float(left)
