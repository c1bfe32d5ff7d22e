"""Name the devices that people are signed in on.

What is kept of a device are names, as "Firefox, Linux"; they are worded where they are shown.
"""

from __future__ import annotations

import re

from spinney.i18n import _

_BROWSERS = {
    "Firefox": "Firefox",
    "Edg/": "Edge",
    "OPR/": "Opera",
    "Chrom": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone|iPad": "iOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """Return the names of a browser and its system; of unknown ones, none."""
    return f"{_name(user_agent, _BROWSERS)}, {_name(user_agent, _SYSTEMS)}"


def _name(user_agent: str, signs: dict[str, str]) -> str:
    return next((name for sign, name in signs.items() if re.search(sign, user_agent)), "")


def describe(device: str) -> str:
    """Return a device in words: ``Firefox on Linux``. Old rows hold such words: they stay."""
    browser, _comma, system = device.partition(", ")
    browser = browser or _("A browser")
    return _("{browser} on {system}", browser=browser, system=system) if system else browser
