"""Moves and actions, for any game: read moves, and say why one can't be played.

A game's ``notation`` module has at least ``write(actions) -> str``. It may have

* ``read(text) -> list of actions``, for more than the exact wording (a set in any order); it raises
  `Refused` for what is no move of the game at all;
* ``check_text(game, text)``, where ``read`` reads by a view: it raises `Refused` for what is no
  move in any state; and ``EXAMPLES``, a few moves, for who types one before their turn;
* ``refuse(view, actions, at) -> str``: why ``actions[at]`` can't follow here, and what can;
* ``tell(facts) -> str``: facts, in words;
* ``card_name(card) -> str`` and ``INDEX_NAMES``: what cards and places are called where bots get
  observations in names (`spinney.core.named_fields`);
* ``set_deal(record, …)`` and ``deal_of(record)``: given deals, from lists of words and back; and
  ``NESTED``, the names of those arguments in which lists may stand in place of words;
* ``shuffles(record)``: what is shuffled for a deal from a secret (`spinney.match.deal`), by name:
  the words to shuffle, and how many of them count;
* ``deal_from(game, record, drawn)``: what ``set_deal`` is given, where that is not what
  ``shuffles`` names, each drawn;
* ``for_view(view)``, where only a view gives words their meaning (a plant called by its name): what
  has ``read`` and ``tell`` for that view, in place of the module's own, and may have
  ``log_text(actions) -> str``, a move as a log has it, and ``write``, for the rest of a move that
  has begun, where words of its own say that nothing follows. None: the module's own will do.

A game may have a module ``announcements`` with ``announce(before, after, facts)``: what an umpire
says aloud of something that happened, in lines, from what an observer saw before and after it. Logs
have that in place of ``tell``; records, which are compared byte by byte, keep the words of
``tell``.

Everything here works on observations: an answer can't give away what the asker may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core.errors import Refused, did_you_mean, some
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation, State
    from spinney.core.transition import Transition

MANY = 2000
"""The most moves that are listed for a page."""


def read(view: Observation, text: str) -> tuple[int, ...]:
    """Return the actions of a complete, legal move of the viewer.

    Raises:
        Refused: it isn't one; the message says why, and what is possible.
    """
    if view.player not in view.to_act:
        raise Refused(_not_now(view))
    text = " ".join(text.split())
    moves = for_view(view)
    if hasattr(moves, "read"):
        actions = tuple(moves.read(text))
        _check(view, actions)
        return actions
    for actions in _matching(view._as_state(), view.player, (), text.lower()):
        return actions
    legal = [str(moves.write([action])) for action in view.legal_actions]
    raise Refused(_("{move!r} can't be played now", move=text) + did_you_mean(text, legal))


def check_text(game: Game, text: str) -> None:
    """Refuse a text that is no move of a game in any state: no verb, card or cell is called so.

    It takes no view: what is refused can't give away anything. A game that reads moves only by what
    is legal refuses nothing here.

    Raises:
        Refused: it is none; the message says what is possible.
    """
    text, moves = " ".join(text.split()), game.notation
    if hasattr(moves, "check_text"):
        moves.check_text(game, text)
    elif hasattr(moves, "read"):
        moves.read(text)


def examples(game: Game) -> tuple[str, ...]:
    """Return a few moves that show a game's notation; empty: the game names none."""
    return tuple(getattr(game.notation, "EXAMPLES", ()))


def for_view(view: Observation) -> Any:
    """Return the notation for a view: the game's module, or an object from it."""
    moves = view.game.notation
    return (moves.for_view(view) if hasattr(moves, "for_view") else None) or moves


def writer(view: Observation) -> Callable[[Sequence[int]], str]:
    """Return what writes the viewer's moves, or where one has begun the rest of it."""
    return _write_of(for_view(view), view.game)


def _write_of(moves: Any, game: Game) -> Callable[[Sequence[int]], str]:
    """Return the ``write`` of a notation for a view, or where that has none the game's."""
    write: Callable[[Sequence[int]], str] = getattr(moves, "write", None) or game.notation.write
    return write


