"""Conditions said in the words of a question: "ICML papers since 2023" asks for a venue and a year.

A phrase counts only where it says which papers are wanted. "The 2012 ImageNet challenge", a method "sped up by
Adam" and "forecasting demand in 2020" say what the papers are about, and are left alone.
"""

import re
from collections.abc import Iterator

from rag.index.facts import Facts
from rag.text.sentences import Span
from rag.understanding.asking import ENDS, KIND, PAPER, Said, asks_for_papers
from rag.understanding.dates import years
from rag.understanding.filters import Filter
from rag.understanding.venues import venues

_STATUS = "rejected|withdrawn|retracted"
_STANDINGS: tuple[tuple[str, str, str], ...] = (
    (rf"\b(?:(?:that|which) (?:were|are|was|is) )?(?:not (?:been )?|excluding |except |without )({_STATUS})"
     rf"(?: {PAPER}| ones)?\b", "!=", ""),
    (r"(?:未|没有?|(?:不包括|不要|除了|排除)\s?)被拒[稿绝]?的?", "!=", "rejected"),
    (rf"\b({_STATUS})(?= {PAPER}\b)", "=", ""),
    (rf"(?<=\bpapers )(?:(?:that|which) )?(?:(?:has|have) been|is|are|was|were)(?: later)? ({_STATUS})\b", "=", ""),
    (r"(?:已?被)?(?:撤稿|撤回)了?的?(?=论文|文章)|(?<=论文)(?:已?被)(?:撤稿|撤回)了?", "=", "retracted"),
    (rf"(?<=papers ){_STATUS.join('()')}{ENDS}", "=", ""),
    (r"被拒[稿绝]?的?(?=论文|文章)", "=", "rejected"),
    (rf"\baccepted(?= (?:\w+ )?{PAPER}\b| at\b| to\b)|(?:被接收|被录用|已接收|已录用|接收|录用)的?(?=论文|文章)",
     "=", "accepted"),
)  # fmt: skip
_TALK = r"(?:presentations?|talks?|submissions?)"
_KINDS = re.compile(
    rf"(?<![A-Za-z-]){KIND}(?:(?: and | or |[/,] ?){KIND})?"
    rf"(?= (?P<between>\w+ )?{PAPER}\b| {_TALK}\b|的?论文| ?论文)"
    rf"|(?:\b(?:presented|accepted|selected) |(?<=papers ))as (?:an? )?{KIND}\b"
    rf"|(?<=\bpapers )(?:(?:that|which) )?(?:are|were) (?:an? )?{KIND}(?=\s*(?:$|[?.,;]|(?:and|on|about)\b))"
    rf"|^\W*{KIND}(?= (?:on|about)\b)",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"\b(?:award[- ]winning|(?:best|outstanding)[- ]paper awards?)\b|\boutstanding(?= papers?\b)"
    r"|(?:最佳|杰出|优秀)论文奖?",
    re.IGNORECASE,
)
_KINDS_ZH = {"口头报告": "oral", "口头": "oral", "海报": "poster", "焦点": "spotlight"}


def conditions(question: str, facts: Facts) -> list[Said]:
    """The conditions on year, venue, standing and kind that a question states, in the order of their places.

    Args:
        question: as asked.
        facts: tell which venues and kinds occur.
    """
    of_venues = list(venues(question, facts))
    found = [
        *of_venues,
        *years(question, of_venues, facts.known_years),
        *_standings(question),
        *_kinds(question, facts),
    ]
    kept: list[Said] = []
    for condition, span in found:  # of two readings of the same words the first holds
        meeting = [said for said, other in kept if span.start < other.end and other.start < span.end]
        if all(said.said == condition.said and str(said) != str(condition) for said in meeting):
            kept.append((condition, span))
    return sorted(kept, key=lambda said: said[1].start)


def _standings(question: str) -> Iterator[Said]:
    for pattern, operator, status in _STANDINGS:
        for match in re.finditer(pattern, question, re.IGNORECASE):
            if asks_for_papers(question):
                value = status or match[1].lower()
                yield Filter("status", operator, value, match[0].strip()), Span(match.start(), match.end())


def _kinds(question: str, facts: Facts) -> Iterator[Said]:
    """The kinds that are asked for, also where no paper is of them: that, too, is an answer."""
    for match in _KINDS.finditer(question):
        kinds = [group.lower() for group in match.groups() if group and group != match["between"]]
        # "oral cancer papers" are no talks, where no paper is known to be one.
        if all(kind in facts.known_kinds for kind in kinds) or not match["between"]:
            yield Filter("kind", "=", "|".join(kinds), match[0].strip()), Span(match.start(), match.end())
    for match in _AWARD.finditer(question):
        yield Filter("kind", "=", "award", match[0].strip()), Span(match.start(), match.end())
    for word, kind in _KINDS_ZH.items():
        for match in re.finditer(rf"{word}(?=的?论文)", question):
            yield Filter("kind", "=", kind, match[0]), Span(match.start(), match.end())
