"""Chronicle: how many papers of each year are on a topic, where a question asks how that has changed."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.corpus.listing import UNCLEAR, Listing, Match
from rag.evidence.verdicts import Verdict
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import Span, sentence_spans
from rag.understanding.asking import YEAR
from rag.understanding.filters import Filter

_SPAN = (
    rf"(?:between\s+{YEAR}\s+and\s+{YEAR}|from\s+{YEAR}\s*(?:to|until|till|through|[-–])\s*{YEAR}|(?:since|after)\s+{YEAR}"
    rf"|(?:in|over|during|across|within)\s+(?:the\s+)?(?:(?:past|last|recent)\s+)?(?:\w+\s+)?(?:years|decades?)"
    rf"|{YEAR}\s?[-–]\s?{YEAR})"
)
_TIME = rf"(?:{_SPAN}|over\s+time|through\s+time)"
_CHANGE = r"(?:trends?|evolution|growth|rise|decline|history|popularity|interest|development)"
_CHANGED = r"(?:chang|evolv|develop|grow|gr[eo]wn|progress|shift|advanc|mov|matur|declin|increas|decreas)\w*"
_WORK = (
    r"(?:(?:the\s+)?(?:number|amount|share)\s+of\s+)?"
    r"(?:papers|research|work|works|publications|interest|studies|articles)"
)
_PER_YEAR = re.compile(
    r",?\s*\b(?:(?:grouped|counted|broken\s+down|listed|sorted|split)\s+)?(?:by|per|(?:in|for|of)?\s*(?:each|every))\s+"
    r"(?:publication\s+)?years?\b|\byear[ -](?:by|over|on)[ -]year\b"
    r"|\b(?:yearly|annual)\s+(?=(?:number|count|trend|papers))"
    r"|按(?:照)?(?:发表)?年[份度]?(?:来)?(?:统计|列出|分布|分组|排列|划分)?|(?:逐|每一?|各个?|历)年[份度]?(?:的)?(?:都)?|年度(?:变化|趋势|分布)",
    re.IGNORECASE,
)
_CHANGING = re.compile(
    rf"\b(?:(?:what\s+(?:is|are|was|were)\s+)?(?:the\s+)?(?:main\s+|research\s+|recent\s+)?{_CHANGE}\s+(?:of|in|on|for)\s+"
    rf"(?:{_WORK}\s+(?:on|in|about|of)\s+)?)(?P<trend>[^?.]{{2,80}}?)\s+{_TIME}"
    rf"|\bhow\s+(?:has|have|had|did|does|do|is|are)\s+(?:(?:the\s+)?(?:{_WORK}|field|area|topic)\s+(?:on|in|of|about)\s+)?"
    rf"(?P<how>[^?.]{{2,80}}?)\s+(?:been\s+)?{_CHANGED}\s+(?:(?!over\s+time)\w+\s+)?{_SPAN}"
    rf"|\bhow\s+(?:has|have|did|does)\s+(?:the\s+)?(?:{_WORK}|field|area|topic)\s+(?:on|in|of|about)\s+"
    rf"(?P<work>[^?.]{{2,80}}?)\s+(?:been\s+)?{_CHANGED}(?:\s+{_TIME})?"
    rf"|\b(?:what\s+(?:has\s+)?changed\s+in)\s+(?P<what>[^?.]{{2,80}}?)\s+{_TIME}"
    rf"|^\W*(?:is|are|has|have)\s+(?:the\s+)?{_WORK}\s+(?:on|in|about)\s+(?P<way>[^?.]{{2,80}}?)\s+(?:been\s+)?"
    r"(?:growing|declining|increasing|decreasing|rising|falling|shrinking|(?:getting|becoming)\s+(?:more|less)\s+\w+"
    r"|grown|declined|increased|decreased)\b[^?]*",
    re.IGNORECASE,
)
_TIME_ZH = (
    rf"(?:从?{YEAR}\s*年?\s*(?:到|至|[-–—~～])\s*{YEAR}\s*年?(?:之?间|期间)?|(?:自从?)?{YEAR}\s*年?(?:以来|至今|之?后)"
    r"|(?:这|近|过去)(?:几|些|十|五|\d+)?年(?:来|间|里)?|历年来?|随着?时间(?:的?推移)?|多年来)"
)
_CHANGING_ZH = re.compile(
    rf"{_TIME_ZH}[，,]?\s*(?:的|来|中)?(?P<first>[^？?。，,]{{2,30}}?)(?:的|研究|论文|数量|发表)*(?:有(?:什么|哪些|何)|是?(?:如何|怎么|怎样))?(?:的)?"
    r"(?:变化|趋势|演变|演化|发展|增长|走势|变迁)(?:趋势|情况)?(?:的|了|是)?(?:怎么?样|怎样|什么|如何|哪些)?"
    rf"|(?P<last>[^？?。，,]{{2,30}}?)(?:的|研究|论文|数量|在)*{_TIME_ZH}[，,]?(?:的|里|来|中)?(?:有(?:什么|哪些|何)|是?(?:如何|怎么|怎样)|发生了(?:什么|哪些|怎样的?))?(?:的)?"
    r"(?:变化|趋势|演变|演化|发展|增长|走势|变迁)(?:趋势|情况)?(?:的|了|是)?(?:怎么?样|怎样|什么|如何|哪些)?"
    r"|(?P<way>[^？?。，,]{2,30}?)(?:的|研究|论文|数量|热度)*是?(?:越来越(?:多|少|热门?)|在?(?:增加|增长|增多|上升)还是(?:在)?(?:减少|下降))"
)
_PAPERS = re.compile(
    r"\b(?:papers|publications|articles|abstracts|works|research|studies)\b|论文|文章|文献|研究", re.IGNORECASE
)
_WHICH = re.compile(r"^\W*(?:which|what|do|does|did|are|is)\b|哪些|哪几篇", re.IGNORECASE)
"""Opens a question in which "each year" belongs to what papers say."""
_BETWEEN = re.compile(
    rf"(?:between|from|从)?\s*{YEAR}\s*年?\s*(?:and|to|until|till|through|到|至|[-–—~～])\s*{YEAR}", re.IGNORECASE
)
_FROM = re.compile(rf"(?:since\s+{YEAR}|{YEAR}\s*年?(?:以来|至今))", re.IGNORECASE)
_FRAME_ZH = re.compile(r"^(?:请问|请)?(?:统计|列出|看看)?(?:一下)?(?:关于|有关)?")
_SHOWN = 3
_SHOWN_OF_ONE = 5

_ENGLISH = {
    "head": "**Papers on {topic} by year**{limited}, of those that match clearly:",
    "row": "- {year}: {n} ({share} of the {all} papers of that year)",
    "all by year": "**Papers by year**{limited}:",
    "all alike": "**All {all} papers here are of {year}.**",
    "alike": "**{n} of the {all} papers here match {topic} clearly, all of {year}.** No paper here is of another year, "
    "so they do not tell how this has changed.",
    "undated": "- without a year: {n}",
    "none": "These papers do not say. None of the {all} abstracts{limited} has {topic}.",
    "some": "Some of them:",
    "and": " together with ",
    "or": " or ",
    "limited": " ({first} to {last})",
}
_CHINESE = {
    "head": "**{topic}的论文逐年数量**{limited}（只计明确符合的）：",
    "row": "- {year} 年：{n} 篇（占该年 {all} 篇的 {share}）",
    "all by year": "**论文逐年数量**{limited}：",
    "all alike": "**这里的 {all} 篇论文全部是 {year} 年的。**",
    "alike": "**这里的 {all} 篇论文中有 {n} 篇明确涉及{topic}，全部是 {year} 年的。**"
    "这里没有其他年份的论文，因此看不出它如何变化。",
    "undated": "- 没有年份：{n} 篇",
    "none": "这些论文没有说明。{all} 篇摘要{limited}中没有出现{topic}。",
    "some": "其中几篇：",
    "and": " 与 ",
    "or": " 或 ",
    "limited": "（{first} 至 {last} 年）",
}


@dataclass(frozen=True)
class Chronicle:
    """What a question asks to be counted by year.

    Args:
        subject: the words that say what papers are to be on.
        first, last: the years asked of; None where that is open.
        said: the words of the question that give these years.
    """

    subject: str
    first: int | None = None
    last: int | None = None
    said: str = ""

    def conditions(self) -> tuple[Filter, ...]:
        """The conditions on papers' years."""
        limits = ((">=", self.first), ("<=", self.last))
        return tuple(Filter("year", operator, str(year), self.said) for operator, year in limits if year is not None)


