"""A conversation as Markdown: what papers and readers wrote stays text, whatever shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from html import unescape

from rag.papers import Paper
from ui import tex
from ui.exchanges import Exchange, Source, exchanges_of
from ui.markup import web_link
from ui.source_words import EN, SourceWords
from ui.turns import Turn
from ui.typography import strokes

_SIGNS = re.compile(r"[\\`*_\[\]<>|~#$&]")
# In an answer, which is Markdown itself: tags, entities and lone dollars alone. Code spans stay as they are.
_LIVE = re.compile(r"(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))|(?<!\\)[<$]|(?<!\\)&(?=#?\w+;)", re.DOTALL)
_LINES = re.compile(r"\s*\n\s*")


def markdown_of(turns: Sequence[Turn], at: datetime, words: SourceWords = EN) -> str:
    """Return a conversation as Markdown; the numbers of sources are those of each answer.

    Args:
        turns: of the conversation.
        at: when it was given out.
        words: of the frame's language.
    """
    told = exchanges_of(turns, words.frame)
    head = f"# {words.conversation}\n\n*AskPapers · {at:%Y-%m-%d %H:%M} · {words.questions.format(len(told))}*"
    return "\n\n".join([head, *map(_exchange, told)]) + "\n"


def plain_markdown(text: str) -> str:
    """Return plain text as Markdown that shows that text, its formulas kept."""
    return _LINES.sub(" ", _outside_formulas(text, lambda prose: _SIGNS.sub(r"\\\g<0>", prose))).strip()


def prose_markdown(text: str) -> str:
    """Return the prose of a paper as Markdown that shows what `ui.markup.prose_html` shows: its emphasis, too."""
    clean = tex.scrub(text)
    shown = []
    for stroke in strokes(clean):
        said = clean[stroke.start : stroke.end]
        if stroke.html is None:
            said = _SIGNS.sub(r"\\\g<0>", said)
        elif stroke.html and "<" not in stroke.html and not tex.is_formula(stroke.html):
            said = _SIGNS.sub(r"\\\g<0>", unescape(stroke.html))
        shown.append(said)
    return _LINES.sub(" ", "".join(shown)).strip()


def safe_markdown(answer: str) -> str:
    """Return an answer's Markdown so that no tag in it is one, and money is no formula."""
    return _outside_formulas(answer, lambda prose: _LIVE.sub(_quieted, prose)).strip()


def _outside_formulas(text: str, change: Callable[[str], str]) -> str:
    clean = tex.scrub(text)
    pieces = ((clean[piece.start : piece.end], piece.tex is None) for piece in tex.pieces(clean))
    return "".join(change(part) if is_prose else part for part, is_prose in pieces)


def _quieted(match: re.Match[str]) -> str:
    return match[0] if match["code"] else f"\\{match[0]}"


def _exchange(exchange: Exchange) -> str:
    parts = [f"## {plain_markdown(exchange.question)}"]
    parts += [f"> {plain_markdown(line)}" for line in exchange.reading]
    parts += [f"**{plain_markdown(note)}**" for note in exchange.notes]
    parts.append(safe_markdown(exchange.answer))
    if exchange.nearest:
        parts += [f"### {exchange.words.closest}", "\n".join(f"- {_reference(paper)}" for paper in exchange.nearest)]
    if exchange.sources:
        told = [_source(source, "" if source.proves else exchange.words.unproven) for source in exchange.sources]
        parts += [f"### {exchange.words.sources}", "\n\n".join(told)]
    return "\n\n".join(part for part in parts if part)


def _source(source: Source, note: str) -> str:
    quotes = "\n  >\n".join(f"  > {prose_markdown(quote)}" for quote in source.quotes)
    said = f"\n\n  {plain_markdown(note)}" if note else ""
    return f"- **[{source.n}]** {_reference(source.paper)}{said}\n\n{quotes}"


def _reference(paper: Paper) -> str:
    title = prose_markdown(paper.heading)
    link = web_link(paper.url)
    place = " ".join(filter(None, (plain_markdown(paper.venue), str(paper.year or ""))))
    named = f"[{title}](<{link.replace('<', '%3C').replace('>', '%3E')}>)" if link else title
    return ". ".join(filter(None, (named, plain_markdown(", ".join(paper.authors)), place))) + "."
