"""Two ways to turn untrusted text into HTML: an answer's Markdown, and plain text with formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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

_WEB_LINK = re.compile(r"https?://[^\s/?#]", re.IGNORECASE)
_SHORT_CELL = 24
_MARKER = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()")


def web_link(url: object) -> str | None:
    """Return `url` when it is an http or https address, else None."""
    return url.strip() if isinstance(url, str) and _WEB_LINK.match(url.strip()) else None


def plain_html(text: str, marks: Sequence[tuple[int, int]] = ()) -> str:
    """Return plain text as HTML: formulas typeset, everything else shown as it is.

    Args:
        text: the text; it is not Markdown and not HTML.
        marks: (start, end) offsets to highlight. They may overlap; offsets outside the text are cut
            to it; a mark that touches a formula covers the whole formula.
    """
    return _plain_html(text, tuple(marks))


# The same nearest papers are drawn again for one question after the other.
@lru_cache(maxsize=4096)
def _plain_html(text: str, marks: tuple[tuple[int, int], ...]) -> str:
    clean = tex.scrub(text)
    spans = _merged(marks, len(clean))
    out: list[str] = []
    open_mark = False
    for start, end, formula in _segments(clean, spans):
        marked = any(a < end and start < b for a, b in spans)
        if marked != open_mark:
            out.append("<mark>" if marked else "</mark>")
            open_mark = marked
        out.append(formula if formula is not None else tex.escape_text(clean[start:end]))
    return one_line("".join(out) + ("</mark>" if open_mark else ""))


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


def _segments(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int, str | None]]:
    """Cut the text at formulas and, outside them, at the ends of the marks."""
    cuts = sorted({offset for span in spans for offset in span})
    segments: list[tuple[int, int, str | None]] = []
    for piece in tex.pieces(text):
        if piece.tex is not None:
            html = tex.formula_html(piece.tex, display=piece.display)
            segments.append((piece.start, piece.end, html))
            continue
        edges = [piece.start, *(cut for cut in cuts if piece.start < cut < piece.end), piece.end]
        segments.extend((a, b, None) for a, b in pairwise(edges))
    return segments


def _literal_star(state: StateInline, silent: bool) -> bool:
    """Keep `*` between two ASCII letters or digits (`a*b*c`, `x**2`) as the text it is."""
    start = state.pos
    if state.src[start] != "*":
        return False
    end = start
    while end < state.posMax and state.src[end] == "*":
        end += 1
    before, after = state.src[max(start - 1, 0) : start], state.src[end : end + 1]
    if not all(side.isascii() and side.isalnum() for side in (before, after)):
        return False
    if not silent:
        state.pending += state.src[start:end]
    state.pos = end
    return True


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
    md.inline.ruler.before("emphasis", "literal_star", _literal_star)
    md.inline.ruler.before("link", "citation", _citation)
    md.add_render_rule("citation", _render_citation)
    md.add_render_rule("link_open", _render_link_open)
    md.add_render_rule("text", _render_text)
    md.add_render_rule("td_open", _render_cell)
    for name in ("code_inline", "code_block", "fence"):
        md.add_render_rule(name, _render_code)
    return md


_MARKDOWN = _markdown_parser()
