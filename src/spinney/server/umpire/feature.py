"""The umpire as a feature of a table."""

from spinney.server.tables.feature import Feature
from spinney.server.umpire import pages
from spinney.server.umpire.view import view

FEATURE = Feature("umpire", view, pages=pages.routes, has_api=True)
