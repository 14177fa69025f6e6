r"""Bearers: the papers whose own name a question has, where an index of words alone cannot find them.

"LESS" is a common word to it, and of "PhiFlow" in `$\Phi_\textrm{Flow}$` it knows the parts alone.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

from rag.lexical import LexicalIndex, analyze
from rag.papers import Paper, method_name
from rag.questions import is_content
from rag.text.formulas import plain_math

Get = Callable[[Sequence[str]], list[Paper]]

_SAMPLED = 20
_READ = 400
"""Papers with a common word, those first that have it most, among which the one is looked for that it names."""
_READ_FOR_PARTS = 50
_MOST = 3
"""Papers that share a name."""
_WORD = re.compile(r"(?<![A-Za-z0-9_-])(?:[A-Za-z]|[\u0370-\u03ff])[A-Za-z0-9\u0370-\u03ff]+(?![A-Za-z0-9_-])")
_TYPESET = re.compile(r"(?:\$[^$\s]{1,60}\$|[^\W_])[\w+-]*(?:\$[^$\s]{1,60}\$[\w+-]*)*")
_GREEK = re.compile("[\u0370-\u03ff]")


def bearers(question: str, lexical: LexicalIndex, get: Get) -> tuple[str, ...]:
    """The ids of the papers that a question names by what is a common word, or typeset in them.

    Args:
        question: as asked.
        lexical: the words of the papers.
        get: reads papers by id.
    """
    found: list[str] = []
    words = _WORD.findall(question)
    shouted = sum(word.isupper() for word in words) > len(words) / 2 > 1
    for word in dict.fromkeys(words):
        if word.isupper() and word.isascii() and not shouted and _is_common(word, lexical, get):
            papers = get(lexical.holding(analyze(word), _READ))
            papers = sorted((paper for paper in papers if is_called(paper, word)), key=_title_is_other(word))
            named = [paper.paper_id for paper in papers]
            found += named if len(named) <= _MOST else []
        elif re.search(r"\w[A-Z]", word) or _GREEK.search(word):
            found += _typeset(word, lexical, get)
    return tuple(dict.fromkeys(found))


def is_called(paper: Paper, word: str) -> bool:
    """Whether a paper's own method has this very name, in these letters."""
    head = paper.title.partition(":")[0].strip() if ":" in paper.title else ""
    if word in (head, method_name(paper.abstract)):
        return True
    name = re.escape(word)
    coined = rf"\({name}\)|\b(?:call(?:ed)?|dubbed|named|termed|propose|introduce|present)\s+\**{name}\b"
    return bool(re.search(coined, f"{paper.title}\n{paper.abstract}"))


def _title_is_other(word: str) -> Callable[[Paper], bool]:
    return lambda paper: paper.title.partition(":")[0].strip() != word


def spellings(text: str) -> list[str]:
    r"""The names that a text typesets, as they are typed: "PhiFlow" and "ΦFlow" for `$\Phi_\textrm{Flow}$`."""
    if "$" not in text:
        return []
    typeset = (plain_math(match[0]) for match in _TYPESET.finditer(text) if "$" in match[0])
    names = [name for name in typeset if len(name) > 2 and re.fullmatch(r"[\w+-]+", name)]
    return list(dict.fromkeys(form for name in names for form in (_in_latin(name), name)))


def _is_common(word: str, lexical: LexicalIndex, get: Get) -> bool:
    """Whether a word in capitals is, to most papers that have it, a word like any other."""
    terms = analyze(word)
    if len(terms) != 1 or not lexical.document_frequency(terms[0]):
        return False
    if not is_content(terms[0]):
        return True
    sample = get(lexical.holding(terms, _SAMPLED))
    capital = sum(bool(re.search(rf"\b{re.escape(word)}", f"{paper.title}\n{paper.abstract}")) for paper in sample)
    return 2 * capital < len(sample)


def _typeset(word: str, lexical: LexicalIndex, get: Get) -> list[str]:
    if any(lexical.document_frequency(term) for term in analyze(word)):
        return []
    found: list[str] = []
    for form in dict.fromkeys((_in_latin(word), word)):
        pieces = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u0370-\u03ff]", form)
        terms = [term for piece in pieces for term in analyze(piece)]
        if len(terms) < 2 or any(not lexical.document_frequency(term) for term in terms):
            continue
        papers = get(lexical.holding(terms, _READ_FOR_PARTS))
        wanted = _key(word)
        found += [
            paper.paper_id
            for paper in papers
            if wanted in map(_key, spellings(f"{paper.title}\n{paper.abstract}"))
        ]  # fmt: skip
    return found


def _key(name: str) -> str:
    return re.sub(r"[\W_]", "", _in_latin(name)).casefold()


def _in_latin(name: str) -> str:
    """A name with its Greek letters by their names: "PhiFlow" for "ΦFlow"."""

    def named(match: re.Match[str]) -> str:
        letter = unicodedata.name(match[0], "").split()[-1:]
        return "".join(letter).title() if match[0].isupper() else "".join(letter).lower()

    return _GREEK.sub(named, name)
