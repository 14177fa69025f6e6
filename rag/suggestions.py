"""Example questions, drawn from the papers at hand."""

import re
from collections.abc import Iterable
from itertools import cycle, islice

from rag.papers import Paper, method_name

_FORMS = (
    "What is {name}, and how does it work?",
    "What problem does {name} solve?",
    "{name} 解决了什么问题？",
    "How well does {name} perform?",
)
_LONGEST_NAME = 40


def example_questions(papers: Iterable[Paper], count: int = 6) -> list[str]:
    """Questions that these papers can be asked: each names a method of a paper that is there.

    Args:
        papers: in the order of preference; reading stops once there are enough.
        count: how many at most.
    """
    names = dict.fromkeys(name for paper in papers if (name := _name(paper)))
    return [form.format(name=name) for form, name in zip(cycle(_FORMS), islice(names, count), strict=False)]


def _name(paper: Paper) -> str:
    """A plain name: the title's part before its colon, else what the abstract proposes."""
    head, colon, _ = paper.title.partition(":")
    name = head if colon and len(head.split()) == 1 else method_name(paper.abstract)
    return name if len(name) <= _LONGEST_NAME and re.search(r"\w[A-Z]|[A-Z]\w+ ", name) and "$" not in name else ""
