"""Checks of rated tables: their settings, and the people who may sit there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import N_, _
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.tables.table import INVITED, LEVEL, ME, OPEN, PERSON, Table

NOBODY_PLAYS = N_("somebody must play in a rated game")
OWN_BOT = N_("nobody can play a rated game against their own bot")


def check_setup(game: Game, clock: Clock, at: Sequence[str], seed: int | None) -> None:
    """Refuse a rated table that is not the same game for everybody.

    Args:
        game: with its options.
        clock: how much time players have.
        at: who shall sit where, as `TableStore.open` has it.
        seed: that was typed; None: none.
    """
    if seed is not None:
        raise Refused(_("a rated game can't be dealt from a typed seed"))
    if clock.kind == "none":
        raise Refused(_("a rated game needs a clock: without one, nobody who leaves would lose"))
    for option in game.options:
        usual = (option.default, option.usual(2))
        if option.name != "players" and game.chosen[option.name] not in usual:
            raise Refused(
                _(
                    "a rated game has the usual rules; leave “{option}” as it is",
                    option=_(option.title),
                )
            )
    check_levels([seat.partition(":")[2] for seat in at if seat.startswith(f"{LEVEL}:")])
    if not any(seat in (ME, OPEN, INVITED) for seat in at):
        raise Refused(_(NOBODY_PLAYS))


def levels_of(table: Table) -> list[str]:
    """Return the levels that sit at a table."""
    return [seat.name for seat in table.seats if seat.kind == LEVEL]


def check_levels(levels: Sequence[str]) -> None:
    """Refuse a level on two seats: it can't be better than itself."""
    if len(set(levels)) < len(levels):
        raise Refused(_("in a rated game each level sits on one seat only; choose another level"))


def check_filled(table: Table, levels: Sequence[str]) -> None:
    """Refuse levels on the free seats of a rated table where they don't belong, or play alone."""
    check_levels([*levels_of(table), *levels])
    if not table.people:
        raise Refused(_(NOBODY_PLAYS))


def check_player(person: Person, by_program: bool = False) -> None:
    """Refuse somebody who can have no rating.

    Args:
        person: who.
        by_program: does a program sit down for them?
    """
    if not (person.registered or person.owner):
        raise Refused(
            _("to play rated games, set a password for your name; choose your name at the top")
        )
    if by_program and not person.owner:
        raise Refused(
            _("in a rated game a program must play as a bot; create one on your account page")
        )


def check_opponents(table: Table, person: Person, owners: Iterable[str]) -> None:
    """Refuse somebody at a rated table where they, or a bot of theirs, sit already.

    Args:
        table: where.
        person: who.
        owners: who owns the bots that sit there, by id.
    """
    seated = {seat.person for seat in table.seats if seat.kind == PERSON} | set(owners)
    if {person.id, person.owner} & (seated - {""}):
        raise Refused(_(OWN_BOT))


def check_owners(people: Iterable[Person]) -> None:
    """Refuse people who would sit down at a rated table together with a bot of theirs."""
    owners = [person.owner or person.id for person in people]
    if len(set(owners)) < len(owners):
        raise Refused(_(OWN_BOT))


def check_by_hand(rules: MatchSettings, person: Person | None, by_program: bool) -> None:
    """Refuse a program that plays for a person in a rated match.

    Args:
        rules: of the match.
        person: who asks.
        by_program: does a program ask?
    """
    if rules.rated and by_program and person is not None and not person.owner:
        raise Refused(_("in a rated game people play for themselves, and programs as bots"))
