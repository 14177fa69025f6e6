"""Shortfall: the answer where the paper is here and the asked detail is not: which paper, and what it does say."""

from rag.answering.quotations import Quotation, flow
from rag.citations import Citation
from rag.evidence.details import Detail, Fault
from rag.evidence.evidence import Reading
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal

_ENGLISH = {
    Fault.UNSTATED: "The abstract of **{title}** does not say it ({asked}). What it does say:",
    Fault.NOT_NAMED: "The abstract of **{title}** does not mention {asked}. What it does say:",
    Fault.NO_NUMBER: "The abstract of **{title}** gives no such number. What it does say:",
    Fault.DENIED: "The abstract of **{title}** says otherwise:",
    Fault.PRESUMED: "The abstract of **{title}** does not say so ({asked}). What it does say:",
}
_CHINESE = {
    Fault.UNSTATED: "**{title}** 的摘要没有说明这一点（{asked}）。它说的是：",
    Fault.NOT_NAMED: "**{title}** 的摘要没有提到 {asked}。它说的是：",
    Fault.NO_NUMBER: "**{title}** 的摘要没有给出这个数字。它说的是：",
    Fault.DENIED: "**{title}** 的摘要说法不同：",
    Fault.PRESUMED: "**{title}** 的摘要没有这样说（{asked}）。它说的是：",
}


def lacks(question: str, paper: Paper, detail: Detail) -> str:
    """What stands before a paper's own sentences where its abstract lacks or denies something.

    Args:
        question: as asked; this is said in its language.
        paper: that lacks it.
        detail: what it lacks.
    """
    frame = (_CHINESE if is_asked_in_cjk(question) else _ENGLISH)[detail.fault]
    return frame.format(title=literal(paper.heading), asked=literal(detail.asked))


def shortfall(question: str, reading: Reading, detail: Detail, number: int = 1) -> Quotation:
    """Say what an abstract lacks or denies, and quote what it says.

    Args:
        question: as asked; the answer is framed in its language.
        reading: of the paper.
        detail: what it lacks.
        number: of the citation.
    """
    paper = reading.paper
    spans = [detail.sentence] if detail.sentence is not None else reading.answering(question)
    citations = [Citation.of(number, paper, span) for span in spans]
    text = f"{lacks(question, paper, detail)}\n\n> {flow(citations)}"
    return Quotation.of(text, citations, Verdict.ABSTRACT_DOES_NOT_SAY)
