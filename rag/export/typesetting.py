r"""Typesetting: a paper's text as LaTeX, for the fields of a BibTeX entry.

The contrary of `rag.text.latex`: what that makes of this text is the text again. Maths stays as it was written.
"""

from __future__ import annotations

import re

from rag.text.latex import MATHS

_SIGNS = {
    **{sign: f"\\{sign}" for sign in "%&#_$"},
    "\\": "\\textbackslash{}", "{": "\\textbraceleft{}", "}": "\\textbraceright{}", "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}",
}  # fmt: skip
_TABLE = str.maketrans(_SIGNS)
# LaTeX makes one sign of these: an empty group keeps them apart.
_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=`)(?=`)|(?<=')(?=')")
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")
_BARE_PERCENT = re.compile(r"(?<!\\)%")
# BibTeX styles write titles in lower case: not within a word that has a capital after its first letter.
_CAPITALS = re.compile(r"(?<!\S)(?=\S*\w[A-Z])[^\s$]+(?!\S)")


def latex_of(text: str, *, guards: bool = False) -> str:
    """Text as LaTeX, its formulas untouched.

    Args:
        text: as a paper has it: Unicode, with formulas between dollars.
        guards: put braces around words whose capitals a style must leave alone, as a title needs.
    """
    parts, at = [], 0
    for maths in MATHS.finditer(text):
        parts += [_prose(text[at : maths.start()], guards), _formula(maths[0])]
        at = maths.end()
    return "".join([*parts, _prose(text[at:], guards)])


def _prose(text: str, guards: bool) -> str:
    pieces = []
    at = 0
    for word in _CAPITALS.finditer(text) if guards else ():
        pieces += [_escaped(text[at : word.start()]), f"{{{_escaped(word[0])}}}"]
        at = word.end()
    return "".join([*pieces, _escaped(text[at:])])


def _escaped(text: str) -> str:
    whole = "{}".join(part.translate(_TABLE) for part in _LIGATURES.split(text))
    return _LINE_END.sub(r"\\\\ ", whole)


def _formula(maths: str) -> str:
    """A formula that BibTeX can carry: no comment begins in it, and its braces match, escaped ones counted."""
    maths = _BARE_PERCENT.sub(r"\\%", maths)
    maths = re.sub(r"(\\\\)(?=[{}])", r"\1 ", maths)  # parsers differ on whether such a brace is escaped
    depth = lowest = 0
    for brace in re.findall(r"[{}]", maths):
        depth += 1 if brace == "{" else -1
        lowest = min(lowest, depth)
    if depth or lowest:
        maths = maths.replace("\\{", "\\lbrace ").replace("\\}", "\\rbrace ")
    bare = maths.replace("\\{", "").replace("\\}", "")
    return maths if bare.count("{") == bare.count("}") else _escaped(maths)
