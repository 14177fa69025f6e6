"""Author slips: a mistyped name of an author, read as the one name that it can stand for, and names of nobody here."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from rag.index.facts import Facts
from rag.text.sentences import Span
from rag.understanding.filters import tokens
from rag.understanding.people import OPENING, people
from rag.understanding.slips import LEAST_COST, ONE_LETTER, ONE_SLIP, slip_cost
from rag.understanding.spelling import Correction

_PART = r"[A-ZÀ-Ž](?:[a-zà-ž]+(?:[-’'][A-ZÀ-Ža-zà-ž]+)*|\.)"
_NAME = rf"(?P<name>{_PART}(?: {_PART}){{1,3}})(?![\w-])"
_PAPERS = r"(?:papers?|articles?|works?|publications?|preprints?|stud(?:y|ies))"
_WROTE = r"(?:co-?)?(?:written|wrote|write|authored|author|published|publish)"
_STRONG = (
    rf"\b{_PAPERS} (?:(?:that|which) )?(?:(?:is|are|was|were) )?(?:{_WROTE} )?by (?:both |either )?{_NAME}",
    rf"\b{_WROTE} by {_NAME}",
    rf"\b(?:[Dd]id|[Hh]as|[Hh]ave|[Dd]oes) {_NAME} (?:ever |also )?(?:{_WROTE}|have (?:any |some )?{_PAPERS})\b",
    rf"(?<!\w ){_NAME}['’]s? {_PAPERS}\b",
    rf"\bauthors? (?:is|are|was|named|called) {_NAME}",
    rf"作者(?:是|为|[:：])\s*{_NAME}",
    rf"{_NAME}\s*(?:都)?(?:写|发表|撰写)(?:了|过)?[^。？?]{{0,8}}(?:论文|文章)",
)
"""Where nothing but a person can be named."""
_AND = r"(?:,?\s*(?:and|or|&)|和|与|跟|或者?|、)"
_WEAK = (rf"^\W*(?:请?(?:列出|找出))?\s*{_NAME}\s*(?:有|的)[^。？?]{{0,6}}(?:论文|文章)",)
"""Where a topic may be named, too."""
_RUN = re.compile(rf"{_PART}(?:[ ]{_PART}){{1,3}}")
_CONTEXT = re.compile(
    rf"\bby\b|{_WROTE}|\bauthors?\b|\b{_PAPERS}\b|\btogether\b|论文|文章|作者|写|发表|合作", re.IGNORECASE
)
_ORGANISATION = re.compile(
    r"\b(?:University|Institute|Lab|Labs|Laboratory|College|School|Research|Google|Deepmind|Meta|Microsoft|Amazon|Apple"
    r"|Nvidia|Stanford|Berkeley|Oxford|Cambridge|Tsinghua|Peking|Company|Group|Team|Academy)\b"
)
_SHORTEST, _LONG, _LONGEST = 3, 6, 8
_MOST_NEAR = 3
_ALIKE = 0.86
"""Share of letters in order from which two names look alike (`difflib`)."""


@dataclass(frozen=True)
class Stranger:
    """A name that a question asks for the papers of, and that no author has.

    Args:
        name: as it stands there.
        near: the names of authors that it may be a slip of, none of which is the nearest.
        is_person: it stands beside an author, and its words are of authors' names.
    """

    name: str
    near: tuple[str, ...] = ()
    is_person: bool = False


def author_slips(question: str, facts: Facts) -> list[Correction]:
    """The names of a question that are a slip away from one author's, and from no other's.

    Args:
        question: as asked.
        facts: tell which authors occur.
    """
    if not _CONTEXT.search(question):
        return []
    found: list[Correction] = []
    for text, span in _unknown(question, facts):
        near = _nearest(text, facts)
        if len(near) == 1:
            found.append(Correction(text, near[0], span))
    return found


def stranger_of(question: str, facts: Facts) -> Stranger | None:
    """The person whose papers a question asks for, where no author is called so.

    Args:
        question: as asked.
        facts: tell which authors occur.
    """
    known = [one.span for one in people(question, facts)]
    beside = [re.compile(rf"{re.escape(question[at.start : at.end])}\s*{_AND}\s*{_NAME}") for at in known]
    beside += [re.compile(rf"{_NAME}\s*{_AND}\s*{re.escape(question[at.start : at.end])}") for at in known]
    for pattern in (*_STRONG, *_WEAK, *(beside if _CONTEXT.search(question) else ())):
        for match in re.finditer(pattern, question):
            name = OPENING.sub("", match["name"])
            held = any(span.start < match.end("name") and match.start("name") < span.end for span in known)
            if held or " " not in name or _ORGANISATION.search(name) or facts.by_author(name):
                continue
            near = _nearest(name, facts) or _resembling(name, facts)
            is_person = pattern in beside and all(word in _names(facts)[1] for word in tokens(name))
            return Stranger(name, tuple(near)[:_MOST_NEAR], is_person)
    return None


def _resembling(name: str, facts: Facts) -> list[str]:
    """The authors whose names look most like one, none of which it can be taken for."""
    names = {" ".join(key): name for key, name in _names(facts)[0].items()}
    return [names[key] for key in get_close_matches(" ".join(tokens(name)), names, _MOST_NEAR, _ALIKE)]


def is_certain(question: str) -> bool:
    """Whether a question names a person where it can name nothing else."""
    return any(re.search(pattern, question) for pattern in _STRONG)


def _unknown(question: str, facts: Facts) -> Iterator[tuple[str, Span]]:
    """The stretches of two or three words with a capital that hold no author's name."""
    known = [one.span for one in people(question, facts)]
    for match in _RUN.finditer(question):
        opening = OPENING.match(match[0])
        start = match.start() + (opening.end() if opening else 0)
        words = list(re.finditer(r"\S+", question[start : match.end()]))
        for size in (3, 2):
            for at in range(len(words) - size + 1):
                first, last = start + words[at].start(), start + words[at + size - 1].end()
                text = re.sub(r"['’]s$", "", question[first:last])
                if not any(first < other.end and other.start < last for other in known):
                    yield text, Span(first, first + len(text))


