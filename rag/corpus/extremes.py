"""Extremes: the longest abstract, the fewest authors, the average title, the newest paper: as far as records tell."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal

_NUMBERS = {
    word: at
    for at, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
} | {word: at for at, word in enumerate("一二三四五六七八九十", 1)}
_COUNT = r"(?:the\s+)?(?P<n>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)?\s*"
_PAPERS = r"(?:papers?|articles?|works?|publications?|studies)"
_LENGTH = re.compile(
    rf"{_COUNT}\b(?P<way>longest|shortest)\s+(?P<what>abstract|title)(?P<many>s?)\b"
    r"|\b(?P<what2>abstract|title)(?P<many2>s?)\s+(?:here\s+)?(?:is|are|was|were)\s+(?:the\s+)?(?P<way2>longest|shortest)\b"
    r"|(?P<what_zh>摘要|标题|题目)(?:是)?最(?P<way_zh>长|短)的?(?P<n_zh>[\d一二三四五六七八九十]{0,2})(?:篇|个)?"
    r"|最(?P<way_zh2>长|短)的(?P<n_zh2>[\d一二三四五六七八九十]{0,2})(?:篇|个)?(?:论文|文章)?的?(?P<what_zh2>摘要"
    r"|标题|题目)",
    re.IGNORECASE,
)
_AUTHORS = re.compile(
    r"\b(?:the )?(?:(?P<most>most|highest number of|largest number of|greatest number of|longest list of)"
    r"|fewest|smallest number of|lowest number of|least)\s+(?:co-?)?authors\b(?=\s*(?:[?.!,;]|$|(?:on|about|in|for"
    r"|among|of"
    r"|here|that|which|with|from|at|and|using|overall|have|has)\b))"
    r"|\bmost co-?authored paper\b|\blargest (?:author )?team\b"
    r"|作者(?:人数|数量|数)?(?:是)?(?:最(?P<most_zh>多)|最少)(?!的?(?:作者|人))",
    re.IGNORECASE,
)
_AGE = re.compile(
    rf"\b(?P<new>newest|most recent)\s+(?=(?:\w+\s+)?{_PAPERS}\b)|\b(?:oldest|earliest)\s+(?=(?:\w+\s+)?{_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:here\s+)?(?:is|are|was|were|came)\s+(?:the\s+)?"
    r"(?:(?P<new2>newest|most recent)|oldest|earliest)\b"
    r"|最(?:(?P<new_zh>新)|早|旧)的?(?:一篇|[几\d]篇)?(?=论文|文章)|(?:论文|文章)(?:是)?(?:发表)?(?:得"
    r"|的)?最(?:(?P<new_zh2>新|晚)|早|旧)",
    re.IGNORECASE,
)
_UNTOLD = re.compile(
    r"\b(?:most|best|highest|least|top)[- ](?:(?:highly|often|frequently|widely)[- ])?"
    r"(?:cited|citations?|read|viewed|downloaded)\b"
    r"|\bcited (?:the )?(?:most|least)\b"
    r"|\b(?:most|highest number of|fewest) (?:citations|downloads|views|stars|likes)\b"
    rf"|\b(?:most|least) (?:popular|influential|impactful|important|famous)\s+(?={_PAPERS}\b)"
    rf"|\b{_PAPERS}\s+(?:is|are)\s+(?:the\s+)?(?:most|least) (?:popular|influential|impactful|famous)\b"
    r"|(?:被)?引用?(?:次数|量|数|率)?最(?:多|高|少)的?|最(?:高|多)(?:被)?引用?的?|最(?:有影响力?|受欢迎|热门|知名"
    r"|重要)的?(?=论文|文章)",
    re.IGNORECASE,
)
_MEAN = r"(?P<median>median)|average|mean"
_ONE = r"(?:an?|the|each|every|all|these|those|per|of|paper['’]?s?|paper|here|is|are|does|do|has|have)\s+"
_AVERAGE = re.compile(
    rf"\b(?:{_MEAN})\s+(?:(?:number|count|size|length|word count) of\s+|number of words (?:in|of"
    rf"|per)\s+)?(?:{_ONE}){{0,4}}"
    r"(?:(?P<what>abstracts?|titles?|authors?|author (?:count|list|team)s?|team)(?:['’]s?)?(?:\s+(?:length|size"
    r"|count)s?)?)"
    r"(?=\s*(?:[?.!,]|$|(?:on|about|in|for|among|of|here|per|that|which|with|long|each|have|has|be|is|are)\b))"
    r"|\bhow (?:long|many words|many)\s+(?:is|are|has|have|does|do|in)?\s*(?:the|an?)?\s*(?P<what2>abstract|title"
    r"|author)s?\b[^?]{0,40}?"
    r"\b(?:on average|(?P<median2>in the median))"
    r"|\bon average\b[^?]{0,12}\bhow (?:long|many)\s+(?:is|are|does)?\s*(?:the|an?)?\s*(?P<what3>abstract|title"
    r"|author)s?\b"
    r"|\b(?P<what4>abstract|title|author)s?\s+(?:\w+\s+){0,3}on average\b"
    r"|(?P<what_zh>摘要|标题|题目|作者)[^，。？?]{0,6}?(?:平均|(?P<median_zh>中位))"
    r"|(?P<what_zh3>摘要|标题|题目)[^，。？?]{0,4}平均"
    r"|(?:平均|(?P<median_zh2>中位数?))[^，。？?]{0,10}?(?P<what_zh2>摘要|标题|题目|作者)",
    re.IGNORECASE,
)
_LENGTH_ASKED = re.compile(
    r"\bhow (?:long|many words)\b|\bwords?\b|长度|有?多少个?(?:单词|词|字)?|多长|几个词", re.IGNORECASE
)
_KINDS = {"abstract": ("abstract", "摘要"), "title": ("title", "标题", "题目")}
_MOST_TIES = 5
_FEW = 20
"""Below which an average is told with a decimal."""

_ENGLISH = {
    "abstract": "abstract", "title": "title", "longest": "longest", "shortest": "shortest",
    "one": "**The {way} {what}{on} has {n} words.**",
    "same": "**The {way} {what}s{on} have {n} words**, of {k} papers.",
    "many": "**The {k} {way} {what}s{on} have {n} words.**",
    "average abstract": "**An abstract{on} has {n} words on average** (median {median}), from {low} to {high}.",
    "average title": "**A title{on} has {n} words on average** (median {median}), from {low} to {high}.",
    "average authors": "**A paper{on} has {n} authors on average** (median {median}), from {low} to {high}; {total} "
    "papers.",
    "most": "**The most authors of a paper{on} are {n}**, of {k} papers.",
    "most one": "**The most authors of a paper{on} are {n}**, of one paper.",
    "fewest": "**The fewest authors of a paper{on} are {n}**, of {k} papers.",
    "fewest one": "**The fewest authors of a paper{on} are {n}**, of one paper.",
    "dated": "**The {way} of the {total} papers are of {year}**: {k} of them; records state no finer date.",
    "alike": "All {total} papers are of {year}, and records state no finer date, so which is {way} cannot be told.",
    "undated": "The records of these papers state no year, so which is {way} cannot be told.",
    "untold": "The records of these papers hold no citations, downloads or other marks of how much a paper is used, so "
    "none can be ranked by them.",
    "newest": "newest", "oldest": "oldest", "here": " here", "on": " on {topic}",
}  # fmt: skip
_CHINESE = {
    "abstract": "摘要", "title": "标题", "longest": "最长", "shortest": "最短",
    "one": "**{way}的{what}{on}有 {n} 个词。**",
    "same": "**{way}的{what}{on}有 {n} 个词**，共 {k} 篇。",
    "many": "**{way}的 {k} 个{what}{on}分别有 {n} 个词。**",
    "average abstract": "**摘要{on}平均有 {n} 个词**（中位数 {median}），最短 {low}，最长 {high}。",
    "average title": "**标题{on}平均有 {n} 个词**（中位数 {median}），最短 {low}，最长 {high}。",
    "average authors": "**每篇论文{on}平均有 {n} 位作者**（中位数 {median}），最少 {low}，最多 {high}；共 {total} 篇。",
    "most": "**作者最多的论文{on}有 {n} 位作者**，共 {k} 篇。",
    "most one": "**作者最多的论文{on}有 {n} 位作者**，共 1 篇。",
    "fewest": "**作者最少的论文{on}有 {n} 位作者**，共 {k} 篇。",
    "fewest one": "**作者最少的论文{on}有 {n} 位作者**，共 1 篇。",
    "dated": "**{total} 篇论文中{way}的是 {year} 年的**：共 {k} 篇（记录只有年份）。",
    "alike": "全部 {total} 篇论文都是 {year} 年的，记录也没有更精确的日期，因此无法得知哪一篇{way}。",
    "undated": "这些论文的记录没有年份，因此无法得知哪一篇{way}。",
    "untold": "这些论文的记录没有引用数、下载数等信息，因此无法按此排序。",
    "newest": "最新", "oldest": "最早", "here": "", "on": "（关于{topic}）",
}  # fmt: skip


@dataclass(frozen=True)
class Extreme:
    """What is asked to be the most or the least.

    Args:
        of: "abstract", "title", "authors", "age" or "untold".
        way: "longest", "shortest", "most", "fewest", "newest", "oldest", "average"; empty where there is only one.
        count: of papers asked for; 0 where that is not said.
        said: the words of the question.
    """

    of: str
    way: str = ""
    count: int = 0
    said: str = ""

    def rest(self, text: str) -> str:
        """What is left of a text without the words that ask for this; it may name a topic."""
        return _LENGTH_ASKED.sub(" ", text.replace(self.said, " "))


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
        what = next(text for name, text in match.groupdict().items() if name.startswith("what") and text).lower()
        of = next((kind for kind, signs in _KINDS.items() if what.startswith(signs)), "authors")
        return Extreme(of, "average", said=match[0])
    if match := _LENGTH.search(question):
        groups = {name.rstrip("2").removesuffix("_zh"): text for name, text in match.groupdict().items() if text}
        way = "longest" if groups["way"].lower() in ("longest", "长") else "shortest"
        number = groups.get("n", "").lower()
        count = int(number) if number.isdigit() else _NUMBERS.get(number, 3 if groups.get("many") else 0)
        return Extreme("abstract" if groups["what"].lower() in ("abstract", "摘要") else "title", way, count, match[0])
    if match := _AUTHORS.search(question):
        few = re.search(r"\b(?:fewest|smallest|lowest|least)\b|最少", match[0], re.IGNORECASE)
        return Extreme("authors", "fewest" if few else "most", said=match[0])
    if match := _UNTOLD.search(question):
        return Extreme("untold", said=match[0])
    if match := _AGE.search(question):
        return Extreme("age", "newest" if any(match.groups()) else "oldest", said=match[0])
    return None


def told_of(
    extreme: Extreme,
    question: str,
    ids: Sequence[str],
    get: Callable[[Sequence[str]], Sequence[Paper]],
    facts: Facts,
    topic: str = "",
) -> Found:
    """What the records tell.

    Args:
        extreme: what is asked for.
        question: as asked; the answer is framed in its language.
        ids: of the papers that it is asked of; at least one.
        get: reads papers by id.
        facts: of all papers.
        topic: that these papers are on; empty where they are all.
    """
    words = dict(_CHINESE if is_asked_in_cjk(question) else _ENGLISH)
    words["on"] = words["on"].format(topic=literal(topic)) if topic else words["here"]
    if extreme.of == "untold":
        return Found(None, words["untold"])
    if extreme.of == "age":
        return _aged(extreme, ids, facts, words)
    if extreme.of == "authors":
        return _authored(extreme, ids, facts, words)
    papers = get(ids)
    sizes = [len((paper.title if extreme.of == "title" else paper.abstract).split()) for paper in papers]
    ids = [paper.paper_id for paper in papers]
    if extreme.way == "average":
        return _averaged(extreme, sizes, words)
    return _longest(extreme, ids, sizes, words)


def _averaged(extreme: Extreme, sizes: Sequence[int], words: dict[str, str]) -> Found:
    average, middle = mean(sizes), median(sizes)
    lead = words[f"average {extreme.of}"].format(
        n=f"{average:.1f}" if average < _FEW else round(average), median=f"{middle:g}", low=min(sizes), high=max(sizes),
        on=words["on"], total=f"{len(sizes):,}",
    )  # fmt: skip
    return Found(Superlative(lead, (), in_words=extreme.of != "authors"))


def _longest(extreme: Extreme, ids: Sequence[str], sizes: Sequence[int], words: dict[str, str]) -> Found:
    sign = -1 if extreme.way == "longest" else 1
    order = sorted(range(len(ids)), key=lambda at: (sign * sizes[at], ids[at]))
    ties = [at for at in order if sizes[at] == sizes[order[0]]]
    chosen = order[: extreme.count] if extreme.count > 1 else ties[:_MOST_TIES]
    form = "many" if extreme.count > 1 else "same" if len(ties) > 1 else "one"
    n = ", ".join(str(sizes[at]) for at in (chosen if form == "many" else chosen[:1]))
    lead = words[form].format(
        way=words[extreme.way], what=words[extreme.of], n=n, k=len(ties if form == "same" else chosen), on=words["on"]
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


def _authored(extreme: Extreme, ids: Sequence[str], facts: Facts, words: dict[str, str]) -> Found:
    wanted = set(ids)
    rows = [
        (key, len(names.split("; ")))
        for key, names in zip(facts.ids, facts.authors, strict=True)
        if names and key in wanted
    ]
    if not rows:
        return Found(None, "")
    counts = [count for _, count in rows]
    if extreme.way == "average":
        return _averaged(extreme, counts, words)
    best = max(counts) if extreme.way == "most" else min(counts)
    chosen = [key for key, count in rows if count == best]
    lead = words[extreme.way if len(chosen) > 1 else f"{extreme.way} one"].format(
        n=best, k=f"{len(chosen):,}", on=words["on"]
    )
    return Found(Superlative(lead, tuple(chosen[:_MOST_TIES])))
