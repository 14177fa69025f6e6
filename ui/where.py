"""Explicit conditions as a reader types them, several in one line."""

from __future__ import annotations

import re

from rag.understanding.filters import FIELDS

CHOSEN = "paper=="
"""How the condition of the papers chosen on the page begins; a reader's own has one sign, and means the same."""
_SIGNS = str.maketrans({"≥": ">=", "≤": "<=", "≠": "!=", "＝": "=", "＞": ">", "＜": "<", "，": ",", "；": ";"})
_NEXT = re.compile(rf"[\s,;]+(?=(?:{'|'.join(FIELDS)})\s*[<>=!])", re.IGNORECASE)


def conditions_of(line: str) -> tuple[str, ...]:
    """Cut a line such as `year>=2023, venue=ICML` into its conditions; the engine reads each of them.

    A comma parts two only where a field follows, so that a name such as `author=Doe, Jane` stays whole.
    """
    return tuple(part for part in _NEXT.split(line.translate(_SIGNS).strip(" \t,;")) if part)


def line_of(conditions: tuple[str, ...]) -> str:
    """Return conditions as one line that `conditions_of` cuts into the same again.

    The papers chosen on the page are left out: they stand above the question box, and need no second place.
    """
    return ", ".join(condition for condition in conditions if not condition.startswith(CHOSEN))
