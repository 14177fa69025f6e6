"""The library's buttons, which say what they stand for.

The page's script reads it from the hidden JSON within them, since the page keeps neither values nor data attributes of
what it is given.
"""

from __future__ import annotations

import json

from ui.markup import attribute


def library_button(name: str, kind: str, shown: str, told: object) -> str:
    """Return a button as HTML.

    Args:
        name: its id in the page.
        kind: its class.
        shown: HTML.
        told: what it stands for.
    """
    hidden = f'<span class="ap-raw">{told_html(told)}</span>'
    return f'<button type="button" id="{name}" class="{kind}">{shown}{hidden}</button>'


def told_html(told: object) -> str:
    """Return what is told to the page's script: JSON, escaped for text and attributes of HTML."""
    return attribute(json.dumps(told, ensure_ascii=False))
