"""A conversation as one HTML file: no script, nothing fetched, and a policy that would forbid both."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from html import unescape

from rag.papers import Paper
from ui import tex
from ui.exchanges import Exchange, Source, exchanges_of
from ui.formula_markup import mathml
from ui.markup import attribute, markdown_blocks, plain_html, prose_html, web_link
from ui.source_words import EN, ZH, SourceWords
from ui.turns import Turn

_STYLE = """
:root {
  color-scheme: light dark;
  --soft: #58626b; --line: #dfe3e3; --accent: #0f6b64; --mark: #fff0b0; --tint: #e4efed;
}
@media (prefers-color-scheme: dark) {
  :root { --soft: #9da8b0; --line: #2e353a; --accent: #6fd3c7; --mark: #574a16; --tint: #1f302f }
}
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
body, td, th { overflow-wrap: anywhere }
h1 { font-size: 1.4rem } h2 { margin-top: 2.5rem; font-size: 1.15rem } h3 { font-size: 1rem }
.about, .read, .meta { color: var(--soft); font-size: .9rem }
.note { padding: .4rem .8rem; border-left: 3px solid #c98a1b }
a { color: var(--accent) } a.ap-cite { font-weight: 600; text-decoration: none }
.source { margin: 1rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .6rem }
.source:target { border-color: var(--accent) } .source p { margin: .3rem 0 }
.n { padding: 0 .4rem; border-radius: .3rem; background: var(--tint) }
mark { background: var(--mark); color: inherit } .unproven mark { background: none; text-decoration: underline dotted }
.abstract { white-space: pre-line }
table { border-collapse: collapse } td, th { padding: .2rem .6rem; border: 1px solid var(--line) }
.ap-display { display: block; overflow: auto hidden; text-align: center }
"""
_FORMULA = re.compile(
    f"{tex.DISPLAY_OPEN}([^{tex.DISPLAY_CLOSE}]*){tex.DISPLAY_CLOSE}|{tex.INLINE_OPEN}([^{tex.INLINE_CLOSE}]*)"
    f"{tex.INLINE_CLOSE}"
)


def page_of(turns: Sequence[Turn], at: datetime, words: SourceWords = EN) -> str:
    """Return a conversation as a self-contained page; the numbers of sources are those of each answer.

    Args:
        turns: of the conversation.
        at: when it was given out.
        words: of the frame's language.
    """
    told = exchanges_of(turns, words.frame)
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    body = "\n".join(_exchange(exchange, number, words) for number, exchange in enumerate(told))
    return _typeset(
        f'<!DOCTYPE html>\n<html lang="{"zh" if words is ZH else "en"}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{words.conversation}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{words.conversation}</h1>\n"
        f'<p class="about">AskPapers · {at:%Y-%m-%d %H:%M} · {words.questions.format(len(told))}</p>\n'
        f"{body}\n</body>\n</html>\n"
    )


def _exchange(exchange: Exchange, number: int, words: SourceWords) -> str:
    linked = {source.n: (f"source-{number}-{source.n}", " … ".join(source.quotes)) for source in exchange.sources}
    reading = "".join(f'<p class="read">{plain_html(line)}</p>\n' for line in exchange.reading)
    notes = "".join(f'<p class="note">{plain_html(note)}</p>\n' for note in exchange.notes)
    answer = "\n".join(markdown_blocks(exchange.answer, linked))
    sources = "".join(
        _source(source, number, words, "" if source.proves else exchange.words.unproven) for source in exchange.sources
    )
    heading = f"<h3>{exchange.words.sources}</h3>\n" if sources else ""
    nearest = "".join(f"<li>{_named(paper)}</li>\n" for paper in exchange.nearest)
    if nearest:
        nearest = f"<h3>{exchange.words.closest}</h3>\n<ul>\n{nearest}</ul>\n"
    return (
        f"<section>\n<h2>{plain_html(exchange.question)}</h2>\n{reading}{notes}{answer}\n{nearest}"
        f"{heading}{sources}</section>"
    )


def _source(source: Source, number: int, words: SourceWords, note: str) -> str:
    paper = source.paper
    title = _named(paper)
    facts = [", ".join(paper.authors), paper.venue, str(paper.year or "")]
    meta = " · ".join(plain_html(fact) for fact in facts if fact)
    quotes = " … ".join(f"<mark>{prose_html(quote)}</mark>" for quote in source.quotes)
    said = f'<p class="meta">{note}</p>\n' if note else ""
    abstract = ""
    if paper.abstract:
        marked = prose_html(paper.abstract, source.marks)
        abstract = f'<details><summary>{words.abstract}</summary><p class="abstract">{marked}</p></details>\n'
    return (
        f'<div class="source{" unproven" if note else ""}" id="source-{number}-{source.n}">\n'
        f'<p><span class="n">{source.n}</span> '
        f'<strong>{title}</strong></p>\n<p class="meta">{meta}</p>\n'
        f"{said}<p>{quotes}</p>\n{abstract}</div>\n"
    )


def _named(paper: Paper) -> str:
    """A paper's title, with its link."""
    title, link = prose_html(paper.heading), web_link(paper.url)
    return f'<a href="{attribute(link)}" target="_blank" rel="noopener noreferrer">{title}</a>' if link else title


def _typeset(html: str) -> str:
    """The page with its formulas, which the window's script would typeset, as MathML."""
    return _FORMULA.sub(lambda found: mathml(unescape(found[1] or found[2] or ""), display=found[1] is not None), html)
