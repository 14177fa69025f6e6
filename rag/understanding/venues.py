"""Venues: the conferences and journals of which papers are wanted or not, as the words of a question say it."""

import re
from collections.abc import Iterator
from functools import lru_cache

from rag.index.facts import Facts
from rag.text.sentences import Span
from rag.understanding.asking import ENDS, KIND, PAPER, YEAR, Said, asks_for_papers
from rag.understanding.filters import ELSEWHERE, Filter, folded, venue_names

_REFUSED = (
    r"(?:(?:\b(?:that|which|but|and) )*\b(?:(?:is|are|was|were|has|have|had|do|does|did)(?: not| never|n['’]t)"
    r"|not|never|neither) (?:been )?(?:(?:published|accepted|presented|appear(?:ed|ing)?|come|coming) )?"
    r"(?:at|in|from|by|to) (?:the )?"
    r"|\b(?:excluding|except(?: for)?|other than|outside(?: of)?|apart from|aside from|without) "
    r"(?:(?:those|papers|ones|published|at|in|from|the|of) )*|\bnon[- ]"
    r"|(?:不包括|除去|除了?|并?非|并?不是|不在|未在|没有?在|不属于|不来自|(?:未|没有?|不)(?=发表))\s*(?:是|在)?(?:发表|来自)?(?:在|于)?\s*)"
)
"""Before a venue whose papers are not wanted: "not published at", "outside", 不是发表在."""
_REFUSED_END = r"(?:\s*(?:大会|会议)?(?:上|中)?(?:发表)?的?(?:之外|以外|外))?"
_JOINT = r"\s*[,，、/]\s*|\s*(?:,\s*)?(?:\bor\b|\band\b|或者?|和|以及|与)\s*"
YEAR_BESIDE = r"\s?[-'’‘]?\s?(?:(?:19[5-9]|20\d)\d|\d\d)(?!\d)"
"""A year that follows a venue: "ICML 2024", "ICML2024", "ICML'24", "ICML 24"."""
_NOT_NAMES = frozenset(("nips", "colt", "acl", "www", "uai", "kdd", "eacl", "coling", "interspeech"))


def venues(question: str, facts: Facts) -> Iterator[Said]:
    """The conditions on venues that a question states, where the index or the world knows these venues.

    Args:
        question: as asked.
        facts: tell which venues occur.
    """
    known = _venue_words(facts)
    for form, operator, needs_head in _venue_forms(facts):
        for match in form.finditer(question):
            states = re.match(r"published|accepted|presented|appearing|发表", match[0], re.IGNORECASE)
            if needs_head and not states and not asks_for_papers(question):
                continue
            names = [name for name in re.split(_JOINT, match["list"]) if folded(name) in known]
            if names and all(_is_written_as_name(name) and _is_there(name, facts) for name in names):
                canonical = dict.fromkeys(known[folded(name)] for name in names)
                yield (
                    Filter("venue", operator, "|".join(canonical), match[0].strip()),
                    Span(match.start(), match.end()),
                )


def begins_with_venue(name: str, facts: Facts) -> bool:
    """Whether a name is a venue's, with or without a year: "ICML 2024" is no slip at "ICML2024"."""
    return folded(re.split(r"[\s'’-]", name)[0]) in _venue_words(facts)


@lru_cache(maxsize=4)
def _venue_forms(facts: Facts) -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """How a venue is named: a pattern, the operator it stands for, whether the question must speak of papers."""
    known = _venue_words(facts)
    word = "(?:" + "|".join(sorted(map(re.escape, known), key=len, reverse=True)) + ")"
    dated = rf"(?:{YEAR_BESIDE})?"
    end = r"(?=[-'’‘]?(?:(?:19[5-9]|20\d)\d|\d\d)(?![\w-])|[^A-Za-z0-9_-]|$)"
    listed = rf"(?<![A-Za-z0-9_-]){word}(?:(?:{_JOINT}){word})*{end}"
    latter = rf"(?={dated}\s*(?:(?:{KIND}|accepted|conference)\s+)*{PAPER}\b|{dated}\s*(?:orals|spotlights|posters)\b)"
    chinese = rf"(?={dated}\s*年?\s*(?:大?会议?)?\s*(?:上|中|里|的|关于|有关|接收|录用|发表|论文))"
    before = r"(?:(?:published|accepted|presented|appear(?:ing|ed)?)\s+)?\b(?:at|in|from|proceedings of)\s+(?:the\s+)?"
    forms = (
        (rf"{_REFUSED}(?P<list>{word}(?:(?:{_JOINT}){word})*(?![A-Za-z0-9_-])){_REFUSED_END}", "!=", False),
        (rf"(?:{before})?(?P<list>{listed}){latter}", "=", False),
        (rf"{before}(?P<list>{listed})(?={dated}{ENDS})", "=", True),
        (rf"(?:在|发表于|发表在)?\s*(?P<list>{listed}){chinese}", "=", True),
        (rf"^\W*(?P<list>{listed})(?=\s{YEAR}\W)", "=", False),
        (rf"(?<=[(（])\s*(?P<list>{listed})(?={dated}\s*[)）])", "=", True),
    )
    return tuple((re.compile(form, re.IGNORECASE), operator, head) for form, operator, head in forms)


@lru_cache(maxsize=4)
def _venue_words(facts: Facts) -> dict[str, str]:
    """What a venue may be called in a question, folded -> as the index calls it, if papers are of it."""
    return {folded(name): name for name in ELSEWHERE} | _venues_here(facts)


@lru_cache(maxsize=4)
def _venues_here(facts: Facts) -> dict[str, str]:
    found: dict[str, str] = {}
    for venue in facts.known_venues:
        acronyms = re.findall(r"(?<![A-Za-z0-9_-])[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?![A-Za-z0-9_-])", venue)
        for name in acronyms or ([venue] if " " in venue.strip() else []):
            for alias in venue_names(name):
                found.setdefault(alias, name)
    return found


def _is_there(name: str, facts: Facts) -> bool:
    """Whether papers are of a venue, or it is written as venues are: that no paper is of it is an answer, too."""
    return folded(name) in _venues_here(facts) or len(re.findall(r"[A-Z]", name)) > 1


def _is_written_as_name(name: str) -> bool:
    """Lower case is taken for a venue only where it is no word or name of another thing."""
    return " " in name or len(re.findall(r"[A-Z]", name)) > 1 or (len(name) > 3 and name.lower() not in _NOT_NAMES)