def _not_now(view: Observation) -> str:
    if view.over:
        return _("the game is over")
    waiting = _(" and ").join(view.game.player_names[p] for p in view.to_act)
    return _(
        "it is not {viewer}'s turn: {waiting} must choose", viewer=view.viewer, waiting=waiting
    )


def _check(view: Observation, actions: tuple[int, ...]) -> None:
    """Refuse actions if one is illegal, or if they end too early or go on too long."""
    state = view._as_state()
    for at, action in enumerate(actions):
        goes_on = at == 0 or state.mid_move(view.player)
        legal = state._legal_actions(view.player) if goes_on else ()
        if action not in legal:
            raise Refused(_reason(view, actions, at, legal))
        state = state._after(view.player, action)
    if not actions or state.mid_move(view.player):
        raise Refused(_reason(view, actions, len(actions), state._legal_actions(view.player)))


def _reason(view: Observation, actions: tuple[int, ...], at: int, legal: Sequence[int]) -> str:
    refuse = getattr(view.game.notation, "refuse", None)
    if refuse is not None:
        return str(refuse(view, actions, at))
    write = view.game.notation.write
    if not legal:
        return _("{move!r} is a whole move; play one at a time", move=write(actions[:at]))
    ways = some([write([*actions[:at], action]) for action in legal])
    if at == len(actions):
        return _("the move isn't complete; what can follow: {ways}", ways=ways)
    move = write(actions[: at + 1])
    return _("{move!r} can't be played now; you can play: {ways}", move=move, ways=ways)


def _matching(
    state: State, player: int, before: tuple[int, ...], text: str
) -> Iterator[tuple[int, ...]]:
    """Yield the moves that are written exactly as ``text``, following only its beginnings."""
    write = state.game.notation.write
    for action in state._legal_actions(player):
        actions = (*before, action)
        written = write(actions).lower()
        if text != written and not text.startswith(written + " "):
            continue
        after = state._after(player, action)
        if after._is_mid_move(player):
            yield from _matching(after, player, actions, text)
        elif text == written:
            yield actions


class Following(NamedTuple):
    """One way to continue the beginning of a move.

    Attributes:
        words: the words of one more action, without those already given.
        whole: does the move end there?
    """

    words: tuple[str, ...]
    whole: bool


def following(view: Observation, prefix: str) -> Iterator[Following]:
    """Yield what can follow the words given so far, up to the end of the next action.

    Nothing is yielded where no move of the viewer begins so. Capitals don't matter.
    """
    prefix = " ".join(prefix.split())
    write = writer(view)
    state, actions = _as_far_as(view, prefix, write)
    for action in state._legal_actions(view.player):
        written = str(write([*actions, action]))
        if not prefix or _begins(written, prefix):
            whole = not state._after(view.player, action).mid_move(view.player)
            yield Following(tuple(written[len(prefix) :].split()), whole)


def _as_far_as(
    view: Observation, said: str, write: Callable[[Sequence[int]], str]
) -> tuple[State, tuple[int, ...]]:
    """Return a possible state after all actions whose words are complete, and those actions."""
    state, actions = view._as_state(), tuple[int, ...]()
    while action := _next(state, view.player, actions, said, write):
        state, actions = state._after(view.player, action[0]), (*actions, *action)
    return state, actions


def _next(
    state: State,
    player: int,
    actions: tuple[int, ...],
    said: str,
    write: Callable[[Sequence[int]], str],
) -> tuple[int, ...]:
    """Return the action whose words come next in the text, if there is one."""
    so_far = write(actions)
    for action in state._legal_actions(player):
        written = str(write([*actions, action]))
        whole = written != so_far and _begins(said, written)
        if whole and state._after(player, action).mid_move(player):
            return (action,)
    return ()


def _begins(text: str, beginning: str) -> bool:
    """Is the text these words, or these and more? Capitals don't matter."""
    return f"{text} ".lower().startswith(f"{beginning} ".lower())


def words(view: Observation) -> frozenset[str]:
    """Return every word of every move the viewer can play; of a long list the next words."""
    return frozenset(word for move in choices(view) for word in move.split())


