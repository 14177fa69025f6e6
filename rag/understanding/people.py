"""People: the authors that a question names, wherever they stand in it, and what they are said to have to do there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rag.index.facts import Facts
from rag.text.sentences import Span
from rag.understanding.filters import Filter, tokens

_LETTER = r"[^\W\d_\u3040-\u9fff]"
_WORD = re.compile(rf"{_LETTER}+\.?")
_BETWEEN = re.compile(r"[ .’'“”\"‐-‑-]{1,3}")
_MOST_WORDS = 5
_JOINT = re.compile(
    r"\s*(?:,?\s*(?:and|&)|,|和|与|跟|及|以及|、|又有|也有|并且有)\s*(?:also\s+|by\s+)?|\s*,?\s*(?P<or>or|或者?"
    r"|还是)\s*(?:by\s+)?"
)
_OF_PAPERS = re.compile(
    r"\b(?:papers?|articles?|works?|publications?|(?:co-?)?author\w*|co-?(?:wr[io]te|written)|wr[io]te|written"
    r"|publish\w*"
    r"|together|joint(?:ly)?|collaborat\w+)\b|论文|文章|合作|一起|共同|合著|合写|作者|发表|撰写|写过",
    re.IGNORECASE,
)
_NOT_OF_PAPERS = re.compile(
    r"\b(?:mention\w*|cit(?:e|es|ed|ing)|named after|more|most|fewer|fewest|less)\b|提到|提及|引用|更多|最多|更少|谁"
    r"|(?:多|少)[，,？?]|还是|\b(?:who|whom)\b",
    re.IGNORECASE,
)
"""Where names are words of abstracts, or are compared, they are no condition on papers."""
_PLACE = (
    r"(?P<place>first|second|third|last|senior|lead|final|sole|single|only|solo)[- ](?:co-?)?author(?:ed|s|ship)?\b"
    r"|(?P<solo>\b(?:alone|single-handedly|on (?:his|her|their) own)\b|独(?:立|自)(?:撰写|完成|发表|署名)?|单独署名?"
    r"|唯一的?作者)"
    r"|(?P<zh>第一|第二|第三|首位|第1|第2|第3|最后(?:一位|一名|一个)?|末位|末尾|唯一)的?(?:署名)?作者"
    r"|\b(?P<by>first|last|lead|senior|solo|sole|single)[- ]?(?:authored|written) by\b"
)
_PLACED = re.compile(_PLACE, re.IGNORECASE)
_NAMED = {
    "first": "firstauthor", "lead": "firstauthor", "second": "secondauthor", "third": "thirdauthor",
    "last": "lastauthor", "senior": "lastauthor", "final": "lastauthor", "sole": "soleauthor", "single": "soleauthor",
    "only": "soleauthor", "solo": "soleauthor", "第一": "firstauthor", "首位": "firstauthor", "第1": "firstauthor",
    "第二": "secondauthor", "第2": "secondauthor", "第三": "thirdauthor", "第3": "thirdauthor", "末位": "lastauthor",
    "末尾": "lastauthor", "唯一": "soleauthor",
}  # fmt: skip
OPENING = re.compile(
    r"^(?:(?:Which|What|Who|Did|Has|Have|Does|Do|Is|Are|Was|Were|List|Show|Find|Papers?|All|Any|How|By|Give|Me|And"
    r"|The|Of"
    r"|Tell|About|Joint|With|Or|Both|In)\b ?)+"
)
"""What a question begins with, with a capital, before a name."""
FRAME = re.compile(
    rf"{_PLACE}|\b(?:together|jointly|joint|both|either|each|(?:co-?)?author\w*|co-?(?:wr[io]te|written)|collaborat\w+"
    r"|whose|ever|as|anything|any|led|lead)\b|一起|共同|合写|合著|合作|同时|两位|二人|两人|均为|都是|作为|身份|署名"
    r"|既有?|(?:发表|撰写|写)(?:了|过)?|作者",
    re.IGNORECASE,
)
"""What is said of authors, and of no topic."""


@dataclass(frozen=True)
class Person:
    """An author that a question names.

    Args:
        name: as it stands there.
        span: its place.
    """

    name: str
    span: Span


def people(question: str, facts: Facts) -> list[Person]:
    """The authors whose name a question has in full, or with initials, in the order of their places.

    Args:
        question: as asked.
        facts: tell which authors occur.
    """
    return list(_people(question, facts))


@lru_cache(maxsize=16)
def _people(question: str, facts: Facts) -> tuple[Person, ...]:
    found: list[Person] = []
    words = list(_WORD.finditer(question))
    small = question.islower()
    at = 0
    while at < len(words):
        size = next(
            (n for n in range(_MOST_WORDS, 1, -1) if _is_name(question, words[at : at + n], n, facts, small)), 0
        )
        if size:
            start, end = words[at].start(), words[at + size - 1].end()
            if question[end - 1] == "." and len(words[at + size - 1][0]) > 2:
                end -= 1  # the stop of the sentence
            found.append(Person(question[start:end], Span(start, end)))
        at += size or 1
    return tuple(found)


def _is_name(question: str, words: Sequence[re.Match[str]], size: int, facts: Facts, small: bool) -> bool:
    if len(words) < size:
        return False
    pairs = pairwise(words)
    if not all(_BETWEEN.fullmatch(question[one.end() : other.start()]) for one, other in pairs):
        return False
    text = question[words[0].start() : words[-1].end()]
    key = tuple(tokens(text))
    if key in _full_names(facts):
        return small or (text[0].isupper() and words[-1][0][0].isupper())
    capital = words[0][0][0].isupper() and words[-1][0][0].isupper() and len(words[-1][0].rstrip(".")) > 1
    return capital and size <= 3 and "-" not in text and bool(facts.by_author(text))


@lru_cache(maxsize=4)
def _full_names(facts: Facts) -> frozenset[tuple[str, ...]]:
    """The names of all authors, as their words, folded."""
    return frozenset(tuple(tokens(name)) for names in facts.authors for name in names.split("; ") if name)


def said_of_people(question: str, facts: Facts) -> list[tuple[Filter, Span]]:
    """The conditions that a question puts by naming authors side by side, or by the place of one in the byline.

    "Both A and B" are two conditions, "A or B" is one with alternatives.

    Args:
        question: as asked.
        facts: tell which authors occur.
    """
    if not _OF_PAPERS.search(question) or _NOT_OF_PAPERS.search(question):
        return []
    named = people(question, facts)
    places = list(_PLACED.finditer(question))
    if places and named:
        return list(_placed(question, named, places))
    return [said for group, either in _joined(question, named) for said in _of_group(question, group, either)]


def _joined(question: str, named: Sequence[Person]) -> Iterator[tuple[list[Person], bool]]:
    """The runs of names with nothing between them but what joins, and whether one of them is enough."""
    group: list[Person] = []
    either = False
    for one in [*named, None]:
        joint = _JOINT.fullmatch(question[group[-1].span.end : one.span.start]) if one is not None and group else None
        if one is not None and (not group or joint):
            either = either or bool(joint and joint["or"])
            group.append(one)
            continue
        if len(group) > 1:
            yield group, either
        group, either = [one] if one is not None else [], False


def _of_group(question: str, group: Sequence[Person], either: bool) -> Iterator[tuple[Filter, Span]]:
    span = Span(group[0].span.start, group[-1].span.end)
    said = question[span.start : span.end]
    if either:
        yield Filter("author", "=", "|".join(one.name for one in group), said), span
        return
    for one in group:
        yield Filter("author", "=", one.name, said), span


def _placed(question: str, named: Sequence[Person], places: Sequence[re.Match[str]]) -> Iterator[tuple[Filter, Span]]:
    """Each name with the place in the byline that stands nearest to it; where several share one, any of them."""
    for one in named:
        nearest = min(places, key=lambda match: max(one.span.start - match.end(), match.start() - one.span.end))
        word = nearest["place"] or nearest["by"] or nearest["zh"] or "sole"
        field = _NAMED.get(word.lower(), "lastauthor")
        start, end = one.span.start, one.span.end
        yield Filter(field, "=", one.name, question[start:end]), Span(start, end)
