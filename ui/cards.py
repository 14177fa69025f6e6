"""The sources panel as HTML: a card for each cited paper, and the nearest papers that are not cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ui import tex
from ui.card_actions import actions_html
from ui.markup import attribute, plain_html, prose_html, web_link
from ui.relevance import shown_probability
from ui.source_words import SourceWords, source_words_beside
from ui.turns import Turn
from ui.wording import EN, Words, chance_name

Record = Mapping[str, Any]

_OPEN_CARDS = 6
"""Sources up to which every card shows its abstract; of more, each shows what is quoted and folds the rest."""
_AUTHORS = 6
_LEAST_NEAR, _NEAR = 5, 0.01
"""So many papers that are not cited are shown in any case, and others that answer this probably at least."""


def sources_html(turn: Turn | None, *, number: int = 0, words: Words = EN) -> str:
    """Return the sources panel for a turn, or its empty state when there is none.

    Args:
        turn: the turn whose sources to show.
        number: its place in the conversation, as given to `ui.render.answer_html`.
        words: of the frame.
    """
    if turn is None:
        return _panel(words, _note(words.sources_empty))
    if turn.record is None:
        notes = {"stopped": words.sources_unchecked, "failed": words.sources_failed}
        return _panel(words, _note(notes.get(turn.progress, words.sources_pending)))
    cited = by_number(turn.record)
    papers = {str(paper.get("paper_id")): paper for paper in turn.record.get("papers") or ()}
    folded = len(cited) > _OPEN_CARDS
    actions = source_words_beside(words)
    doubted = unproven(turn.record)
    cards = "".join(
        _card(
            n,
            quotes,
            _told(papers, quotes, turn.record),
            number,
            words,
            actions,
            folded=folded,
            proves=n not in doubted,
        )
        for n, quotes in cited.items()
    )
    stopped = _note(words.sources_stopped) if turn.progress == "stopped" else ""
    return _panel(
        words,
        f'<p class="ap-about">{plain_html(turn.question)}</p>{stopped}',
        cards or _note(words.sources_none),
        _nearest(turn.record, number, words, actions, cited=bool(cards)),
        count=len(cited),
    )


def card_anchor(number: int, n: int) -> str:
    """Return the id of the card of source [n] of turn `number`."""
    return f"source-{number}-{n}"


def near_anchor(number: int, place: int) -> str:
    """Return the id of the entry of a nearest paper of turn `number`, the first at place 0."""
    return f"near-{number}-{place}"


def by_number(record: Record) -> dict[int, list[Record]]:
    """Return the citations of each source [n], in order."""
    grouped: dict[int, list[Record]] = {}
    for citation in record.get("citations") or ():
        grouped.setdefault(int(citation["n"]), []).append(citation)
    return dict(sorted(grouped.items()))


def unproven(record: Record) -> set[int]:
    """Return the sources [n] that bear out no sentence of the answer: all that cite them are marked as doubtful."""
    doubted: set[int] = set()
    others: set[int] = set()
    for sentence in record.get("sentences") or ():
        (doubted if sentence.get("supported") is False else others).update(map(int, sentence.get("citations") or ()))
    return doubted - others


def anchors(record: Record, number: int) -> dict[int, tuple[str, str]]:
    """Return for each source [n] of turn `number` its card's id and what it is quoted with."""
    return {
        n: (card_anchor(number, n), " … ".join(str(quote.get("quote") or "") for quote in quotes))
        for n, quotes in by_number(record).items()
    }


def nearest_of(record: Record) -> list[Record]:
    """Return the retrieved papers that the answer does not cite, best first."""
    cited = {str(citation.get("paper_id")) for citation in record.get("citations") or ()}
    return [paper for paper in record.get("papers") or () if str(paper.get("paper_id")) not in cited]


def near_paper(paper: Record, anchor: str, words: Words, actions: SourceWords) -> str:
    """Return a paper, folded; its abstract has the sentence marked that comes nearest to the question.

    Args:
        paper: as an answer has it.
        anchor: its entry's id.
        words: of the language.
        actions: the words of its buttons.
    """
    found = (paper.get("why") or {}).get("sentence")
    marks = [(int(found["start"]), int(found["end"]))] if found else []
    return (
        f'<details class="ap-near-paper" id="{anchor}"><summary>{_title(paper, words)} {_chance(paper, words)}'
        f"</summary>{_way_back(words)}{_meta(paper, words)}{_why({**paper, 'probability': None}, words)}"
        f'<div class="ap-abstract">{prose_html(_abstract(paper) or words.no_abstract, marks)}</div>'
        f"{actions_html(paper, actions)}</details>"
    )


