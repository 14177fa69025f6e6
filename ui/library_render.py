"""The library as HTML: pure functions from what is on the shelf to what the page shows.

What comes from a paper passes through `ui.markup`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rag.browsing.columns import UNKNOWN_YEAR, Entry
from rag.browsing.shelf import Found
from rag.papers import Paper
from rag.text.formulas import plain_signs
from ui.library_buttons import library_button, told_html
from ui.library_view import PAGE, View
from ui.library_words import LibraryWords
from ui.markup import attribute, plain_html, prose_html, web_link

_NAMED = 4
TICK_LIMIT = 2_000
"""Papers that one click ticks at most."""


def papers_html(
    view: View,
    found: Found,
    entries: Sequence[Entry],
    size: int,
    words: LibraryWords,
    *,
    editable: bool = False,
    going: Collection[str] = (),
) -> str:
    """Return the list of papers.

    Args:
        view: what is looked at.
        found: what its search gives.
        entries: the papers of its page.
        size: how many papers there are in all.
        words: of the frame.
        editable: papers can be added above.
        going: ids of papers that are being taken out.
    """
    total = len(found.rows)
    shown = words.found.format(f"{total:,}", f"{size:,}") if view.is_narrowed else words.papers(size)
    parts = [f'<span role="status" class="ap-lib-count">{shown}</span>']
    if view.search.text and view.search.sort != "relevance":
        parts.append(library_button("ap-lib-best", "ap-lib-quiet", words.best_first, {"sort": "relevance"}))
    if view.is_narrowed:
        parts.append(library_button("ap-lib-clear", "ap-lib-quiet", words.clear, {"clear": True}))
    if total:
        limit = min(total, TICK_LIMIT)
        name = (words.tick_all if total <= TICK_LIMIT else words.tick_first).format(f"{limit:,}")
        parts.append(library_button("ap-lib-all", "ap-lib-quiet", name, {"all": True}))
    bar = f'<div class="ap-lib-bar">{"".join(parts)}</div>'
    if not size:
        return _list(f'{bar}<p class="ap-lib-none">{words.nothing_yet}{f" {words.add_some}" if editable else ""}</p>')
    if not total:
        return _list(f'{bar}<p class="ap-lib-none">{words.no_hits}</p>')
    rows = "".join(
        _row(entry, view.page * PAGE + place, words, leaves=entry.paper_id in going)
        for place, entry in enumerate(entries)
    )
    table = f'<table class="ap-lib-table"><thead><tr>{_heads(view, words)}</tr></thead><tbody>{rows}</tbody></table>'
    return _list(bar + table + _pager(view.page, -(-total // PAGE), words))


def paper_html(paper: Paper | None, words: LibraryWords) -> str:
    """Return an opened paper; None where it is gone."""
    close = f'<button type="button" id="ap-lib-close" class="ap-lib-close" aria-label="{words.close}">×</button>'
    if paper is None:
        return f'<section class="ap-lib-paper">{close}<p class="ap-lib-none" tabindex="-1">{words.gone}</p></section>'
    place = " ".join(filter(None, (paper.venue, str(paper.year or ""))))
    facts = [plain_html(fact) for fact in (place, paper.kind) if fact]
    link = web_link(paper.url)
    if link:
        facts.append(f'<a href="{attribute(link)}" target="_blank" rel="noopener">{words.link} ↗</a>')
    meta = [plain_html(", ".join(paper.authors)), " · ".join(facts)]
    told = {"id": paper.paper_id, "title": paper.label}
    return (
        f'<section class="ap-lib-paper">{close}'
        f'<h2 id="ap-lib-heading" tabindex="-1">{prose_html(paper.label)}{_standing(paper.status, words)}</h2>'
        + "".join(f'<p class="ap-lib-meta">{line}</p>' for line in meta if line)
        + f'<div class="ap-lib-abstract">{prose_html(paper.abstract)}</div>'
        f"<p>{library_button('ap-lib-ask-one', 'ap-lib-strong', words.ask_one, {'ask': told})}</p></section>"
    )


def ticked_html(words: LibraryWords, *, editable: bool) -> str:
    """Return the bar of what is ticked, which the page's script fills and shows."""
    told = {
        "ticked": words.ticked,
        "one": words.one_paper,
        "papers": words.many_papers,
        "many": words.too_many,
        "title": words.remove_title,
        "note": words.remove_note,
        "yes": words.remove_yes,
        "no": words.remove_no,
        "large": words.left_out,
    }
    remove = (
        library_button("ap-lib-remove", "ap-lib-quiet ap-lib-danger", words.remove, {"remove": True})
        if editable
        else ""
    )
    return (
        f'<div class="ap-lib-ticked"><span class="ap-raw" id="ap-lib-words">{told_html(told)}</span>'
        '<span id="ap-lib-number" role="status"></span>'
        f"{library_button('ap-lib-ask', 'ap-lib-strong', words.ask, {'askTicked': True})}"
        f"{library_button('ap-lib-untick', 'ap-lib-quiet', words.untick, {'untick': True})}{remove}</div>"
    )