@lru_cache(maxsize=64)
def choices(view: Observation) -> tuple[str, ...]:
    """Return the viewer's complete moves, or if there are too many, the next beginnings.

    `is_listed` says which.
    """
    write, whole = writer(view), _whole(view)
    if whole is not None:
        return tuple(map(write, whole))
    return tuple(dict.fromkeys(write([action]) for action in view.legal_actions))


def is_listed(view: Observation) -> bool:
    """Are the viewer's moves few enough to be listed whole?"""
    return _whole(view) is not None


@lru_cache(maxsize=64)
def _whole(view: Observation) -> tuple[tuple[int, ...], ...] | None:
    """Return the viewer's moves as their actions; None: there are too many to list."""
    return view.legal.few(MANY)


class Line(NamedTuple):
    """A line of a log.

    Attributes:
        player: who played it; -1 if it happened by itself.
        text: the move, or the fact.
    """

    player: int
    text: str


def log_text(view: Observation, text: str) -> str:
    """Return a move of the viewer's as a log has it. Raises Refused if it can't be played."""
    say = getattr(for_view(view), "log_text", None)
    return str(say(read(view, text))) if say else text


def log(observer: int, transitions: Sequence[Transition], announced: bool = True) -> Iterator[Line]:
    """Yield, in words, what an observer learnt from transitions.

    ``announced``: with the game's announcements, where it has any.
    """
    announcer = (
        transitions[0].state.game.part("announcements") if announced and transitions else None
    )
    actions: list[int] = []
    speaker = -1
    for transition in transitions:
        if transition.player == -1 and transition.action == 0:
            continue
        num_actions = transition.state.game.rules.ACTIONS
        for code in _runs(transition.events(observer), num_actions):
            if code[0] < num_actions:
                actions += code
                speaker = transition.player
                continue
            if actions:
                yield Line(speaker, _log_text(transition, observer, actions))
                actions = []
            if announcer is None:
                yield Line(-1, _tell(transition, observer, code))
            else:
                yield from _announced(announcer, transition, observer, code)
        if actions and not transition.state.mid_move(speaker):
            yield Line(speaker, _log_text(transition, observer, actions))
            actions = []
            if announcer is not None:
                yield from _announced(announcer, transition, observer, ())
    if actions:
        yield Line(speaker, _log_text(transitions[-1], observer, actions))


def observed_move(observer: int, player: int, transitions: Sequence[Transition]) -> str:
    """Return what an observer learnt of a player's move, in the notation; empty: nothing."""
    game = transitions[0].state.game
    actions = [
        code
        for transition in transitions
        if transition.player == player
        for code in transition.events(observer)
        if code < game.rules.ACTIONS
    ]
    return str(game.notation.write(actions)) if actions else ""


def _runs(codes: Sequence[int], num_actions: int) -> Iterator[list[int]]:
    """Split codes into runs of actions and runs of facts."""
    run: list[int] = []
    for code in codes:
        if run and (run[0] < num_actions) != (code < num_actions):
            yield run
            run = []
        run.append(code)
    if run:
        yield run


def _log_text(transition: Transition, observer: int, actions: Sequence[int]) -> str:
    moves = _notation_for(transition, observer)
    say = getattr(moves, "log_text", None) or _write_of(moves, transition.before.game)
    return str(say(actions))


def _announced(
    announcer: Any, transition: Transition, observer: int, facts: Sequence[int]
) -> Iterator[Line]:
    before, after = transition.before.observe(observer), transition.state.observe(observer)
    return (Line(-1, text) for text in announcer.announce(before, after, facts))


def _tell(transition: Transition, observer: int, facts: Sequence[int]) -> str:
    tell = getattr(_notation_for(transition, observer), "tell", None)
    return str(tell(facts)) if tell else " ".join(map(str, facts))


def _notation_for(transition: Transition, observer: int) -> Any:
    """Return the notation for what an observer sees before a transition: see `for_view`."""
    moves = transition.before.game.notation
    return for_view(transition.before.observe(observer)) if hasattr(moves, "for_view") else moves
