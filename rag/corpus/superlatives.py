"""Superlatives: which author has the most papers, which paper the most authors: counted in the papers' records."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.evidence.verdicts import Verdict
from rag.index.facts import Facts
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import sentence_spans

_MOST = r"(?:the )?(?:most|highest number of|largest number of|greatest number of|longest list of)"
_PAPER = re.compile(
    rf"\b(?:papers?|articles?|works?|abstracts?)\s+(?:(?:that|which) )?(?:has|have|had|with|lists?)\s+{_MOST}\s+"
    r"(?:co-?)?authors\b"
    r"|作者(?:人数|数量|数)?最多的?(?:是)?(?:哪)?(?:一)?(?:篇)?(?:论文|文章)|(?:论文|文章)的?作者(?:人数|数量|数)?最多",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    rf"\b(?:who|which|what|authors?|researchers?)\b[^?.]{{0,40}}\b{_MOST}\s+"
    r"(?:papers|articles|works|publications|abstracts)\b"
    r"|\bmost (?:prolific|productive) (?:authors?|researchers?)\b"
    r"|(?:论文|文章)(?:数量|数)?最多的(?:作者|人)|(?:谁|哪(?:位|个|些)作者)的?(?:发表的?)?(?:论文|文章)(?:数量|数)?最多",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"^\W*(?:(?:and|so|please|tell me|can you tell me)\W+)*(?:who|which (?:author|researcher|person|one)s?|what author"
    r"|(?:who|what) (?:is|are) the authors?)\b(?: (?:has|have|had|is|are|wrote|written|published|publishes|authored"
    r"|here|of|the|authors?|with|that|who|co-authored))*\s+"
    r"(?:the )?(?:most (?:papers|articles|works|publications|abstracts)|(?:highest|largest|greatest) number of "
    r"(?:papers|articles|works|publications)|most (?:prolific|productive)(?: (?:authors?|researchers?))?)"
    r"(?: (?:here|in (?:this|the) (?:index|corpus|collection)|of all|in total|overall|altogether))*\W*$"
    r"|^\W*(?:谁|哪(?:位|个|些|几位)作者|(?:论文|文章)(?:数量|数)?最多的(?:作者|人))",
    re.IGNORECASE,
)
"""All of a question that the counts of all papers answer; any other word in it asks for something else."""
_OTHER = re.compile(r"(?:哪所|哪个|哪位|哪家|哪国|哪些)[^，。？?]{0,10}(?:论文|文章)(?:数量|数)?最多", re.IGNORECASE)
_BESIDE = re.compile(
    r"关于|有关|方面|领域|上(?:的)?论文|第一作者|最后|女|男|大学|公司|机构|国家|主题|数据集|第[二三四五]"
)
_SHOWN = 5
"""Papers that are named; of authors, those with most papers, in that order."""
_RECORD = "(Counted in the papers' records, not in their abstracts.)"
_WORDS = "(Counted in words; a formula is several.)"
_RECORD_CJK = "（据论文的著录信息统计，不是摘要。）"


def uncounted(question: str) -> str:
    """Why it cannot be told who has the most papers, in the question's language; empty where that is not asked.

    Records tell authors, years, venues and links: "which university", "which woman" and "on bandits" ask for more.
    """
    if not (_AUTHOR.search(question) or _OTHER.search(question)) or _PAPER.search(question) or is_plain(question):
        return ""
    if is_asked_in_cjk(question):
        return "这一项没有统计：这里只统计全部论文中每位作者的论文数，著录信息里没有作者的单位、国籍或性别。"
    return (
        "This is not counted here. Only the papers of each author, over all papers, are counted; no record tells "
        "affiliations, countries or genders, and neither topics, methods nor datasets are ranked by their papers."
    )


def is_plain(question: str) -> bool:
    """Whether a question asks who has the most papers of all, and nothing beside."""
    return bool(_PLAIN.search(question)) and not _BESIDE.search(question)


@dataclass(frozen=True)
class Superlative:
    """What was counted.

    Args:
        lead: the line that says it.
        paper_ids: of the papers behind it, the first ones first.
        in_words: words were counted, not what the records say.
    """

    lead: str
    paper_ids: tuple[str, ...]
    in_words: bool = False


def superlative(question: str, facts: Facts, allowed: frozenset[str] | None = None) -> Superlative | None:
    """Count what a question asks to be counted; None where it asks for no such thing, or no record has authors.

    Args:
        question: as asked.
        facts: of all papers.
        allowed: the papers to count; None for all.
    """
    of_paper, of_author = _PAPER.search(question), _AUTHOR.search(question)
    if not of_paper and not (of_author and is_plain(question)):
        return None
    rows = [
        (paper_id, names.split("; "))
        for paper_id, names in zip(facts.ids, facts.authors, strict=True)
        if names and (allowed is None or paper_id in allowed)
    ]
    if not rows:
        return None
    return (_most_authors if of_paper else _most_papers)(rows, cjk=is_asked_in_cjk(question))


def told(found: Superlative, question: str, get: Callable[[Sequence[str]], list[Paper]]) -> Quotation:
    """The answer, with each paper's first sentence for proof of which it is.

    Args:
        found: what was counted.
        question: as asked; the answer is framed in its language.
        get: reads papers by id.
    """
    papers = get(list(found.paper_ids))
    citations = [
        Citation.of(n, paper, span) for n, paper in enumerate(papers, 1) for span in sentence_spans(paper.abstract)[:1]
    ]
    cjk = is_asked_in_cjk(question)
    note = (_RECORD_CJK if cjk else _RECORD) if not found.in_words else "" if cjk else _WORDS
    lead = f"{found.lead} {note}".strip()
    lines = [f"- **{literal(papers[item.n - 1].heading)}**: “{unforged(item.quote)}” [{item.n}]" for item in citations]
    quoted = Quotation.of("\n".join([lead, "", *lines]), citations, Verdict.ANSWERED)
    first = {"text": lead, "citations": [item.n for item in citations], "supported": None}
    return Quotation(quoted.text, quoted.verdict, quoted.citations, (first, *quoted.sentences))


def _most_authors(rows: Sequence[tuple[str, list[str]]], *, cjk: bool) -> Superlative:
    most = max(len(names) for _, names in rows)
    ids = [paper_id for paper_id, names in rows if len(names) == most]
    if cjk:
        return Superlative(f"**作者最多的论文有 {most} 位作者**。", tuple(ids[:_SHOWN]))
    papers = "one paper" if len(ids) == 1 else f"{len(ids)} papers"
    return Superlative(f"**The most authors of a paper here are {most}**, of {papers}.", tuple(ids[:_SHOWN]))


def _most_papers(rows: Sequence[tuple[str, list[str]]], *, cjk: bool) -> Superlative:
    counts = Counter(name for _, names in rows for name in dict.fromkeys(names))
    most = max(counts.values())
    first = [literal(name) for name, count in counts.items() if count == most]
    others = [f"{literal(name)} ({count})" for name, count in counts.most_common(len(first) + _SHOWN - 1)[len(first) :]]
    ids = [paper_id for paper_id, names in rows if first[0] in map(literal, names)][:_SHOWN]
    if cjk:
        lead = f"**{'、'.join(first[:_SHOWN])} 的论文最多：{most} 篇**。"
        return Superlative(lead + (f"其次：{'、'.join(others)}。" if others else ""), tuple(ids))
    who = first[0] if len(first) == 1 else f"{', '.join(first[:_SHOWN][:-1])} and {first[:_SHOWN][-1]}"
    lead = f"**{who} {'has' if len(first) == 1 else 'have'} the most papers here: {most}"
    lead += "**." if len(first) == 1 else " each**."
    lead += f" Next: {', '.join(others)}." if others else ""
    if len(first) > 1:
        lead += f" Those of {first[0]}:"
    return Superlative(lead, tuple(ids))