def all_html(entries: Sequence[Entry], stamp: str) -> str:
    """Return what "tick all found" ticks, for the page's script.

    Args:
        entries: the papers.
        stamp: of the wish that it answers.
    """
    told = {"at": stamp, "papers": [{"id": entry.paper_id, "title": entry.title} for entry in entries]}
    return f'<span class="ap-raw" id="ap-lib-found">{told_html(told)}</span>'


def _list(inner: str) -> str:
    return f'<div class="ap-lib-list">{inner}</div>'


def _heads(view: View, words: LibraryWords) -> str:
    tick = (
        '<th class="ap-lib-box"><button type="button" role="checkbox" aria-checked="false" id="ap-lib-page-box" '
        f'class="ap-lib-tick" aria-label="{words.tick_page}"></button></th>'
    )
    return tick + "".join(_head(view, name, title) for name, title in words.columns.items())


def _head(view: View, name: str, title: str) -> str:
    search = view.search
    plain = search.sort == "relevance" and not search.text
    sorted_by = name == ("title" if plain else search.sort)
    down = sorted_by and search.descending
    # A first click on the year brings the latest first; a second turns it round.
    told = {"sort": name, "down": not down if sorted_by else name == "year"}
    state = f' aria-sort="{"descending" if down else "ascending"}"' if sorted_by else ""
    arrow = f'<span aria-hidden="true">{"↓" if down else "↑"}</span>' if sorted_by else ""
    button = library_button(f"ap-lib-sort-{name}", "ap-lib-sort", f"{title} {arrow}", told)
    return f'<th scope="col" class="ap-lib-{name}"{state}>{button}</th>'


def _row(entry: Entry, number: int, words: LibraryWords, *, leaves: bool) -> str:
    told = told_html({"id": entry.paper_id, "title": entry.title})
    title = prose_html(entry.title)
    label = attribute(words.tick.format(plain_signs(entry.title)))
    names = entry.authors.split("; ")
    authors = ", ".join(names[:_NAMED]) + ("\u00a0…" if len(names) > _NAMED else "")
    year = "" if entry.year == UNKNOWN_YEAR else str(entry.year)
    row = '<tr class="ap-lib-row ap-lib-going" inert>' if leaves else '<tr class="ap-lib-row">'
    return (
        f'{row}<td class="ap-lib-box"><button type="button" role="checkbox" aria-checked="false" '
        f'class="ap-lib-tick" id="ap-lib-tick-{number}" aria-label="{label}"><span class="ap-raw">{told}</span>'
        "</button>"
        f'</td><td class="ap-lib-title"><button type="button" class="ap-lib-open" id="ap-lib-open-{number}">{title}'
        f'<span class="ap-raw">{told}</span></button>{_standing(entry.status, words)}</td>'
        f'<td class="ap-lib-authors">{plain_html(authors)}</td>'
        f'<td class="ap-lib-venue">{plain_html(entry.venue)}</td><td class="ap-lib-year">{year}</td></tr>'
    )


def _standing(status: str, words: LibraryWords) -> str:
    return f' <span class="ap-standing">{plain_html(words.statuses.get(status, status))}</span>' if status else ""


def _pager(page: int, pages: int, words: LibraryWords) -> str:
    if pages < 2:
        return ""
    near = sorted({0, pages - 1, *range(max(page - 2, 0), min(page + 3, pages))})
    parts = [_step("previous", words.previous, page - 1, enabled=page > 0)]
    last = -1
    for number in near:
        if number > last + 1:
            parts.append('<span class="ap-lib-gap">…</span>')
        last = number
        current = ' aria-current="page"' if number == page else ""
        parts.append(
            f'<button type="button" id="ap-lib-page-{number}" class="ap-lib-page"{current} '
            f'aria-label="{words.page.format(number + 1)}">{number + 1:,}'
            f'<span class="ap-raw">{{"page":{number}}}</span></button>'
        )
    parts.append(_step("next", words.next, page + 1, enabled=page + 1 < pages))
    return f'<nav class="ap-lib-pager" aria-label="{words.pages}">{"".join(parts)}</nav>'


def _step(name: str, title: str, page: int, *, enabled: bool) -> str:
    state = "" if enabled else " disabled"
    return (
        f'<button type="button" id="ap-lib-{name}" class="ap-lib-page"{state}>{title}'
        f'<span class="ap-raw">{{"page":{page}}}</span></button>'
    )