def _nearest(text: str, facts: Facts) -> list[str]:
    """The authors' names that a text is a slip away from, those of the least cost."""
    said = tuple(tokens(text))
    names, by_word = _names(facts)
    if len(said) < 2 or all(word in by_word for word in said):
        return []  # of known words it is a name of its own: "Jing Yang" is no slip of "Jing Wang"
    candidates = {name for word in said for name in by_word.get(word, ())}
    candidates = candidates or set(_by_initials(facts).get(_initials(said), ()))
    costs = {name: _cost(said, name, by_word) for name in candidates if len(name) == len(said)}
    near = {name: cost for name, cost in costs.items() if cost is not None}
    least = min(near.values(), default=0.0)
    return sorted(names[name] for name, cost in near.items() if cost == least)


def _cost(said: Sequence[str], name: Sequence[str], known: dict[str, list[tuple[str, ...]]]) -> float | None:
    """What it takes from one name to the other; None where a word of it is another, or too far off."""
    total = 0.0
    for one, other in zip(said, name, strict=True):
        if one == other:
            continue
        length = max(len(one), len(other))
        limit = 0.0 if length <= _SHORTEST else ONE_SLIP if length < _LONG else ONE_LETTER
        limit = 2 * ONE_SLIP if length >= _LONGEST else limit
        # Letters more or fewer cost at least that much: most names are too far off, and need no comparison.
        if one in known or abs(len(one) - len(other)) * LEAST_COST > limit or (cost := slip_cost(one, other)) > limit:
            return None
        total += cost
    return total


def _initials(name: Sequence[str]) -> tuple[int, str, str]:
    return len(name), name[0][:1], name[-1][:1]


@lru_cache(maxsize=4)
def _by_initials(facts: Facts) -> dict[tuple[int, str, str], list[tuple[str, ...]]]:
    """The authors' names by how many words they have, and their first and last words' letters."""
    found: dict[tuple[int, str, str], list[tuple[str, ...]]] = {}
    for name in _names(facts)[0]:
        found.setdefault(_initials(name), []).append(name)
    return found


@lru_cache(maxsize=4)
def _names(facts: Facts) -> tuple[dict[tuple[str, ...], str], dict[str, list[tuple[str, ...]]]]:
    """The authors' names by their words, and for each word the names that have it."""
    names: dict[tuple[str, ...], str] = {}
    by_word: dict[str, list[tuple[str, ...]]] = {}
    for row in facts.authors:
        for name in filter(None, row.split("; ")):
            whole = tuple(tokens(name))
            parts = name.split()
            short = (whole[0], whole[-1]) if len(parts) > 2 else whole
            for key, said in ((whole, name), (short, f"{parts[0]} {parts[-1]}")) if len(whole) > 1 else ():
                if key not in names:  # also without the middle names
                    names[key] = name if key == whole else said
                    for word in set(key):
                        by_word.setdefault(word, []).append(key)
    return names, by_word
