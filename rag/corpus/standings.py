"""Standings: who has the most papers, which year or venue, which of two authors: counted in the papers' records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from rag.corpus.superlatives import Superlative
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.filters import is_author
from rag.understanding.rankings import Ranking

Entry = tuple[str, ...]
"""What papers are counted for: one name, or the two of a pair."""
_NEXT = 4
_MOST_FIRST = 5
"""Names that are told where more are on a par."""
_MOST = 20
_PAPERS = 5

_ENGLISH = {
    "author": "**{who} {has} the most papers here{on}: {n}{each}**.",
    "first": "**{who} {is_} the first author of the most papers here{on}: {n}{each}**.",
    "last": "**{who} {is_} the last author of the most papers here{on}: {n}{each}**.",
    "sole": "**{who} {is_} the only author of the most papers here{on}: {n}{each}**.",
    "pair": "**{who} wrote the most papers together here{on}: {n}{each}**.",
    "year": "**Most papers here{on} are of {who}: {n}{each}**, of {total}.",
    "venue": "**Most papers here{on} are of {who}: {n}{each}**, of {total}.",
    "next": " Next: {others}.",
    "those": "Those of {who}:",
    "top": "**The {k} {what} with the most papers here{on}**: {shown}.",
    "par": " As many as the last of these has: {others}.",
    "authors": "authors", "firsts": "first authors", "lasts": "last authors", "soles": "sole authors",
    "pairs": "pairs of authors", "years": "years", "venues": "venues",
    "on": " on {topic}",
    "within": " Of the {total} papers that are clearly on it.",
    "and": " and ", "with": " and ", "comma": ", ", "each": " each", "more": "{left} more",
    "none": "**Nobody is that of any paper here{on}**.",
    "compared": "**{who} has more papers here{on}: {n}**, against {others}.",
    "compared first": "**{who} is the first author of more papers here{on}: {n}**, against {others}.",
    "compared last": "**{who} is the last author of more papers here{on}: {n}**, against {others}.",
    "alike": "**{who} have as many papers here{on}: {n} each**.",
    "alike first": "**{who} are the first authors of as many papers here{on}: {n} each**.",
    "alike last": "**{who} are the last authors of as many papers here{on}: {n} each**.",
    "of": "{n} of {who}",
    "many": "**{k} authors have {many} {papers}{on}**: {shown}.",
    "many one": "**1 author has {many} {papers}{on}**: {shown}.",
    "many none": "**No author has {many} {papers}{on}**.",
    "exactly": "exactly {n}", "least": "at least {n}", "and more": ", and {left} more", "paper": "paper",
    "papers": "papers",
    "total": "**{n} different names of authors** stand on the {k} papers{on} whose record names any.",
}  # fmt: skip
_CHINESE = {
    "author": "**{who} 的论文{on}最多：{each}{n} 篇**。",
    "first": "**{who} 作为第一作者的论文{on}最多：{each}{n} 篇**。",
    "last": "**{who} 作为最后作者的论文{on}最多：{each}{n} 篇**。",
    "sole": "**{who} 独立署名的论文{on}最多：{each}{n} 篇**。",
    "pair": "**{who} 合写的论文{on}最多：{each}{n} 篇**。",
    "year": "**{who} 年的论文{on}最多：{each}{n} 篇**，共 {total} 篇。",
    "venue": "**{who} 的论文{on}最多：{each}{n} 篇**，共 {total} 篇。",
    "next": "其次：{others}。",
    "those": "{who} 的论文：",
    "top": "**论文{on}最多的 {k} {what}**：{shown}。",
    "par": "与末位并列的还有：{others}。",
    "authors": "位作者", "firsts": "位第一作者", "lasts": "位最后作者", "soles": "位独立作者", "pairs": "对作者",
    "years": "个年份",
    "venues": "个出处",
    "on": "（关于{topic}）",
    "within": "统计范围：明确相关的 {total} 篇。",
    "and": "、", "with": " 与 ", "comma": "、", "each": "各 ", "more": "另 {left} 位",
    "none": "**没有人是任何论文{on}的这类作者**。",
    "compared": "**{who} 的论文{on}更多：{n} 篇**，{others}。",
    "compared first": "**{who} 作为第一作者的论文{on}更多：{n} 篇**，{others}。",
    "compared last": "**{who} 作为最后作者的论文{on}更多：{n} 篇**，{others}。",
    "alike": "**{who} 的论文{on}一样多：各 {n} 篇**。",
    "alike first": "**{who} 作为第一作者的论文{on}一样多：各 {n} 篇**。",
    "alike last": "**{who} 作为最后作者的论文{on}一样多：各 {n} 篇**。",
    "of": "{who} {n} 篇",
    "many": "**有 {k} 位作者有{many} 篇论文{on}**：{shown}。",
    "many one": "**有 1 位作者有{many} 篇论文{on}**：{shown}。",
    "many none": "**没有作者有{many} 篇论文{on}**。",
    "exactly": "恰好 {n}", "least": "至少 {n}", "and more": "，另有 {left} 位", "paper": "", "papers": "",
    "total": "**共有 {n} 个不同的作者署名**，见于有作者信息的 {k} 篇论文{on}。",
}  # fmt: skip


def standing(ranking: Ranking, question: str, ids: Iterable[str], facts: Facts, topic: str = "") -> Superlative | None:
    """Count what is to be ranked; None where no record has it.

    Args:
        ranking: what is asked.
        question: as asked; the answer is framed in its language.
        ids: of the papers that it is asked of.
        facts: of all papers.
        topic: that these papers are on; empty where they are all.
    """
    words, wanted = _CHINESE if is_asked_in_cjk(question) else _ENGLISH, set(ids)
    rows = [(paper_id, row) for row, paper_id in enumerate(facts.ids) if paper_id in wanted]
    held = [(paper_id, _entries(ranking.of, row, facts)) for paper_id, row in rows]
    held = [(paper_id, names) for paper_id, names in held if names]
    on = words["on"].format(topic=literal(topic)) if topic else ""
    if ranking.names:
        return _compared(ranking, held, on, words)
    if not held:
        return None
    if ranking.of == "total":
        return _total(held, words, on)
    counts = Counter(name for _, names in held for name in dict.fromkeys(names))
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    if ranking.least:
        return _with_many(ranking, ranked, held, on, words)
    found = _top(ranking, ranked, on, words) if ranking.count > 1 else _first(ranking, ranked, on, len(rows), words)
    first = ranked[0][0]
    lead = found + (words["within"].format(total=f"{len(rows):,}") if topic else "")
    persons = ranking.of not in ("year", "venue")
    those = words["those"].format(who=_told(first, words).removesuffix(".")) if persons else ""
    ids = tuple(paper_id for paper_id, names in held if first in names)[:_PAPERS]
    return Superlative(lead, ids, by_name=persons, those=those)


def _entries(of: str, row: int, facts: Facts) -> list[Entry]:
    """What a paper counts for: its authors, the one at a place, each two of them, its year or its venue."""
    if of == "year":
        return [(str(facts.years[row]),)] if facts.years[row] is not None else []
    if of == "venue":
        return [(facts.venues[row],)] if facts.venues[row] else []
    names = [name for name in facts.authors[row].split("; ") if name]
    if of == "pair":
        return [(min(pair), max(pair)) for pair in combinations(dict.fromkeys(names), 2)]
    chosen = {"first": names[:1], "last": names[-1:], "sole": names if len(names) == 1 else []}.get(
        of, list(dict.fromkeys(names))
    )
    return [(name,) for name in chosen]


def _told(entry: Entry, words: dict[str, str]) -> str:
    return words["with"].join(map(literal, entry))


def _first(ranking: Ranking, ranked: Sequence[tuple[Entry, int]], on: str, total: int, words: dict[str, str]) -> str:
    most = ranked[0][1]
    best = [_told(entry, words) for entry, count in ranked if count == most]
    told = best[:_MOST_FIRST] + (
        [words["more"].format(left=len(best) - _MOST_FIRST)] if len(best) > _MOST_FIRST else []
    )
    who = _row(told, words)
    several = len(best) > 1
    lead = words[ranking.of].format(
        who=who, has="have" if several else "has", is_="are each" if several else "is", n=f"{most:,}", on=on,
        each=words["each"] if several else "", total=f"{total:,}",
    )  # fmt: skip
    others = [f"{_told(entry, words)} ({count})" for entry, count in ranked[len(best) : len(best) + _NEXT]]
    return lead + (words["next"].format(others=words["comma"].join(others)) if others else "")


def _top(ranking: Ranking, ranked: Sequence[tuple[Entry, int]], on: str, words: dict[str, str]) -> str:
    chosen = ranked[: min(ranking.count, _MOST)]
    shown = words["comma"].join(f"{_told(entry, words)} ({count})" for entry, count in chosen)
    lead = words["top"].format(k=len(chosen), what=words[f"{ranking.of}s"], on=on, shown=shown)
    par = [_told(entry, words) for entry, count in ranked[len(chosen) :] if count == chosen[-1][1]]
    told = par[:_MOST_FIRST] + ([words["more"].format(left=len(par) - _MOST_FIRST)] if len(par) > _MOST_FIRST else [])
    return lead + (words["par"].format(others=_row(told, words)) if par else "")


def _with_many(
    ranking: Ranking,
    ranked: Sequence[tuple[Entry, int]],
    held: Sequence[tuple[str, Sequence[Entry]]],
    on: str,
    words: dict[str, str],
) -> Superlative:
    """The authors with so many papers."""
    least = ranking.least
    found = [(entry, count) for entry, count in ranked if (count == least if ranking.exactly else count >= least)]
    shown = [f"{_told(entry, words)} ({count})" for entry, count in found[:_MOST]]
    left = len(found) - len(shown)
    told = words["comma"].join(shown) + (words["and more"].format(left=f"{left:,}") if left else "")
    many = words["exactly" if ranking.exactly else "least"].format(n=least)
    form = "many none" if not found else "many one" if len(found) == 1 else "many"
    papers = words["paper" if ranking.exactly and least == 1 else "papers"]
    lead = words[form].format(k=f"{len(found):,}", many=many, shown=told, on=on, papers=papers)
    if not found:
        return Superlative(lead, (), by_name=True)
    those = words["those"].format(who=_told(found[0][0], words).removesuffix("."))
    ids = tuple(paper_id for paper_id, entries in held if found[0][0] in entries)[:_PAPERS]
    return Superlative(lead, ids, by_name=True, those=those)


def _total(held: Sequence[tuple[str, Sequence[Entry]]], words: dict[str, str], on: str) -> Superlative:
    """How many names of authors there are."""
    names = {entry for _, entries in held for entry in entries}
    lead = words["total"].format(n=f"{len(names):,}", k=f"{len(held):,}", on=on)
    return Superlative(lead, (), by_name=True)


def _compared(
    ranking: Ranking, held: Sequence[tuple[str, Sequence[Entry]]], on: str, words: dict[str, str]
) -> Superlative:
    """How many papers each of the authors named has."""
    own = {
        name: [paper_id for paper_id, entries in held if any(is_author(entry[0], name) for entry in entries)]
        for name in ranking.names
    }
    order = sorted(own, key=lambda name: -len(own[name]))
    place = f" {ranking.of}" if ranking.of in ("first", "last") else ""
    n = len(own[order[0]])
    if n == len(own[order[-1]]):
        lead = words[f"alike{place}"].format(who=_row([literal(name) for name in order], words), n=n, on=on)
    else:
        others = [words["of"].format(n=len(own[name]), who=literal(name)) for name in order[1:]]
        lead = words[f"compared{place}"].format(who=literal(order[0]), n=n, others=_row(others, words), on=on)
    ids = dict.fromkeys(paper_id for name in order for paper_id in own[name][: max(1, _PAPERS // len(order))])
    return Superlative(lead, tuple(ids), by_name=True)


def _row(names: Sequence[str], words: dict[str, str]) -> str:
    return names[0] if len(names) == 1 else words["comma"].join(names[:-1]) + words["and"] + names[-1]
