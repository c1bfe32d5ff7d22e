"""The last turn that was revealed: the commands of both players, and their results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from spinney.games.spring_2021.rules.record import (
    CHOOSING,
    COMPLETE,
    FORFEIT,
    NOTHING,
    OVER,
    PENALTY,
    PLAYERS,
    SEED,
    TARGET,
    WAIT,
)
from spinney.games.spring_2021.text.names import BONUS, parts
from spinney.games.spring_2021.view_model.forest import DecodedForest
from spinney.games.spring_2021.view_model.light import SPOOKY
from spinney.i18n import N_, _

_DONE = {
    "GROW": N_("Grew a tree"),
    "SEED": N_("Sowed a seed"),
    "COMPLETE": N_("Completed a tree"),
    "WAIT": N_("Waits for tomorrow"),
}
_FAULTS = {NOTHING: "", FORFEIT: N_("Made no move in time"), PENALTY: N_("Move not allowed")}


class LastTurn:
    """What both players did last.

    Attributes:
        did: the ends of their commands, or what became of them instead.
        firsts: the actions before these, where a seed was sent.
    """

    def __init__(self, model: DecodedForest) -> None:
        self._model, self._s = model, model.s
        self.did = tuple([self._s.did[p] for p in range(PLAYERS)])
        self.firsts = tuple([self._s.did_first[p] for p in range(PLAYERS)])

    @cached_property
    def touched(self) -> dict[int, int]:
        """The cells named by the last commands carried out, each with its player."""
        return {cell: p for p in range(PLAYERS) for cell in self._cells(p)}

    def _cells(self, p: int) -> list[int]:
        did, first = self.did[p], self.firsts[p]
        return parts([did] if first == NOTHING else [first, did])[1] if did >= 0 else []

    @cached_property
    def done(self) -> tuple[str, ...]:
        """What each player did last, in a few words; empty for nothing."""
        if self.dawn:
            sun = [self._model.income(p, self._model.day) for p in range(PLAYERS)]
            return tuple([_("Gathered {count} sun", count=count) for count in sun])
        if self.clash >= 0:
            return (_("The seeds met: none took root"),) * PLAYERS
        if self._s.phase == OVER:  # there is no tomorrow
            return tuple(["" if choice == WAIT else _did(choice) for choice in self.did])
        return tuple([_did(choice) for choice in self.did])

    @cached_property
    def dawn(self) -> bool:
        """Has a day just begun, and has nobody done anything yet?

        Then both are awake though one at least slept when something was done last.
        """
        slept = min(self.did) <= WAIT
        return self._s.phase == CHOOSING and slept and not self._model.sleepers

    @property
    def clash(self) -> int:
        """The cell on which both sowed in the last turn; -1: they did not."""
        one, two = self.did
        return one - TARGET if one == two and one >= TARGET else -1

    @property
    def flights(self) -> Iterator[tuple[int, int, int]]:
        """The seeds that flew in the last turn: whose, from where, to where."""
        for p, choice in enumerate(self.did):
            if choice >= TARGET:
                yield p, self.firsts[p] - SEED, choice - TARGET

    @property
    def completed(self) -> Iterator[tuple[int, int, int]]:
        """The trees completed in the last turn: whose, where, and for how many points.

        The last is -1 where the forest doesn't tell: nutrients never fall below 0.
        """
        fallen = len([choice for choice in self.did if COMPLETE <= choice < SEED])
        worth = self._s.nutrients + fallen if self._s.nutrients else -1
        for p, choice in enumerate(self.did):
            if COMPLETE <= choice < SEED:
                cell = choice - COMPLETE
                yield p, cell, -1 if worth < 0 else worth + BONUS[self._model.soil[cell]]

    @property
    def gathered(self) -> Iterator[tuple[int, int]]:
        """The trees that brought sun this morning, each with how much."""
        if self.dawn:
            for cell, size in enumerate(self._model.size):
                if size > 0 and self._model.today[cell] != SPOOKY:
                    yield cell, size


def verb_of(choice: int) -> str:
    """Return the verb of a move that ends with this action."""
    return parts([choice])[0] or "SEED"


def _did(choice: int) -> str:
    """What came of a choice, in a few words; empty for none."""
    words = _FAULTS[choice] if choice < 0 else _DONE[verb_of(choice)]
    return _(words) if words else ""
