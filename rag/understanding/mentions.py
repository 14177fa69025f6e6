"""Mention: whether a question names a paper, by its short title or by the name of what it proposes."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from rag.lexical import LexicalIndex
from rag.papers import Paper, method_name
from rag.questions import RARE, content_terms, is_content, names, proper_nouns
from rag.text.analysis import analyze
from rag.understanding.bearers import PROPOSES, spellings
from rag.understanding.strangers import variants

_OWN = 3
"""Papers that have the name of one paper's method, at most."""
_MOST_WORDS = 4
_SHORTEST = 3
_SMALL_SHARE = 0.02
_LEAST_OF_TITLE = 3
_LEAST_OF_WORDS = 4
_MOST_OF_TITLE = 0.8
_IN_BRACKETS = re.compile(
    r"\(\**((?:[A-Z][\w-]+ )?[A-Z][\w-]*[A-Z][\w+-]*|[a-z]{1,3}[A-Z]{2}[\w+-]*)\**\)"  # "(DAEDL)", "(ccGPFA)"
)


def is_mentioned(paper: Paper, question: str, lexical: LexicalIndex) -> bool:
    """Whether a question names this paper, and not merely a thing that it is about.

    Args:
        paper: one whose title begins with a name ("PepFlow: …"), or whose abstract proposes one.
        question: as asked.
        lexical: tells how many papers have a name.
    """
    if any(_stands(name, question) and _is_typeset_alone(name, lexical) for name in spellings(paper.title)):
        return True
    head, *others = _names(paper.title, paper.abstract)
    if head and _stands(head, question) and (bool(re.search(r"\w[A-Z]", head)) or _is_own(head, lexical)):
        return True
    return any(name and _stands(name, question) and _is_own(name, lexical) for name in others)


def is_named_alone(paper: Paper, question: str, lexical: LexicalIndex) -> bool:
    """Whether all that a question asks of is this paper's name, in whatever letters: "what does boot do".

    Args: see `is_mentioned`. Beside other words, a name without its capitals may be any word.
    """
    terms = content_terms(question)
    if len(terms) != 1 or not 0 < lexical.document_frequency(terms[0]) <= RARE:
        return False
    said = re.findall(r"[\w-]+", question.casefold())  # "bees" are no BEE
    found = [name for name in _names(paper.title, paper.abstract) if re.search(r"\w[A-Z]", name or "")]
    return any(name.casefold() in said and analyze(name) == terms for name in found)


def is_variant_asked(paper: Paper, question: str, lexical: LexicalIndex, *, own: bool) -> bool:
    """Whether a question is of a variant of a paper's method that no paper has, and not of this paper, too.

    Args:
        paper: ranked first.
        question: as asked.
        lexical: tells which names occur.
        own: the paper's own method is named.
    """
    found = [
        variant
        for variant in variants(question, lexical)
        if (own or not variant.joined) and variant.name not in f"{paper.title}\n{paper.abstract}"
    ]
    rest = question
    for variant in reversed(found):
        rest = f"{rest[: variant.span.start]} {rest[variant.span.end :]}"
    return bool(found) and not is_mentioned(paper, rest, lexical)


def base_asked(papers: Sequence[Paper], question: str, lexical: LexicalIndex) -> tuple[str, Paper] | None:
    """The variant that a question names and no paper has, and the first paper whose own method it is a variant of.

    Args:
        papers: the best first.
        question: as asked.
        lexical: tells which names occur.
    """
    for variant in variants(question, lexical):
        for paper in papers:
            if set(variant.bases) & set(names_of(paper)):
                return variant.name, paper
    return None


def names_of(paper: Paper) -> tuple[str, ...]:
    """The names by which a paper may be asked for: of its title, and those that its abstract gives."""
    return tuple(filter(None, (*_names(paper.title, paper.abstract), *spellings(paper.title))))


def is_titled(paper: Paper, question: str, lexical: LexicalIndex) -> bool:
    """Whether a question speaks of a paper in words that hardly another has, without its name for sure.

    That is, two words side by side, with a capital, of its title; nearly all the words of its title; or a name that
    this paper and few others have. Args: see `is_mentioned`. A thing may be asked for in such words, too.
    """
    capital = {word.casefold() for _, word in proper_nouns(question)}
    asked = set(pairwise(re.findall(r"\w+", question.casefold())))
    if any(
        pair in asked
        and (pair[0] in capital or "-".join(pair) in question.casefold())
        and _is_rare(" ".join(pair), lexical)
        for pair in pairwise(re.findall(r"\w+", paper.title.casefold()))
    ):
        return True
    head = re.split(r"[:?!]", paper.title)[0].casefold()
    if len(head.split()) >= _LEAST_OF_TITLE and head in question.casefold():
        return True
    title, said = content_terms(paper.title), set(content_terms(question))
    if len(title) >= _LEAST_OF_WORDS and sum(term in said for term in title) >= _MOST_OF_TITLE * len(title):
        return True
    few = _SMALL_SHARE * len(lexical)
    return any(
        _is_own(word, lexical) and _holds(paper, word) and lexical.document_frequency(term) <= max(1.0, few)
        for term, word in names(question)
    )


def _holds(paper: Paper, word: str) -> bool:
    text = f"{paper.title} {paper.abstract}"
    return word in text and bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text))


def _is_rare(phrase: str, lexical: LexicalIndex) -> bool:
    terms = analyze(phrase)
    return all(map(is_content, terms)) and len(terms) > 1 and len(lexical.phrase(terms, _OWN + 1)) <= _OWN


@lru_cache(maxsize=512)
def _names(title: str, abstract: str) -> tuple[str, ...]:
    head = re.sub(r"[$*\\{}]|texttt|textbf|mathrm", "", title.partition(":")[0]).strip() if ":" in title else ""
    short = [name for sentence in re.split(r"(?<=[.!?])\s", abstract) for name in _coined(sentence)]
    names = (head if len(head.split()) <= _MOST_WORDS else "", method_name(abstract), *short)
    return tuple(name if len(name) >= _SHORTEST and re.search(r"[A-Z]", name) else "" for name in names)


def _coined(sentence: str) -> list[str]:
    """The short names that a sentence gives to what it proposes: "we propose density-aware learning (DAEDL)"."""
    return _IN_BRACKETS.findall(sentence) if PROPOSES.search(sentence) else []


def _is_typeset_alone(name: str, lexical: LexicalIndex) -> bool:
    """Whether no paper writes a name without a formula: "kNN", in letters, is no paper's own."""
    return bool(re.search(r"\w[A-Z]", name)) and not any(map(lexical.document_frequency, analyze(name)))


def _stands(name: str, question: str) -> bool:
    if name.casefold() not in question.casefold():  # no pattern is made in vain
        return False
    flags = re.IGNORECASE if " " in name else re.NOFLAG
    return bool(re.search(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_+#-])", question, flags))


def _is_own(name: str, lexical: LexicalIndex) -> bool:
    terms = analyze(name)
    if not terms:
        return False
    if len(terms) > 1:
        return len(lexical.phrase(terms, _OWN + 1)) <= _OWN
    return bool(re.search(r"\w[A-Z]", name)) and lexical.document_frequency(terms[0]) <= _OWN
