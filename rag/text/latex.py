r"""LaTeX in text: accents and symbols become Unicode, maths stays as it was written.

pylatexenc knows the symbols and accents; it is given one small piece at a time, for it takes 6 µs a character.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import permutations

from rag.text.scripts import raised

# Formulas stand aside, between two private-use characters, while the prose around them is converted; so do braces
# that are meant to be seen.
_OPEN, _CLOSE, _LEFT, _RIGHT = "\ue000", "\ue001", "\ue002", "\ue003"
_OWN = dict.fromkeys(map(ord, (_OPEN, _CLOSE, _LEFT, _RIGHT)))

# A dollar opens maths only before a character and closes it only after one, not before a digit: prices stay
# prices; `$ x_1 $` is maths for its marks.
# Nothing here may look for an end beyond the next beginning, or a text of beginnings alone would take for ever.
MATHS = re.compile(
    r"(?<!\\)\$(?:\$(?:[^$\\]|\\.|\$(?!\$))+?\$\$|(?![\s$])(?:[^$\\]|\\.)*?(?<!\s)\$(?!\d)"
    r"|(?=[^$]{0,400}?[\\^_])(?:[^$\\]|\\.){1,400}\$(?!\d))"
    r"|(?<!\\)\\\((?:[^\\]|\\[^(])+?\\\)|(?<!\\)\\\[(?:[^\\]|\\[^\[])+?\\\]"
    r"|\\begin\{(?P<env>equation|align|math|displaymath|eqnarray|gather|multline)(?P<star>\*?)\}"
    r"(?:[^\\]|\\(?!begin\{(?P=env)))+?\\end\{(?P=env)(?P=star)\}",
    re.DOTALL,
)
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
_MARK = r"\\[\"'`^~=.]"
_NAMED_MARK = r"\\[uvHckrdbt](?![a-zA-Z])"
_BASE = r"(?:\\[ij](?![a-zA-Z])|[^\W\d_])"
# What else is no prose: addresses, code, and maths in a macro's argument.
_VERBATIM = re.compile(
    rf"\\(?:(?:url|nolinkurl|path)\s*\{{(?P<address>[^{{}}]*)\}}|verb\*?(?P<mark>[^\sa-zA-Z*])(?P<code>.*?)(?P=mark)"
    rf"|ensuremath\s*(?P<maths>{_GROUP}))"
)
_STACKED = rf"(?:{_MARK}|{_NAMED_MARK})\s*(?:{_BASE}|\{{\s*{_BASE}\s*\}})"
_LETTERS = "aa|AA|ae|AE|dh|DH|dj|DJ|i|j|l|L|ng|NG|o|O|oe|OE|ss|SS|th|TH"
_PIECE = re.compile(
    # What encloses its argument in something, or replaces it
    rf"\\(?:(?P<taking>cite\w*|ref|eqref|label|hspace|vspace|footnote|footnotemark|sqrt|textsuperscript|color|begin|end)"
    rf"|(?P<pairing>href|textcolor|colorbox|frac|texorpdfstring)\s*{_GROUP})"
    rf"\*?(?:\s*\[[^\[\]]*\])?\s*{_GROUP}"
    rf"|(?P<accent>(?:{_MARK}|{_NAMED_MARK})\s*(?:{_STACKED}|\{{\s*{_STACKED}\s*\}}|{_BASE}|\{{[^{{}}\\]{{0,2}}\}}"
    rf"|\{{\s*{_BASE}\s*\}}))"
    r"|(?P<tie>\\t\s*\{[^{}\\]{2}\})"
    rf"|(?P<letter>\\(?:{_LETTERS}|textmu|textdegree)(?![a-zA-Z])(?:\{{\}}|[ \t\n]+(?=[^\W_])|[ \t\n]*(?=\}}))?)"
    r"|\\(?P<declared>em|it|bf|sc|tt|rm|sl|sf|tiny|small|footnotesize|normalsize|large|Large|protect|relax|noindent|par"
    r"|centering|xspace|smallskip|medskip|bigskip|hfill|maketitle)"
    r"(?![a-zA-Z])\s*"
    rf"|\\(?P<name>[a-zA-Z]+)\*?(?P<group>\{{\}}|(?=\s*\{{))?"
    r"|\\(?P<sign>[^a-zA-Z])",
    re.DOTALL,
)
_EMPHASIS = re.compile(r"\\(?<!\\\\)(?:emph|text(?:bf|it|sl|sc|tt|sf|rm|normal|md|up))\{([^{}$\\]*)\}")
_ACCENT = re.compile(
    rf"\{{{{0,3}}{_MARK}\s*(?:{_STACKED}|\{{\s*{_STACKED}\s*\}}|{_BASE}|\{{\s*{_BASE}\s*\}})\}}{{0,3}}"
    rf"|\{{\\[uvHckrdb]\s*(?:{_BASE}|\{{\s*{_BASE}\s*\}})\s*\}}|\\[uvHckrdb](?:\{{\s*{_BASE}\s*\}}|\{{\s*{_STACKED}\s*\}})"
    r"|(?<=[^\W\d_])\\[uvHckrdb][ \t]+[a-zA-Z]"
    rf"|\{{\\(?:{_LETTERS})\s*\}}|\\(?:{_LETTERS})\{{\}}"
    r"|(?<=[^\W\d_])\\(?:aa|ae|dj|i|l|o|oe|ss)[ \t]+(?=[a-z])|\\(?:AA|AE|DJ|L|O|OE)[ \t]+(?=[a-z])"
)
# Where there is none of these, and no guarded word, prose is as it should be: a look that costs little.
_TOUCHED = re.compile(
    rf"\\(?:[\"'`^~=.%&#]|\$\d|[uvHckrdb][ \t{{]|emph\{{|text(?:bf|it|sl|sc|tt|sf|rm|no|md|up)"
    rf"|(?:{_LETTERS})(?:\{{\}}|[ \t}}]))"
)
# A guard around maths (`{$O(n)$}`); `\\cmd{$x$}` is an argument.
_GUARDED_MATHS = re.compile(r"\{(?<![\\\w^_}{].)(\$[^${}]*(?:\{[^{}]*\}[^${}]*)*\$)\}")
_TIED_SIGN = re.compile(r"~(?=\\[&%#])")
_ENCLOSED = re.compile(r"\{\\([%&#_$])\}")
_ESCAPED = re.compile(r"\\(?<!\\\\)([%&#]|\$(?=\d))")
# BibTeX's guards for capitals; `{input}` may be a template's blank and `\\cmd{Word}` an argument.
_GUARDED = re.compile(r"\{(?<![\\\w^_}{].)\{{0,3}(?=[^{}]*[A-Z])(\w(?:[\w -]*\w)?)\}{1,4}")
_PASSES = 4
_SYMBOLS = {
    **{"textless": "<", "textgreater": ">", "copyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€"},
    **{
        "texteuro": "€",
        "lq": "‘",
        "rq": "’",
        "TeX": "TeX",
        "LaTeX": "LaTeX",
        "BibTeX": "BibTeX",
        "textasciicircum": "^",
        "slash": "/",
    },
    **{
        "textbar": "|",
        "lbrace": _LEFT,
        "rbrace": _RIGHT,
        "textbraceleft": _LEFT,
        "textbraceright": _RIGHT,
        "item": "\n* ",
        "newline": "\n",
    },
}
_SIGNS = {"{": _LEFT, "}": _RIGHT, "-": "", "/": "", "@": "", "\\": "\n", ",": " ", ";": " ", ":": " ", "!": ""}


def plain_latex(text: str) -> str:
    """A LaTeX text as Unicode; maths, delimiters included, untouched.

    Args:
        text: the value of a BibTeX field.
    """
    formulas: list[str] = []

    def _aside(match: re.Match[str], formula: str = "") -> str:
        formulas.append(formula or match[0])
        return f"{_OPEN}{len(formulas) - 1}{_CLOSE}"

    def _verbatim(match: re.Match[str]) -> str:
        if match["maths"]:
            return _aside(match, f"${match['maths'][1:-1]}$")
        return _aside(match, match["code"] or re.sub(r"\\([_%#&~])", r"\1", match["address"] or "") or " ")

    text = text if text.isascii() else text.translate(_OWN)
    if "$" in text or "\\" in text:
        text = _VERBATIM.sub(_verbatim, MATHS.sub(_aside, re.sub(r"\$\s*([<>])\s*\$", r"\1", text)))
    text = _prose(text)
    return text if not formulas else re.sub(f"{_OPEN}(\\d+){_CLOSE}", lambda match: formulas[int(match[1])], text)


def _prose(text: str) -> str:
    if "~" in text:
        text = re.sub(r"(?<!\\)~", " ", text)
    if "\\" in text or "{" in text or "}" in text:
        text = _ligatures(_PIECE.sub(_replaced, text))
        # A brace without its partner says nothing; those of maths without dollars (x_{10}) do.
        text = re.sub(r"([_^]\{[^{}]*\})|[{}]", lambda match: match[1] or "", text)
        return text.replace(_LEFT, "{").replace(_RIGHT, "}")
    return _ligatures(text)


def _ligatures(text: str) -> str:
    """Dashes and quotation marks; an empty group between two signs keeps them apart."""
    return text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")


def plain_accents(text: str) -> str:
    r"""Prose with its LaTeX accents (`Erd\H{o}s`), escapes (`5\%`), emphasis and guarded words (`{BERT}`) as Unicode.

    Only what composes to one character is taken for an accent: `\v{x}` may be somebody's vector.
    """
    if "{$" in text:
        text = _GUARDED_MATHS.sub(r"\1", text)
    if not (("\\" in text and _TOUCHED.search(text)) or ("{" in text and _GUARDED.search(text))):
        return text
    parts, at = [], 0
    for maths in MATHS.finditer(text):
        parts += [_light(text[at : maths.start()]), maths[0]]
        at = maths.end()
    return "".join([*parts, _light(text[at:])])


def _light(text: str) -> str:
    text = _TIED_SIGN.sub(" ", text)
    for _ in range(_PASSES if "\\" in text else 0):  # a letter, once converted, makes the next one of its word
        if not _TOUCHED.search(text):
            break
        before, text = text, _ESCAPED.sub(r"\1", _ENCLOSED.sub(r"\1", _ACCENT.sub(_composed, text)))
        text = _EMPHASIS.sub(r"\1", text)
        if text == before:
            break
    return _GUARDED.sub(r"\1", text) if "{" in text else text


def _composed(match: re.Match[str]) -> str:
    converted = _accented(match[0].strip("{}") if match[0].startswith("{") else match[0]).strip()
    return converted if len(converted) <= 2 and converted.isalpha() else match[0]


def _replaced(match: re.Match[str]) -> str:
    """What stands for a piece of LaTeX."""
    if taking := match["taking"] or match["pairing"]:
        return _taken(taking, match[0])
    if match["accent"] or match["tie"] or match["letter"]:
        return _accented(match[0])
    if match["sign"]:
        return _SIGNS.get(match["sign"], " " if match["sign"].isspace() else match["sign"])
    return "" if match["declared"] else symbol_of(match["name"], match["group"] is not None, match[0])


@lru_cache(maxsize=4096)
def symbol_of(name: str, grouped: bool, piece: str) -> str:
    """What a macro without arguments stands for.

    Args:
        name: without its backslash.
        grouped: braces follow it.
        piece: what to give back for a macro that is not known.
    """
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    from pylatexenc.latex2text import get_default_latex_context_db

    known = get_default_latex_context_db().get_macro_spec(name)
    text = known.simplify_repl if known is not None and isinstance(known.simplify_repl, str) else ""
    text = "" if "%" in text else text.strip()
    if text or (grouped and "{" not in piece):
        return text
    # An author's own macro (\ours) is a word that only the paper explains: better seen than lost.
    return piece.removesuffix("{}") if known is None else ""


def _taken(name: str, piece: str) -> str:
    """A macro with its arguments."""
    arguments = _arguments(piece)
    last = arguments[-1][1:-1]
    if name in ("label", "hspace", "vspace", "color", "begin", "end", "footnotemark"):
        return ""
    if name == "textsuperscript":
        return raised(_prose(last))
    if name == "frac" and len(arguments) > 1:
        return f"{_prose(arguments[0][1:-1])}/{_prose(last)}"
    if name == "sqrt":
        return f"√({_prose(last)})"
    return f"[{_prose(last)}]" if name in ("ref", "eqref", "footnote") or name.startswith("cite") else _prose(last)


def _arguments(piece: str) -> list[str]:
    return re.findall(_GROUP, piece)


@lru_cache(maxsize=4096)
def _accented(piece: str) -> str:
    # `\~\^e` is meant as `\~{\^e}`, and of two accents either may be written first.
    piece = re.sub(rf"^({_MARK})\s*({_MARK}.*)", r"\1{\2}", piece.strip(), flags=re.DOTALL)
    if empty := re.fullmatch(r"\\([~^])\s*\{\s*\}", piece):
        return empty[1]
    text = unicodedata.normalize("NFC", _converter()(piece).strip())
    if len(text) < 2 or not unicodedata.combining(text[-1]):
        return text
    parts = unicodedata.normalize("NFD", text)
    forms = (unicodedata.normalize("NFC", parts[0] + "".join(order)) for order in permutations(parts[1:5]))
    return min((text, *forms), key=len)


@cache
def _converter() -> Callable[[str], str]:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexWalker

    to_text = LatexNodes2Text(math_mode="verbatim", keep_comments=True)

    def _convert(piece: str) -> str:
        nodes, _, _ = LatexWalker(piece, tolerant_parsing=True).get_latex_nodes()
        return str(to_text.nodelist_to_text(nodes))

    return _convert
