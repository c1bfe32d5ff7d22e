"""How Sphinx builds the documentation: offline, with nothing fetched by its pages."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for our own extensions

project = "Spinney"
author = "Spinney's authors"
copyright = f"2026 {author}"
release = version = installed_version("spinney")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",  # docstrings in Google's style
    "sphinx.ext.viewcode",
    "specifications",
    "plant_table",
    "guide_pictures",
]

# Pages
exclude_patterns = ["_*"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3  # [text](page.md#a-heading) works without a label

# Reference
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # else a field and its line under "Attributes" are two entries

# Look: the table of the game pages. The fonts are the reader's own.
html_theme = "furo"
html_title = "Spinney"
html_static_path = ["_static"]
html_css_files = ["spinney.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"

_LIGHT = {
    "color-background-primary": "#F6F2E7",
    "color-background-secondary": "#EFE9DA",
    "color-background-hover": "#E7E0CE",
    "color-background-hover--transparent": "#E7E0CE00",
    "color-background-border": "#D8D0BA",
    "color-background-item": "#DDD5C0",
    "color-code-background": "#EFE9DA",
    "color-foreground-primary": "#22251F",
    "color-foreground-secondary": "#4B5045",
    "color-foreground-muted": "#5C6155",
    "color-foreground-border": "#7B8072",
    "color-brand-primary": "#2F5A2B",
    "color-brand-content": "#2F5A2B",
    "color-brand-visited": "#5B4A2A",
}
_DARK = {
    "color-background-primary": "#141B16",
    "color-background-secondary": "#1A231C",
    "color-background-hover": "#233027",
    "color-background-hover--transparent": "#23302700",
    "color-background-border": "#2E3B32",
    "color-background-item": "#2A362E",
    "color-code-background": "#1A231C",
    "color-foreground-primary": "#E9E6DA",
    "color-foreground-secondary": "#BDBBAD",
    "color-foreground-muted": "#A3A394",
    "color-foreground-border": "#75786B",
    "color-brand-primary": "#9BC861",
    "color-brand-content": "#9BC861",
    "color-brand-visited": "#CDB77E",
}
_SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_FONTS = {"font-stack": _SANS, "font-stack--headings": _SANS, "font-stack--monospace": _MONO}
html_theme_options = {
    "light_css_variables": _LIGHT | _FONTS,
    "dark_css_variables": _DARK | _FONTS,
    "top_of_page_buttons": [],
}
