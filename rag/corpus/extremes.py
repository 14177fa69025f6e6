"""Extremes: the longest abstract, the fewest authors, the average title, the newest paper: as far as records tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.extreme import Extreme

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
class Found:
    """What the records tell of an extreme.

    Args:
        counted: the papers, and the line that says it; None where the records do not tell it.
        untold: why they do not.
    """

    counted: Superlative | None
    untold: str = ""


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
