"""Turns as HTML: pure functions from what the engine answered to what the page shows.

Everything that comes from a paper, a model or a reader passes through `ui.markup`, which escapes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ui import tex, wording
from ui.markup import markdown_blocks, one_line, plain_html, web_link
from ui.turns import Turn

Record = Mapping[str, Any]


def question_html(question: str) -> str:
    """Return a reader's question: the text they typed, with formulas typeset."""
    return f'<div class="ap-question">{plain_html(question)}</div>'


def answer_html(turn: Turn, *, number: int) -> str:
    """Return the assistant's side of a turn.

    Args:
        turn: the turn, complete or still growing.
        number: its place in the conversation; anchors to its source cards carry it.
    """
    if turn.progress == "searching":
        return f'<div class="ap-waiting" role="status">{wording.SEARCHING}</div>'
    if turn.progress == "failed":
        return f'<div class="ap-banner ap-error" role="alert">{plain_html(turn.error)}</div>'
    parts = [_banner(turn.record)] if turn.record else []
    text = tex.settled(turn.answer) if turn.progress == "streaming" else turn.answer
    blocks = markdown_blocks(text, _anchors(turn.record or {}, number))
    # A block of its own each: while an answer grows, the page then redraws only the last one.
    parts += [f'<div class="ap-block">{block}</div>' for block in blocks]
    if turn.progress == "stopped":
        note = wording.STOPPED if turn.answer else wording.STOPPED_EMPTY
        parts.append(f'<div class="ap-banner" role="status">{note}</div>')
    if not turn.running and turn.answer:
        parts.append(_footer(turn))
    return "\n\n".join(part for part in parts if part)


def sources_html(turn: Turn | None, *, number: int = 0) -> str:
    """Return the sources panel for a turn, or its empty state when there is none.

    Args:
        turn: the turn whose sources to show.
        number: its place in the conversation, as given to `answer_html`.
    """
    if turn is None:
        return _panel(_note(wording.SOURCES_EMPTY))
    if turn.record is None:
        notes = {"stopped": wording.SOURCES_STOPPED, "failed": wording.SOURCES_FAILED}
        return _panel(_note(notes.get(turn.progress, wording.SOURCES_PENDING)))
    cited = _by_number(turn.record)
    papers = {str(paper.get("paper_id")): paper for paper in turn.record.get("papers") or ()}
    cards = "".join(_card(n, quotes, papers, number) for n, quotes in cited.items())
    cited_ids = {str(quote.get("paper_id")) for quotes in cited.values() for quote in quotes}
    near = [paper for key, paper in papers.items() if key not in cited_ids]
    return _panel(
        f'<p class="ap-about">{plain_html(turn.question)}</p>',
        cards or _note(wording.SOURCES_NONE),
        _nearest(near, opened=turn.record.get("verdict") == "not_in_papers", cited=bool(cards)),
        count=len(cited),
    )


def card_anchor(number: int, n: int) -> str:
    """Return the id of the card of source [n] of turn `number`."""
    return f"source-{number}-{n}"


def _banner(record: Record) -> str:
    verdict = str(record.get("verdict"))
    if verdict == "answered":
        return ""
    title, detail = wording.VERDICTS.get(verdict, wording.UNKNOWN_VERDICT)
    # The engine's own words say why, in the reader's language; ours are for when it says nothing.
    why = "" if record.get("answer") else f" {detail}"
    return f'<div class="ap-banner" role="status"><strong>{title}.</strong>{why}</div>'


def _footer(turn: Turn) -> str:
    count = len(_by_number(turn.record)) if turn.record else 0
    # Clicking anywhere in a message shows its sources; the button says so and can be reached by keyboard.
    show = f'<button type="button">{wording.source_count(count)}</button>' if count else ""
    source = one_line(tex.escape_text(tex.scrub(turn.answer)))
    copy = f'<button type="button" class="ap-copy">{wording.COPY}</button>'
    return f'<div class="ap-footer">{show}{copy}<span class="ap-raw">{source}</span></div>'


def _by_number(record: Record) -> dict[int, list[Record]]:
    grouped: dict[int, list[Record]] = {}
    for citation in record.get("citations") or ():
        grouped.setdefault(int(citation["n"]), []).append(citation)
    return dict(sorted(grouped.items()))


def _anchors(record: Record, number: int) -> dict[int, tuple[str, str]]:
    return {
        n: (card_anchor(number, n), " … ".join(str(quote.get("quote") or "") for quote in quotes))
        for n, quotes in _by_number(record).items()
    }


def _card(n: int, quotes: Sequence[Record], papers: Mapping[str, Record], number: int) -> str:
    paper = papers.get(str(quotes[0].get("paper_id")), quotes[0])
    abstract = _abstract(paper)
    if abstract:
        marks = [(int(quote["start"]), int(quote["end"])) for quote in quotes]
        body = plain_html(abstract, marks)
    else:
        body = " … ".join(f"<mark>{plain_html(str(quote.get('quote') or ''))}</mark>" for quote in quotes)
    return (
        f'<article class="ap-card" id="{card_anchor(number, n)}">'
        f'<h3><span class="ap-number">{n}</span><span class="ap-title">{_title(paper)}</span></h3>'
        f'{_meta(paper)}<div class="ap-abstract">{body}</div></article>'
    )


def _title(paper: Record) -> str:
    title = plain_html(str(paper.get("title") or paper.get("paper_id") or ""))
    standing = wording.STANDINGS.get(str(paper.get("status") or ""))
    return f'{title} <span class="ap-standing">{standing}</span>' if standing else title


def _abstract(paper: Record) -> str:
    return str(paper.get("abstract") or "")


def _meta(paper: Record) -> str:
    """Return who wrote the paper, where and when, and its link, as far as they are known."""
    authors = paper.get("authors") or ()
    names = authors if isinstance(authors, str) else ", ".join(str(author) for author in authors)
    place = " ".join(str(paper[key]) for key in ("venue", "year") if paper.get(key))
    facts = [plain_html(fact) for fact in (names, place) if fact]
    link = web_link(paper.get("url"))
    if link:
        href = tex.escape_text(tex.scrub(link))
        facts.append(f'<a href="{href}" target="_blank" rel="noopener">{wording.OPEN_PAPER} ↗</a>')
    return f'<p class="ap-meta">{" · ".join(facts)}</p>' if facts else ""


def _nearest(papers: Iterable[Record], *, opened: bool, cited: bool) -> str:
    entries = [
        f'<details class="ap-near-paper"><summary>{_title(paper)}</summary>{_meta(paper)}'
        f'<div class="ap-abstract">{plain_html(_abstract(paper) or wording.NO_ABSTRACT)}</div></details>'
        for paper in papers
    ]
    if not entries:
        return ""
    title = wording.NEAREST_UNCITED if cited else wording.NEAREST
    state = " open" if opened else ""
    return (
        f'<details class="ap-nearest"{state}><summary>{title} <span class="ap-count">{len(entries)}</span>'
        f"</summary>{''.join(entries)}</details>"
    )


def _note(text: str) -> str:
    return f'<p class="ap-note">{text}</p>'


def _panel(*parts: str, count: int = 0) -> str:
    badge = f' <span class="ap-count">{count}</span>' if count else ""
    heading = f'<h2 class="ap-sources-title">{wording.SOURCES}{badge}</h2>'
    return f'<div class="ap-sources">{heading}{"".join(parts)}</div>'
