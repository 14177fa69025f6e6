"""Tallies: with whom an author has written: counted in the papers' records."""

import re
from collections import Counter
from collections.abc import Sequence

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.filters import is_author

_WITH = re.compile(
    r"\bco-?authors? (?:of|with)\b|['’]s (?:co-?authors?|collaborators?)\b|\bcollaborators? of\b|\b(?:who"
    r"|whom)\b.*\b(?:work(?:s|ed)?|collaborat\w+"
    r"|publish\w*|wr(?:ite|ote|itten)|co-?author\w*)\b.*\bwith\b|\bwith whom\b|合作者|合著者|合作过|(?:和|与"
    r"|跟)(?:谁|哪些人|哪些作者|什么人)",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"[A-ZÀ-Ž][\w.'’-]*(?:\s+(?:van|von|de|der|den|del|di|da|la|le|el|bin)\b)*(?:\s+[A-ZÀ-Ž][\w.'’-]*){1,3}"
)
_SHOWN = 20
_PAPERS_SHOWN = 5


def tally(question: str, facts: Facts, allowed: frozenset[str] | None = None) -> Superlative | None:
    """Count what a question asks of authors; None where it asks for no such thing, or no record has authors.

    Args:
        question: as asked.
        facts: of all papers.
        allowed: the papers to count; None for all.
    """
    if not _WITH.search(question):
        return None
    rows = [
        (paper_id, names.split("; "))
        for paper_id, names in zip(facts.ids, facts.authors, strict=True)
        if names and (allowed is None or paper_id in allowed)
    ]
    name = _author_in(question, facts) if rows else ""
    return _co_authors(name, rows, cjk=is_asked_in_cjk(question)) if name else None


def _author_in(question: str, facts: Facts) -> str:
    """The one author that a question names; empty where it names none, or several."""
    known = [
        found
        for match in _NAME.finditer(question)
        if (found := next((" ".join(match[0].split()[at:]) for at in range(len(match[0].split()) - 1)
                           if facts.by_author(" ".join(match[0].split()[at:]))), ""))
    ]  # fmt: skip
    return known[0].rstrip(".?") if len(known) == 1 else ""


def _co_authors(wanted: str, rows: Sequence[tuple[str, list[str]]], *, cjk: bool) -> Superlative | None:
    own = [(paper_id, names) for paper_id, names in rows if any(is_author(name, wanted) for name in names)]
    counts = Counter(name for _, names in own for name in dict.fromkeys(names) if not is_author(name, wanted))
    if not own:
        return None
    author = next(name for _, names in own for name in names if is_author(name, wanted))
    shown = [literal(name) + (f" ({count})" if count > 1 else "") for name, count in counts.most_common(_SHOWN)]
    left, papers, author = len(counts) - len(shown), len(own), literal(author).removesuffix(".")
    if cjk:
        lead = f"**{author} 在 {papers} 篇论文中有 {len(counts)} 位合作者**：{'、'.join(shown)}"
        lead += f"，另有 {left} 位。" if left else "。"
    else:
        on = "1 paper" if papers == 1 else f"{papers} papers"
        lead = f"**{author} has {len(counts)} co-authors here, on {on}**: {', '.join(shown)}"
        lead += f", and {left} more." if left else "."
    return Superlative(lead, tuple(paper_id for paper_id, _ in own)[:_PAPERS_SHOWN], by_name=True)
