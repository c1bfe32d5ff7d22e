"""The games, with several numbers of players, that other frameworks' environments are tested on."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "spring": ("spring-2021", {}),
    "build-your-arboretum": ("build-your-arboretum", {}),
    "arboretum-2": ("arboretum", {}),
    "arboretum-4": ("arboretum", {"players": 4}),
    "forest-garden-3": ("forest-garden", {"players": 3, "tasks": True}),
    "forest-garden-7": ("forest-garden", {"players": 7}),
}
"""Games and their options, by a name for the test."""
