"""The chat as a feature of a table."""

from spinney.server.chat import pages
from spinney.server.chat.view import view
from spinney.server.tables.feature import Feature

FEATURE = Feature("chat", view, lasting=True, pages=pages.routes, has_api=True)
