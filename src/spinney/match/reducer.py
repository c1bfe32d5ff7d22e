"""The reducer: from a position and an event to the next position.

If several players are to act at once, their moves are sealed: they are kept here whole, outside the
state, until everybody has finished or run out of time. Then all of them are applied in the order of
the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.interface import LATE
from spinney.core.state import State
from spinney.i18n import _
from spinney.match import undo
from spinney.match.clocks import write_time
from spinney.match.events import BACK, REASONS, Event, Header, check_seat, people
from spinney.match.position import NO_CHOICES, AppliedMove, Choice, Position
from spinney.match.time_used import TimeUsed


def begin(header: Header) -> Position:
    """Return the position before any event. Raises Refused if it can't be dealt."""
    seed, given = header.deal
    opening = header.game.opening(seed, **given)
    state = opening[-1].state
    times = TimeUsed.start(header.clock, _periods(state))
    return Position(state, times, tuple(header.seats), opening=opening)


def reduce(
    header: Header,
    events: Sequence[Event],
    past: Sequence[Position],
    actions: tuple[int, ...] = (),
) -> Position:
    """Return the position after the last of the events.

    Args:
        header: how the match was set up.
        events: all of them.
        past: the position before each.
        actions: those of the move that the last event is, if it has been read already.

    Raises:
        Refused: the event is impossible in the position.
    """
    event, before = events[-1], past[-1]
    _check(header, before, event)
    times = before.times.run(event.at, before.to_act)
    now = replace(
        before,
        times=times,
        opening=(),
        applied=(),
        follows=len(past) - 1,
        lines={},
        sentences={},
        counts={},
    )
    if event.kind in ("undo", "fix"):
        then = _undo(now, events, past)
    elif event.kind in BACK:
        then = _revert(now, event, past)
    elif event.kind in ("move", "draft"):
        then = _play(now, event, actions or _read(now.state, event))
    else:
        then = _REDUCERS[event.kind](now, event)
    is_announced = then.applied or event.kind in (*BACK, "resume")
    return replace(then, times=then.times.announced()) if is_announced else then


def _check(header: Header, before: Position, event: Event) -> None:
    """Refuse an event of an unknown player, after the end, or at an impossible time."""
    if event.player >= header.game.num_players:
        raise Refused(_("there is no player {player}", player=event.player))
    if before.over and event.kind not in BACK:
        raise Refused(_("the match is over"))
    if event.at < before.times.at:
        raise Refused(
            _(
                "times can't run backwards: {time} is before {last}",
                time=write_time(event.at),
                last=write_time(before.times.at),
            )
        )
    due = before.due
    late = event.kind == "resign" and event.text == REASONS[LATE]
    if late and (event.at, event.player) != (due, before.late):
        raise Refused(_("{name} has time left", name=header.game.player_names[event.player]))
    in_time = event.kind == "forfeit" or late
    if due is not None and (event.at > due or (event.at == due and not in_time)):
        name = header.game.player_names[before.late]
        raise Refused(
            _("{name} ran out of time at {time}; that comes first", name=name, time=write_time(due))
        )


def _play(now: Position, event: Event, actions: tuple[int, ...]) -> Position:
    player, bot_output = event.player, event.bot_output
    choice = Choice(event.text, actions, finished=event.kind == "move", bot_output=bot_output)
    if not now.simultaneous:
        if not choice.finished:
            raise Refused(
                _("a choice can stay unfinished only where several players choose at once")
            )
        return _apply_choices(now, [player], {player: choice})
    if player in now.choices and now.choices[player].reason:
        raise Refused(_("that choice can no longer be changed; the game waits for the others"))
    return _seal(now, player, choice)


def _read(state: State, event: Event) -> tuple[int, ...]:
    """Return the actions of a move.

    Raises:
        Refused: it is illegal, or not in canonical notation.
    """
    actions = notation.read(state.observe(event.player), event.text)
    written = str(state.game.notation.write(actions))
    if written != event.text:
        raise Refused(f"it is written {written!r}, not {event.text!r}")
    return actions


