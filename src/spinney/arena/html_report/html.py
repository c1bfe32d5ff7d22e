"""Self-contained HTML pages: styles and scripts inside, and nothing else may run.

What bots have written is shown on these pages. It is escaped by the templates; besides, each page's
content security policy allows its own script by its hash, and no other.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from spinney.arena.wording import duration, elo_text
from spinney.drawing.palette import DARK, LIGHT, TablePalette

TEMPLATES = Path(__file__).parent / "templates"


def page(template: str, script: str, css: str, style: str, **given: Any) -> str:
    """Return a page.

    Args:
        template: the name of its template.
        script: the name of the file of its script.
        css: its styles, besides those common to all pages,
        style: and those of this file.
        given: what the template asks for.
    """
    code = _text(script)
    styles = f"{css}\n{_text('common.css')}{_text(style)}"
    return (
        _environment()
        .get_template(template)
        .render(policy=policy(code), script=code, css=styles, **given)
    )


def policy(script: str) -> str:
    """Return the content security policy of a page with this script."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    rules = ("default-src 'none'", "style-src 'unsafe-inline'", f"script-src 'sha256-{digest}'")
    return "; ".join((*rules, "base-uri 'none'", "form-action 'none'"))


def palette_css() -> str:
    """Return the colours of the table as custom properties, for light and dark."""
    dark = f"@media (prefers-color-scheme: dark) {{ {_properties(DARK)} }}"
    return f"{_properties(LIGHT)}\n{dark}"


def _properties(palette: TablePalette) -> str:
    named = ("paper", "ink", "soft", "edge", "accent")
    return f":root {{ {' '.join(f'--{name}: {getattr(palette, name)};' for name in named)} }}"


def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(elo=elo_text, duration=duration)
    return made
