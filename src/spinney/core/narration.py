"""Tell people what happened, in whole sentences, in their language.

A game may have a module ``narration`` with ``narrate(happening)``, which yields a sentence or
several for each `Happening`, as `Happening.say` makes them. Of a game without one, people read
moves as they are written.

Names stand in a sentence as marks, a private character for each player, until it is shown: then
`named` puts the names in their places. So what is cached has no names, and a page can set them
in colour.

This is for people only. Records, the API and bots have the words of `core.notation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from spinney.core import notation
from spinney.core.second_person import text_about
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation, State
    from spinney.core.transition import Transition

_FIRST_MARK = 0xE000
_MARK = re.compile("[\ue000-\ue0ff]")


class Sentence(NamedTuple):
    """A sentence of a log.

    Attributes:
        player: whose action it describes; -1 if it happened by itself.
        text: what happened; names are marks (`named`).
        notation: the move in the notation; empty if it describes none.
    """

    player: int
    text: str
    notation: str = ""


def mark(player: int) -> str:
    """Return the mark of a player's name in a sentence."""
    return chr(_FIRST_MARK + player)


def named(text: str, name_of: Callable[[int], str]) -> str:
    """Return a text with names in place of their marks."""
    return _MARK.sub(lambda found: name_of(ord(found[0]) - _FIRST_MARK), text)


@dataclass(frozen=True)
class Happening:
    """A move or an automatic stage, as an observer learnt of it.

    Attributes:
        observer: who learnt of it; -1 for a spectator.
        reader: who is "you" in the sentences; -1 for nobody.
        player: whose move it was; -1 for a stage.
        was: the state before it.
        now: the state after it.
        actions: the actions of the move, as far as the observer learnt them.
        facts: what else they learnt, as event codes.
    """

    observer: int
    reader: int
    player: int
    was: State
    now: State
    actions: tuple[int, ...]
    facts: tuple[int, ...]

    @cached_property
    def before(self) -> Observation:
        """The observer's view before it."""
        return self.was.observe(self.observer)

    @cached_property
    def after(self) -> Observation:
        """The observer's view after it."""
        return self.now.observe(self.observer)

    def say(self, player: int, you: str, other: str, **values: object) -> Sentence:
        """Return a sentence about a player.

        Args:
            player: about whom.
            you: the sentence for the player, marked for translation (`N_`).
            other: the sentence for others, with the player's ``name``, marked for translation.
            values: for both.
        """
        is_reader = player == self.reader
        return Sentence(player, text_about(mark(player), you, other, is_reader=is_reader, **values))

    def fact(self, text: str, **values: object) -> Sentence:
        """Return a sentence about nobody in particular, marked for translation (`N_`)."""
        return Sentence(-1, _(text, **values))

    def name(self, player: int) -> str:
        """Return the mark of a player's name in a list of several, or ``you`` for the reader."""
        return _("you") if player == self.reader else mark(player)


def narrate(observer: int, transitions: Sequence[Transition], reader: int) -> Iterator[Sentence]:
    """Yield what an observer learnt of what happened, sentence by sentence."""
    for group in _groups(transitions):
        game = group[0].state.game
        codes = tuple(code for transition in group for code in transition.events(observer))
        if not codes:
            continue
        happening = Happening(
            observer,
            reader,
            group[0].player,
            group[0].before,
            group[-1].state,
            tuple(code for code in codes if code < game.rules.ACTIONS),
            tuple(code for code in codes if code >= game.rules.ACTIONS),
        )
        yield from _sentences(happening)


def _groups(transitions: Sequence[Transition]) -> Iterator[list[Transition]]:
    """Yield the transitions of each move together, and each stage by itself."""
    group: list[Transition] = []
    for transition in transitions:
        if transition.player == -1 and transition.action == 0:
            continue  # a game begins: nothing has happened yet
        group.append(transition)
        if transition.player < 0 or not transition.state.mid_move(transition.player):
            yield group
            group = []
    if group:
        yield group


def _sentences(happening: Happening) -> Iterator[Sentence]:
    game = happening.was.game
    narration = game.part("narration")
    if narration is None:
        yield from _plain(happening)
        return
    move = notation.writer(happening.before)(happening.actions) if happening.actions else ""
    for sentence in narration.narrate(happening):
        # A move is written beside the first sentence about it.
        if move and sentence.player == happening.player:
            yield sentence._replace(notation=move)
            move = ""
        else:
            yield sentence


def _plain(happening: Happening) -> Iterator[Sentence]:
    """Yield the sentences of a game without narration: moves and facts in the notation."""
    words = notation.for_view(happening.before)
    if happening.actions:
        player, written = happening.player, notation.writer(happening.before)(happening.actions)
        yield Sentence(player, _("{name}: {move}", name=mark(player), move=written))
    if happening.facts:
        tell = getattr(words, "tell", None)
        text = str(tell(happening.facts)) if tell else " ".join(map(str, happening.facts))
        yield Sentence(-1, text)
