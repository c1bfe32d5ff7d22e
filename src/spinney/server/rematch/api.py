"""The rematch's part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.accounts.identity import ThisServices
from spinney.server.api import views
from spinney.server.api.authentication import ThisCaller, ThisPerson, ThisTable, current_table
from spinney.server.api.models import TableInfo

routes = APIRouter(prefix="/tables/{table_id}", tags=["tables"])


@routes.post("/rematch", operation_id="rematch")
def rematch(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> TableInfo:
    """Open the table of a rematch, where everybody moves on by one seat, or return it."""
    fresh = services.rematches.ask(table.id, person, caller.address, by_program=True)
    return views.table_of(current_table(services, caller, fresh), caller)
