"""Sentences about players, in the second person for a player who is called "You"."""

from __future__ import annotations

from collections.abc import Iterable

from spinney.i18n import _
from spinney.i18n.lists import and_list


def you() -> str:
    """Return the name of a player who plays alone and gave none, as shown to that player."""
    return _("You")


def text_about(
    name: str, own: str, other: str, /, *, is_reader: bool | None = None, **values: object
) -> str:
    """Return a text about a player, from one that `N_` marks for translation.

    Args:
        name: of the player, or what stands for it.
        own: what is said to themselves.
        other: what is said to others, with the player's ``name``.
        is_reader: is the player the reader? Without it, the one who is called "You" is.
        values: for both.
    """
    to_self = name == you() if is_reader is None else is_reader
    return _(own, **values) if to_self else _(other, name=name, **values)


class ViewerTexts:
    """Texts about the players for one viewer.

    Attributes:
        me: the viewer; -1 for a spectator.
        names: of the players.
    """

    me: int
    names: tuple[str, ...]

    def text_about(self, player: int, own: str, other: str, /, **values: object) -> str:
        """Return a text about a player, as `text_about` does."""
        return text_about(self.names[player], own, other, is_reader=player == self.me, **values)

    def list(self, players: Iterable[int]) -> str:
        """Return the names of players as a list: ``Anna, Ben and Carl``."""
        return and_list([self.names[player] for player in players])


def with_you(name: str, is_reader: bool) -> str:
    """Return a player's name, marked for the reader whose own it is: ``Anna (you)``."""
    return f"{name} {_('(you)')}" if is_reader and name != you() else name


def text_about_several(names: Iterable[str], own: str, other: str) -> str:
    """Return a text about several players: ``own`` if one of them is "you", else ``other``.

    Unlike English, other languages have different verb forms for them.
    """
    return own if you() in names else other
