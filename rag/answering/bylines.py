"""Byline: who wrote a paper, when and where it appeared: told from its record, which no abstract repeats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.answering.quotations import Quotation
from rag.answering.records import PLACES_SAID, framed, listed, lone, placed_cjk
from rag.evidence.evidence import Reading
from rag.papers import Paper, method_name
from rag.questions import content_terms, is_asked_in_cjk, is_cjk, names
from rag.text.analysis import analyze
from rag.text.escapes import literal
from rag.text.sentences import Span
from rag.understanding.mentions import names_of

_OUT = r"(?:published|appear(?:ed)?|come out|presented|released)(?=\s*(?:[?,.!]|$|and\b|first\b|in\b|at\b|here\b))"
_COINED = re.compile(
    r"\bwho\s+(?:first\s+)?(?:proposed|introduced|invented|developed|created|designed|made|came up with)\b",
    re.IGNORECASE,
)
_ORDINAL = r"(?:first|second|third|fourth|fifth|last|final|lead|senior)"
_AUTHORS = (
    rf"^\W*(?:(?:and|so|please)\W+)*(?:name |tell me |give me |(?:what|who) (?:is|was) )?(?:the )?(?:name of the )?"
    rf"(?P<which1>{_ORDINAL})[- ]author (?:of|on|behind|for)\b|['’]s (?P<which2>{_ORDINAL}) author(?=\W*$)|"
    r"\b(?:who|whom)\s+(?:are|is|were|was)\s+(?:the\s+)?(?:(?P<which>" + _ORDINAL + r")\s+)?(?:co-?)?authors?\s+"
    r"(?:of|behind|on)\b|\bwho\s+(?:has\s+|have\s+)?(?:co-?)?(?:wrote|written|authored)\b|\bby\s+whom\b"
    r"|\b(?:name|list|give(?:\s+me)?|tell\s+me|show(?:\s+me)?)\s+(?:all\s+)?the\s+authors\s+of\b"
)
_WHO = re.compile(
    rf"{_AUTHORS}|作者(?:是|有|都)|谁(?:写|撰写|提出|发表)|(?:有哪些|哪些|哪几位)作者"
    r"|(?P<which3>第[一二三四五]|最后(?:一位|一名|一个)?|末位)(?:的)?作者",
    re.IGNORECASE,
)
_AT = r"(?:^|^about [^:]{1,80}:|\band|,)\W{0,8}(?:in |at |from )?"
_WHEN = re.compile(
    rf"{_AT}(?:when|(?:what|which)\s+year)\s+(?:was|were|did|is)\b(?=.*\b{_OUT})|\bpublication\s+(?:year|date)\s+of\b"
    r"|(?:哪(?:一)?年|什么时候|何时).{0,3}(?:发表|出版|提出)|发表(?:时间|年份|于哪一?年|在哪一?年)",
    re.IGNORECASE,
)
_WHERE = re.compile(
    rf"{_AT}(?:where|(?:what|which)\s+(?:venue|conference|journal))\s+(?:was|were|did|is)\b(?=.*\b{_OUT})"
    r"|发表在(?:哪里|哪个|什么)|(?:哪个|什么)(?:会议|期刊|刊物)",
    re.IGNORECASE,
)
_PLACE_CJK = re.compile(r"(?:第[一二三四五]|最后(?:一位|一名|一个)?|末位)(?=的?作者)")
_AND_WHEN = re.compile(r"\b(?:and|or)\s+when\b|,\s*when\b|什么时候|哪(?:一)?年", re.IGNORECASE)
_AND_WHERE = re.compile(r"\b(?:and|or)\s+where\b|,\s*where\b|哪里", re.IGNORECASE)
_FRAME = re.compile(
    rf"{_COINED.pattern}|{re.sub(r'[?]P<which[0-9]?>', '?:', _AUTHORS)}"
    r"|\b(?:in|at|from)?\s*(?:what|which)\s+(?:year|venue|conference|journal)\b"
    r"|\b(?:when|where|and|was|were|did|is|it|written|the|paper|papers|article|authors?|called|titled|by|first)\b"
    rf"|\b{_OUT}|^About\b|\bpublication\s+(?:year|date)\s+of\b|[?？,.:：\"“”]+(?=\s|$)|(?<=\s)[\"“”]",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(
    r"\b(?:papers?|articles?|works?|stud(?:y|ies))\s+(?:on|about|that|which|with|in|of|where|for|by|from|\w+ing)\b"
    r"|\b(?:wrote|written|write|published) (?:about|on)\b|关于|有关",
    re.IGNORECASE,
)
_ENOUGH = 0.7
"""Share of the subject's words, by rarity, that the paper must hold."""


@dataclass(frozen=True)
class Byline:
    """What is asked of a paper's record.

    Args:
        subject: the paper that is meant, in the words of the question.
        which: `first` to `fifth` or `last`, where one author is asked for.
        coined: it is asked who proposed a thing, so that the paper must be the one that names it.
        described: the subject tells what the paper is on, and is no name or title.
    """

    subject: str
    who: bool = False
    when: bool = False
    where: bool = False
    which: str = ""
    coined: bool = False
    described: bool = False


