"""Roster: the answer to "which papers" and "how many": counted, grouped, each paper with the sentence that shows it."""

import re
from collections import Counter
from collections.abc import Sequence

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.corpus.listing import UNCLEAR, Listing, Match, Sureness
from rag.corpus.topics import Topic
from rag.evidence.verdicts import Verdict
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import Span, sentence_spans

_SHARE = re.compile(r"\b(?:percent(?:age)?|share|fraction|proportion)\b|百分之|占比|比例", re.IGNORECASE)
_NONE = {
    "topic": "none",
    "titles": "none titles",
    "literally": "none literally",
    "exactly": "none literally",
    "some": "none",
}
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10, "两": 2, "三": 3, "五": 5, "十": 10}
_SO_MANY = re.compile(
    r"\b(?:show|give|list|name|find|recommend|suggest)\s+(?:me\s+)?(?:the\s+)?(?:top\s+|best\s+|any\s+)?(\d{1,2}|two|three|four|five|six"
    r"|ten)\s+(?:\w+\s+){0,2}?(?:papers|articles|works)\b|(?:列出|推荐|给出|找出?|给我)(\d{1,2}|两|三|五|十)\s*篇",
    re.IGNORECASE,
)
SHOWN = 60
"""Papers listed with their sentence; the count says how many more there are."""

_ENGLISH = {
    "none": "These papers do not say. None of the {examined} abstracts{limited} has {topic}.",
    "none titles": "**0 papers.** None of the {examined} titles{limited} has {topic}.",
    "none literally": "**0 papers.** None of the {examined} titles and abstracts{limited} has {topic}.",
    "none in it": "These papers do not say. {it} does not have {topic}.",
    "it": "The abstract of {conditions}",
    "only one": "The one abstract that meets {conditions}",
    "how in it": "{it} has {topic}, in some form of the words.",
    "unweighed": "Abstracts do not weigh papers against each other, so none is named the best; these are on it.",
    "unmet": "These papers do not say. None of the {examined} papers meets {conditions}.",
    "gap": " ",
    "one": "**1 paper matches clearly**{perhaps}.",
    "clear": "**{clear} papers match clearly**{perhaps}.",
    "only": "**No paper matches clearly**, {perhaps} perhaps.",
    "more": ", {n} more perhaps",
    "how": "Counted over all {examined} abstracts{limited}: those that have {topic}, in any form of the words.",
    "some": "**{clear} papers have at least one of them.**",
    "some one": "**1 paper has at least one of them.**",
    "literally": "Counted over all {examined} titles and abstracts{limited}: those that have {topic}, in any case and "
    "number.",
    "exactly": "Counted over all {examined} titles and abstracts{limited}: those that have {topic} word for word.",
    "titles": "Counted over all {examined} titles{limited}: those that have {topic}.",
    "limited": " that meet {conditions}",
    "limited one": " that meets {conditions}",
    "less": " less those on {unwanted}",
    "all": "**{clear} papers**{limited}.",
    "single": "**1 paper**{limited}.",
    Sureness.ABOUT: "About it: in the title, or in several sentences",
    Sureness.MENTIONS: "Say it in one sentence",
    Sureness.PERHAPS: "Perhaps: in passing, or near in meaning, in other words",
    Sureness.OPPOSED: "On the same, but said without the denial that was asked for",
    Sureness.PASSING: "Name what was to be left out in one sentence, in passing",
    "against": ", {n} on it without that denial",
    "named": ", {n} that name in passing what was to be left out",
    "share": " That is {share} of the {examined}.",
    "rest": "The first {shown} are listed; {left} more match.",
    "and": " together with ",
    "or": " or ",
}
_CHINESE = {
    "none": "这些论文没有说明。{examined} 篇摘要{limited}中没有出现{topic}。",
    "none titles": "**0 篇论文。**{examined} 个标题{limited}中没有出现{topic}。",
    "none literally": "**0 篇论文。**{examined} 篇标题和摘要{limited}中没有出现{topic}。",
    "none in it": "这些论文没有说明。{it}中没有出现{topic}。",
    "it": "{conditions} 的摘要",
    "only one": "唯一符合 {conditions} 的摘要",
    "how in it": "{it}含有{topic}（含各种词形）。",
    "unweighed": "摘要不会相互比较优劣，因此不指出哪一个最好；以下是相关的论文。",
    "unmet": "这些论文没有说明。{examined} 篇论文中没有一篇符合 {conditions}。",
    "gap": "",
    "one": "**有 1 篇论文明确符合**{perhaps}。",
    "clear": "**有 {clear} 篇论文明确符合**{perhaps}。",
    "only": "**没有论文明确符合**，{perhaps} 篇可能相关。",
    "more": "，另有 {n} 篇可能相关",
    "how": "统计方法：在全部 {examined} 篇摘要{limited}中查找{topic}（含各种词形）。",
    "some": "**有 {clear} 篇论文至少涉及其中之一。**",
    "some one": "**有 1 篇论文至少涉及其中之一。**",
    "literally": "统计方法：在全部 {examined} 篇标题和摘要{limited}中查找{topic}（不论大小写和单复数）。",
    "exactly": "统计方法：在全部 {examined} 篇标题和摘要{limited}中逐字查找{topic}。",
    "titles": "统计方法：在全部 {examined} 个标题{limited}中查找{topic}。",
    "limited": "（限于 {conditions}）",
    "limited one": "（限于 {conditions}）",
    "less": "（排除关于 {unwanted} 的）",
    "all": "**共 {clear} 篇论文**{limited}。",
    "single": "**共 1 篇论文**{limited}。",
    Sureness.ABOUT: "主题相关：出现在标题或多个句子中",
    Sureness.MENTIONS: "仅在一个句子中提到",
    Sureness.PERHAPS: "可能相关：顺带提到，或措辞不同而意思接近",
    Sureness.OPPOSED: "主题相同，但说法不含所问的否定",
    Sureness.PASSING: "在一句话中顺带提到了要排除的内容",
    "against": "，另有 {n} 篇同主题但不含该否定",
    "named": "，另有 {n} 篇顺带提到了要排除的内容",
    "share": "占 {examined} 篇的 {share}。",
    "rest": "列出前 {shown} 篇，另有 {left} 篇符合。",
    "and": " 与 ",
    "or": " 或 ",
}