def chronicle_of(question: str) -> Chronicle | None:
    """What a question asks to be counted by year; None where it asks for no such thing.

    Args:
        question: as asked.
    """
    first, last, said = _years(question)
    match = _PER_YEAR.search(question)
    if match and _PAPERS.search(question) and not _WHICH.search(question):
        return Chronicle(f"{question[: match.start()]} {question[match.end() :]}", first, last, said)
    if match := _CHANGING.search(question) or _CHANGING_ZH.search(question):
        subject = next(text for text in match.groupdict().values() if text)
        return Chronicle(_FRAME_ZH.sub("", subject.strip()), first, last, said)
    return None


def _years(question: str) -> tuple[int | None, int | None, str]:
    if match := _BETWEEN.search(question):
        first, last = sorted((int(match[1]), int(match[2])))
        return first, last, match[0].strip()
    if match := _FROM.search(question):
        return int(match[1] or match[2]), None, match[0].strip()
    return None, None, ""


def told(chronicle: Chronicle, question: str, listing: Listing, facts: Facts, limited: Sequence[str] = ()) -> Quotation:
    """Count the papers of a list by their years.

    Args:
        chronicle: what is asked for.
        question: as asked; the answer is framed in its language.
        listing: the papers on its subject.
        facts: tell the years of all papers.
        limited: the ids of all papers of the years asked of; none for all papers.
    """
    words = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    years = dict(zip(facts.ids, facts.years, strict=True))
    wanted = set(limited) or set(years)
    whole = Counter(year for key, year in years.items() if key in wanted)
    on_it = bool(listing.topic.facets)
    counts = Counter(years[key] for key in listing.clear_ids if key in years) if on_it else whole
    said = {"topic": _named(listing, words), "all": f"{len(wanted):,}", "limited": _limits(chronicle, words)}
    if not counts:
        return Quotation(words["none"].format(**said), Verdict.NOT_IN_PAPERS)
    if len(set(years.values())) == 1 and None not in counts:
        head = words["alike" if on_it else "all alike"].format(n=f"{counts.total():,}", year=next(iter(counts)), **said)
        shown = _shown(listing, years, _SHOWN_OF_ONE)
    else:
        head = "\n".join([words["head" if on_it else "all by year"].format(**said), "", *_rows(whole, counts, words)])
        shown = _shown(listing, years, _SHOWN)
    if not on_it:
        return Quotation.of(head, ())
    citations = [_citation(n, match) for n, match in enumerate(shown, 1)]
    lines = [_line(match, item, years) for match, item in zip(shown, citations, strict=True)]
    return Quotation.of("\n\n".join([head, words["some"], "\n".join(lines)]), citations)


