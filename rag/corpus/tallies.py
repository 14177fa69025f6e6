"""Tallies: authors with so many papers, and with whom one has written: counted in the papers' records."""

import re
from collections import Counter
from collections.abc import Sequence

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.filters import is_author

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: n for n, word in enumerate(_WORDS, 1)}
_PAPERS = r"(?:papers|articles|works|publications|abstracts)"
_N = r"(?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MANY = re.compile(
    rf"\b(?:who|authors?|researchers?|people|anyone|anybody)\b[^?.]{{0,40}}?\b(?P<op>more than|over|at least|exactly"
    rf"|no fewer than|no less than)?\s*"
    rf"{_N}\s+(?P<plus>or more\s+)?{_PAPERS}\b"
    r"|作者[^？?]{0,8}?(?P<zop>超过|多于|大于|至少|不少于|恰好|正好)?(?:有|发表了?|写了?)?\s*(?P<zop2>超过|多于|大于"
    r"|至少|不少于)?\s*(?P<zn>\d+)\s*篇(?P<zplus>及?以上)?",
    re.IGNORECASE,
)
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
    rows = [
        (paper_id, names.split("; "))
        for paper_id, names in zip(facts.ids, facts.authors, strict=True)
        if names and (allowed is None or paper_id in allowed)
    ]
    if not rows:
        return None
    if match := _MANY.search(question):
        return _with_many(match, rows, cjk=is_asked_in_cjk(question))
    if _WITH.search(question) and (name := _author_in(question, facts)):
        return _co_authors(name, rows, cjk=is_asked_in_cjk(question))
    return None


def _author_in(question: str, facts: Facts) -> str:
    """The one author that a question names; empty where it names none, or several."""
    known = [
        found
        for match in _NAME.finditer(question)
        if (found := next((" ".join(match[0].split()[at:]) for at in range(len(match[0].split()) - 1)
                           if facts.by_author(" ".join(match[0].split()[at:]))), ""))
    ]  # fmt: skip
    return known[0].rstrip(".?") if len(known) == 1 else ""


def _with_many(match: re.Match[str], rows: Sequence[tuple[str, list[str]]], *, cjk: bool) -> Superlative | None:
    said = (match["n"] or match["zn"]).casefold()
    number = _NUMBERS.get(said, 0) or int(said)
    operator = (match["op"] or match["zop"] or match["zop2"] or "").casefold()
    least = number + 1 if operator in ("more than", "over", "超过", "多于", "大于") else number
    exactly = operator in ("exactly", "恰好", "正好")
    counts = Counter(name for _, names in rows for name in dict.fromkeys(names))
    held = [(name, count) for name, count in counts.most_common() if (count == number if exactly else count >= least)]
    many = f"{number}" if exactly else (f"at least {least}" if not cjk else f"至少 {least}")
    shown = [f"{literal(name)} ({count})" for name, count in held[:_SHOWN]]
    left = len(held) - len(shown)
    if cjk:
        lead = f"**有 {len(held)} 位作者有{many} 篇论文**" + (f"：{'、'.join(shown)}" if shown else "")
        lead += f"，另有 {left} 位。" if left else "。"
    else:
        authors = "1 author has" if len(held) == 1 else f"{len(held) or 'No'} author{'s have' if held else ' has'}"
        lead = f"**{authors} {many} papers**" + (f": {', '.join(shown)}" if shown else "")
        lead += f", and {left} more." if left else "."
    first = held[0][0] if held else ""
    lead += (
        "" if not first else f" {literal(first)} 的论文：" if cjk else f" Those of {literal(first).removesuffix('.')}:"
    )
    return Superlative(lead, tuple(paper_id for paper_id, names in rows if first in names)[:_PAPERS_SHOWN])


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
    return Superlative(lead, tuple(paper_id for paper_id, _ in own)[:_PAPERS_SHOWN])
