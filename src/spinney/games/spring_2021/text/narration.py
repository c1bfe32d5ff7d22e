"""Tell what happened in Spring Challenge 2021, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spinney.core.narration import Happening, Sentence
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    CLASHED,
    COMPLETE,
    COUNTED,
    DAY,
    DAYS,
    DID,
    EARNED,
    EXTRA,
    GROW,
    HARVESTED,
    PAID,
    SEED,
    SOWER,
    TARGET,
)
from spinney.games.spring_2021.rules.trees import size_at
from spinney.games.spring_2021.text.log import Fact, take_apart
from spinney.games.spring_2021.text.notation import write
from spinney.i18n import N_, ngettext

_GREW = (
    (
        N_("You grew a seed into a small tree for {sun} sun"),
        N_("{name} grew a seed into a small tree for {sun} sun"),
    ),
    (
        N_("You grew a small tree into a medium one for {sun} sun"),
        N_("{name} grew a small tree into a medium one for {sun} sun"),
    ),
    (
        N_("You grew a medium tree into a large one for {sun} sun"),
        N_("{name} grew a medium tree into a large one for {sun} sun"),
    ),
)
"""What is told of a tree that grows, by the size it had."""
_FAULTS = (
    (N_("You are out of the game"), N_("{name} is out of the game")),
    (N_("You were sent to sleep"), N_("{name} was sent to sleep")),
)
"""What comes of a command that was missing, or not allowed."""


def narrate(happening: Happening) -> Iterator[Sentence]:
    """Yield what happened. A choice is told when both are carried out."""
    facts = [take_apart(code) for code in happening.facts]
    for fact in facts:
        if fact.kind == DID:
            yield _action_taken(happening, fact, facts)
        elif fact.kind in _TOLD:
            you, other = _TOLD[fact.kind]
            count = fact.number
            yield happening.say(fact.player, you, other, count=count, points=_points(count))
        elif fact.kind == CLASHED:
            yield happening.fact(N_("Both seeds fell on the same spot: neither takes root"))
        elif fact.kind == DAY and fact.number == DAYS:
            yield happening.fact(N_("The last day is over"))
        elif fact.kind == DAY:
            yield happening.fact(N_("Day {day} begins"), day=fact.number + 1)


_TOLD = {
    HARVESTED: (N_("You gathered {count} sun"), N_("{name} gathered {count} sun")),
    EXTRA: (N_("Your leftover sun: +{points}"), N_("{name}’s leftover sun: +{points}")),
    COUNTED: (N_("Your trees in a tie: +{count}"), N_("{name}’s trees in a tie: +{count}")),
}
"""What is told of a number, to its player and to others."""


def _points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count)


def _action_taken(happening: Happening, did: Fact, facts: Sequence[Fact]) -> Sentence:
    """Tell what a player did, for what price, and what it brought."""
    numbers = {fact.kind: fact.number for fact in facts if fact.player == did.player}
    sun = numbers.get(PAID, 0)
    if did.number >= ACTIONS:
        you, other = _FAULTS[did.number - ACTIONS]
    elif did.number >= TARGET:
        you, other = N_("You sowed a seed for {sun} sun"), N_("{name} sowed a seed for {sun} sun")
        if not sun:
            you, other = N_("You sowed a seed"), N_("{name} sowed a seed")
    elif did.number >= COMPLETE:
        you = N_("You completed a tree: +{points}")
        other = N_("{name} completed a tree: +{points}")
    elif did.number >= GROW:
        you, other = _GREW[size_at(happening.before.record, did.number - GROW)]
    else:
        you, other = N_("You sleep until tomorrow"), N_("{name} sleeps until tomorrow")
    points = _points(numbers.get(EARNED, 0))
    sentence = happening.say(did.player, you, other, sun=sun, points=points)
    return sentence._replace(notation=_move(did.number, numbers.get(SOWER)))


def _move(did: int, sower: int | None) -> str:
    """The move that ended so, sent from this cell if it is a seed; empty for a fault."""
    if did >= ACTIONS:
        return ""
    return write([did] if sower is None else [SEED + sower, did])
