"""Options: the settings of a game and their possible values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import N_, _

YES_OR_NO = N_("Yes"), N_("No")
"""The usual words as pages have them. Nothing reads this: it marks the texts for translation."""


@dataclass(frozen=True)
class Option:
    """A setting of a game.

    Attributes:
        name: as it is passed to `spinney.game`.
        default: one of ``values``.
        values: all possible values, in the order in which they are offered.
        title: its name on a page.
        words: what each value is called, in the order of ``values``; by default the value itself.
        about: one sentence of explanation.
        parts: words of which the value can be put together instead, as the text ``"oak pine"``: a
            choice of some of them. Then ``values`` has one entry, for no choice made.
        labels: of words and parts on a page, where they differ from these.
        between_people: its value where two or more people play and nobody has chosen one; None:
            the default. Rules, records and simulations know only the default.
        added_later: records were kept before there was this option, so they tell no default of it.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    title: str
    words: tuple[str, ...] = ()
    about: str = ""
    parts: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    between_people: Any = None
    added_later: bool = False

    def usual(self, people: int) -> Any:
        """Return its value where this many people play and nobody has chosen one."""
        return self.default if people < 2 or self.between_people is None else self.between_people

    @property
    def usual_label(self) -> str:
        """The label of a value that depends on who plays; empty if it doesn't."""
        if self.between_people is None:
            return ""
        people, others = self.value_label(self.between_people), self.value_label(self.default)
        return _("{people} between people, otherwise: {others}", people=people, others=others)

    def check(self, value: Any) -> Any:
        """Return the value this stands for, given itself, its word or its parts.

        Parts are words in any order, as a list or as text with blanks or commas between them.

        Raises:
            Refused: it is none of these.
        """
        for own, word in zip(self.values, self.value_words, strict=True):
            if (type(value) is type(own) and value == own) or str(value).lower() == word.lower():
                return own
        if self.parts and isinstance(value, str | list | tuple):
            return self._together(value)
        raise Refused(
            _(
                "{name} can't be {value!r}; it can be: {words}",
                name=self.name,
                value=value,
                words=", ".join(self.value_words),
            )
        )

    def _together(self, value: str | Sequence[str]) -> str:
        """Return the named parts, once each and in their own order."""
        named = value.replace(",", " ").split() if isinstance(value, str) else value
        own = {part.lower(): part for part in self.parts}
        chosen = {str(word).lower(): str(word) for word in named}
        for word in sorted({*chosen} - {*own}) if chosen else [""]:
            accepted = self.parts if len(chosen) > 1 else (*self.value_words, *self.parts)
            raise Refused(
                _("{name} can't be {value!r}", name=self.name, value=chosen.get(word, ""))
                + did_you_mean(word, accepted)
            )
        return " ".join(part for lower, part in own.items() if lower in chosen)

    @property
    def value_words(self) -> tuple[str, ...]:
        """The word for each value."""
        return self.words or tuple(map(str, self.values))

    @property
    def open(self) -> bool:
        """Is there more than one thing that a form can choose?"""
        return len(self.values) > 1 or bool(self.parts)

    def label(self, word: str) -> str:
        """Return the label of a word or a part on a page."""
        return _(self.labels.get(word, word[:1].upper() + word[1:]))

    def value_label(self, value: Any) -> str:
        """Return the label of a value on a page."""
        together = self.parts and value not in self.values
        words = str(value).split() if together else [self.word(value)]
        return ", ".join(map(self.label, words))

    def read(self, value: Any) -> Any:
        """Return the value that a person at this machine gave, files opened: see `FileOption`."""
        return value

    def word(self, value: Any) -> str:
        """Return the word for a value, or the words of its parts."""
        return self.value_words[self.values.index(value)] if value in self.values else str(value)

    def write(self, value: Any) -> str:
        """Return a value as a record has it, for `check` to read back."""
        return self.word(value)

    def number(self, value: Any) -> int:
        """Return what rules are given: the value if it is a number, else its place.

        Of parts, a bit for each in use: ``1 << place``.
        """
        if isinstance(value, int):
            return value
        if value in self.values:
            return self.values.index(value)
        return sum(1 << self.parts.index(word) for word in value.split())


@dataclass(frozen=True, kw_only=True)
class FileOption(Option):
    """An option whose value can also come from a file; it then determines `Game.tables`.

    Its value is then the content of the file, packed into one word. The word can be read anywhere
    and doesn't reveal the file's path. Only `read` opens a file; a record or a form never does.

    Attributes:
        pack: returns a file's word, given its path; raises Refused.
        name_of: returns the name of a word, for people; raises Refused if it is not such a word.
    """

    pack: Callable[[Path], str]
    name_of: Callable[[str], str]

    def read(self, value: Any) -> Any:
        """Return the word of a file, given its path; or a value unchanged."""
        if isinstance(value, Path):
            return self.pack(value)
        is_known = not isinstance(value, str) or value.lower() in map(str.lower, self.value_words)
        return value if is_known or self._is_word(value) else self.pack(Path(value))

    def _is_word(self, value: str) -> bool:
        try:
            return bool(self.name_of(value))
        except Refused:
            return False

    def check(self, value: Any) -> Any:
        """Return one of the values, or a file's word. Raises Refused."""
        return value if isinstance(value, str) and self._is_word(value) else super().check(value)

    def word(self, value: Any) -> str:
        """Return the name of a value."""
        return super().word(value) if value in self.values else self.name_of(value)

    def write(self, value: Any) -> str:
        """Return a value as a record has it: a file's word in full."""
        return super().word(value)

    def number(self, value: Any) -> int:
        """Return the place of a value; of a file's word the one after all others."""
        return self.values.index(value) if value in self.values else len(self.values)
