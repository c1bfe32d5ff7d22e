"""Votes as a feature of a table."""

from spinney.server.tables.feature import Feature
from spinney.server.votes import pages
from spinney.server.votes.view import view

FEATURE = Feature("votes", view, pages=pages.routes, has_api=True)
