r"""Bearers: the papers whose own name a question has, where an index of words alone cannot find them.

"LESS" is a common word to it, and of "PhiFlow" in `$\Phi_\textrm{Flow}$` it knows the parts alone.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rag.lexical import LexicalIndex
from rag.papers import Paper, method_name
from rag.questions import RARE, is_content
from rag.text.analysis import analyze
from rag.text.formulas import plain_math
from rag.text.sentences import Span
from rag.text.writings import in_latin, key_of, runs
from rag.understanding.strangers import Variant, variants

Get = Callable[[Sequence[str]], list[Paper]]

_SAMPLED = 20
_READ = 400
"""Papers with a common word, those first that have it most, among which the one is looked for that it names."""
_SHORTEST = 3
_MOST = 3
"""Papers that share a name."""
PROPOSES = re.compile(r"\b(?:propos|introduc|present|develop|call|dub|term|nam)(?:e|es|ed|ing|s|ling)?\b")
"""A sentence in which a paper gives a name to what it proposes."""
_WORD = re.compile(r"(?<![A-Za-z0-9_-])(?:[A-Za-z]|[\u0370-\u03ff])[A-Za-z0-9\u0370-\u03ff]+(?![A-Za-z0-9_-])")
_TYPESET = re.compile(r"(?:\$[^$\s]{1,60}\$|[^\W_])[\w+-]*(?:\$[^$\s]{1,60}\$[\w+-]*)*")


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
    if not shouted:
        found += _named(question, lexical, get)
    for variant in variants(question, lexical):
        found += [paper.paper_id for paper in of_base(variant, lexical, get)]
    return tuple(dict.fromkeys(found))


def of_base(variant: Variant, lexical: LexicalIndex, get: Get) -> list[Paper]:
    """The papers whose own method a variant that no paper has is made of: they are the nearest to it."""
    for base in variant.bases:
        ids = [*lexical.naming(key_of(base), RARE), *lexical.holding(analyze(base), _READ)]
        papers = get(list(dict.fromkeys(ids)))
        named = [paper for paper in papers if is_called(paper, base) or key_of(base) in _own_keys(paper)]
        if 0 < len(named) <= _MOST:
            return named
    return []


def is_called(paper: Paper, word: str) -> bool:
    """Whether a paper's own method has this very name, in these letters."""
    head = paper.title.partition(":")[0].strip() if ":" in paper.title else ""
    if word in (head, method_name(paper.abstract)):
        return True
    name = re.escape(word)
    coined = rf"\({name}\)|\b(?:call(?:ed)?|dubbed|named|termed|propose|introduce|present)\s+\**{name}\b"
    return bool(re.search(coined, f"{paper.title}\n{paper.abstract}"))


def is_own_name(paper: Paper, word: str, *, few: bool = False) -> bool:
    """Whether a paper's own method has this name, and it is not merely explained there: "imaging (MRI)".

    Args:
        paper: that may have it.
        word: the name.
        few: hardly another paper has it, so that one that coins it in brackets owns it.
    """
    head = paper.title.partition(":")[0].strip() if ":" in paper.title else ""
    called = is_called(paper, word) and (few or f"({word}" not in paper.abstract)
    return called or word in (head, method_name(paper.abstract))


def _title_is_other(word: str) -> Callable[[Paper], bool]:
    return lambda paper: paper.title.partition(":")[0].strip() != word


def spellings(text: str) -> list[str]:
    r"""The names that a text typesets, as they are typed: "PhiFlow" and "ΦFlow" for `$\Phi_\textrm{Flow}$`."""
    if "$" not in text:
        return []
    typeset = (plain_math(match[0]) for match in _TYPESET.finditer(text) if "$" in match[0])
    names = [name for name in typeset if len(name) > 2 and re.fullmatch(r"[\w+-]+", name)]
    return list(dict.fromkeys(form for name in names for form in (in_latin(name), name)))


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


def _named(question: str, lexical: LexicalIndex, get: Get) -> Iterator[str]:
    """The papers whose own name the question has in another writing: "PhiFlow", "SAME" for "SAM-E"."""
    for run in runs(question):
        text = question[run.span.start : run.span.end]
        if len(run.key) < _SHORTEST or not 0 < (known := lexical.name_frequency(run.key)) <= RARE:
            continue
        if _goes_on(question, run.span):
            continue
        terms = analyze(text)
        if len(terms) == 1 and (lexical.document_frequency(terms[0]) == known or not _is_telling(text, terms, lexical)):
            continue  # the words alone find it, or it is a word like any other
        if len(terms) > 1 and not re.search(r"[A-Z]\S*[- ][A-Z\d]|[a-z][A-Z]|\d", text):
            continue  # "self-play" is a thing that papers do, though one is called so
        named = [paper.paper_id for paper in get(lexical.naming(run.key, RARE)) if run.key in _own_keys(paper)]
        yield from named if len(named) <= _MOST else ()


def _goes_on(question: str, span: Span) -> bool:
    """Whether a name goes on before or after a stretch: "Self-Play" in "Self-Play Preference Optimization"."""
    return bool(
        re.match(r" [A-Z][a-z]", question[span.end :]) or re.search(r"(?<=\w) [A-Z]\w*[a-z] $", question[: span.start])
    )


def _is_telling(word: str, terms: Sequence[str], lexical: LexicalIndex) -> bool:
    """Whether a word can be another than the papers' own: "SAME" is not "same", but "GFlowNet" is "GFlowNets"."""
    return word.isupper() or not lexical.document_frequency(terms[0])


@lru_cache(maxsize=512)
def _own_keys(paper: Paper) -> frozenset[str]:
    """The keys of the names that a paper gives to what it proposes, and of those that it typesets."""
    head = paper.title.partition(":")[0] if ":" in paper.title else ""
    # "(G-CSF)" in a sentence that proposes nothing is a thing of others, spelled out.
    proposing = [text for text in re.split(r"(?<=[.!?])\s", paper.abstract) if PROPOSES.search(text)]
    coined = [name for text in proposing for name in re.findall(r"\(\**([^()\s]*[A-Z][^()\s]*?)\**\)", text)]
    typeset = spellings(f"{paper.title}\n{paper.abstract}")
    return frozenset(key_of(name) for name in (head, method_name(paper.abstract), *coined, *typeset))
