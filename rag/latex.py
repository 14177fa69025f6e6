r"""LaTeX in text: accents and symbols become Unicode, maths stays as it was written.

pylatexenc does the conversion, piece by piece: it takes 6 µs a character, and most text has few pieces to convert.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from rag.scripts import raised

_WRAPPERS = ("url", "href", "nolinkurl", "path", "textsc", "texttt", "mbox", "uppercase", "MakeUppercase")
# Formulas stand aside, between two private-use characters, while the prose around them is converted.
_OPEN, _CLOSE = "\ue000", "\ue001"

# A dollar opens maths only before a character and closes it only after one, not before a digit: prices stay prices.
_MATHS = re.compile(
    r"(?<!\\)\$\$.+?(?<!\\)\$\$|(?<!\\)\$(?![\s$])(?:[^$\\]|\\.)*?(?<!\s)\$(?!\d)|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\\begin\{(?P<env>equation|align|math|displaymath|eqnarray|gather|multline)\*?\}.+?\\end\{(?P=env)\*?\}",
    re.DOTALL,
)
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
_PIECE = re.compile(
    rf"\\[a-zA-Z]+\*?(?:\s*{_GROUP})+|\\[uvHckrdbt]\s+\w|\\[a-zA-Z]+\*?|\\[\"'`^~=.]\s*(?:{_GROUP}|\\?\w)?"
    rf"|\\[^a-zA-Z\s]|(?<![_^]){_GROUP}"
)
_LETTER = r"(?:\\?[a-zA-Z](?![a-zA-Z])|[a-zA-Z]|\{\\?[a-zA-Z]\}|\{\\[\"'`^~=.uvHckrdb]\s*[a-zA-Z]\})"
_ACCENT = re.compile(
    rf"\{{*\{{\\[\"'`^~=.]\s*{_LETTER}\}}\}}*|\\[\"'`^~=.]\s*(?:\{{\\?[a-zA-Z]\}}|\\[ij](?![a-zA-Z])|[a-zA-Z])"
    r"|\{\\[uvHckrdb]\s*(?:[a-zA-Z]|\{[a-zA-Z]\}|\\[ij])\s*\}|\\[uvHckrdb]\{\\?[a-zA-Z]\}"
    r"|\{\\(?:ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i|j)\s*\}|\\(?:ss|o|O|l|L|ae|AE|oe|OE|aa|AA|i|j)\{\}"
)
_ESCAPED = re.compile(r"\\([%&#])")
# BibTeX's guards for capitals; `{input}` may be a template's blank and `\\cmd{Word}` an argument.
_GUARDED = re.compile(r"(?<![\\\w^_}])\{+(?=[^{}]*[A-Z])(\w(?:[\w -]*\w)?)\}+")


def plain_latex(text: str) -> str:
    """A LaTeX text as Unicode; maths, delimiters included, untouched.

    Args:
        text: the value of a BibTeX field.
    """
    formulas: list[str] = []

    def _aside(match: re.Match[str]) -> str:
        formulas.append(match[0])
        return f"{_OPEN}{len(formulas) - 1}{_CLOSE}"

    text = _MATHS.sub(_aside, text.replace(_OPEN, "").replace(_CLOSE, ""))
    text = re.sub(r"(?<!\\)~", " ", text)
    if "\\" in text or "{" in text or "}" in text:
        text = _PIECE.sub(lambda match: _converted(match[0]), text)
        # A brace without its partner says nothing; those of maths without dollars (x_{10}) do.
        text = re.sub(r"([_^]\{[^{}]*\})|[{}]", lambda match: match[1] or "", text)
    text = text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")
    return re.sub(f"{_OPEN}(\\d+){_CLOSE}", lambda match: formulas[int(match[1])], text)


def plain_accents(text: str) -> str:
    r"""Prose with its LaTeX accents (`Erd\H{o}s`), escapes (`5\%`) and guarded words (`{BERT}`) as Unicode.

    Only what composes to one character is taken for an accent: `\v{x}` may be somebody's vector.
    """
    if "\\" not in text and "{" not in text:
        return text
    parts, at = [], 0
    for maths in _MATHS.finditer(text):
        parts += [_light(text[at : maths.start()]), maths[0]]
        at = maths.end()
    return "".join([*parts, _light(text[at:])])


def _light(text: str) -> str:
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", _ACCENT.sub(_composed, text))
    return _GUARDED.sub(r"\1", text) if "{" in text else text


def _composed(match: re.Match[str]) -> str:
    converted = unicodedata.normalize("NFC", _converted(match[0])).strip()
    return converted if len(converted) <= 2 and converted.isalpha() else match[0]


@lru_cache(maxsize=4096)
def _converted(piece: str) -> str:
    return _converter()(piece)


@cache
def _converter() -> Callable[[str], str]:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
    from pylatexenc.latexwalker import LatexWalker
    from pylatexenc.latexwalker import get_default_latex_context_db as get_walker_context_db
    from pylatexenc.macrospec import std_macro

    texts, shapes = get_default_latex_context_db(), get_walker_context_db()
    replaced = [MacroTextSpec(name, lambda node: _argument(node)) for name in _WRAPPERS]
    replaced += [MacroTextSpec(name, lambda node: f"[{_argument(node)}]") for name in ("cite", "citep", "citet", "ref")]
    replaced += [MacroTextSpec("textsuperscript", lambda node: raised(_argument(node)))]
    texts.add_context_category("abstracts", macros=replaced, prepend=True)
    macros = [std_macro(name, "{{" if name == "href" else "{") for name in (*_WRAPPERS, "textsuperscript")]
    shapes.add_context_category("abstracts", macros=macros, prepend=True)
    to_text = LatexNodes2Text(latex_context=texts, math_mode="verbatim", keep_comments=True)

    def _convert(piece: str) -> str:
        nodes, _, _ = LatexWalker(piece, latex_context=shapes, tolerant_parsing=True).get_latex_nodes()
        return str(to_text.nodelist_to_text(nodes))

    return _convert


def _argument(node: Any) -> str:
    """The last argument of a macro, as it stands."""
    given = [argument for argument in node.nodeargd.argnlist if argument is not None]
    if not given:
        return ""
    return "".join(child.latex_verbatim() for child in getattr(given[-1], "nodelist", given[-1:]))