def byline_of(question: str) -> Byline | None:
    """What a question asks of a paper's record; None where it asks something else.

    Args:
        question: standing alone, in English or Chinese.
    """
    coined = bool(_COINED.search(question)) or "谁提出" in question
    author = _WHO.search(question)
    who = coined or author is not None
    when, where = bool(_WHEN.search(question)), bool(_WHERE.search(question))
    if not (who or when or where):
        return None
    if is_cjk(question):
        subject = " ".join(re.findall(r"[A-Za-z0-9][A-Za-z0-9+#.:-]*", question))
    else:
        subject = " ".join(_FRAME.sub(" ", question).split())
    place = _place_asked(question, author)
    when, where = when or bool(_AND_WHEN.search(question)), where or bool(_AND_WHERE.search(question))
    return Byline(subject, who, when, where, place, coined, bool(_DESCRIBED.search(question)))


def _place_asked(question: str, author: re.Match[str] | None) -> str:
    """The place in the byline that is asked for, as `PLACES_SAID` has it, or "last"; empty where all authors are."""
    said = next((text for name, text in author.groupdict().items() if text), "").lower() if author else ""
    if author and not said and is_cjk(question) and (match := _PLACE_CJK.search(question)):
        said = match[0]
    if said.startswith("第"):
        return PLACES_SAID["一二三四五".index(said[1])]
    if said in PLACES_SAID:
        return said
    return "" if not said else "first" if said == "lead" else "last"


def meant(byline: Byline, readings: Sequence[Reading]) -> Reading | None:
    """The paper that a question about a record means; None where none has enough of the subject's words.

    Args:
        byline: what is asked.
        readings: of papers, read for the subject; the best first.
    """
    wanted = [term for term, _ in names(byline.subject)]
    if not content_terms(byline.subject):
        return None
    for reading in sorted(readings, key=lambda reading: (-called(reading.paper, byline.subject), -reading.coverage)):
        if reading.coverage < _ENOUGH or not all(reading.holds(term) for term in wanted):
            return None
        if not byline.coined or _coins(reading.paper, byline.subject):
            return reading
    return None


def called(paper: Paper, subject: str) -> int:
    """How surely words are a paper's name: 2 where its title begins with them, 1 where it gives itself that name."""
    name = subject.strip(" \"'“”").casefold()
    if name in (paper.title.casefold(), paper.title.partition(":")[0].strip().casefold()):
        return 2
    return int(name in (own.casefold() for own in names_of(paper)))


def _coins(paper: Paper, subject: str) -> bool:
    terms = analyze(subject)
    return terms in (analyze(method_name(paper.abstract)), analyze(paper.title)[: len(terms)])


def told(byline: Byline, question: str, reading: Reading, number: int = 1) -> Quotation:
    """Tell what a paper's record says, beside the sentence that shows which paper it is.

    Args:
        byline: what is asked.
        question: as asked; the answer is framed in its language.
        reading: of the paper.
        number: of the citation.
    """
    paper, cjk = reading.paper, is_asked_in_cjk(question)
    lines, known = [], []
    if byline.who:
        lines.append(_authors(paper, byline.which, cjk=cjk))
        known.append(bool(paper.authors))
    if byline.when or byline.where:
        lines.append(_place(paper, cjk=cjk, first=not lines))
        known.append(bool(paper.year) if byline.when and not byline.where else bool(paper.venue or paper.year))
    span = identifying(reading, byline.subject)
    line = ("" if cjk else " ").join(lines)
    return framed(line, question, reading, span, known=any(known), number=number)


def _authors(paper: Paper, which: str, *, cjk: bool) -> str:
    title = literal(paper.heading)
    if not paper.authors:
        return f"**{title}** 的著录信息没有作者。" if cjk else f"The record of **{title}** names no authors."
    if which:
        at = PLACES_SAID.index(which) if which in PLACES_SAID else -1
        if at >= len(paper.authors):
            return lone(paper, which, cjk=cjk)
        author = literal(paper.authors[at])
        if cjk:
            return f"**{title}** 的{placed_cjk(which)}作者是 {author}。"
        return f"The {which} author of **{title}** is {author.removesuffix('.')}."
    authors = listed(paper.authors, cjk=cjk)
    if cjk:
        return f"**{title}** 的作者是：{authors}。"
    return f"**{title}** is by {authors.removesuffix('.')}."


def _place(paper: Paper, *, cjk: bool, first: bool) -> str:
    subject = f"**{literal(paper.heading)}**" if first else ("它" if cjk else "It")
    if not (paper.venue or paper.year):
        return (
            f"{subject} 的著录信息没有年份和出处。" if cjk else f"The record of {subject} gives neither year nor venue."
        )
    venue = literal(paper.venue)
    if cjk:
        return f"{subject} 发表于{f' {venue}' if venue else ''}{f' {paper.year} 年' if paper.year else ''}。"
    where = f" at {venue}" if venue else ""
    return f"{subject} appeared{where}{f' in {paper.year}' if paper.year else ''}."


def identifying(reading: Reading, subject: str) -> Span:
    """The sentence that names what the question named, else the one nearest to it."""
    wanted = [term for term, _ in names(subject)]
    for span in reading.sentences:
        if any(term in analyze(reading.paper.abstract[span.start : span.end]) for term in wanted):
            return span
    return (reading.best() or [Span(0, len(reading.paper.abstract))])[0]