def roster(
    question: str,
    listing: Listing,
    conditions: Sequence[str] = (),
    *,
    unwanted: Sequence[str] = (),
    unweighed: bool = False,
    remark: str = "",
) -> Quotation:
    """Write out a listing.

    Args:
        question: as asked; the answer is framed in its language.
        listing: what was found.
        conditions: what the papers had to meet beside the topic, such as "year>=2023".
        unwanted: topics that they were not to be on.
        unweighed: the best was asked for, which no list tells.
        remark: what is said before all else.
    """
    words = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    facts = _facts(listing, conditions, unwanted, words)
    if none := _none(listing, conditions, facts, words):
        return Quotation(none, Verdict.NOT_IN_PAPERS)
    head = _counted(listing, conditions, facts, words)
    # Of a topic within conditions it is open what the share is of.
    within = bool(conditions and listing.told == "topic" and listing.topic.facets)
    if _SHARE.search(question) and listing.examined and not within:
        head += words["share"].format(share=_percent(listing), **facts)
    blocks = [*([words["unweighed"]] if unweighed else []), *([remark] if remark else []), head]
    citations: list[Citation] = []
    for sureness in Sureness:
        group = [match for match in listing.matches[: _wanted(question)] if match.sureness is sureness]
        cited = [_citation(len(citations) + at, match) for at, match in enumerate(group, 1)]
        if group and listing.topic.facets:
            blocks.append(f"**{words[sureness]}** ({len(group)})")
        if group:
            blocks.append("\n".join(map(_line, group, cited)))
        citations += cited
    left = listing.clear + sum(match.sureness in UNCLEAR for match in listing.matches) - len(citations)
    if left > 0 and citations:
        blocks.append(words["rest"].format(shown=len(citations), left=f"{left:,}"))
    return Quotation.of("\n\n".join(blocks), citations)


