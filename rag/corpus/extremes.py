"""Extremes: the longest abstract, the shortest title, the newest paper: told as far as the records tell it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.lexical import LexicalIndex
from rag.questions import is_asked_in_cjk

_NUMBERS = {
    word: at
    for at, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
} | {word: at for at, word in enumerate("一二三四五六七八九十", 1)}
_COUNT = r"(?:the\s+)?(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)?\s*"
_PAPERS = r"(?:papers?|articles?|works?|publications?|studies)"
_LENGTH = re.compile(
    rf"{_COUNT}\b(?P<way>longest|shortest)\s+(?P<what>abstract|title)(?P<many>s?)\b"
    r"|(?P<what_zh>摘要|标题|题目)(?:是)?最(?P<way_zh>长|短)的?(?P<n_zh>[\d一二三四五六七八九十]{0,2})(?:篇|个)?"
    r"|最(?P<way_zh2>长|短)的(?P<n_zh2>[\d一二三四五六七八九十]{0,2})(?:篇|个)?(?:论文|文章)?的?(?P<what_zh2>摘要|标题|题目)",
    re.IGNORECASE,
)
_FEWEST = re.compile(
    r"\b(?:fewest|smallest number of|lowest number of|least)\s+(?:co-?)?authors\b|作者(?:人数|数量|数)?最少", re.I
)
_AGE = re.compile(
    rf"\b(?P<new>newest|most recent)\s+(?=(?:\w+\s+)?{_PAPERS}\b)|\b(?:oldest|earliest)\s+(?=(?:\w+\s+)?{_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:here\s+)?(?:is|are|was|were|came)\s+(?:the\s+)?"
    r"(?:(?P<new2>newest|most recent)|oldest|earliest)\b"
    r"|最(?:(?P<new_zh>新)|早|旧)的?(?:一篇|[几\d]篇)?(?=论文|文章)|(?:论文|文章)(?:是)?(?:发表)?(?:得|的)?最(?:(?P<new_zh2>新|晚)|早|旧)",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    r"\b(?:most|best|highest|least|top)[- ](?:(?:highly|often|frequently|widely)[- ])?"
    r"(?:cited|citations?|read|viewed|downloaded)\b"
    r"|\bcited (?:the )?(?:most|least)\b"
    r"|\b(?:most|highest number of|fewest) (?:citations|downloads|views|stars|likes)\b"
    rf"|\b(?:most|least) (?:popular|influential|impactful|important|famous)\s+(?={_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:is|are)\s+(?:the\s+)?(?:most|least) (?:popular|influential|impactful|famous)\b"
    r"|(?:被)?引用?(?:次数|量|数|率)?最(?:多|高|少)的?|最(?:高|多)(?:被)?引用?的?|最(?:有影响力?|受欢迎|热门|知名|重要)的?(?=论文|文章)",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"(?:\bhow (?:long|many words)\b[^?]{0,12})?\baverage\s+(?:length of (?:an?|the) )?abstracts?\b"
    r"|\babstracts?\s+(?:\w+\s+)?on average\b|\bmean length of .{0,12}abstracts?\b"
    r"|摘要的?平均|平均(?:每篇)?摘要",
    re.IGNORECASE,
)
_MOST_TIES = 5

_ENGLISH = {
    "abstract": "abstract", "title": "title", "longest": "longest", "shortest": "shortest",
    "one": "**The {way} {what} here has {n} words.**",
    "same": "**The {way} {what}s here have {n} words**, of {k} papers.",
    "many": "**The {k} {way} {what}s here have {n} words.**",
    "average": "**An abstract here has {n} words on average**, from {low} to {high}.",
    "fewest": "**The fewest authors of a paper here are {n}**, of {k} papers.",
    "fewest one": "**The fewest authors of a paper here are {n}**, of one paper.",
    "dated": "**The {way} of the {total} papers are of {year}**: {k} of them; records state no finer date.",
    "alike": "All {total} papers are of {year}, and records state no finer date, so which is {way} cannot be told.",
    "undated": "The records of these papers state no year, so which is {way} cannot be told.",
    "untold": "The records of these papers hold no citations, downloads or other marks of how much a paper is used, so "
    "none can be ranked by them.",
    "newest": "newest", "oldest": "oldest",
}  # fmt: skip
_CHINESE = {
    "abstract": "摘要", "title": "标题", "longest": "最长", "shortest": "最短",
    "one": "**{way}的{what}有 {n} 个词。**",
    "same": "**{way}的{what}有 {n} 个词**，共 {k} 篇。",
    "many": "**{way}的 {k} 个{what}分别有 {n} 个词。**",
    "average": "**摘要平均有 {n} 个词**，最短 {low}，最长 {high}。",
    "fewest": "**作者最少的论文有 {n} 位作者**，共 {k} 篇。",
    "fewest one": "**作者最少的论文有 {n} 位作者**，共 1 篇。",
    "dated": "**{total} 篇论文中{way}的是 {year} 年的**：共 {k} 篇（记录只有年份）。",
    "alike": "全部 {total} 篇论文都是 {year} 年的，记录也没有更精确的日期，因此无法得知哪一篇{way}。",
    "undated": "这些论文的记录没有年份，因此无法得知哪一篇{way}。",
    "untold": "这些论文的记录没有引用数、下载数等信息，因此无法按此排序。",
    "newest": "最新", "oldest": "最早",
}  # fmt: skip


@dataclass(frozen=True)
class Extreme:
    """What is asked to be the most or the least.

    Args:
        of: "abstract", "title", "average", "authors", "age" or "untold".
        way: "longest", "shortest", "newest", "oldest"; empty where there is only one.
        count: of papers asked for; 0 where that is not said.
        said: the words of the question.
    """

    of: str
    way: str = ""
    count: int = 0
    said: str = ""


@dataclass(frozen=True)
class Found:
    """What the records tell of an extreme.

    Args:
        counted: the papers, and the line that says it; None where the records do not tell it.
        untold: why they do not.
    """

    counted: Superlative | None
    untold: str = ""


def extreme_of(question: str) -> Extreme | None:
    """The extreme that a question asks for; None where it asks for none."""
    if match := _AVERAGE.search(question):
        return Extreme("average", said=match[0])
    if match := _LENGTH.search(question):
        groups = {name.removesuffix("2").removesuffix("_zh"): text for name, text in match.groupdict().items() if text}
        way = "longest" if groups["way"].lower() in ("longest", "长") else "shortest"
        number = groups.get("n", "").lower()
        count = int(number) if number.isdigit() else _NUMBERS.get(number, 3 if groups.get("many") else 0)
        return Extreme("abstract" if groups["what"].lower() in ("abstract", "摘要") else "title", way, count, match[0])
    if match := _FEWEST.search(question):
        return Extreme("authors", said=match[0])
    if match := _UNTOLD.search(question):
        return Extreme("untold", said=match[0])
    if match := _AGE.search(question):
        return Extreme("age", "newest" if any(match.groups()) else "oldest", said=match[0])
    return None


def told_of(extreme: Extreme, question: str, ids: Sequence[str], lexical: LexicalIndex, facts: Facts) -> Found:
    """What the records tell.

    Args:
        extreme: what is asked for.
        question: as asked; the answer is framed in its language.
        ids: of the papers that it is asked of; at least one.
        lexical: knows how many words they have.
        facts: of all papers.
    """
    words = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    if extreme.of == "untold":
        return Found(None, words["untold"])
    if extreme.of == "age":
        return _aged(extreme, ids, facts, words)
    if extreme.of == "authors":
        return _fewest(ids, facts, words)
    lengths = lexical.counts(ids, []).lengths
    sizes = lengths[:, 1] if extreme.of == "title" else lengths[:, 0] - lengths[:, 1]
    if extreme.of == "average":
        low, high = int(sizes.min()), int(sizes.max())
        return Found(
            Superlative(words["average"].format(n=round(float(sizes.mean())), low=low, high=high), (), in_words=True)
        )
    sign = -1 if extreme.way == "longest" else 1
    order = sorted(range(len(ids)), key=lambda at: (sign * int(sizes[at]), ids[at]))
    ties = [at for at in order if sizes[at] == sizes[order[0]]][:_MOST_TIES]
    chosen = order[: extreme.count] if extreme.count > 1 else ties
    form = "many" if extreme.count > 1 else "same" if len(ties) > 1 else "one"
    n = ", ".join(str(int(sizes[at])) for at in (chosen if form == "many" else chosen[:1]))
    alike = sum(int(size) == int(sizes[order[0]]) for size in sizes)
    lead = words[form].format(
        way=words[extreme.way], what=words[extreme.of], n=n, k=alike if form == "same" else len(chosen)
    )
    return Found(Superlative(lead, tuple(ids[at] for at in chosen), in_words=True))


def _aged(extreme: Extreme, ids: Sequence[str], facts: Facts, words: dict[str, str]) -> Found:
    wanted = set(ids)
    years = {key: year for key, year in zip(facts.ids, facts.years, strict=True) if key in wanted and year is not None}
    way, total = words[extreme.way], f"{len(ids):,}"
    if not years:
        return Found(None, words["undated"].format(way=way))
    best = max(years.values()) if extreme.way == "newest" else min(years.values())
    chosen = [key for key, year in years.items() if year == best]
    if len(chosen) == len(ids) > 1:
        return Found(None, words["alike"].format(total=total, year=best, way=way))
    lead = words["dated"].format(way=way, total=total, year=best, k=len(chosen))
    return Found(Superlative(lead, tuple(chosen[:_MOST_TIES])))


def _fewest(ids: Sequence[str], facts: Facts, words: dict[str, str]) -> Found:
    wanted = set(ids)
    rows = [
        (key, len(names.split("; ")))
        for key, names in zip(facts.ids, facts.authors, strict=True)
        if names and key in wanted
    ]
    if not rows:
        return Found(None, "")
    least = min(count for _, count in rows)
    chosen = [key for key, count in rows if count == least]
    lead = words["fewest" if len(chosen) > 1 else "fewest one"].format(n=least, k=f"{len(chosen):,}")
    return Found(Superlative(lead, tuple(chosen[:_MOST_TIES])))
