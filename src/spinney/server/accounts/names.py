"""Names of people: reserved ones, and names that read alike.

Two names read alike if one of their skeletons is the same (Unicode Technical Standard 39,
section 4): every character is replaced by what it is read as, a Cyrillic letter by a Latin one,
0 by o, m by rn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files

from spinney.core.errors import Refused
from spinney.i18n import N_, _, in_language, languages
from spinney.match.player_names import level_name
from spinney.players.local_bots import TAKEN

LONGEST = 24
"""The most characters of a name, once it is composed (NFC)."""
GONE = N_("someone who left")
"""The name shown for a person who has deleted their account."""

BOT = " (bot)"
"""What the names of bots end with, and nobody else's."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159"
) | {chr(c) for span in ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for c in range(span[0], span[1] + 1)}
"""Characters that Unicode counts as printed and that nobody sees."""
VARIANTS = str.maketrans("", "", "\ufe0e\ufe0f")
"""What keyboards add to an emoji to choose between two pictures of it: not a part of the name."""
MARKS = 4
"""The most marks on a letter: no writing needs more (UTS 39, section 5.4)."""

# Translators: words that nobody is called, as they would be taken for the server or a role
RESERVED = N_(
    "admin administrator admins moderator moderators mod root operator owner staff support team "
    "official system sysop server service security webmaster house spinney umpire referee judge "
    "computer thecomputer machine engine robot player players spectator spectators watcher "
    "watchers seat opponent winner nobody somebody someone anybody anyone everybody everyone all "
    "none null undefined anonymous unknown deleted free you me yours myself"
)
"""Words that players would take for a part of the program, or for its operator."""
# Translators: words that no name has in it, as in “Admin Ann”
TITLES = N_(
    "admin administrator moderator operator webmaster sysop official umpire referee computer bot "
    "spinney"
)
"""Words that nobody has in their name beside others: who has one would be believed."""


def checked_name(name: str) -> str:
    """Return a name as it is kept: composed, with single spaces.

    Raises:
        Refused: nobody can be called so; the message says why.
    """
    name = checked_label(name)
    if ":" in name or "“" in name or reads_reserved(name) or _reads_as_bot(name):
        raise Refused(_("nobody can be called {name}; choose another name", name=name))
    return name


def bot_name(name: str) -> str:
    """Return what a bot is called that its owner calls so: with a mark that nobody else has.

    Raises:
        Refused: none can be called so; the message says why.
    """
    return checked_label(f"{checked_name(name)}{BOT}")


def shown_name(name: str) -> str:
    """Return a stored name as it is shown: who has deleted their account is named in a sentence."""
    return _(GONE) if name == GONE else name


def is_bot_name(name: str) -> bool:
    """Return whether a name is that of a bot."""
    return name.endswith(BOT)


def _reads_as_bot(name: str) -> bool:
    return any(BOT.strip() in form.replace(" ", "") for form in skeletons(name))


def checked_label(name: str) -> str:
    """Return what somebody calls something of their own, as `checked_name` but for reserved words.

    Raises:
        Refused: it is empty or too long, or has characters that nobody sees.
    """
    name = " ".join(unicodedata.normalize("NFC", name).translate(VARIANTS).split())
    if not 1 <= len(name) <= LONGEST:
        raise Refused(_("a name has 1 to {most} characters", most=LONGEST))
    if not name.isprintable() or not BLANK.isdisjoint(name):
        raise Refused(_("a name can’t have invisible characters; type it again"))
    if not any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in name):
        raise Refused(_("a name needs at least one letter"))
    if _is_overmarked(name):
        raise Refused(
            _(
                "a name can have accents only on letters, and only a few on each; leave "
                "the others out"
            )
        )
    return name


def _is_overmarked(name: str) -> bool:
    """Return whether there are marks without a letter, enclosing ones, too many, or one twice."""
    marks, before = "", " "
    for c in unicodedata.normalize("NFD", name):
        sort = unicodedata.category(c)
        marks = marks + c if sort.startswith("M") else ""
        if marks and (before == " " or sort == "Me" or c in marks[:-1] or len(marks) > MARKS):
            return True
        before = c
    return False


def read_alike(one: str, other: str) -> bool:
    """Return whether two names can be taken for each other."""
    return not skeletons(one).isdisjoint(skeletons(other))


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """Return what a name is read as: as it is written, and in small letters.

    Both, because letters look alike in capitals that don't in small ones: I and l.
    """
    name = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(name), _skeleton(name.casefold())})


def _skeleton(text: str) -> str:
    """Return a text with each character as it is read, in small letters."""
    for _again in range(
        2
    ):  # what a capital is read as may in small letters be read as something else
        text = unicodedata.normalize("NFD", text).translate(_confusables())
        text = unicodedata.normalize("NFKC", text.casefold())
    return unicodedata.normalize("NFD", text).translate(_confusables())


@lru_cache(maxsize=4096)
def reads_reserved(name: str) -> bool:
    """Return whether a name reads as a reserved word, or has a title in it, in any language.

    Numbers, dots and spaces in it make no difference.
    """
    composed = unicodedata.normalize("NFKC", name)
    forms = [form for form in (composed, re.sub(r"\d", "", composed)) if _letters(form)]
    if any(not _letters_of(_letters(form)).isdisjoint(_reserved()) for form in forms):
        return True
    return any(not _words_of(form).isdisjoint(_titles()) for form in forms)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


def _letters_of(text: str) -> frozenset[str]:
    return frozenset(map(_letters, skeletons(text)))


def _words_of(text: str) -> frozenset[str]:
    """Return what the words of a name are read as."""
    bare = (_NO_WORD.sub(" ", _MARK.sub("", form)) for form in skeletons(text))
    return frozenset(word for form in bare for word in form.split())


_MARK, _NO_WORD = re.compile("[\u0300-\u036f]"), re.compile(r"[\W_]")


@cache
def _reserved() -> frozenset[str]:
    """Return what is read as a reserved word, or as what pages call who has no name of their own.

    These are what games call their players, levels, and seats, in each language.
    """
    from spinney import all_games

    reserved = set[str]()
    for language in languages():
        with in_language(language):
            called = [name for game in all_games().values() for name in game.display_names]
            called += [name for game in all_games().values() for name in game.player_names]
            seats = _(GONE), _("a free seat"), _("a friend’s seat")
            reserved.update(_(RESERVED).split(), map(level_name, TAKEN), called, seats)
    return frozenset().union(*(_letters_of(_letters(form)) for form in _both_cases(reserved)))


@cache
def _titles() -> frozenset[str]:
    """Return what titles are read as, in each language."""
    found = set[str]()
    for language in languages():
        with in_language(language):
            found.update(_(TITLES).split())
    return frozenset().union(*map(_words_of, _both_cases(found)))


def _both_cases(words: Iterable[str]) -> Iterator[str]:
    """Yield words as they are written and in capitals, in which I reads as 1."""
    for word in words:
        yield from (word, word.upper())


@cache
def _confusables() -> dict[int, str]:
    """Return what each character is read as, by code point."""
    text = files(__package__).joinpath("confusables.txt").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {ord(character): read_as for read_as, some in lines for character in some}
