"""Alike: the papers whose methods bear one name, so that an answer from one of them says that there is another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rag.answering.quotations import Quotation
from rag.lexical import LexicalIndex
from rag.papers import Paper, method_name
from rag.questions import is_asked_in_cjk
from rag.text.analysis import analyze
from rag.text.escapes import literal
from rag.understanding.asked import Asked

_MOST_WITH_NAME = 40
"""Papers that mention a name that is a method's own."""
_MOST = 3
"""Other papers of a name that are told."""
_NAME = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z0-9]*[A-Z][A-Za-z0-9-]*[A-Z][A-Za-z0-9]*(?![A-Za-z0-9+#*-])")


def alike(asked: Asked, papers: Sequence[Paper], lexical: LexicalIndex) -> Iterator[tuple[str, list[Paper]]]:
    """Each name of a question that the methods of several papers bear, with these papers.

    Args:
        asked: the question, understood.
        papers: among which they are looked for.
        lexical: tells how many papers have a name.
    """
    for word in dict.fromkeys(_NAME.findall(asked.topic)):
        known = all(lexical.document_frequency(term) <= _MOST_WITH_NAME for term in analyze(word))
        found = [
            paper
            for paper in papers
            if word in (paper.title.partition(":")[0].strip(), method_name(paper.abstract))
            and (known or paper.paper_id in asked.bearers)
        ]
        if len(found) > 1:
            yield word, found


def with_others(answer: Quotation, asked: Asked, papers: Sequence[Paper], lexical: LexicalIndex) -> Quotation:
    """An answer from one of several papers of a name, with a line that there are others; else as it is.

    Args:
        answer: to the question.
        asked: the question, understood; one that goes on about a paper means that one.
        papers: that retrieval found.
        lexical: tells how many papers have a name.
    """
    told = {citation.paper_id for citation in answer.citations}
    carried: tuple[str, ...] = getattr(asked, "carried", ())
    if not told or carried:
        return answer
    for word, found in alike(asked, papers, lexical):
        others = [paper for paper in found if paper.paper_id not in told]
        if not others or len(others) == len(found):
            continue
        titles = [f"**{literal(paper.heading)}**" for paper in others[:_MOST]]
        if is_asked_in_cjk(asked.asked_as):
            line = f"另有论文的方法也叫 {word}：{'、'.join(titles)}。"
        else:
            line = f"Another method here is named {word}, too: {', '.join(titles)}."
        return replace(answer, text=f"{answer.text}\n\n{line}")
    return answer
