"""Checks of arguments: one clear message for each invalid value."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

from spinney.core.errors import Refused
from spinney.i18n import _


def check_choice(name: str, value: Any, choices: Collection[Any]) -> None:
    """Refuse an argument whose value is not one of the choices."""
    if not isinstance(value, Hashable) or value not in choices:
        words = ", ".join(map(repr, choices))
        raise Refused(f"{name} can't be {value!r}; it can be: {words}")


def whole_number(value: Any, what: str) -> int:
    """Return a whole number of Python's or NumPy's as an int.

    Args:
        value: what was given.
        what: what it should be, with its article: ``"an action"``.

    Raises:
        Refused: it is not a whole number; True and False aren't either.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise Refused(f"{what} is a whole number, not {value!r}") from None


def check_observer(player: Any, players: int) -> int:
    """Return whose view is asked for. Raises Refused if it is no player and not -1, a spectator."""
    if type(player) is not int:
        player = whole_number(player, "a player")
    if not -1 <= player < players:
        raise Refused(f"players are 0 to {players - 1}, or -1 for a spectator")
    return int(player)


def check_seed(seed: Any) -> int:
    """Return a seed as an int. Raises Refused: it is not a whole number of 64 bits."""
    try:
        number = whole_number(seed, "a seed")
    except Refused:
        number = 2**63
    if not -(2**63) <= number < 2**63:
        raise Refused(
            _("a seed is a whole number from -2**63 to 2**63 - 1, not {seed!r}", seed=seed)
        )
    return number


def deal_arguments(
    title: str,
    set_deal: Callable[..., None],
    record: Any,
    given: Mapping[str, Any],
    nested: Collection[str] = (),
) -> dict[str, list[Any]]:
    """Return a given deal as ``set_deal`` takes it: lists of words, by name.

    Args:
        title: of the game.
        set_deal: the game's (`spinney.core.notation`).
        record: its first argument.
        given: the others by name.
        nested: the names of those in which lists may stand in place of words.

    Raises:
        Refused: there are other names than these, or a value is not such a list.
    """
    signature = inspect.signature(set_deal)
    try:
        signature.bind(record, **given)
    except TypeError:
        known = ", ".join(list(signature.parameters)[1:])
        raise Refused(
            _("{title} is dealt from: {known}, or from a seed", title=title, known=known)
        ) from None
    return {name: _words(name, value, name in nested) for name, value in given.items()}


def _words(name: str, value: Any, nested: bool) -> list[Any]:
    """Return an argument of a deal as a list. Raises Refused: it is none, or not of words."""
    if not isinstance(value, Iterable):
        raise Refused(_("{name} is a list, not {value!r}", name=name, value=value))
    words = list(value)
    for word in words:
        if not (isinstance(word, str) or (nested and _is_nested(word))):
            raise Refused(_("{name} is a list of words, not of {value!r}", name=name, value=word))
    return words


def _is_nested(value: Any) -> bool:
    """Is this a list of words or whole numbers?"""
    return isinstance(value, Sequence) and all(isinstance(x, str | SupportsIndex) for x in value)
