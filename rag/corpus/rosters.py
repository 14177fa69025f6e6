"""Roster: the answer to "which papers" and "how many": counted, grouped, each paper with the sentence that shows it."""

from collections.abc import Sequence

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.topics import Topic
from rag.evidence.verdicts import Verdict
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import Span, sentence_spans

SHOWN = 60
"""Papers listed with their sentence; the count says how many more there are."""

_ENGLISH = {
    "none": "These papers do not say. None of the {examined} abstracts{limited} has {topic}.",
    "unweighed": "Abstracts do not weigh papers against each other, so none is named the best; these are on it.",
    "unmet": "These papers do not say. None of the {examined} papers meets {conditions}.",
    "one": "**1 paper matches clearly**{perhaps}.",
    "clear": "**{clear} papers match clearly**{perhaps}.",
    "only": "**No paper matches clearly**, {perhaps} perhaps.",
    "more": ", {n} more perhaps",
    "how": "Counted over all {examined} abstracts{limited}: those that have {topic}, in any form of the words.",
    "limited": " that meet {conditions}",
    "all": "**{clear} papers**{limited}.",
    "single": "**1 paper**{limited}.",
    Sureness.ABOUT: "About it: in the title, or in several sentences",
    Sureness.MENTIONS: "Say it in one sentence",
    Sureness.PERHAPS: "Perhaps: near in meaning, in other words",
    Sureness.OPPOSED: "On the same, but said without the denial that was asked for",
    "against": ", {n} on it without that denial",
    "rest": "The first {shown} are listed; {left} more match.",
    "and": " together with ",
    "or": " or ",
}
_CHINESE = {
    "none": "这些论文没有说明。{examined} 篇摘要{limited}中没有出现{topic}。",
    "unweighed": "摘要不会相互比较优劣，因此不指出哪一个最好；以下是相关的论文。",
    "unmet": "这些论文没有说明。{examined} 篇论文中没有一篇符合 {conditions}。",
    "one": "**有 1 篇论文明确符合**{perhaps}。",
    "clear": "**有 {clear} 篇论文明确符合**{perhaps}。",
    "only": "**没有论文明确符合**，{perhaps} 篇可能相关。",
    "more": "，另有 {n} 篇可能相关",
    "how": "统计方法：在全部 {examined} 篇摘要{limited}中查找{topic}（含各种词形）。",
    "limited": "（限于 {conditions}）",
    "all": "**共 {clear} 篇论文**{limited}。",
    "single": "**共 1 篇论文**{limited}。",
    Sureness.ABOUT: "主题相关：出现在标题或多个句子中",
    Sureness.MENTIONS: "仅在一个句子中提到",
    Sureness.PERHAPS: "可能相关：措辞不同，意思接近",
    Sureness.OPPOSED: "主题相同，但说法不含所问的否定",
    "against": "，另有 {n} 篇同主题但不含该否定",
    "rest": "列出前 {shown} 篇，另有 {left} 篇符合。",
    "and": " 与 ",
    "or": " 或 ",
}


def roster(question: str, listing: Listing, conditions: Sequence[str] = (), *, unweighed: bool = False) -> Quotation:
    """Write out a listing.

    Args:
        question: as asked; the answer is framed in its language.
        listing: what was found.
        conditions: what the papers had to meet beside the topic, such as "year>=2023".
        unweighed: the best was asked for, which no list tells.
    """
    words = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    perhaps = sum(match.sureness is Sureness.PERHAPS for match in listing.matches)
    met = literal(", ".join(conditions))
    limited = words["limited"].format(conditions=met) if conditions else ""
    facts = {"examined": f"{listing.examined:,}", "topic": _named(listing.topic, words), "limited": limited}
    if not listing.matches and listing.topic.facets:
        return Quotation(words["none"].format(**facts), Verdict.NOT_IN_PAPERS)
    if not listing.clear and not listing.topic.facets and conditions:
        text = words["unmet"].format(conditions=met, **facts)
        return Quotation(text, Verdict.NOT_IN_PAPERS)
    against = sum(match.sureness is Sureness.OPPOSED for match in listing.matches)
    more = words["more"].format(n=perhaps) if perhaps else ""
    more += words["against"].format(n=against) if against else ""
    if not listing.topic.facets:
        head = words["all" if listing.clear != 1 else "single"].format(clear=f"{listing.clear:,}", limited=limited)
    elif not listing.clear:
        head = words["only"].format(perhaps=perhaps + against)
    else:
        head = words["one" if listing.clear == 1 else "clear"].format(clear=f"{listing.clear:,}", perhaps=more)
    blocks = [head + (" " + words["how"].format(**facts) if listing.topic.facets else "")]
    blocks = [words["unweighed"], *blocks] if unweighed else blocks
    citations: list[Citation] = []
    for sureness in Sureness:
        group = [match for match in listing.matches[:SHOWN] if match.sureness is sureness]
        if not group:
            continue
        if listing.topic.facets:
            blocks.append(f"**{words[sureness]}** ({len(group)})")
        lines = []
        for match in group:
            citations.append(_citation(len(citations) + 1, match))
            lines.append(_line(match, citations[-1]))
        blocks.append("\n".join(lines))
    left = listing.clear + perhaps + against - len(citations)
    if left > 0 and citations:
        blocks.append(words["rest"].format(shown=len(citations), left=f"{left:,}"))
    return Quotation.of("\n\n".join(blocks), citations)


def _named(topic: Topic, words: dict[str, str]) -> str:
    facets = (words["or"].join(f"“{literal(phrase)}”" for phrase in facet.alternatives) for facet in topic.facets)
    return words["and"].join(facets)


def _citation(n: int, match: Match) -> Citation:
    paper = match.paper
    span = match.evidence or next(iter(sentence_spans(paper.abstract)), Span(0, len(paper.abstract)))
    return Citation.of(n, paper, span)


def _line(match: Match, citation: Citation) -> str:
    return f"- **{literal(match.paper.heading)}**: “{unforged(citation.quote)}” [{citation.n}]"
