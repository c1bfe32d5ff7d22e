"""The log of a match for people, in whole sentences, by observer.

`match.log` has the same events in the words of records and of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core import narration
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.narration import Sentence, mark
from spinney.i18n import N_, _, current_language
from spinney.i18n.lists import and_list
from spinney.match.events import CHOICES, Event
from spinney.match.player_names import seat_name
from spinney.match.position import AppliedMove, Position

if TYPE_CHECKING:
    from spinney.core.transition import Transition

Texts = tuple[str, str]
"""A sentence about a player: for themselves, and for others."""


def opening(position: Position, observer: int) -> tuple[Sentence, ...]:
    """Return what an observer learnt of the deal and of what came before the first choice."""
    return _cached(position, observer, lambda: _transition_sentences(observer, position.opening))


def sentences_of(
    observer: int, event: Event, before: Position, after: Position
) -> tuple[Sentence, ...]:
    """Return what an observer learnt of an event."""

    def narrated() -> Iterator[Sentence]:
        yield from _announcement(observer, event, before, after)
        for move in after.applied:
            yield from _sentences_of_move(observer, move)
        if after.over and not before.over:
            yield Sentence(-1, result(after, observer))

    return _cached(after, observer, narrated)


def _cached(
    position: Position, observer: int, find: Callable[[], Iterator[Sentence]]
) -> tuple[Sentence, ...]:
    """Return the sentences of a position, cached for each observer and language."""
    key = (observer, current_language())
    if key not in position.sentences:
        sentences = tuple(find())
        # Most often all learn the same; then one copy is kept.
        same = (other for other in position.sentences.values() if other == sentences)
        position.sentences[key] = next(same, sentences)
    return position.sentences[key]


def _transition_sentences(observer: int, transitions: Sequence[Transition]) -> Iterator[Sentence]:
    return narration.narrate(observer, transitions, reader=observer)


def result(position: Position, reader: int) -> str:
    """Return how a match that is over ended, with marks for names."""
    outcome = position.outcome or ()
    winners = [p for p, won in enumerate(outcome) if won >= 0]
    scores = ", ".join(
        _("{name} {points}", name=mark(p), points=points)
        for p, points in enumerate(position.state.scores)
    )
    if len(winners) > 1:
        names = and_list([mark(p) for p in winners])
        return _("{names} share the win. Points: {scores}", names=names, scores=scores)
    if winners[0] == reader:
        return _("You win. Points: {scores}", scores=scores)
    return _("{name} wins. Points: {scores}", name=mark(winners[0]), scores=scores)


# Sentences about the event itself.

_FAILED: dict[str, Texts] = {
    "": (N_("Your time ran out"), N_("{name} ran out of time")),
    "crashed": (N_("Your program crashed"), N_("{name} crashed")),
    "closed": (N_("Your program stopped answering"), N_("{name} stopped answering")),
    "flooded": (N_("Your program wrote far too much"), N_("{name} wrote far too much")),
    "memory": (N_("Your program took too much memory"), N_("{name} took too much memory")),
    "forked": (
        N_("Your program started too many processes"),
        N_("{name} started too many processes"),
    ),
    "gone": (N_("Your program is gone"), N_("{name} is gone")),
}
"""The message about a player who did not choose, by the kind of a program's fault."""
_FORFEITED: dict[int, Texts] = {
    MALFORMED: (N_("Your move could not be read"), N_("The move of {name} could not be read")),
    ILLEGAL: (N_("Your move was not allowed"), N_("The move of {name} was not allowed")),
}
_ANNOUNCED: dict[str, Texts] = {
    "undo": (N_("You took back your last choice"), N_("{name} took back the last choice")),
    "fix": (N_("You fixed a slip"), N_("{name} fixed a slip and took back the last choice")),
    "resign": (N_("You resigned"), N_("{name} resigned")),
}
_OF_NOBODY = {
    "revert": N_("The last choice was taken back; all agreed"),
    "correct": N_("The umpire took back the last choice"),
    "pause": N_("The clocks are paused"),
    "resume": N_("The clocks run again"),
}


def _about(player: int, observer: int, texts: Texts) -> Sentence:
    """Return a sentence about a player that is not a move."""
    you, other = texts
    text = _(you) if player == observer else _(other, name=mark(player))
    return Sentence(-1, text)


def _announcement(
    observer: int, event: Event, before: Position, after: Position
) -> Iterator[Sentence]:
    """Yield the sentences about the event itself; a sealed move only for its own player."""
    player = event.player
    if event.kind in ("forfeit", "resign") and event.text == "late":
        yield _about(player, observer, _FAILED.get(event.bot_output.kind, _FAILED[""]))
    elif event.kind in CHOICES:
        yield from _sealed(observer, event, before, after)
    elif event.kind in _ANNOUNCED:
        yield _about(player, observer, _ANNOUNCED[event.kind])
    elif event.kind == "substitute":
        new = seat_name(event.text)
        texts = N_("{new} plays for you from now on"), N_("{new} plays for {name} from now on")
        text = (
            _(texts[0], new=new) if player == observer else _(texts[1], new=new, name=mark(player))
        )
        yield Sentence(-1, text)
    elif event.kind in _OF_NOBODY:
        yield Sentence(-1, _(_OF_NOBODY[event.kind]))


def _sealed(observer: int, event: Event, before: Position, after: Position) -> Iterator[Sentence]:
    """Yield the sentences about a choice that stays secret until all have made theirs."""
    player = event.player
    if before.simultaneous and observer == player and event.kind != "forfeit":
        changed = before.finished(player)
        text = _("You changed your choice") if changed else _("You have chosen")
        yield Sentence(player, text, event.text)
    elif before.finished(player) != after.finished(player) and after.choices:
        finished = N_("You have chosen"), N_("{name} has chosen")
        again = N_("You choose again"), N_("{name} chooses again")
        yield _about(player, observer, finished if after.finished(player) else again)


def _sentences_of_move(observer: int, move: AppliedMove) -> Iterator[Sentence]:
    """Yield the sentences about a choice when it is applied."""
    if move.choice.reason not in (0, LATE):
        yield _about(move.player, observer, _FORFEITED[move.choice.reason])
    yield from _transition_sentences(observer, move.transitions)
    if move.choice.bot_output.message:
        said = _(
            "{name}: “{message}”", name=mark(move.player), message=move.choice.bot_output.message
        )
        yield Sentence(move.player, said)
