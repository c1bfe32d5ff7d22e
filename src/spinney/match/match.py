"""`Match`: one game being played, with seats, clocks and a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile

from spinney.core import notation
from spinney.core.arguments import check_observer
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.interface import LATE
from spinney.core.narration import Sentence
from spinney.core.state import Observation, State
from spinney.i18n import SOURCE_LANGUAGE, _, in_language
from spinney.match import log, narration, record, reducer, undo
from spinney.match.bot_output import NOTHING, BotOutput
from spinney.match.events import CHOICES, REASONS, Event, Header, people
from spinney.match.frames import Frame, frames_of, last_messages
from spinney.match.log import LogLine
from spinney.match.position import Position


@dataclass(frozen=True)
class Match:
    """A header, the events so far, and the positions after them. Never changes.

    `begin` makes a match; each event makes a new one. Times are whole milliseconds since
    the match began, and come from outside: nothing here looks at a clock, draws a random number,
    reads or writes. A method that takes the time ``at`` first lets the clocks that have run out by
    then forfeit, so it may add several events.

    Attributes:
        header: how it was set up.
        events: all accepted events.
        positions: before the first event, and after each.
    """

    header: Header
    events: tuple[Event, ...]
    positions: tuple[Position, ...] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        stands = "over" if self.over else "going on"
        return f"<Match of {self.game!r}: version {self.version}, {stands}>"

    # Making one.

    @staticmethod
    def begin(header: Header) -> Match:
        """Return a match that begins. Raises Refused if it can't be dealt."""
        return Match(header, (), (reducer.begin(header),))

    @staticmethod
    def replay(header: Header, events: Iterable[Event]) -> Match:
        """Return the match of these events. Raises Refused if one of them can't happen."""
        match = Match.begin(header)
        for event in events:
            match = match.apply(event)
        return match

    # Its current state.

    @cached_property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats as they are now."""
        return self.position.seats

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The players who are people."""
        return people(self.position.seats)

    @cached_property
    def game(self) -> Game:
        """The game, with its options."""
        return self.header.game

    @cached_property
    def version(self) -> int:
        """The number of events. Secret to players: they are given `version_for`."""
        return len(self.events)

    @cached_property
    def state(self) -> State:
        """The state of the game, without choices that are still sealed."""
        return self.position.state

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player, as if the game ended now. Secret to players before it has."""
        return self.state.scores

    @cached_property
    def over(self) -> bool:
        """Has the match ended, by the rules or because someone resigned?"""
        return self.position.over

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""
        return self.position.outcome

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The players who still owe a choice, without those who have finished a sealed one."""
        return self.position.to_act

    @cached_property
    def simultaneous(self) -> bool:
        """Are several choosing at once, unseen by each other?"""
        return self.position.simultaneous

    @cached_property
    def sealed(self) -> dict[int, str]:
        """The sealed moves, by player; empty for a forfeit. Secret to their players."""
        return {player: choice.text for player, choice in self.position.choices.items()}

    @cached_property
    def paused(self) -> bool:
        """Are the clocks stopped?"""
        return self.position.times.paused

    def remaining(self, at: int) -> tuple[int | None, ...]:
        """Return the milliseconds each player has left at a time; None: not timed now."""
        now = self.position
        times = now.times.run(max(at, now.times.at), now.to_act)
        return tuple(map(times.left, range(self.game.num_players)))

    def due(self) -> int | None:
        """Return when the next clock runs out, if nothing happens before; None: none runs."""
        return self.position.due

    # Events.

    def play(
        self,
        player: int,
        move: str,
        at: int,
        finish: bool = True,
        bot_output: BotOutput = NOTHING,
    ) -> Match:
        """Return the match after a player's move.

        If several players are to act it is sealed, and the player may replace it until everyone has
        finished or this player's time is up; then it counts.

        Args:
            player: who plays it.
            move: in the game's notation.
            at: when.
            finish: for a sealed choice: is this player done with it? A choice that nobody else
                makes at the same time takes effect at once.
            bot_output: the other output of a program.

        Raises:
            Refused: it is illegal now; the message says why and what is possible.
        """
        match = self.tick(at)
        if match.over:
            raise Refused(_("the match is over"))
        actions = notation.read(match.view(player), move)
        kind = "move" if finish or not match.simultaneous else "draft"
        written = str(self.game.notation.write(actions))
        return match._with(Event(at, kind, player, written, bot_output), actions)

    def forfeit(self, player: int, reason: int, at: int, bot_output: BotOutput = NOTHING) -> Match:
        """Return the match after a player failed to choose.

        Args:
            player: who forfeits; a late player with a sealed move plays that move.
            reason: ``LATE``, ``MALFORMED`` or ``ILLEGAL`` of `spinney.core.interface`.
            at: when. At the moment when the player's clock runs out, it is the forfeit of the
                clock.
            bot_output: of the program that failed.

        Raises:
            Refused: that player is not to act.
        """
        if reason not in REASONS:
            raise Refused(f"{reason!r} is not a reason for a forfeit; there are: {sorted(REASONS)}")
        before = self.tick(at - 1) if at == self.due() and at else self.tick(at)
        return before.apply(Event(at, "forfeit", player, REASONS[reason], bot_output))

    def tick(self, at: int) -> Match:
        """Return the match at a time: the choices whose clocks have run out by then forfeit."""
        match = self
        while (due := match.due()) is not None and due <= at:
            match = match.apply(Event(due, "forfeit", match.position.late, REASONS[LATE]))
        return match

    def resign(self, player: int, at: int) -> Match:
        """Return the match after a player gave up: that ends it. Raises Refused if it is over."""
        return self.tick(at).apply(Event(at, "resign", player))

    def pause(self, at: int) -> Match:
        """Return the match with all clocks stopped by an umpire."""
        return self.tick(at).apply(Event(at, "pause", -1))

    def resume(self, at: int) -> Match:
        """Return the match with the clocks running again."""
        return self.tick(at).apply(Event(at, "resume", -1))

    def undo_to(self, player: int) -> int | None:
        """Return the version a player may go back to; None if there is none (`match.undo`)."""
        if player not in self._undo_to:
            self._undo_to[player] = undo.undo_to(self.events, self.positions, player)
        return self._undo_to[player]

    @cached_property
    def _undo_to(self) -> dict[int, int | None]:
        return {}

    def undo(self, player: int, at: int, to: int | None = None) -> Match:
        """Return the match after a player went back. The events stay: this is one more.

        Among people the time used since is not given back; who plays computers gets it back.

        Args:
            player: who goes back.
            at: when.
            to: the version that `undo_to` returned; None: call it now.

        Raises:
            Refused: that can't be taken back, or not any more.
        """
        match = self.tick(at)
        to = match.undo_to(player) if to is None else to
        return match.apply(Event(at, "undo", player, str(to)))

    def fix_left(self, player: int, at: int, within: int) -> int:
        """Return how many ms a player may still fix a slip for at a time; 0: they may not.

        ``within``: how many ms after the choice it may be fixed.
        """
        to = self.fix_to(player)
        return 0 if to is None else max(0, self.events[to].at + within - at)

    def fix_to(self, player: int) -> int | None:
        """Return the version before a slip that a player may fix (`undo.fix_to`)."""
        if player not in self._fix_to:
            self._fix_to[player] = undo.fix_to(self.events, self.positions, player)
        return self._fix_to[player]

    @cached_property
    def _fix_to(self) -> dict[int, int | None]:
        return {}

    def fix(self, player: int, at: int) -> Match:
        """Return the match after a player fixed a slip, as `undo.fix_to` allows, in time or not.

        Their clock is not given the time used since.

        Raises:
            Refused: there is no slip, or it can't be fixed any more.
        """
        match = self.tick(at)
        to = match.fix_to(player)
        if to is None:
            raise Refused(_(undo.NO_FIX))
        return match.apply(Event(at, "fix", player, str(to)))

    def revert(self, at: int, to: int | None = None) -> Match:
        """Return the match after an undo that all players agreed to.

        The caller checks that all have agreed. The time used since is given back.

        Args:
            at: when.
            to: which version to go back to; None: to before the last choice.

        Raises:
            Refused: there is no such version, or it was itself taken back.
        """
        match = self.tick(at)
        target = undo.last_choice(match.events, match.positions) if to is None else to
        if target is None:
            raise Refused(_("there is nothing to take back"))
        return match.apply(Event(at, "revert", -1, str(target)))

    def correct(self, at: int, to: int) -> Match:
        """Return the match after the umpire took back a slip, as in `revert`. Raises Refused."""
        return self.tick(at).apply(Event(at, "correct", -1, str(to)))

    def substitute(self, player: int, seat: str, at: int) -> Match:
        """Return the match after someone else took a player's seat. Raises Refused."""
        return self.tick(at).apply(Event(at, "substitute", player, seat))

    def acknowledge(self, player: int, at: int) -> Match:
        """Return the match after a player was shown what happened last: their clock starts.

        If clocks don't wait for that, or theirs runs already, it is the same match.
        """
        match = self.tick(at)
        return (
            match.apply(Event(at, "acknowledge", player))
            if match.awaits_acknowledgement(player, at)
            else match
        )

    def awaits_acknowledgement(self, player: int, at: int) -> bool:
        """Does a player's clock wait at this time until they have been shown what happened?"""
        acting = not self.over and player in self.to_act
        return acting and self.position.times.since[player] > at

    def apply(self, event: Event) -> Match:
        """Return the match with one more event, as it was stored. Raises Refused."""
        return self._with(event)

    def _with(self, event: Event, actions: tuple[int, ...] = ()) -> Match:
        """Return the match with one more event; ``actions``: those of a move that was just read."""
        events = (*self.events, event)
        position = reducer.reduce(self.header, events, self.positions, actions)
        return Match(self.header, events, (*self.positions, position))

    # Views.

    def view(self, player: int) -> Observation:
        """Return what a player may know (-1: a spectator); own sealed choices are not in it."""
        if player not in self._views:
            self._views[player] = self.state.observe(player)
        return self._views[player]

    @cached_property
    def _views(self) -> dict[int, Observation]:
        """The observations made so far, by observer."""
        return {}

    @cached_property
    def has_secrets_between_people(self) -> bool:
        """Is there anything that one person may know and another may not?"""
        if any(p in self.position.choices for p in self.people):
            return True
        return len({self.view(p).data for p in self.people}) > 1

    def version_for(self, player: int) -> int:
        """Return a number that grows whenever this player (-1: a spectator) learns something."""
        counted = self.version
        while counted and player not in self.positions[counted].counts:
            counted -= 1
        count = self.positions[counted].counts.get(player, 0)
        for version in range(counted, self.version):
            before, after = self.positions[version : version + 2]
            count += bool(log.lines_of(player, self.events[version], before, after))
            after.counts[player] = count
        return count

    def choice_version(self, player: int) -> int:
        """Return the version (`version_for`) since which a player is before the same choice.

        Others may have finished theirs since, or opened them again, and nothing else has happened.
        """
        found = self.version_for(player)
        for event, before in zip(reversed(self.events), reversed(self.positions[:-1]), strict=True):
            own = event.player == player and event.kind in CHOICES
            if own or before.state != self.state:
                break
            found = before.counts.get(player, 0)
        return found

    def faces_same_choice(self, player: int, version: int) -> bool:
        """Is a player before the same choice as when they had learnt of ``version`` events?"""
        return self.choice_version(player) <= version <= self.version_for(player)

    def log(self, player: int) -> tuple[LogLine, ...]:
        """Return the log of a player (-1: a spectator), in words."""
        times = [0, *(event.at for event in self.events)]
        numbered = [
            (line, at)
            for lines, at in zip(self.lines_since(player), times, strict=True)
            for line in lines
        ]
        return tuple(LogLine(i + 1, *line, at) for i, (line, at) in enumerate(numbered))

    def public_lines(self, version: int) -> tuple[notation.Line, ...]:
        """Return what everybody learnt from the deal (version 0), or from an event's choices."""
        return log.public_lines(self.positions[version], -1)

    def lines_since(self, player: int, since: int = -1) -> list[tuple[notation.Line, ...]]:
        """Return the lines of a player's log (-1: a spectator's) for each event after a version.

        Of the opening, which is version 0, they are the first.
        """
        opening = [log.opening(self.positions[0], player)] if since < 0 else []
        at = max(since, 0)
        actions = zip(self.events[at:], self.positions[at:], self.positions[at + 1 :], strict=False)
        return [*opening, *(log.lines_of(player, *action) for action in actions)]

    def sentences_since(self, player: int, since: int = -1) -> list[tuple[Sentence, ...]]:
        """Return a player's log (-1: a spectator's) in sentences, for each event after a version.

        Of the opening, which is version 0, they are the first.
        """
        opening = [narration.opening(self.positions[0], player)] if since < 0 else []
        at = max(since, 0)
        events = zip(self.events[at:], self.positions[at:], self.positions[at + 1 :], strict=False)
        return [*opening, *(narration.sentences_of(player, *event) for event in events)]

    @property
    def decisions(self) -> tuple[State, ...]:
        """The states in which choices were due, oldest first, without what was taken back.

        Where several choose at once, that is one decision. While one is due, it is the last.
        """
        versions = [0, *reversed(list(undo.course(self.positions)))]
        positions = (self.positions[v] for v in versions if v == 0 or self.positions[v].applied)
        return tuple(position.state for position in positions if position.state.to_act)

    @cached_property
    def undone(self) -> frozenset[int]:
        """The versions after the choices that were undone."""
        return undo.undone(self.events, self.positions)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """All frames in order, without those that were taken back.

        The first is the deal. They show everything; players are given ``frames_for``.
        """
        return (*frames_of(0, self.positions[0]), *self._frames_after(0))

    def _frames_after(self, version: int) -> Iterator[Frame]:
        later = takewhile(lambda v: v > version, undo.course(self.positions))
        return (frame for v in reversed([*later]) for frame in frames_of(v, self.positions[v]))

    def frames_for(self, player: int) -> tuple[Frame, ...]:
        """Return the deal, and all other frames of which a player learnt something."""
        first, *frames = self.frames
        return (first, *(frame for frame in frames if frame.transition.events(player)))

    def frames_since(self, version: int, player: int) -> list[Frame]:
        """Return the frames after a version of which a player learnt something."""
        return [frame for frame in self._frames_after(version) if frame.transition.events(player)]

    def last_messages(self, player: int) -> tuple[tuple[int, str], ...]:
        """Return the messages that came with the moves a player (-1: a spectator) saw last."""
        frames = (
            frame
            for version in undo.course(self.positions)
            for frame in reversed([*frames_of(version, self.positions[version])])
            if frame.transition.events(player)
        )
        return last_messages(frames)

    def at(self, version: int) -> Match:
        """Return the match as it was after a number of events."""
        if not 0 <= version <= self.version:
            raise Refused(f"there are versions 0 to {self.version}, not {version}")
        return Match(self.header, self.events[:version], self.positions[: version + 1])

    def record(self, player: int | None = None) -> str:
        """Return the match as a text that people read and `read` reads back.

        Args:
            player: who receives it (-1: a spectator). Before the end it has only what they
                observed, and can't be read back. None: the whole record, for storage.

        Raises:
            Refused: there is no such player.
        """
        if player is not None:
            player = check_observer(player, self.game.num_players)
        if player is None or self.over:
            return record.write(self.header, self.events, self.positions)
        with in_language(SOURCE_LANGUAGE):  # records are English
            lines = self.log(player)
        return record.write_view(self.header, player, lines)