def _card(
    n: int,
    quotes: Sequence[Record],
    paper: Record,
    number: int,
    words: Words,
    actions: SourceWords,
    *,
    folded: bool,
    proves: bool,
) -> str:
    abstract = _abstract(paper)
    quoted = " … ".join(f"<mark>{prose_html(str(quote.get('quote') or ''))}</mark>" for quote in quotes)
    marks = [(int(quote["start"]), int(quote["end"])) for quote in quotes]
    body = f'<div class="ap-abstract">{prose_html(abstract, marks) if abstract else quoted}</div>'
    if folded and abstract:
        body = (
            f'<p class="ap-quote">{quoted}</p>'
            f'<details class="ap-fold"><summary>{words.abstract}</summary>{body}</details>'
        )
    kind, note = ("", "") if proves else (" ap-unproven", f'<p class="ap-note">{words.unproven}</p>')
    back = (
        f'<a class="ap-number ap-back-to" href="#ap-chat" title="{words.back}" aria-label="{n}: {words.back}">{n}</a>'
    )
    return (
        f'<article class="ap-card{kind}" id="{card_anchor(number, n)}">{_way_back(words)}'
        f'<h3>{back}<span class="ap-title">{_title(paper, words)}</span></h3>'
        f"{_meta(paper, words)}{_why(paper, words)}{note}{body}"
        f"{actions_html(paper, actions)}</article>"
    )


def _told(papers: Mapping[str, Record], quotes: Sequence[Record], record: Record) -> Record:
    """The paper of a source, as far as it is told: its quotes name it, too."""
    paper = papers.get(str(quotes[0].get("paper_id")), quotes[0])
    return {**paper, "probability": shown_probability(paper, record, cited=True)}


def _title(paper: Record, words: Words) -> str:
    title = prose_html(str(paper.get("title") or paper.get("paper_id") or ""))
    status = str(paper.get("status") or "")
    if status not in ("retracted", "withdrawn", "rejected"):
        return title
    return f'{title} <span class="ap-standing">{words.values.get(status, status)}</span>'


def _abstract(paper: Record) -> str:
    return str(paper.get("abstract") or "")


def _meta(paper: Record, words: Words) -> str:
    """Return who wrote the paper, where and when, and its link, as far as they are known."""
    place = " ".join(str(paper[key]) for key in ("venue", "year") if paper.get(key))
    facts = [fact for fact in (_authors(paper.get("authors") or (), words), plain_html(place)) if fact]
    link = web_link(paper.get("url"))
    if link:
        facts.append(f'<a href="{attribute(link)}" target="_blank" rel="noopener">{words.open_paper} ↗</a>')
    return f'<p class="ap-meta">{" · ".join(facts)}</p>' if facts else ""


def _authors(authors: str | Sequence[object], words: Words) -> str:
    names = [authors] if isinstance(authors, str) else [str(author) for author in authors]
    if len(names) <= _AUTHORS:
        return plain_html(", ".join(names))
    first = names[: _AUTHORS - 1]
    shown = words.and_others.format(shown=", ".join(first), rest=len(names) - len(first), all=len(names))
    return f'<span title="{attribute(", ".join(names))}">{plain_html(shown)}</span>'


def _way_back(words: Words) -> str:
    """A link that shows on narrow screens alone, on what a marker or a title of the answer has led to."""
    return f'<p class="ap-way-back"><a class="ap-back-to" href="#ap-chat">↩ {words.back}</a></p>'


def _why(paper: Record, words: Words) -> str:
    """Return how probable it is that the paper answers, and which words of the question it has."""
    terms = (paper.get("why") or {}).get("terms") or ()
    parts = [_chance(paper, words)]
    if terms:
        shown = " ".join(f'<span class="ap-term">{plain_html(str(term))}</span>' for term in terms)
        parts.append(f"<span>{words.found_by} {shown}</span>")
    said = " ".join(part for part in parts if part)
    return f'<p class="ap-why">{said}</p>' if said else ""


def _chance(paper: Record, words: Words) -> str:
    probability = paper.get("probability")
    if probability is None:
        return ""
    shown = tex.escape_text(chance_name(words, float(probability)))
    return f'<span class="ap-chance" title="{words.probability}">{shown}</span>'


def _nearest(record: Record, number: int, words: Words, actions: SourceWords, *, cited: bool) -> str:
    papers = nearest_of(record)
    papers = [paper for place, paper in enumerate(papers) if place < _LEAST_NEAR or _is_near(paper)]
    if not papers:
        return ""
    told = [{**paper, "probability": shown_probability(paper, record, cited=False)} for paper in papers]
    entries = "".join(near_paper(paper, near_anchor(number, place), words, actions) for place, paper in enumerate(told))
    title = words.nearest_uncited if cited else words.nearest
    state = " open" if record.get("verdict") == "not_in_papers" else ""
    return (
        f'<details class="ap-nearest"{state}><summary>{title} <span class="ap-count">{len(papers)}</span>'
        f"</summary>{entries}</details>"
    )


def _is_near(paper: Record) -> bool:
    probability = paper.get("probability")
    return probability is None or float(probability) >= _NEAR


def _note(text: str) -> str:
    return f'<p class="ap-note">{text}</p>'


def _panel(words: Words, *parts: str, count: int = 0) -> str:
    badge = f' <span class="ap-count">{count}</span>' if count else ""
    heading = f'<h2 class="ap-sources-title">{words.sources}{badge}</h2>'
    return f'<div class="ap-sources">{heading}{"".join(parts)}</div>'
