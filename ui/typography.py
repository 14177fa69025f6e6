"""Typography: the signs of TeX and of Markdown that abstracts hold beside their formulas, as a reader should see them.

Abstracts come from sites that took TeX and Markdown. What is meant by their signs is read here by rules of the parser,
for plain text and for answers alike: ``quotes'', dashes, `code`, escaped signs, *emphasis*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ui import tex

_DOUBLE = re.compile(r"(?:``|(?<![\w'])''(?=[\w(]))(?=([^`\n]{1,300}?)(''|\"|``))")
_SINGLE = re.compile(r"(?<!`)`(?=([^`'\s][^`'\n]{0,79})'(?![\w']))")
_CODE = re.compile(r"(?<!`)`(?!`)([^`\n']{1,80})`(?!`)")
_LINK = re.compile(r"\[([^\[\]\n]{1,120})\]\((https?://[^\s()<>\"]{4,300})\)")
_DASH = re.compile(r"(?<![-\n])(?:(?<=.)---|(?<=\s)--(?=\s)|(?<=[^\W_])--(?=[^\W_]))(?![-\n])")
_ESCAPED = re.compile(r"\\([%&$#_{}])")
_PLAIN = re.compile(r"[^\n!#$%&*+\-:<=>@\[\\\]^_`{}~'\"]+")
_SIGN = re.compile(r"[$\\*_`\[]|''|--")
_STARS = re.compile(r"\*+")
_BETWEEN = re.compile(r"(?<=[A-Za-z0-9])\*+(?=[A-Za-z0-9])")
_BEGUN = re.compile(r"(?<![^\W_])\*+[^\W_]|[A-Za-z]\*\*+[A-Za-z]")
"""Of the word so far: it began with a star, or two of them opened within it."""
_INSIDE = re.compile(r"(?<=[A-Za-z])\*\*+(?=[A-Za-z][^*\n]{0,60}\*\*)")
_TAGS = {"em": "em", "strong": "strong"}


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stretch of a text and how it is shown.

    Args:
        start, end: offsets into the text.
        html: what stands in its place; None for the text itself.
        tags: of the emphasis around it.
    """

    start: int
    end: int
    html: str | None = None
    tags: tuple[str, ...] = ()


def enable_quotes(md: MarkdownIt) -> None:
    """Teach a parser TeX's quotation marks and dashes."""
    md.inline.ruler.at("text", _text)
    # Code spans would run from one opening quote to the next.
    for name, rule in (("double", _open_double), ("single", _open_single), ("closing", _close), ("dash", _dash)):
        md.inline.ruler.before("backticks", name, rule)
    md.add_render_rule("sign", _render_sign)


def strokes(text: str) -> Iterator[Stroke]:
    """Cut scrubbed prose into what is shown of it, in order and without gaps."""
    if not _SIGN.search(text):
        yield Stroke(0, len(text))
        return
    at, tags = 0, []
    for token in _PROSE.parseInline(text)[0].children or ():
        length = int(token.meta.get("length", len(token.markup) if token.nesting else len(token.content)))
        start, at = at, at + length
        kind = token.type.partition("_")[0]
        if token.nesting:
            if token.nesting > 0:
                tags.append(_TAGS[kind])
            else:
                tags.remove(_TAGS[kind])
            yield Stroke(start, at, "")
        elif length:
            yield Stroke(start, at, _shown(token), tuple(tags))


def literal_star(state: StateInline, silent: bool) -> bool:
    """Keep `*` between two ASCII letters or digits as the text it is: `a*b*c`, `x**2`.

    Not where it makes letters of a name stand out: `**H**eart`, `T**i**me`.
    """
    found = _STARS.match(state.src, state.pos)
    if found is None:
        return False
    word = re.search(r"\S*$", state.src[: state.pos])
    begun = word is not None and _BEGUN.search(word[0])
    if begun or _INSIDE.match(state.src, state.pos) or not _BETWEEN.match(state.src, state.pos):
        return False
    if not silent:
        state.pending += found[0]
    state.pos = found.end()
    return True


def _shown(token: Token) -> str | None:
    if token.type == "text":
        return None
    content = tex.escape_text(token.content)
    if token.type == "sign":
        return content
    if token.type == "code":
        return f"<code>{content}</code>"
    if token.type == "address":
        address = tex.escape_text(str(token.meta["url"]))
        return f'<a href="{address}" target="_blank" rel="noopener">{content}</a>'
    return tex.formula_html(token.content, display=tex.is_display(token))


def _text(state: StateInline, silent: bool) -> bool:
    """What holds no sign; the parser's own rule passes over quotation marks."""
    found = _PLAIN.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.pending += found[0]
    state.pos = found.end()
    return True


def _push(state: StateInline, kind: str, content: str, length: int, *, silent: bool, **meta: str) -> bool:
    if not silent:
        token = state.push(kind, "", 0)
        token.content, token.meta = content, {"length": length, **meta}
    state.pos += length
    return True


def _closings(state: StateInline) -> dict[int, tuple[str, int]]:
    """Where the quotes that were opened close, the sign for it, and how long it is in the source."""
    return state.env.setdefault("closings", {}).setdefault(state.src, {})  # type: ignore[no-any-return]


def _open_double(state: StateInline, silent: bool) -> bool:
    found = _DOUBLE.match(state.src, state.pos)
    if found is None:
        return False
    _closings(state)[found.end(1)] = ("”", len(found[2]))
    return _push(state, "sign", "“", 2, silent=silent)


def _open_single(state: StateInline, silent: bool) -> bool:
    found = _SINGLE.match(state.src, state.pos)
    if found is None:
        return False
    _closings(state)[found.end(1)] = ("’", 1)
    return _push(state, "sign", "‘", 1, silent=silent)


def _close(state: StateInline, silent: bool) -> bool:
    sign, length = _closings(state).get(state.pos, ("", 0))
    return bool(length) and _push(state, "sign", sign, length, silent=silent)


def _dash(state: StateInline, silent: bool) -> bool:
    found = _DASH.match(state.src, state.pos)
    if found is None:
        return False
    return _push(state, "sign", "—" if len(found[0]) == 3 else "–", len(found[0]), silent=silent)


def _code(state: StateInline, silent: bool) -> bool:
    found = _CODE.match(state.src, state.pos)
    return found is not None and _push(state, "code", found[1], len(found[0]), silent=silent)


def _address(state: StateInline, silent: bool) -> bool:
    found = _LINK.match(state.src, state.pos)
    return found is not None and _push(state, "address", found[1], len(found[0]), silent=silent, url=found[2])


def _escaped(state: StateInline, silent: bool) -> bool:
    found = _ESCAPED.match(state.src, state.pos)
    return found is not None and _push(state, "sign", found[1], 2, silent=silent)


def _render_sign(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    return tex.escape_text(tokens[idx].content)


def _prose_parser() -> MarkdownIt:
    md = tex.plain_parser()
    enable_quotes(md)
    for name, rule in (("code", _code), ("address", _address), ("escaped", _escaped)):
        md.inline.ruler.before("backticks", name, rule)
    md.inline.ruler.before("emphasis", "literal_star", literal_star)
    return md.enable(["emphasis", "balance_pairs", "fragments_join"])


_PROSE = _prose_parser()
