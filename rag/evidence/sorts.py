"""Sort: of what sort a name is, as the corpus itself says it: "the CIFAR-10 dataset", "benchmarks such as D4RL"."""

import re
from collections.abc import Collection, Iterator, Sequence

from rag.lexical import LexicalIndex
from rag.text.analysis import analyze

_NAME = re.compile(r"(?<![\w$\\-])[A-Z][\w+]*(?:-[A-Z\d][\w+]*)*(?![\w-])")
_TOLD = re.compile(r"\d|[a-z][A-Z]|[A-Z]{2,}[a-z]{2}|^[A-Z]{4,}$")
"""What a name of a thing has: a digit, a capital inside, or four capitals: "FL" and "PDEs" are short for a subject."""
_LEAST_SHARE = 0.04
"""Share of a name's papers that must say its sort: "ImageNet dataset" does, "LLM dataset" is a dataset for LLMs."""
_LEADS = (("such", "as"), ("like",), ("includ",), ("name",), ())


def names_in(sentence: str) -> Iterator[str]:
    """The words of a sentence that are written like the names of things: "ImageNet", "D4RL", "GLUE"."""
    return (match[0] for match in _NAME.finditer(sentence) if _TOLD.search(match[0]))


def has_sort(sentence: str, sorts: Sequence[str], lexical: LexicalIndex, *, but: Collection[str] = ()) -> bool:
    """Whether a sentence names one of a sort of things.

    Args:
        sentence: of an abstract.
        sorts: words for the sort: "dataset", "benchmark".
        lexical: the words of the corpus, which say of what sort a name is.
        but: names that do not count, as the paper's own.
    """
    return any(name not in but and is_sort(name, sorts, lexical) for name in names_in(sentence))


def is_sort(name: str, sorts: Sequence[str], lexical: LexicalIndex) -> bool:
    """Whether the corpus calls a name one of a sort. Args: see `has_sort`."""
    terms = analyze(name)
    if not terms:
        return False
    papers = len(lexical.phrase(terms)) if len(terms) > 1 else lexical.document_frequency(terms[0])
    said: set[str] = set()
    for sort in sorts:
        of = analyze(sort)
        said.update(lexical.phrase([*terms, *of]))
        for lead in _LEADS:
            said.update(lexical.phrase([*of, *lead, *terms]))
    return len(said) >= max(1.0, _LEAST_SHARE * papers)
