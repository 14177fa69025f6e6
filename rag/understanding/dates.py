"""Dates: the years of which papers are wanted, as the words of a question say it."""

import re
from collections.abc import Collection, Iterator, Sequence

from rag.text.sentences import Span
from rag.understanding.asking import ENDS, HEAD, YEAR, Said, asks_for_papers, is_fragment
from rag.understanding.filters import Filter

_OF_METHODS = re.compile(
    r"^\W*(?:which|what|list|show|find|compare|any)\b[^?.]{0,30}\b(?:methods|approaches|models|algorithms|techniques"
    r"|benchmarks|datasets|frameworks)\b|(?:哪些|什么|列出)[^？?]{0,6}(?:方法|模型|算法|技术|数据集|基准)",
    re.IGNORECASE,
)
"""What papers bring: dated like these, where the date stands apart from the rest."""
_APART = re.compile(r"\s*(?:[?.!？。]|$)|以来|至今|以后|起|之后")
_SHORT = r"['’‘](\d\d)(?!\d)"
_YEARS: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    # pattern, operators of its groups, whether it may follow any words about papers
    (
        rf"\b(?:published )?(?:between|from) {YEAR}(?: and | to | until | till |\s?[-–]\s?){YEAR}{ENDS}",
        (">=", "<="),
        False,
    ),
    (rf"\b(?:from|since|starting (?:in|from)) {YEAR} (?:on|onwards?){ENDS}", (">=",), True),
    (rf"\b(?:in )?{YEAR} (?:or|and) (?:later|newer|after)\b", (">=",), True),
    (rf"\b(?:published )?since {YEAR}{ENDS}", (">=",), True),
    (rf"\b(?:published )?since {_SHORT}{ENDS}", (">=",), True),
    (rf"\b(?:published )?(?:in|during|of|from) {_SHORT}{ENDS}", ("=",), False),
    (rf"\b(?:published )?after {YEAR}{ENDS}", (">",), False),
    (rf"\b(?:published )?(?:before|earlier than|prior to) {YEAR}{ENDS}", ("<",), False),
    (rf"\b(?:published )?(?:until|till|up to|through|no later than) {YEAR}{ENDS}", ("<=",), False),
    (rf"\b(?:published )?(?:in|during|of|from) (?:the year )?{YEAR}{ENDS}", ("=",), False),
    (rf"{YEAR}(?= (?:[\w-]+ )?(?:papers|articles|publications|preprints)\b)", ("=",), True),
    (rf"从?{YEAR}\s*年?\s*(?:到|至|[-–—~～])\s*{YEAR}\s*年?(?:之间|间|期间)?", (">=", "<="), True),
    (rf"(?:自从?)?{YEAR}\s*年?\s*(?:以来|至今|以后|起)", (">=",), True),
    (rf"{YEAR}\s*年?\s*(?:之后|后)", (">",), True),
    (rf"{YEAR}\s*年?\s*(?:之前|以前|前)", ("<",), True),
    (rf"在?{YEAR}\s*年(?=\s*(?:的|发表|关于|有关|论文|文章|[A-Z]))", ("=",), True),
)
# What may stand between "papers" and a year that says when they appeared.
_LINK = re.compile(
    r"\s*(?:$|[,，]|on\b|about\b|for\b|from\b|at\b|by\b|in\b|of\b|with\b|using\b|regarding\b|concerning\b|related\b"
    r"|dealing\b|published\b|accepted\b|presented\b|appear|that (?:were|was|are|is) (?:published|accepted|presented))",
    re.IGNORECASE,
)
_BESIDE = re.compile(rf"\s?(?P<sign>[-'’‘]?)\s?(?:(?P<year>(?:19[5-9]|20\d)\d)|(?P<short>\d\d))(?!\d){ENDS}")
"""What follows a venue: a bare number of two digits is a year only where papers are of that year."""
_CENTURY = 50
"""Years after 2000 that two digits stand for."""
_OPENING = re.compile(r"\W*$")
_FRAGMENT_WORDS = 8


def years(question: str, venues: Sequence[Said], known: Collection[int | None] = ()) -> Iterator[Said]:
    """The conditions on years that a question states.

    Args:
        question: as asked.
        venues: the conditions on venues that it states: a year beside one is that of the papers.
        known: the years of the papers.
    """
    for pattern, operators, loose in _YEARS:
        for match in re.finditer(pattern, question, re.IGNORECASE):
            short = is_fragment(question) and len(question.split()) <= _FRAGMENT_WORDS
            of_methods = (
                operators in ((">=",), (">",))
                and bool(_OF_METHODS.search(question))
                and (bool(_APART.match(question, match.end())) or bool(_APART.search(match[0])))
            )
            fits = (
                (loose and (asks_for_papers(question) or bool(venues)))
                or of_methods
                or (short and operators in ((">=",), (">",)))
            )
            if fits or _dates_papers(question, match, venues):
                for operator, year in zip(operators, match.groups(), strict=True):
                    yield Filter("year", operator, _in_full(year), match[0]), Span(match.start(), match.end())
    for venue, span in venues:  # "ICML 2024 papers", "ICML'24"
        near = _BESIDE.match(question, span.end) if venue.operator == "=" else None
        if near is not None and (near["year"] or near["sign"] or int(_in_full(near["short"])) in known):
            year = near["year"] or _in_full(near["short"])
            yield Filter("year", "=", year, near[0].strip()), Span(near.start(), near.end())


def _in_full(year: str) -> str:
    """A year in four digits."""
    return year if len(year) > 2 else f"{20 if int(year) < _CENTURY else 19}{year}"


def _dates_papers(question: str, match: re.Match[str], venues: Sequence[Said]) -> bool:
    """Whether a year says when papers appeared: it follows "papers", "papers on …", a venue, or opens the question."""
    if match[0].lower().startswith("published "):
        return True
    before = question[: match.start()]
    if re.search(r"\b(?:published|appear(?:ed|ing)?|accepted|presented|released)\s+$", before, re.IGNORECASE):
        return True
    if any(0 <= match.start() - span.end <= 2 for _, span in venues):
        return True
    if _OPENING.match(before):
        return asks_for_papers(question)
    heads = [head for head in HEAD.finditer(before) if head[0].lower() not in ("published",)]
    return bool(heads) and bool(_LINK.match(before[heads[-1].end() :]))
