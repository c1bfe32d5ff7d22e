"""What was agreed at a table, in words, with its link and the commitment to its deal."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.i18n import cached_text
from spinney.match.settings import MatchSettings
from spinney.server import wording
from spinney.server.services import Services
from spinney.server.tables.context import Feature, FeatureView, TableViewer
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


def view(seen: TableViewer) -> TableDetails:
    """Return what a viewer sees of how a table was opened."""
    table = seen.table
    return TableDetails(
        facts=agreed(table),
        spectators=len(table.present - {*table.people, table.umpire}),
        link=table.link if seen.seated else "",
        commitment=table.commitment,
        secret=seen.match.header.secret if seen.match.over else "",
    )


FEATURE = Feature("tables", view, lasting=True)


@cached_text(maxsize=1024)  # it stays the same as long as people watch
def agreed(table: Table) -> tuple[tuple[str, str], ...]:
    """Return what was agreed at a table, in words."""
    game, rules = table.game, table.rules
    shown = [option for option in game.options if option.name != "players"]
    facts = [(o.title, o.told(game.chosen[o.name])) for o in shown]
    facts += [
        ("Clock", wording.clock(str(table.clock))),
        ("Hints", "Anybody may ask the computer" if rules.hints else "Off for all"),
        ("Taking back", _UNDO[rules.undo]),
        ("Fixing a slip", _fixing(rules)),
        ("Looking on", "Anybody may" if rules.public else "Only who has the link"),
    ]
    if rules.umpire:
        facts.append(("Umpire", table.umpire_name or "Not here yet"))
    return tuple(facts)


def _fixing(rules: MatchSettings) -> str:
    if not rules.fix or rules.undo == "off":
        return "Not without asking"
    return f"For {rules.fix} seconds, as long as nobody has acted since"


_UNDO = {
    "rule": "While the turn has not passed and nothing has come to light; beyond that if all agree",
    "consent": "Only if all agree",
    "off": "Never",
}


def host_name(services: Services, table: Table) -> str:
    """Return what the host is called."""
    host = services.accounts.person(table.host) if table.host else None
    return host.name if host else "Someone who left"
