"""The API's application: a program does with a token what people do on pages.

It has an OpenAPI description of its own, ``/api/openapi.json``. Cookies mean nothing here, so no
page elsewhere can make a browser do anything.
"""

from __future__ import annotations

import importlib

from fastapi import FastAPI

from spinney.server.analysis import api as analysis
from spinney.server.api import matches, streams, tables
from spinney.server.api.authentication import PROBLEMS, add_problems, problem
from spinney.server.middleware.match_errors import MatchMiddleware
from spinney.server.site import Site
from spinney.server.tables.features import FEATURES

VERSION = 2
"""The version of the API; additions don't change it."""
ABOUT = """
Everything a person can do at a table but ask for hints, for programs. A token comes from one's
account page; it goes into the header `Authorization: Bearer TOKEN`. What anybody may see needs
none.

Times are seconds, players count from 0. What can't be done is answered with a `problem` in words.
"""


def create(site: Site) -> FastAPI:
    """Return the API, ready to be mounted."""
    api = FastAPI(
        title="Spinney",
        version=str(VERSION),
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        responses=PROBLEMS,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    api.state.site = site
    api.add_middleware(MatchMiddleware, errors=site.match_service.errors, answer=problem)
    modules = (f"spinney.server.{feature.name}.api" for feature in FEATURES if feature.has_api)
    features = (importlib.import_module(module).routes for module in modules)
    for routes in (tables.routes, matches.routes, analysis.routes, *features, streams.routes):
        api.include_router(routes)
    add_problems(api, site)
    return api
