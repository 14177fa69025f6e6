"""Escapes: what others wrote, put into an answer's Markdown so that it stands there as it is."""

import re
from collections.abc import Callable

# What the window and a terminal both take for a formula: no blank inside the dollars' edges, no digit around them.
_FORMULA = re.compile(r"(?<![\\$\d])\$(?![\s$])[^$\n]*?(?<![\s\\])\$(?![\d$])|(?<!\\)\\\([^\n]+?\\\)")
# A closing bracket alone is escaped: `\[` would open a formula.
_SIGNS = re.compile(
    r"[*`\]<]|\\(?=[!-/:-@\[-`{-~]|$)|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~|&(?=#?\w+;)|^(?=[#>+-])|(?<=^\d)(?=[.)])|(?<=^\d\d)(?=[.)])"
)
_NUMBERED = re.compile(r"\[(\s*\d[\d\s,;–—-]*)\]")
_LINKED = re.compile(r"(?<!\\)\](?=[(\[:])")
_WEB_LINK = re.compile(r"(?<![!\\])\[([^\[\]\n`]{1,200})\]\((https?://[^\s()<>`]+)\)")
_FORGES = re.compile(r"\[\s*\d[\d\s,;–—-]*\]|\]\s*[(\[:]|`")


def literal(text: str) -> str:
    """Text as Markdown that shows that text: no emphasis, code, link, image, tag or citation; formulas stay formulas.

    Args:
        text: a title, a name, a condition, words of a question; its line ends become blanks.
    """
    return _outside_formulas(" ".join(text.split()), lambda prose: _SIGNS.sub(r"\\\g<0>", prose))


def unforged(quote: str) -> str:
    """A sentence of an abstract, in which no number is a citation and nothing is a link or an image.

    Its emphasis stays: authors write it in the Markdown of the sites that took their abstracts. A link to the web is
    shown as its words and its address; escaped, it would show the backslash, which belongs to an address before it.

    Args:
        quote: its line ends become blanks.
    """

    def change(prose: str) -> str:
        return _LINKED.sub(r"\\]", _NUMBERED.sub(r"[\1\\]", _WEB_LINK.sub(_spelled_out, prose)))

    return _outside_formulas(" ".join(quote.split()), change)


def _spelled_out(link: re.Match[str]) -> str:
    label, address = link.groups()
    return address if label.strip().rstrip("/") in address else f"{label} ({address})"


def shown_formulas(answer: str) -> str:
    """An answer's Markdown for what typesets no formulas: their source is shown as it is."""
    return _FORMULA.sub(lambda match: re.sub(r"[!-/:-@\[-`{-~]", r"\\\g<0>", match[0]), answer)


def _outside_formulas(text: str, change: Callable[[str], str]) -> str:
    parts, at = [], 0
    for formula in _FORMULA.finditer(text):
        if _FORGES.search(formula[0]):  # money around a citation is no formula
            continue
        parts += [change(text[at : formula.start()]), formula[0]]
        at = formula.end()
    return "".join([*parts, change(text[at:])])
