"""Exhausted: what is said where a list has nothing more to give: no further papers, none that meets a condition."""

from collections.abc import Sequence

from rag.answering.quotations import Quotation
from rag.evidence.verdicts import Verdict
from rag.prompts import REFUSAL
from rag.questions import is_asked_in_cjk


def exhausted(question: str, beyond: Sequence[str], within: Sequence[str]) -> Quotation | None:
    """Say that a list has no more papers than were shown, or none that meets a further condition; None for no list.

    Args:
        question: as asked; the answer is framed in its language.
        beyond: the papers shown.
        within: those of a list that were asked.
    """
    cjk = is_asked_in_cjk(question)
    if beyond:
        text = f"没有更多了：符合的 {len(beyond)} 篇论文都已列出。"
        return Quotation(
            text if cjk else f"There are no more: all {len(beyond)} have been listed.", Verdict.NOT_IN_PAPERS
        )
    if within:
        text = f"{REFUSAL} Of the {len(within)} papers listed before, none does by its abstract."
        none = f"这些论文没有说明。前面列出的 {len(within)} 篇论文中，没有一篇的摘要符合。"
        return Quotation(none if cjk else text, Verdict.NOT_IN_PAPERS)
    return None


def unlisted(question: str) -> Quotation:
    """Say that a question points to a paper that was not listed, or has been taken out since."""
    if is_asked_in_cjk(question):
        return Quotation(
            "这些论文没有说明。之前的回答里没有这样一篇论文；请写出它的名称或标题。", Verdict.NOT_IN_PAPERS
        )
    text = f"{REFUSAL} No such paper is among those that were listed before; ask for it by its name or title."
    return Quotation(text, Verdict.NOT_IN_PAPERS)
