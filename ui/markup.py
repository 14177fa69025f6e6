"""Two ways to turn untrusted text into HTML: an answer's Markdown, and plain text with formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from rag.answering.drafts import UNSUPPORTED
from ui import tex
from ui.typography import Stroke, enable_quotes, literal_star, strokes

_WEB_LINK = re.compile(r"https?://[^\s/?#]", re.IGNORECASE)
_FORMULA_SIGN = re.compile(r"[$\\]")
_SHORT_CELL = 24
_MARKER = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()")


def web_link(url: object) -> str | None:
    """Return `url` when it is an http or https address, else None."""
    return url.strip() if isinstance(url, str) and _WEB_LINK.match(url.strip()) else None


def plain_html(text: str, marks: Sequence[tuple[int, int]] = ()) -> str:
    """Return plain text as HTML: formulas typeset, everything else shown as it is.

    What comes out of a paper is prose: see `prose_html`.

    Args:
        text: the text; it is not Markdown and not HTML.
        marks: (start, end) offsets to highlight. They may overlap; offsets outside the text are cut
            to it; a mark that touches a formula covers the whole formula.
    """
    return _drawn(text, tuple(marks), _plain_strokes)


def prose_html(text: str, marks: Sequence[tuple[int, int]] = ()) -> str:
    """Return the prose of a paper as HTML, with what is left in it of TeX and Markdown as `ui.typography` reads it.

    Args:
        text: an abstract, a stretch of one, or a title.
        marks: as of `plain_html`, in offsets into the text; a mark that touches a sign covers the whole sign.
    """
    return _drawn(text, tuple(marks), strokes)


# The same nearest papers are drawn again for one question after the other.
@lru_cache(maxsize=4096)
def _drawn(text: str, marks: tuple[tuple[int, int], ...], cut: Callable[[str], Iterator[Stroke]]) -> str:
    clean = tex.scrub(text)
    spans = _merged(marks, len(clean))
    out: list[str] = []
    open_mark = False
    for stroke in _segments(cut(clean), spans):
        marked = any(a < stroke.end and stroke.start < b for a, b in spans)
        if marked != open_mark:
            out.append("<mark>" if marked else "</mark>")
            open_mark = marked
        shown = tex.escape_text(clean[stroke.start : stroke.end]) if stroke.html is None else stroke.html
        for tag in reversed(stroke.tags):
            shown = f"<{tag}>{shown}</{tag}>"
        out.append(shown)
    return one_line("".join(out) + ("</mark>" if open_mark else ""))


def _plain_strokes(text: str) -> Iterator[Stroke]:
    if not _FORMULA_SIGN.search(text):
        yield Stroke(0, len(text))
        return
    for piece in tex.pieces(text):
        html = None if piece.tex is None else tex.formula_html(piece.tex, display=piece.display)
        yield Stroke(piece.start, piece.end, html)


def attribute(text: str) -> str:
    """Return plain text as the value of an HTML attribute."""
    return one_line(tex.escape_text(tex.scrub(text)))


def markdown_blocks(text: str, citations: Mapping[int, tuple[str, str]], doubted: str = "") -> list[str]:
    """Return the HTML of an answer, one string a top-level block.

    Args:
        text: the answer as Markdown; HTML in it is shown, not obeyed.
        citations: for each known [n], the anchor it leads to and the quote that hovering shows.
        doubted: what hovering over a † explains; without it, a † is a character like any other.
    """
    env: dict[str, Any] = {"citations": citations, "doubted": doubted}
    tokens = _MARKDOWN.parse(tex.scrub(text), env)
    blocks: list[str] = []
    first = depth = 0
    for index, token in enumerate(tokens):
        depth += token.nesting
        if depth == 0:
            html = _MARKDOWN.renderer.render(tokens[first : index + 1], _MARKDOWN.options, env)
            blocks.append(one_line(html.strip()))
            first = index + 1
    return blocks


def one_line(html: str) -> str:
    """Return the same HTML without line ends: a blank line would end an HTML block in Markdown."""
    return html.replace("\n", "&#10;")


def _merged(marks: Sequence[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted((max(a, 0), min(b, length)) for a, b in marks):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _segments(cut: Iterator[Stroke], spans: Sequence[tuple[int, int]]) -> Iterator[Stroke]:
    """Cut text, outside formulas and signs, at the ends of the marks."""
    cuts = sorted({offset for span in spans for offset in span})
    for stroke in cut:
        if stroke.html is not None:
            yield stroke
            continue
        edges = [stroke.start, *(at for at in cuts if stroke.start < at < stroke.end), stroke.end]
        yield from (replace(stroke, start=a, end=b) for a, b in pairwise(edges))


def _citation(state: StateInline, silent: bool) -> bool:
    """Read `[1]` and `[1, 2]` as citation markers."""
    match = _MARKER.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("citation", "", 0).content = match.group(1)
    state.pos = match.end()
    return True


def _render_citation(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
) -> str:
    shown = []
    for number in re.findall(r"\d+", tokens[idx].content):
        known = env["citations"].get(int(number))
        if known is None:
            shown.append(f'<span class="ap-cite">[{number}]</span>')
        else:
            anchor, quote = escape(known[0]), tex.escape_text(tex.scrub(known[1]))
            shown.append(f'<a class="ap-cite" href="#{anchor}" title="{quote}">[{number}]</a>')
    return "".join(shown)


def _render_link_open(
    renderer: RendererProtocol, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    href = escape(str(tokens[idx].attrGet("href") or ""))
    return f'<a href="{href}" target="_blank" rel="noopener">'


def _render_text(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: EnvType
) -> str:
    text = tex.escape_text(tokens[idx].content)
    if not env["doubted"]:
        return text
    return text.replace(UNSUPPORTED, f'<sup class="ap-doubt" title="{attribute(env["doubted"])}">{UNSUPPORTED}</sup>')


def _render_cell(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    # A narrow screen scrolls a table sideways; a cell of text then keeps a width that can be read.
    return '<td class="ap-wide">' if len(tokens[idx + 1].content) > _SHORT_CELL else "<td>"


def _render_code(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    code = f"<code>{tex.escape_text(tokens[idx].content)}</code>"
    return code if tokens[idx].type == "code_inline" else f"<pre>{code}</pre>"


def _markdown_parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    md.disable(["image", "reference", "html_block", "html_inline"])
    md.validateLink = lambda url: web_link(url) is not None  # type: ignore[method-assign]
    tex.enable_math(md)
    enable_quotes(md)
    md.inline.ruler.before("emphasis", "literal_star", literal_star)
    md.inline.ruler.before("link", "citation", _citation)
    md.add_render_rule("citation", _render_citation)
    md.add_render_rule("link_open", _render_link_open)
    md.add_render_rule("text", _render_text)
    md.add_render_rule("td_open", _render_cell)
    for name in ("code_inline", "code_block", "fence"):
        md.add_render_rule(name, _render_code)
    return md


_MARKDOWN = _markdown_parser()
