"""Chosen papers: where a reader names some, the conversation is about these and about no other."""

from __future__ import annotations

from collections.abc import Sequence

from rag.store import PaperStore
from rag.understanding.filters import Filter
from rag.understanding.history import Turn, concerning
from rag.understanding.pointing import pointer_of

_LIST = "The chosen papers"


def talk_about_chosen(
    turns: Sequence[Turn], where: Sequence[Filter], store: PaperStore, question: str = ""
) -> tuple[Turn, ...]:
    """The conversation, as far as it is about the papers that conditions name by their ids.

    Where one paper is named, and nothing was said of it yet, or the last question was refused, it is as if it had just
    been talked of: "what is it about?" then asks about it. So it is with several where a question points to one of them
    ("the second one").

    Args:
        turns: of the conversation, oldest first.
        where: the question's conditions.
        store: the papers.
        question: as asked.
    """
    named = [condition.values for condition in where if condition.field == "paper" and condition.operator == "="]
    for paper_ids in named:
        turns = concerning(turns, frozenset(paper_ids))
    if len(named) == 1 and len(named[0]) > 1:
        listed = Turn("user", _LIST), Turn("assistant", _LIST, tuple(named[0]))
        return (*listed, *turns) if pointer_of(question) is not None else tuple(turns)
    last = next((turn for turn in reversed(turns) if not turn.is_question), None)
    if len(named) != 1 or (last is not None and last.paper_ids):
        return tuple(turns)
    told = [Turn(role, paper.label, (paper.paper_id,) if role == "assistant" else ())
            for paper in store.get(named[0]) for role in ("user", "assistant")]  # fmt: skip
    return (*turns, *told)
