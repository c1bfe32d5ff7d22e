"""What plants are like, in the reader's language."""

from __future__ import annotations

from spinney.i18n import N_, _

SOFT_HYPHEN = "\u00ad"
_CONTINENTS = {"AS": N_("Asia"), "EU": N_("Europe"), "NA": N_("North America")}
_SEASONS = (
    N_("winter"),
    N_("early spring"),
    N_("mid spring"),
    N_("late spring"),
    N_("early summer"),
    N_("mid summer"),
    N_("late summer"),
    N_("early autumn"),
    N_("mid autumn"),
    N_("late autumn"),
)
_SIZES = {
    "small_shrub": N_("small shrub"),
    "large_shrub": N_("large shrub"),
    "small_tree": N_("small tree"),
    "medium_tree": N_("medium tree"),
    "large_tree": N_("large tree"),
}
_COLOURS = {
    "white": N_("white"),
    "yellow": N_("yellow"),
    "pink": N_("pink"),
    "red": N_("red"),
    "green": N_("green"),
    "purple": N_("purple"),
    "inconspicuous": N_("inconspicuous"),
}
_FRUITS = {
    "pome": N_("pome"),
    "follicle": N_("follicle"),
    "berry": N_("berry"),
    "multiple": N_("multiple fruit"),
    "legume": N_("legume"),
    "capsule": N_("capsule"),
    "nut": N_("nut"),
    "seed": N_("seed"),
    "aggregate": N_("aggregate fruit"),
    "samara": N_("samara"),
    "drupe": N_("drupe"),
    "cone": N_("cone"),
}


def continent_name(continent: str) -> str:
    """Return what a continent is called: ``Europe``."""
    return _(_CONTINENTS[continent])


def season_name(season: int) -> str:
    """Return what a phase of the year is called: ``early spring``."""
    return _(_SEASONS[season]).replace(SOFT_HYPHEN, "")


def season_lines(season: int) -> list[str]:
    """Return what a phase of the year is called, word by word.

    A translation says by a soft hyphen where a long word may be parted.
    """
    return _(_SEASONS[season]).replace(SOFT_HYPHEN, "- ").split()


def size_name(size: str) -> str:
    """Return what a size is called: ``large shrub``."""
    return _(_SIZES[size])


def colour_name(colour: str) -> str:
    """Return what a colour of flowers is called."""
    return _(_COLOURS[colour])


def fruit_name(fruit: str) -> str:
    """Return what a type of fruit is called."""
    return _(_FRUITS[fruit])
