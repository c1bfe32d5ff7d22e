"""The web app manifest: name, icons, colours."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from spinney.i18n import _, current_language

routes = APIRouter()
GROUND = "#193114"
"""The colour around the icons."""


@routes.get("/manifest.webmanifest")
def manifest() -> JSONResponse:
    """Describe the pages as an application."""
    described = {
        "id": "/",
        "name": "Spinney",
        "short_name": "Spinney",
        "description": _("Games about growing trees"),
        "lang": current_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("icon-maskable-512.png", "512x512", "maskable"),
        ],
    }
    return JSONResponse(described, media_type="application/manifest+json")


def _icon(file: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": f"/static/{file}", "sizes": sizes, "type": "image/png", "purpose": purpose}
