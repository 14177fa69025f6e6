"""Formulas as plain characters, to compare texts by and to name things with."""

import re
from functools import lru_cache

from rag.text.latex import MATHS, symbol_of

_SIGN = re.compile(r"\$\\([#%&$_])\$")


def plain_signs(text: str) -> str:
    r"""Formulas of one sign as that sign, other formulas as they are: `QuIP$\#$` is the name `QuIP#`."""
    return _SIGN.sub(r"\1", text)


def plain_math(text: str) -> str:
    r"""Formulas as the characters that they stand for, to compare by: `$\ell_1$` is `ℓ1`, `$\alpha$` is `α`.

    Structure is lost (`$10^{-3}$` is `10-3`): this is a key, not a text to show.

    Args:
        text: with its formulas in their delimiters.
    """
    if "$" not in text and "\\" not in text:
        return text
    return MATHS.sub(lambda match: _characters_of(match[0]), text)


@lru_cache(maxsize=4096)
def _characters_of(formula: str) -> str:
    inner = re.sub(r"\\(?:begin|end|label)\{[^{}]*\}|\\[()\[\]]|\\(?:left|right)(?![a-zA-Z])|[$&]", "", formula)
    inner = re.sub(r"\\([a-zA-Z]+)[ \t]*", lambda match: _sign(match[1]), inner)
    return re.sub(r"\\.|[{}_^~]", "", inner)


def _sign(name: str) -> str:
    r"""The character of a macro in a formula; a font (`\mathcal`) says nothing, an operator (`\log`) its name."""
    if name.startswith(("math", "text", "bold", "operatorname")) or name in ("rm", "bf", "it", "cal", "sf", "tt"):
        return ""
    return symbol_of(name, grouped=False, piece=name).strip() or name
