"""LaTeX inside text: where it is, and how it is handed to the page for typesetting.

The server alone decides what is mathematics. What it decides is emitted between private-use
characters, which are the only delimiters the page's KaTeX is told about, so a `$` in the text can
never be mistaken for a formula in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.texmath import texmath_plugin
from mdit_py_plugins.texmath.index import make_inline_func

_ONE_SIGN = re.compile(r"\\[#%&$_]")
INLINE_OPEN, INLINE_CLOSE = "\ue000", "\ue001"
DISPLAY_OPEN, DISPLAY_CLOSE = "\ue002", "\ue003"

KATEX_DELIMITERS: list[dict[str, str | bool]] = [
    {"left": DISPLAY_OPEN, "right": DISPLAY_CLOSE, "display": True},
    {"left": INLINE_OPEN, "right": INLINE_CLOSE, "display": False},
]

_ENVIRONMENTS = "equation|multline|gather|alignat|align|flalign|eqnarray|[pbBvV]?matrix"
_DISPLAY_RULES: tuple[dict[str, Any], ...] = (
    {"name": "math_display", "tag": "\\[", "rex": re.compile(r"\\\[([\s\S]+?)\\\]"), "tmpl": ""},
    {
        "name": "math_environment",
        "tag": "\\begin{",
        "rex": re.compile(rf"(\\begin\{{({_ENVIRONMENTS})(\*?)\}}[\s\S]+?\\end\{{\2\3\}})"),
        "tmpl": "",
    },
)
_DISPLAY_TOKENS = frozenset(
    {"math_inline_double", "math_block", "math_block_label", "math_block_eqno", "amsmath"}
    | {str(rule["name"]) for rule in _DISPLAY_RULES}
)
_PRIVATE = re.compile("[\ue000-\ue003]")
_OPENER = re.compile(r"\\\(|\\\[|\$\$|(?<![\\\d$])\$(?=[^\s\d$])|\\$")
# With a command of TeX, or raised or lowered, it is a formula next to a figure, too: "2.1$\\times$", "5$^2$".
_COMMAND = re.compile(r"(?<!\\)\$([\\^_](?:[^$\n\\]|\\.){0,200}?)\$")
_HOLD_BACK_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text: plain characters, or a formula.

    `start` and `end` are offsets into the text it was cut from; `tex` is None for plain characters.
    """

    start: int
    end: int
    tex: str | None = None
    display: bool = False


def scrub(text: str) -> str:
    """Return `text`, character for character, without the characters that have a meaning here.

    The length never changes, so offsets into the original stay valid.
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\x00", "\ufffd")
    return _PRIVATE.sub("\ufffd", text)


def escape_text(text: str) -> str:
    """Return plain text as HTML that shows exactly that text."""
    # Gradio's Markdown component keeps formulas aside under this name and would swap one in here.
    return escape(text).replace("%%%LATEX_BLOCK", "&#37;%%LATEX_BLOCK")


def formula_html(tex: str, *, display: bool) -> str:
    """Return HTML that the page typesets, or the source as text when it cannot be a formula."""
    if _ONE_SIGN.fullmatch(tex.strip()):
        return escape_text(tex.strip()[1:])  # "QuIP$\\#$" is a name, and no formula
    if not _balanced(tex):
        # KaTeX does not find the end of a formula whose braces do not match.
        return f"<code>{escape_text(tex)}</code>"
    left, right = (DISPLAY_OPEN, DISPLAY_CLOSE) if display else (INLINE_OPEN, INLINE_CLOSE)
    kind = "ap-math ap-display" if display else "ap-math"
    return f'<span class="{kind}">{left}{escape_text(tex.strip())}{right}</span>'


def is_formula(html: str) -> bool:
    """Whether HTML that stands for a stretch of text is a formula, as `formula_html` makes it."""
    return html.startswith((INLINE_OPEN, DISPLAY_OPEN))


def enable_math(md: MarkdownIt) -> None:
    r"""Teach a parser `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and the amsmath environments."""
    dollarmath_plugin(
        md,
        allow_labels=False,
        allow_space=False,
        allow_digits=False,
        allow_blank_lines=False,
        double_inline=True,
    )
    md.inline.ruler.at("math_inline", _inline_dollar)
    texmath_plugin(md, delimiters="brackets")
    amsmath_plugin(md)
    for rule in _DISPLAY_RULES:
        md.inline.ruler.before("escape", str(rule["name"]), make_inline_func(rule))  # type: ignore[arg-type]
    for name in _DISPLAY_TOKENS | {"math_inline"}:
        md.add_render_rule(name, _render_math)


def is_display(token: Token) -> bool:
    """Whether a formula stands on a line of its own."""
    return token.type in _DISPLAY_TOKENS


def pieces(text: str) -> Iterator[Piece]:
    """Cut scrubbed plain text into characters and formulas, in order and without gaps."""
    position = 0
    for token in _PLAIN.parseInline(text)[0].children or ():
        if token.type == "text":
            length, tex = len(token.content), None
        else:
            length, tex = token.meta["length"], token.content
        yield Piece(position, position + length, tex, token.type in _DISPLAY_TOKENS)
        position += length


def settled(text: str) -> str:
    """Return the part of a growing text that holds no half-written formula at its end.

    A reader then sees a formula appear whole instead of its source flickering by. What only looks
    like the start of a formula (`$HOME`) is held back for a line at most.
    """
    tail = max(text.rfind("\n\n") + 1, len(text) - _HOLD_BACK_LIMIT, 0)
    for piece in pieces(scrub(text[tail:])):
        if piece.tex is None and tail + piece.end == len(text):
            opener = _OPENER.search(text, tail + piece.start)
            return text[: opener.start()] if opener else text
    return text


def _balanced(tex: str) -> bool:
    depth = 0
    for match in re.finditer(r"\\.|[{}]", tex, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth < 0:
            return False
    return depth == 0 and bool(tex.strip())


_dollar_rule = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)


def _inline_dollar(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] == "$" and (command := _COMMAND.match(state.src, state.pos)):
        if not silent:
            state.push("math_inline", "math", 0).content = command[1]
        state.pos = command.end()
        return True
    # The plugin looks at src[pos - 1], which at position 0 is the last character of the text:
    # "$x$ is 5" would not be a formula because it ends in a digit.
    source = state.src
    state.src = source + "\n"
    try:
        return _dollar_rule(state, silent)
    finally:
        state.src = source


def _render_math(
    _renderer: RendererProtocol, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType
) -> str:
    return formula_html(tokens[idx].content, display=tokens[idx].type in _DISPLAY_TOKENS)


def _measured(rule: Any) -> Any:
    """Make a rule note how much of the source its formula took."""

    def run(state: StateInline, silent: bool) -> bool:
        start = state.pos
        found = bool(rule(state, silent))
        if found and not silent:
            state.tokens[-1].meta = {"length": state.pos - start}
        return found

    return run


def plain_parser() -> MarkdownIt:
    """Return a parser of plain text that knows formulas alone, and notes in `meta` how long each is in the source."""
    md = MarkdownIt("zero")
    md.inline.ruler.push("math_inline", _measured(_inline_dollar))
    bracket: dict[str, Any] = {
        "name": "math_inline",
        "tag": "\\(",
        "rex": re.compile(r"\\\((.+?)\\\)", re.DOTALL),
        "tmpl": "",
    }
    for number, rule in enumerate((bracket, *_DISPLAY_RULES)):
        md.inline.ruler.push(f"math_{number}", _measured(make_inline_func(rule)))  # type: ignore[arg-type]
    return md


_PLAIN = plain_parser()