def _rows(whole: Mapping[int | None, int], counts: Mapping[int | None, int], words: dict[str, str]) -> list[str]:
    rows = [
        words["row"].format(year=year, n=f"{counts.get(year, 0):,}", all=f"{whole[year]:,}",
                            share=f"{100 * counts.get(year, 0) / whole[year]:.1f}%")
        for year in sorted(year for year in whole if year is not None)
    ]  # fmt: skip
    return [*rows, *([words["undated"].format(n=f"{counts[None]:,}")] if counts.get(None) else [])]


def _shown(listing: Listing, years: Mapping[str, int | None], most: int) -> list[Match]:
    """The surest papers, so many of each year, the years in their order."""
    taken: Counter[int | None] = Counter()
    found = []
    for match in listing.matches:
        year = years.get(match.paper.paper_id)
        if match.sureness not in UNCLEAR and taken[year] < most:
            taken[year] += 1
            found.append(match)
    return sorted(found, key=lambda match: years.get(match.paper.paper_id) or 0)


def _named(listing: Listing, words: dict[str, str]) -> str:
    facets = (
        words["or"].join(f"“{literal(phrase)}”" for phrase in facet.alternatives) for facet in listing.topic.facets
    )
    return words["and"].join(facets)


def _limits(chronicle: Chronicle, words: dict[str, str]) -> str:
    if chronicle.first is None:
        return ""
    return words["limited"].format(first=chronicle.first, last=chronicle.last or "…")


def _line(match: Match, citation: Citation, years: Mapping[str, int | None]) -> str:
    year = years[match.paper.paper_id]
    dated = f" ({year})" if year is not None else ""
    return f"- **{literal(match.paper.heading)}**{dated}: “{unforged(citation.quote)}” [{citation.n}]"


def _citation(n: int, match: Match) -> Citation:
    paper = match.paper
    span = match.evidence or next(iter(sentence_spans(paper.abstract)), Span(0, len(paper.abstract)))
    return Citation.of(n, paper, span)
