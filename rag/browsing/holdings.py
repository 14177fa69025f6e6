"""Holdings: which papers of an index meet conditions, without a question and without a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rag.index.derived import alone
from rag.index.facts import Facts, Noted
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.store import PaperStore
from rag.understanding.filters import Filter
from rag.understanding.meeting import Meeting


def papers_meeting(store: PaperStore, where: Sequence[Filter] = ()) -> Iterable[Paper]:
    """The papers of an index that meet all conditions, in the store's order.

    Args:
        store: the index, opened.
        where: the conditions; none lets every paper pass.
    """
    if not where:
        return store.papers()
    generation, noted = store.manifest().generation, Noted(store.papers())
    with alone(store.path, generation):
        lexical = LexicalIndex.open(store.path / "lexical", generation, noted)
        facts = Facts.open(store.path / "facts", generation, noted)
    allowed = Meeting(store, lexical, facts).every(where)
    return (paper for paper in store.papers() if paper.paper_id in allowed)
