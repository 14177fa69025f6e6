"""The library's facets as HTML: the venues and years that its papers can be narrowed to."""

from __future__ import annotations

from collections.abc import Sequence

from rag.browsing.columns import UNKNOWN_YEAR
from rag.browsing.shelf import Found
from ui.library_buttons import library_button, told_html
from ui.library_view import View
from ui.library_words import LibraryWords
from ui.markup import plain_html

_FOLDED = 10
"""Values of a facet that are shown before all are asked for."""
_UNFOLDED = 400


def facets_html(view: View, found: Found, words: LibraryWords) -> str:
    """Return the venues and years that papers can be narrowed to, with how many each gives."""
    years = [(str(year) if year != UNKNOWN_YEAR else words.unknown, count, year) for year, count in found.years]
    venues = [(venue or words.unknown, count, venue) for venue, count in found.venues]
    chosen = len(view.search.venues) + len(view.search.years)
    badge = f' <span class="ap-count">{chosen}</span>' if chosen else ""
    fold = (
        '<button type="button" id="ap-lib-fold" class="ap-lib-fold" aria-expanded="false">'
        f"{words.filters}{badge}</button>"
    )
    return (
        f'<div class="ap-lib-facets">{fold}<div class="ap-lib-groups">'
        f"{_facet('years', words.years, years, view.search.years, view, words)}"
        f"{_facet('venues', words.venues, venues, view.search.venues, view, words)}</div></div>"
    )


def _facet(
    name: str,
    title: str,
    values: Sequence[tuple[str, int, str | int]],
    chosen: Sequence[str | int],
    view: View,
    words: LibraryWords,
) -> str:
    if not values:
        return ""
    unfolded = name in view.unfolded
    first = list(values[: _UNFOLDED if unfolded else _FOLDED])
    first += [value for value in values[len(first) :] if value[2] in chosen]
    items = "".join(
        f'<button type="button" role="checkbox" aria-checked="{"true" if value in chosen else "false"}" '
        f'class="ap-lib-facet" id="ap-lib-{name}-{place}"><span class="ap-lib-value">{plain_html(shown)}</span> '
        f'<span class="ap-lib-of">{count:,}</span><span class="ap-raw">{told_html({name: value})}</span></button>'
        for place, (shown, count, value) in enumerate(first)
    )
    more = ""
    if len(values) > _FOLDED:
        said = words.fewer if unfolded else words.all_of.format(f"{len(values):,}")
        more = library_button(f"ap-lib-more-{name}", "ap-lib-quiet", said, {"unfold": name})
    return f'<div role="group" aria-label="{title}" class="ap-lib-group"><h2>{title}</h2>{items}{more}</div>'
