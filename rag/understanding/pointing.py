"""Pointing: which of the papers talked of a question means by their place or in a few words.

"The second one", "[2]", "the latter", "the last two", "the one by Smith", "第二篇", "关于水印的那篇".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.papers import Paper
from rag.questions import content_terms, names
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.filters import is_author

_ENGLISH = (
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
)
_CHINESE = "一二三四五六七八九十"
_ORDINAL = rf"(?:{'|'.join(_ENGLISH[0])}|last|final|\d{{1,2}}(?:st|nd|rd|th))"
_NUMBER = rf"(?:{'|'.join(_ENGLISH[1])}|\d{{1,2}})"
_PAPERS = r"(?:ones?|papers?|articles?|abstracts?|works?|stud(?:y|ies)|publications?|entr(?:y|ies)|items?)"
_OF_THESE = (
    r"(?:\s+(?:of|among|from)\s+(?:these|them|those|the\s+(?:list|above|\w+\s+papers)|your\s+list)"
    r"|\s+(?:in|on)\s+(?:the|that|your)\s+list)"
)
_ENDS = (
    r"(?=\s*(?:$|[?.,;:!)]|(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|work|works|use|uses"
    r"|need|needs"
    r"|about|say|says|propose|proposes|solves?|tackles?|address(?:es)?|shows?|reports?|finds?|improves?"
    r"|handles?|requires?|considers?|introduces?|presents?"
    r"|stud(?:y|ies)|trains?|runs?|performs?|outperforms?|beats?|contributes?|claims?|mean|means|get|gets"
    r"|take|takes|cost|costs|give|gives|go|goes|assume|assumes|rely|relies|apply|applies|support|supports|cover|covers"
    r"|prove|proves|release|releases|help|helps|offer|offers"
    r"|achieve|achieves|differ|compare|please|then|and|or|on|in|to)\b))"
)
_COUNTED = re.compile(
    rf"\b(?:the\s+)?(?P<end>first|last|(?:the\s+)top)\s+(?P<number>{_NUMBER})\b"
    rf"(?:\s+{_PAPERS}{_OF_THESE}?|{_OF_THESE}|(?=\s*(?:$|[?.,;:!)])))",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"\b(?:the|its?)\s+(?P<places>{_ORDINAL}(?:\s*(?:,|and|or|&|,\s*and)\s*(?:the\s+)?{_ORDINAL})*)"
    rf"(?:\s+{_PAPERS}{_OF_THESE}?(?!\s+(?:to|that|which|on|about|for|in|by|with)\b)|{_OF_THESE}|{_ENDS})"
    rf"|^\W*(?P<alone>{_ORDINAL})(?:\s+{_PAPERS})?\W*$",
    re.IGNORECASE,
)
_OF_TWO = re.compile(rf"\b(?:the\s+)(?P<which>former|latter)(?:\s+{_PAPERS})?\b|(?P<cjk>前者|后者)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\[(?P<bracket>\d{1,2})\](?:\s*(?:,|and|&|和|、)?\s*\[\d{1,2}\])*"
    r"|(?<!\w)(?:(?:the\s+)?(?:papers?|articles?)\s*(?:no\.?|number|#)?|#|number"
    r"|no\.)\s*(?P<bare>\d{1,2})\b(?!\s*%)"
    r"|论文\s*(?P<cjk>\d{1,2})(?!\d|\s*篇)",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:theorem|lemma|table|figure|fig|section|step|stage|layer|equation|algorithm)s?\.?\s*$", re.I)
_CJK_PLACED = re.compile(
    rf"第\s?(?P<place>[{_CHINESE}两\d]{{1,3}})(?:\s?[篇个]?\s?(?:[、和与及]"
    rf"|以及)\s?第?\s?(?P<more>[{_CHINESE}\d]{{1,3}}))?\s?"
    r"(?:篇(?:论文|文章|工作)?|[个项](?:论文|文章|工作|方法)?(?=[的是呢在有用提讲做，。？?]|$))"
    r"|(?P<last>最后一?[篇个](?:论文|文章)?)(?!月|阶段)|倒数第(?P<back>[一二三两\d])[篇个]"
)
_CJK_COUNTED = re.compile(rf"(?P<end>前|最后|后)(?:面)?(?P<number>[{_CHINESE}两\d]{{1,2}})[篇个](?:论文|文章)?")
_OTHER = re.compile(
    r"\bthe\s+other(?:\s+(?:one|paper|method))?(?=\s*(?:$|[?.,;:!]|['’]s\b|(?:is|does|do|has|use|work)\b))"
    r"|另(?:外)?一[篇个](?:论文)?"
)
_BY = re.compile(
    rf"\b(?:the|that)\s+{_PAPERS}\s+(?:written\s+)?(?:by|from)\s+(?P<who>[^?.,;:!]+?)(?=\s*(?:[?.,;:!]|$))"
    r"|(?P<owner>[A-Z][\w'’-]*?)(?:(?:\s+et\s+al\.?)?['’]s|\s+et\s+al\.?)\s+(?:paper|one|work|article)\b"
    r"|(?P<cjk>[^，。？、\s那]{2,20}?|[A-Za-z .-]{3,40}?)\s?(?:写|发表)的(?:那|这)?一?(?:篇|个)"
)
_ABOUT = re.compile(
    rf"\b(?:the|that)\s+{_PAPERS}\s+(?:(?:that\s+(?:is|are|was|were)\s+)?(?:about|on|for|with|using|of)"
    r"|that\s+(?:uses?|deals?\s+with|studies|proposes?))\s+(?P<what>[^?.,;:!]+)"
    r"|\b(?:the|that)\s+(?P<kind>(?:[\w-]+\s+){1,4}?)(?:one|paper|article|study)\b(?!\s+(?:to|that|which|of)\b)"
    r"|(?:关于|有关|讲|研究)(?P<cjk>[^，。？]{1,24}?)的?(?:那|这)一?[篇个](?:论文|文章)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Pointer:
    """Words of a question that point to papers.

    Args:
        span: where they stand.
        places: of the papers meant, from 0; negative ones from the end. Empty where words describe them.
        other: of two papers, the one that was not talked of last is meant.
        author: who wrote the paper meant, where that describes it.
        topic: what it is about, where that describes it.
        pair: they tell one of exactly two.
    """

    span: Span
    places: tuple[int, ...] = ()
    other: bool = False
    author: str = ""
    topic: str = ""
    pair: bool = False


def pointer_of(question: str) -> Pointer | None:
    """The words that point to papers talked of before, by their place first; None where there are none.

    Args:
        question: as asked, in English or Chinese.
    """
    if match := _OTHER.search(question):
        return Pointer(_span(match), other=True)
    return _counted(question) or _placed(question) or _numbered(question) or described(question)


def described(question: str) -> Pointer | None:
    """The words that point to a paper by its author or its topic ("the one by Smith", "the frog one")."""
    if match := _BY.search(question):
        return Pointer(_span(match), author=(match["who"] or match["owner"] or match["cjk"]).strip())
    match = _ABOUT.search(question)
    if match is None:
        return None
    kind = (match["kind"] or "").strip()
    if match["what"]:
        words = match["what"].split()
        while words and not content_terms(words[-1]):  # "the one on graphs propose": the verb is not of the topic
            words.pop()
        start = match.start("what")
        topic = " ".join(words)
        end = start + len(re.match(r"\s*".join(map(re.escape, words)), match["what"])[0]) if words else start  # type: ignore[index]
        return Pointer(Span(match.start(), end), topic=topic) if words else None
    topic = kind or match["cjk"]
    return Pointer(_span(match), topic=topic) if content_terms(topic) else None


def meant_by(pointer: Pointer, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """The papers that are pointed to; none where there are not so many, or none fits.

    Args:
        pointer: from a question.
        papers: talked of, in the order of their numbers.
    """
    if pointer.places:
        if pointer.pair and len(papers) != 2:
            return ()
        known = [at for at in pointer.places if -len(papers) <= at < len(papers)]
        return tuple(papers[at] for at in known) if len(known) == len(pointer.places) or len(known) > 1 else ()
    if pointer.author:
        found = [paper for paper in papers if any(is_author(name, pointer.author) for name in paper.authors)]
        if found:
            return tuple(found[:1])
    topic = pointer.topic or pointer.author  # "the one by lamp light"
    terms = content_terms(topic)
    fitting = [(_fit(paper, topic, terms), -at) for at, paper in enumerate(papers)]
    best = max(fitting, default=((0.0, 0), 0))
    return (papers[-best[1]],) if best[0][0] > 0 else ()


def _fit(paper: Paper, topic: str, terms: Sequence[str]) -> tuple[int, int]:
    """How well a paper fits a description: nothing where it lacks a word, else hits in its title, then in all."""
    title, text = analyze(paper.title), analyze(f"{paper.title}\n{paper.abstract}\n{paper.venue} {paper.year or ''}")
    said = f"{paper.title}\n{paper.abstract}\n{paper.venue}"
    named = (re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) for _, word in names(topic))
    if not terms or any(term not in text for term in terms) or not all(named):
        return (0, 0)
    return (1 + sum(term in title for term in terms), sum(text.count(term) for term in terms))


def _counted(question: str) -> Pointer | None:
    match = _COUNTED.search(question) or _CJK_COUNTED.search(question)
    if match is None:
        return None
    number = _count(match["number"])
    places = range(number) if match["end"].lower() not in ("last", "后", "最后") else range(-number, 0)
    return Pointer(_span(match), tuple(places)) if number else None


def _placed(question: str) -> Pointer | None:
    if match := _OF_TWO.search(question):
        former = (match["which"] or "").lower() == "former" or match["cjk"] == "前者"
        return Pointer(_span(match), (0 if former else 1,), pair=True)
    if match := _PLACED.search(question):
        said = re.findall(_ORDINAL, (match["places"] or match["alone"]).lower())
        return Pointer(_span(match), tuple(map(_place, said)))
    if match := _CJK_PLACED.search(question):
        if match["last"]:
            return Pointer(_span(match), (-1,))
        if match["back"]:
            return Pointer(_span(match), (-_count(match["back"]),))
        numbers = [_count(part) for part in (match["place"], match["more"]) if part]
        return Pointer(_span(match), tuple(number - 1 for number in numbers)) if all(numbers) else None
    return None


def _numbered(question: str) -> Pointer | None:
    match = _NUMBERED.search(question)
    if match and _WITHIN.search(question[: match.start()]):
        return None
    numbers = [int(found) for found in re.findall(r"\d+", match[0])] if match else []
    return Pointer(_span(match), tuple(n - 1 for n in numbers)) if match and all(numbers) else None


def _place(ordinal: str) -> int:
    if ordinal in ("last", "final"):
        return -1
    return _ENGLISH[0].index(ordinal) if ordinal in _ENGLISH[0] else int(re.sub(r"\D", "", ordinal)) - 1


def _count(text: str) -> int:
    """A number in digits, in English or in Chinese; 0 where it is none."""
    word = text.lower()
    if word.isdecimal():
        return int(word)
    if word in _ENGLISH[1]:
        return _ENGLISH[1].index(word) + 1
    word = word.replace("两", "二")
    if len(word) == 1:
        return _CHINESE.find(word) + 1
    return 10 + _CHINESE.find(word[1]) + 1 if word[0] == "十" and word[1] in _CHINESE else 0


def _span(match: re.Match[str]) -> Span:
    return Span(match.start(), match.end())
