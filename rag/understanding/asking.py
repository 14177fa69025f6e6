"""Asking for papers: the words by which a question says that it is about which papers there are, and how they end."""

import re

from rag.text.sentences import Span
from rag.understanding.filters import Filter

Said = tuple[Filter, Span]
"""A condition and its place in the question."""

PAPER = r"(?:papers?|articles?|publications?|preprints?|submissions?|studies|works?|research|literature)"
HEAD = re.compile(
    rf"\b{PAPER}\b|\bpublished\b|\bbeen (?:done|proposed|published|shown|studied)\b|\bwhat(?:'s| is) new\b"
    r"|论文|文章|工作|研究|文献|发表",
    re.IGNORECASE,
)
KIND = r"(oral|spotlight|poster|workshop|tutorial)s?"
ENDS = (
    r"(?=\s*(?:$|[?.,;:!()\u3000-\u9fff，。？、]|(?:about|on|for|that|which|who|with|by|and|or|but|at|in|of|from|using"
    r"|since|after|before|between|until|not|except|excluding|regarding|concerning|accepted|presented|published"
    r"|are|were|is|was|study|use|deal|propose|address|discuss|investigate|explore|mention|consider|report|apply|say|show|tell"
    rf"|{PAPER})\b))"
)
YEAR = r"(?<!\d)((?:19[5-9]|20\d)\d)(?!\d)"
_OPENS = re.compile(
    r"\W*(?:what|who|whom|whose|where|when|why|how|which|is|are|was|were|do|does|did|can|could|should|would|will|has"
    r"|have|if)\b",
    re.IGNORECASE,
)


def asks_for_papers(question: str) -> bool:
    """Whether a question is about which papers there are, and not only about what they say."""
    return bool(HEAD.search(question))


def is_fragment(question: str) -> bool:
    """Whether it is search words rather than a question."""
    return not _OPENS.match(question) and not re.search(r"[?？]", question)
