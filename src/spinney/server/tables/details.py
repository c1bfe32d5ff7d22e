"""The settings of a table in words, with its link and the commitment to its deal."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.i18n import N_, _, cached_text, ngettext
from spinney.match.settings import MatchSettings
from spinney.server import wording
from spinney.server.accounts.names import GONE, shown_name
from spinney.server.services import Services
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer
from spinney.server.tables.table import Table


@dataclass(frozen=True)
class TableDetails(FeatureView):
    """What a viewer sees of how a table was opened.

    Attributes:
        facts: what was agreed, in words.
        spectators: how many with a name watch.
        link: what lets friends watch; empty: it is not the viewer's to give.
        commitment: the hash of the deal's secret; empty where a seed was typed.
        secret: of the deal, once it may be known.
    """

    facts: tuple[tuple[str, str], ...]
    spectators: int
    link: str
    commitment: str
    secret: str


def view(viewer: TableViewer) -> TableDetails:
    """Return what a viewer sees of how a table was opened."""
    table = viewer.table
    return TableDetails(
        facts=agreed(table),
        spectators=len(table.present - {*table.people, table.umpire}),
        link=table.link if viewer.seated else "",
        commitment=table.commitment,
        secret=viewer.match.header.secret if viewer.match.over else "",
    )


FEATURE = Feature("tables", view, lasting=True)


@cached_text(maxsize=1024)  # it stays the same as long as people watch
def agreed(table: Table) -> tuple[tuple[str, str], ...]:
    """Return what was agreed at a table, in words."""
    game, rules = table.game, table.rules
    options = [option for option in game.options if option.name != "players"]
    facts = [(_(o.title), o.value_label(game.chosen[o.name])) for o in options]
    facts += [
        (_("Clock"), wording.clock(str(table.clock), table.game)),
        (
            _("Hints"),
            _("Everybody may ask the computer") if rules.hints else _("Off for everybody"),
        ),
        (_("Undo"), _(_UNDO[rules.undo])),
        (_("Undo right after a move"), _fixing(rules)),
        (_("Who may watch"), _("Everybody") if rules.public else _("Only people with the link")),
    ]
    if rules.rated:
        facts.insert(0, (_("Rated"), _("The result changes everybody’s rating")))
    if rules.umpire:
        facts.append((_("Umpire"), shown_name(table.umpire_name) or _("Not here yet")))
    return tuple(facts)


def _fixing(rules: MatchSettings) -> str:
    if not rules.fix or rules.undo == "off":
        return _("Not without asking")
    return ngettext(
        "For {count} second, if nobody has moved since",
        "For {count} seconds, if nobody has moved since",
        rules.fix,
    )


_UNDO = {
    "rule": N_("Until the next player’s turn, if nothing hidden was revealed; later if all agree"),
    "consent": N_("Only if all agree"),
    "off": N_("Never"),
}


def name_of_host(services: Services, table: Table) -> str:
    """Return what the host is called."""
    host = services.accounts.person(table.host) if table.host else None
    return _("Someone who left") if host is None or host.name == GONE else host.name
