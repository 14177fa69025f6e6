"""Unmet: the answer where no paper meets a condition that was asked for, and what the records do tell of it."""

from collections.abc import Sequence
from dataclasses import replace

from rag.answering.quotations import Quotation
from rag.evidence.verdicts import Verdict
from rag.index.facts import Facts
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal
from rag.understanding.filters import PLACES, Filter
from rag.understanding.labels import YEARS_ZH, label

_MOST_VENUES = 3
_ENGLISH = {
    "refusal": "These papers do not say.",
    "zero": "**0 papers.**",
    "venue not": "All {n} papers are recorded as of {wanted}.",
    "or": " or ",
    "year": "None of the {n} papers is dated {wanted}{known}.",
    "years": "; they are of {known}",
    "span": "{first} to {last}",
    "venue": "None of the {n} papers is recorded as of {wanted}{known}.",
    "venues": "; they are of {known}",
    "kind": "No paper of this index is marked {wanted}.",
    "no kinds": "No record of this index states a kind of paper (oral, spotlight, poster…), so which are {wanted} "
    "papers cannot be told.",
    "status": "No paper of this index is marked {wanted}.",
    "no status": "No paper of this index is marked {wanted}; as no record states any standing, that may merely "
    "not be known.",
    "that": "that condition",
    "those": "those conditions",
    "other": "None of the {n} papers meets {wanted}.",
    "apart": "No paper here is by {wanted} together with the others named; {n} have {wanted} as an author.",
    "apart one": "No paper here is by {wanted} together with the others named; 1 has {wanted} as an author.",
    "place": "None of the {n} papers by {wanted} has that author at this place ({place}).",
    "beside": "{k} of the {n} papers meet {wanted}, but none of these also meets {others}.",
    "beside one": "1 of the {n} papers meets {wanted}, but it does not meet {others}.",
    "joined": " and ",
    "without": " Without {that}, {left} papers match clearly.",
    "without one": " Without {that}, 1 paper matches clearly.",
}
_CHINESE = {
    "refusal": "这些论文没有说明。",
    "zero": "**0 篇论文。**",
    "venue not": "全部 {n} 篇论文的记录都属于 {wanted}。",
    "or": " 或 ",
    "year": "{n} 篇论文中没有一篇的年份是 {wanted}{known}。",
    "years": "；它们的年份是 {known}",
    "span": "{first} 至 {last}",
    "venue": "{n} 篇论文的记录中没有一篇属于 {wanted}{known}。",
    "venues": "；它们属于 {known}",
    "kind": "索引中没有论文标记为 {wanted}。",
    "no kinds": "索引的记录没有说明论文的类别（oral、spotlight、poster 等），因此无法得知哪些是 {wanted}。",
    "status": "索引中没有论文标记为 {wanted}。",
    "no status": "索引中没有论文标记为 {wanted}；由于所有记录都没有状态信息，这也可能只是未知。",
    "that": "该条件",
    "those": "这些条件",
    "other": "{n} 篇论文中没有一篇符合 {wanted}。",
    "apart": "没有一篇论文由 {wanted} 与其他所列作者合写；{wanted} 参与的论文有 {n} 篇。",
    "apart one": "没有一篇论文由 {wanted} 与其他所列作者合写；{wanted} 参与的论文有 1 篇。",
    "place": "{wanted} 的 {n} 篇论文中没有一篇在该署名位置（{place}）。",
    "beside": "{n} 篇论文中有 {k} 篇符合 {wanted}，但其中没有一篇同时符合 {others}。",
    "beside one": "{n} 篇论文中有 1 篇符合 {wanted}，但它不符合 {others}。",
    "joined": " 和 ",
    "without": "去掉{that}后，有 {left} 篇论文明确符合。",
    "without one": "去掉{that}后，有 1 篇论文明确符合。",
}


def unmet(
    question: str, conditions: Sequence[Filter], facts: Facts, left: int = 0, beside: Sequence[Filter] = ()
) -> Quotation:
    """Say that no paper meets conditions.

    Args:
        question: as asked; the answer is framed in its language.
        conditions: that no paper meets.
        facts: of all papers.
        beside: the other conditions, which papers do meet.
        left: papers that match clearly once the conditions are left aside; 0 where that is not told.
    """
    words = _CHINESE if is_asked_in_cjk(question) else _ENGLISH
    said = [_beside(condition, beside, facts, words) or _told(condition, facts, words) for condition in conditions]
    if left:
        said[-1] += words["without" if left > 1 else "without one"].format(
            left=f"{left:,}", that=words["that" if len(conditions) == 1 else "those"]
        )
    joint = "" if words is _CHINESE else " "
    # Where records could tell and none does, the number is known, and is the answer.
    counted = any(
        condition.field not in ("kind", "status") or _is_recorded(condition, facts) for condition in conditions
    )
    return Quotation(joint.join([words["zero" if counted else "refusal"], *said]), Verdict.NOT_IN_PAPERS)


def _is_recorded(condition: Filter, facts: Facts) -> bool:
    return any(facts.kinds if condition.field == "kind" else facts.statuses)


def _beside(condition: Filter, beside: Sequence[Filter], facts: Facts, words: dict[str, str]) -> str:
    """That papers meet a condition, but none of them the others as well; empty where none meets it at all."""
    met = len(facts.meeting(condition)) if beside and condition.field != "keyword" else 0
    if not met:
        return ""
    cjk = words is _CHINESE
    others = literal(words["joined"].join(label(other, cjk=cjk) for other in beside))
    return words["beside" if met > 1 else "beside one"].format(
        k=f"{met:,}", n=f"{len(facts.ids):,}", wanted=literal(label(condition, cjk=cjk)), others=others
    )


def _told(condition: Filter, facts: Facts, words: dict[str, str]) -> str:
    wanted, n = literal(words["or"].join(condition.values)), f"{len(facts.ids):,}"
    if condition.field == "year":
        years = sorted({year for year in facts.years if year is not None})
        span = (
            str(years[0]) if len(years) == 1 else words["span"].format(first=years[0], last=years[-1]) if years else ""
        )
        said = (
            label(condition).replace("not year", "other than")
            if words is _ENGLISH
            else YEARS_ZH[condition.operator].format(condition.value)
        )
        known = words["years"].format(known=span) if span else ""
        return words["year"].format(n=n, wanted=said.removeprefix("year "), known=known)
    if condition.field == "venue":
        venues = words["or"].join(facts.known_venues[:_MOST_VENUES])
        if condition.operator == "!=":
            return words["venue not"].format(n=n, wanted=wanted)
        few = 0 < len(facts.known_venues) <= _MOST_VENUES
        return words["venue"].format(
            n=n, wanted=wanted, known=words["venues"].format(known=literal(venues)) if few else ""
        )
    if condition.field == "kind":
        return words["kind" if any(facts.kinds) else "no kinds"].format(wanted=wanted)
    if condition.field == "status":
        return words["status" if any(facts.statuses) else "no status"].format(wanted=wanted)
    if condition.field == "author" and condition.operator == "=" and (own := len(facts.meeting(condition))):
        return words["apart" if own > 1 else "apart one"].format(n=own, wanted=wanted)
    if condition.field in PLACES and (own := len(facts.meeting(replace(condition, field="author")))):
        return words["place"].format(n=own, wanted=wanted, place=literal(label(condition, cjk=words is _CHINESE)))
    return words["other"].format(n=n, wanted=literal(label(condition, cjk=words is _CHINESE)))
