"""Formulas in an answer, and whether an abstract has them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_MATHS = re.compile(r"\$\$?([^$]+)\$\$?|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_GROWTH = re.compile(r"(?<!\w)[OΘΩÕ𝒪][\u0303~]?\s*\((?:[^()]|\([^()]*\))*\)")
_DRESS = re.compile(
    r"\\(?:mathcal|mathbb|mathrm|mathbf|text|tilde|widetilde|hat|bar|left|right|operatorname|rm|bf|it|bm|big|Big)(?![a-zA-Z])"
)
_LEAST = 3


def unstated_formulas(sentence: str, evidence: Sequence[str]) -> Iterator[str]:
    """The formulas of an answer's sentence that the evidence lacks.

    Args:
        sentence: of the answer.
        evidence: titles and abstracts.
    """
    found = [next(filter(None, match)) for match in _MATHS.findall(sentence)]
    bare = _MATHS.sub(" ", sentence)
    found += _GROWTH.findall(bare)
    known = "".join(skeleton(text) for text in evidence) if found else ""
    for formula in found:
        bones = skeleton(formula)
        if len(bones) >= _LEAST and not re.fullmatch(r"[\d.%x×≈~-]*", bones) and bones not in known:
            yield formula


@lru_cache(maxsize=512)
def skeleton(text: str) -> str:
    r"""A formula's letters, digits and signs, however it is written: `O(\sqrt{T})` and `O(√T)` are one."""
    if "\\" in text:
        text = re.sub(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"\1/\2", text)
        text = _DRESS.sub("", text)
        text = re.sub(r"\\[a-zA-Z]+", lambda macro: symbol(macro[0]), text)
    return (
        re.sub(r"[\s(){}\[\]^_\\$,.;:*·⋅|~]", "", unicodedata.normalize("NFKD", text)).casefold().replace("\u0303", "")
    )


@lru_cache(maxsize=1024)
def symbol(macro: str) -> str:
    """What a macro prints, without its arguments. One macro at a time: the parser takes long over prose."""
    if macro == r"\href":  # pylatexenc 2.11 fails at it, whatever follows
        return "href"
    from pylatexenc.latex2text import LatexNodes2Text

    return str(LatexNodes2Text().latex_to_text(macro + "{}{}{}")) or macro[1:]
