"""What a reader looks at in the library: the page's own words for it, which are not to be trusted, as a value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rag.browsing.shelf import SORTS, Search

PAGE = 50
"""Papers a page."""
_LONGEST = 1_000
_MANY = 500


@dataclass(frozen=True)
class View:
    """A search, and what of its result is shown.

    Args:
        search: which papers, in which order.
        page: the first is 0.
        unfolded: the facets, "venues" or "years", that show all they have.
    """

    search: Search = field(default_factory=Search)
    page: int = 0
    unfolded: frozenset[str] = frozenset()

    @property
    def is_narrowed(self) -> bool:
        """Whether some papers may be left out."""
        return bool(self.search.text or self.search.venues or self.search.years)


def view_of(text: str) -> View:
    """Read what the page asks for; what cannot be read of it is left out.

    Args:
        text: a JSON object with "q", "venues", "years", "sort", "down", "page" and "unfolded", each optional.
    """
    told = object_of(text)
    sort = str(told.get("sort") or "relevance")
    search = Search(
        text=str(told.get("q") or "")[:_LONGEST].strip(),
        venues=tuple(dict.fromkeys(str(venue) for venue in _list(told, "venues"))),
        years=tuple(dict.fromkeys(year for year in _list(told, "years") if _is_whole(year))),
        sort=sort if sort in SORTS else "relevance",
        descending=told.get("down") is True,
    )
    page = told.get("page")
    unfolded = frozenset(str(name) for name in _list(told, "unfolded"))
    return View(search, page if isinstance(page, int) and _is_whole(page) and page > 0 else 0, unfolded)


def object_of(text: str) -> Mapping[str, Any]:
    """A JSON object; an empty one where the text is none."""
    try:
        told = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _list(told: Mapping[str, Any], key: str) -> list[Any]:
    found = told.get(key)
    return found[:_MANY] if isinstance(found, list) else []


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and abs(number) < 1 << 31