def _forfeit(now: Position, event: Event) -> Position:
    player, reason = event.player, _read_reason(event.text)
    if player not in now.to_act:
        name = now.state.game.player_names[player]
        raise Refused(_("{name} has nothing to choose now", name=name))
    if not now.simultaneous:
        return _apply_choices(
            now, [player], {player: Choice("", reason=reason, bot_output=event.bot_output)}
        )
    # A late player's sealed choice counts.
    meant = now.choices.get(player) if reason == LATE else None
    text, actions = (meant.text, meant.actions) if meant else ("", ())
    return _seal(now, player, Choice(text, actions, reason=reason, bot_output=event.bot_output))


def _read_reason(text: str) -> int:
    for reason, word in REASONS.items():
        if text == word:
            return reason
    raise Refused(f"{text!r} is not a reason; there are: {', '.join(REASONS.values())}")


def _seal(now: Position, player: int, choice: Choice) -> Position:
    """Seal a choice; if it is the last, apply them all."""
    choices = {**now.choices, player: choice}
    sealed = replace(now, choices=choices)
    return sealed if sealed.to_act else _apply_choices(now, now.state.to_act, choices)


def _apply_choices(
    now: Position, players: Sequence[int], choices: Mapping[int, Choice]
) -> Position:
    """Apply choices in the order of the seats."""
    state, applied = now.state, []
    for p in players:
        applied.append(AppliedMove(p, choices[p], now.simultaneous, state))
        state = applied[-1].transitions[-1].state
    times = now.times.after_choices(players).in_periods(_periods(state))
    return replace(now, state=state, times=times, choices=NO_CHOICES, applied=tuple(applied))


def _undo(now: Position, events: Sequence[Event], past: Sequence[Position]) -> Position:
    event = events[-1]
    find, reason = (
        (undo.undo_to, undo.WHY_NOT) if event.kind == "undo" else (undo.fix_to, undo.NO_FIX)
    )
    to = find(events[:-1], past, event.player)
    if to is None or event.text != str(to):
        raise Refused(_(reason) if to is None else _("you can undo only back to {to} now", to=to))
    others = [p for p in people(now.seats) if p != event.player]
    times = now.times.restored(past[to].times, [event.player] if others else [])
    if times.left(event.player) == 0:
        raise Refused(_("there would be no time left to choose again"))
    earlier = past[to]
    return replace(now, state=earlier.state, choices=earlier.choices, times=times, follows=to)


def _revert(now: Position, event: Event, past: Sequence[Position]) -> Position:
    """Go back by agreement or by the umpire; nobody is charged for the time of undone choices."""
    to = undo.revert_to(past, event.text)
    earlier = past[to]
    times = now.times.restored(earlier.times, [])
    return replace(
        now,
        state=earlier.state,
        choices=earlier.choices,
        resigned=earlier.resigned,
        timed_out=earlier.timed_out,
        times=times,
        follows=to,
    )


def _acknowledge(now: Position, event: Event) -> Position:
    if now.times.since[event.player] <= event.at:
        raise Refused(_("that clock is already running"))
    return replace(now, times=now.times.acknowledged(event.player))


def _substitute(now: Position, event: Event) -> Position:
    check_seat(event.text)
    seats = (*now.seats[: event.player], event.text, *now.seats[event.player + 1 :])
    return replace(now, seats=seats)


def _resign(now: Position, event: Event) -> Position:
    timed_out = event.text == REASONS[LATE]
    return replace(now, resigned=event.player, timed_out=timed_out, choices=NO_CHOICES)


def _pause(now: Position, event: Event) -> Position:
    pausing = event.kind == "pause"
    if now.times.paused == pausing:
        raise Refused(
            _("the clocks are paused already") if pausing else _("the clocks are not paused")
        )
    return replace(now, times=replace(now.times, paused=pausing))


def _periods(state: State) -> tuple[int, ...]:
    return tuple(map(state.period, range(state.game.num_players)))


_REDUCERS: dict[str, Callable[[Position, Event], Position]] = {
    "forfeit": _forfeit,
    "resign": _resign,
    "pause": _pause,
    "resume": _pause,
    "substitute": _substitute,
    "acknowledge": _acknowledge,
}
