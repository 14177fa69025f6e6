"""Answers from a paper's record to what is claimed, counted or missing there: see `rag.understanding.record_asks`."""

from collections.abc import Sequence

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.evidence.evidence import Reading
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import Span
from rag.understanding.filters import is_author, is_venue
from rag.understanding.record_asks import RecordAsk, Sort

_SOURCE = "(From the paper's record, not from its abstract.)"
_SOURCE_CJK = "（据论文的著录信息，不是摘要。）"
_KINDS_CJK = {"口头报告": "oral", "口头": "oral", "焦点": "spotlight", "海报": "poster"}
PLACES_SAID = ("first", "second", "third", "fourth", "fifth")
_MOST = 12
"""Authors that are named; of more, the first ones and the last."""


def framed(line: str, question: str, reading: Reading, span: Span, *, known: bool = True, number: int = 1) -> Quotation:
    """A line told from a record, beside the sentence that shows which paper it is.

    Args:
        line: that tells it.
        question: as asked; the answer is framed in its language.
        reading: of the paper.
        span: the sentence of its abstract.
        known: whether the record has what is asked.
        number: of the citation.
    """
    if known:
        line += _SOURCE_CJK if is_asked_in_cjk(question) else f" {_SOURCE}"
    quote = reading.paper.abstract[span.start : span.end]
    sentences = (
        {"text": line, "citations": [number], "supported": None},
        {"text": quote, "citations": [number], "supported": True},
    )
    verdict = Verdict.ANSWERED if known else Verdict.ABSTRACT_DOES_NOT_SAY
    citation = Citation.of(number, reading.paper, span)
    return Quotation(f"{line} [{number}]\n\n> {unforged(quote)} [{number}]", verdict, (citation,), sentences)


def placed_cjk(which: str) -> str:
    """A place of the byline in Chinese: 第二 for "second"."""
    return f"第{'一二三四五'[PLACES_SAID.index(which)]}" if which in PLACES_SAID else "最后"


def lone(paper: Paper, which: str, *, cjk: bool) -> str:
    """That a paper has too few authors for one to be at a place."""
    title, names = literal(paper.heading), listed(paper.authors, cjk=cjk)
    if cjk:
        return f"**{title}** 没有{placed_cjk(which)}作者：它只有 {len(paper.authors)} 位作者，{names}。"
    many = "1 author" if len(paper.authors) == 1 else f"{len(paper.authors)} authors"
    return f"**{title}** has no {which} author: it has {many}, {names.removesuffix('.')}."


def answered(ask: RecordAsk, question: str, paper: Paper) -> tuple[str, bool]:
    """What a paper's record says to what is asked of it, and whether it says anything.

    Args:
        ask: what is asked; not who, when or where, which `rag.answering.bylines` tells.
        question: as asked; the answer is framed in its language.
        paper: that is meant.
    """
    cjk = is_asked_in_cjk(question)
    if ask.sort is Sort.COUNT:
        return _count(paper, cjk=cjk)
    if ask.sort is Sort.AUTHOR:
        return _is_by(ask, paper, cjk=cjk)
    if ask.sort is Sort.PLACE:
        return _appeared(ask, paper, cjk=cjk)
    title = literal(paper.heading)
    if ask.sort is Sort.KIND:
        return _kind(ask, paper, cjk=cjk)
    if ask.sort is Sort.IDENTIFIER:
        kind, label = f"{ask.said.casefold()}:", "DOI" if ask.said.casefold() == "doi" else "arXiv"
        held = [
            literal(item.removeprefix(kind)) for item in (*paper.identifiers, paper.paper_id) if item.startswith(kind)
        ]
        if not held:
            return (
                f"**{title}** 的著录信息没有 {label} 号。" if cjk else f"The record of **{title}** has no {label} id."
            ), False
        return (f"**{title}** 的 {label}：{held[0]}。" if cjk else f"The {label} id of **{title}** is {held[0]}."), True
    if ask.sort is Sort.LINK:
        if not paper.url:
            return (f"**{title}** 的著录信息没有链接。" if cjk else f"The record of **{title}** has no link."), False
        url = literal(paper.url)
        return (f"**{title}** 的链接：<{url}>。" if cjk else f"**{title}** is at <{url}>."), True
    english, _, chinese = ask.said.partition("|")
    if cjk:
        return f"著录信息里没有{chinese}：对 **{title}**，它只有作者、年份、出处和链接。", False
    return f"No record here has {english}: that of **{title}** has its authors, year, venue and link.", False


def unrecorded(ask: RecordAsk, question: str) -> Quotation:
    """Say that no record has what is asked of all papers.

    Args:
        ask: what is asked.
        question: as asked.
    """
    english, _, chinese = ask.said.partition("|")
    if is_asked_in_cjk(question):
        text = f"这些论文没有说明。著录信息里没有{chinese}：只有作者、年份、出处和链接。"
    else:
        text = f"These papers do not say. No record here has {english}: records have authors, years, venues and links."
    return Quotation(text, Verdict.NOT_IN_PAPERS)


