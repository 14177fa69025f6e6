"""Repeats: what a conversation has asked already, however it was worded."""

import re
from collections.abc import Iterable

from rag.answering.proposals import mentions

_KINDS = {
    "well": re.compile(
        r"\b(?:how (?:well|good|much|accurate|fast)|perform|results?|achiev|accura|outperform|better|benchmark|improve)"
        r"|\bevaluat|效果|性能|表现|准确|提升|结果|优于",
        re.IGNORECASE,
    ),
    "problem": re.compile(
        r"\b(?:problem|solv|address|challenge|issue|motivat|why|need|tackle|purpose|aim|used? for)"
        r"|问题|解决|挑战|为什么|目的|用于|动机",
        re.IGNORECASE,
    ),
}


def asked_of(name: str, questions: Iterable[str]) -> set[str]:
    """What has been asked of a method: "what" it is, how "well" it does, which "problem" it solves.

    Args:
        name: of the method. Whoever asked anything about it knows, or was told, what it is.
        questions: of the conversation.
    """
    about = [question for question in questions if mentions(name, question)]
    return {kind for kind, said in _KINDS.items() if any(said.search(question) for question in about)} | (
        {"what"} if about else set()
    )


def is_title_asked(title: str, questions: Iterable[str]) -> bool:
    """Whether a question names a paper by its title, whatever its case and signs."""
    return any(_folded(title) in _folded(question) for question in questions)


def _folded(text: str) -> str:
    return f" {re.sub(r'[^a-z0-9]+', ' ', text.casefold()).strip()} "