def _facts(
    listing: Listing, conditions: Sequence[str], unwanted: Sequence[str], words: dict[str, str]
) -> dict[str, str]:
    """What the sentences about a listing name."""
    met = literal(("、" if words is _CHINESE else ", ").join(conditions))
    single = listing.clear == 1 and not listing.topic.facets
    limited = words["limited one" if single else "limited"].format(conditions=met) if conditions else ""
    limited += words["less"].format(unwanted=literal(words["or"].join(unwanted))) if unwanted else ""
    facts = {"examined": f"{listing.examined:,}", "topic": _named(listing.topic, words), "limited": limited}
    facts["conditions"] = met
    if _is_one(listing, conditions):  # "the abstract of “Title”", or "the one abstract that meets year 2023"
        facts["it"] = words["it" if conditions[0].startswith("“") else "only one"].format(conditions=met)
    return facts


def _is_one(listing: Listing, conditions: Sequence[str]) -> bool:
    """Whether the conditions left one paper."""
    return listing.examined == 1 and bool(conditions)


def _none(listing: Listing, conditions: Sequence[str], facts: dict[str, str], words: dict[str, str]) -> str:
    """That there is none; nothing where there are some."""
    if not listing.matches and listing.topic.facets:
        return words["none in it" if _is_one(listing, conditions) else _NONE[listing.told]].format(**facts)
    if not listing.clear and not listing.topic.facets and conditions:
        return words["unmet"].format(**facts)
    return ""


def _counted(listing: Listing, conditions: Sequence[str], facts: dict[str, str], words: dict[str, str]) -> str:
    """How many there are, and how that was counted."""
    if not listing.topic.facets:
        return _all(listing, words, facts["limited"])
    if listing.told == "some":
        some = words["some" if listing.clear != 1 else "some one"].format(clear=f"{listing.clear:,}")
        return f"{some}{words['gap']}{words['how'].format(**facts)}"
    how = "how in it" if _is_one(listing, conditions) else "how" if listing.told == "topic" else listing.told
    return f"{_head(listing, words)}{words['gap']}{words[how].format(**facts)}"


def _head(listing: Listing, words: dict[str, str]) -> str:
    """How many papers are on the topic, and how many more are near it."""
    counts = Counter(match.sureness for match in listing.matches)
    if not listing.clear:
        return words["only"].format(perhaps=sum(counts[sureness] for sureness in UNCLEAR))
    more = "".join(
        words[key].format(n=counts[sureness])
        for key, sureness in (("more", Sureness.PERHAPS), ("against", Sureness.OPPOSED), ("named", Sureness.PASSING))
        if counts[sureness]
    )
    return words["one" if listing.clear == 1 else "clear"].format(clear=f"{listing.clear:,}", perhaps=more)


def _wanted(question: str) -> int:
    """How many papers are to be listed: as many as are asked for."""
    found = _SO_MANY.search(question)
    said = next((text for text in found.groups() if text), "") if found else ""
    number = _NUMBERS.get(said.lower(), 0) or (int(said) if said.isdigit() else 0)
    return min(number or SHOWN, SHOWN)


def _percent(listing: Listing) -> str:
    share = 100 * listing.clear / listing.examined
    return f"{share:.1f}%" if 0.1 <= share <= 99.9 else f"{share:.2g}%"


def _all(listing: Listing, words: dict[str, str], limited: str) -> str:
    return words["all" if listing.clear != 1 else "single"].format(clear=f"{listing.clear:,}", limited=limited)


def _named(topic: Topic, words: dict[str, str]) -> str:
    facets = (words["or"].join(f"“{literal(phrase)}”" for phrase in facet.alternatives) for facet in topic.facets)
    return words["and"].join(facets)


def _citation(n: int, match: Match) -> Citation:
    paper = match.paper
    span = match.evidence or next(iter(sentence_spans(paper.abstract)), Span(0, len(paper.abstract)))
    return Citation.of(n, paper, span)


def _line(match: Match, citation: Citation) -> str:
    return f"- **{literal(match.paper.heading)}**: “{unforged(citation.quote)}” [{citation.n}]"