def unheld(subject: str, question: str, papers: Sequence[Paper]) -> Quotation:
    """Say that no paper bears a name, and which ones mention it.

    Args:
        subject: the name.
        question: as asked; the answer is framed in its language.
        papers: that mention it; may be none.
    """
    titles = "\n".join(f"- **{literal(paper.heading)}**" for paper in papers)
    if is_asked_in_cjk(question):
        text = f"这些论文没有说明。这里没有“{literal(subject)}”的著录信息：没有论文以它为题，或提出它。" + (
            "提到它的论文：" if papers else ""
        )
    else:
        text = f"These papers do not say. No record of “{literal(subject)}” is here: no paper has it as its title, or "
        text += "as the name of what it proposes." + (" Mentioned in:" if papers else "")
    return Quotation(f"{text}\n\n{titles}".strip(), Verdict.NOT_IN_PAPERS)


def nobody(name: str, near: Sequence[str], question: str) -> Quotation:
    """Say that no author has a name.

    Args:
        name: as it was asked for.
        near: the names of authors that it may be a slip of; may be none.
        question: as asked.
    """
    if is_asked_in_cjk(question):
        text = f"这些论文没有说明。这里的论文没有名为“{literal(name)}”的作者。"
        text += f"相近的名字：{listed(near, cjk=True)}。" if near else ""
    else:
        text = f"These papers do not say. No paper here has an author named “{literal(name)}”."
        text += f" Near in spelling: {listed(near, cjk=False).removesuffix('.')}." if near else ""
    return Quotation(text, Verdict.NOT_IN_PAPERS)


def listed(names: Sequence[str], *, cjk: bool) -> str:
    """Names as people read them; of many, the first ones and the last."""
    shown = [*map(literal, names)]
    if len(shown) > _MOST:
        left = len(shown) - _MOST
        shown[_MOST - 1 : -1] = [f"…（另 {left} 人）…" if cjk else f"{left} others"]
    if cjk:
        return "、".join(shown)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _count(paper: Paper, *, cjk: bool) -> tuple[str, bool]:
    title, count = literal(paper.heading), len(paper.authors)
    if not count:
        return _no_authors(paper, cjk=cjk), False
    names = listed(paper.authors, cjk=cjk)
    if cjk:
        return f"**{title}** 有 {count} 位作者：{names}。", True
    many = "1 author" if count == 1 else f"{count} authors"
    return f"**{title}** has {many}: {names.removesuffix('.')}.", True


def _kind(ask: RecordAsk, paper: Paper, *, cjk: bool) -> tuple[str, bool]:
    """Whether a paper is of a kind, where its record states one."""
    title, kind = literal(paper.heading), literal(paper.kind)
    if not kind:
        return (
            f"**{title}** 的著录信息没有报告类型（oral、spotlight、poster）。"
            if cjk
            else f"The record of **{title}** does not say how it was presented (oral, spotlight, poster)."
        ), False
    holds = _KINDS_CJK.get(ask.said, ask.said.split()[0]).casefold() in paper.kind.casefold()
    if cjk:
        return f"{'是' if holds else '不是'}：**{title}** 的类型是 {kind}。", True
    return f"{'Yes' if holds else 'No'}: **{title}** is marked {kind}.", True


def _is_by(ask: RecordAsk, paper: Paper, *, cjk: bool) -> tuple[str, bool]:
    if not paper.authors:
        return _no_authors(paper, cjk=cjk), False
    title = literal(paper.heading)
    at = PLACES_SAID.index(ask.which) if ask.which in PLACES_SAID else -1
    if at >= len(paper.authors):
        return lone(paper, ask.which, cjk=cjk), True
    among = [paper.authors[at]] if ask.which else list(paper.authors)
    holds = any(is_author(author, ask.said) for author in among)
    if ask.which:
        told = literal(among[0])
        if cjk:
            return f"{'是' if holds else '不是'}：**{title}** 的{placed_cjk(ask.which)}作者是 {told}。", True
        return f"{'Yes' if holds else 'No'}: the {ask.which} author of **{title}** is {told.removesuffix('.')}.", True
    names = listed(paper.authors, cjk=cjk)
    if cjk:
        return f"{'是' if holds else '不是'}：**{title}** 的作者是 {names}。", True
    return f"{'Yes' if holds else 'No'}: **{title}** is by {names.removesuffix('.')}.", True


def _appeared(ask: RecordAsk, paper: Paper, *, cjk: bool) -> tuple[str, bool]:
    title, venue = literal(paper.heading), literal(paper.venue)
    if (ask.said and not paper.venue) or (ask.year and not paper.year):
        lacks = ("出处" if ask.said else "年份") if cjk else ("venue" if ask.said else "year")
        return (f"**{title}** 的著录信息没有{lacks}。" if cjk else f"The record of **{title}** has no {lacks}."), False
    holds = (not ask.said or is_venue(paper.venue, ask.said)) and (ask.year is None or ask.year == paper.year)
    if cjk:
        told = f"发表于{f' {venue}' if venue else ''}{f' {paper.year} 年' if paper.year else ''}"
        return f"{'是' if holds else '不是'}：**{title}** {told}。", True
    where = f"{f' at {venue}' if venue else ''}{f' in {paper.year}' if paper.year else ''}"
    return f"{'Yes' if holds else 'No'}: **{title}** appeared{where}.", True


def _no_authors(paper: Paper, *, cjk: bool) -> str:
    title = literal(paper.heading)
    return f"**{title}** 的著录信息没有作者。" if cjk else f"The record of **{title}** names no authors."
