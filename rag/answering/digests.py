"""Digest: several chosen papers asked about together, each told in its own sentences."""

import re
from collections.abc import Mapping, Sequence

from llama_index.core.schema import NodeWithScore

from rag.answering.alike import alike
from rag.answering.drafts import paper_of_node
from rag.answering.panels import MOST, Panel, is_common, says, tell, weighing
from rag.answering.quotations import Quotation
from rag.answering.together import asks_for_themes, chosen_together, is_of_each
from rag.evidence.aspects import telling
from rag.evidence.evidence import EvidenceReader
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.understanding.asked import Asked
from rag.understanding.record_asks import record_ask_of
from rag.understanding.shorts import Kind

_TELLING = 0.15
"""By how much more of a question's words, by rarity, one of two papers of a name must hold to be the one meant."""
_OF_RECORD = (Kind.AUTHORS, Kind.YEAR, Kind.VENUE)
_ELSE_READ = (Kind.DATA, Kind.RESULTS)
"""What is read for like any question where no sentence tells it in the usual words."""
_WEIGHS = re.compile(r"\b(?:differ|compar|contrast|better|worse|vs|versus)|区别|不同|比较|对比|更好", re.IGNORECASE)


def panel_of(reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore]) -> Panel | None:
    """The papers that a question is asked of one by one: chosen ones, those talked of, or those of one name.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: the papers that meet its conditions.
    """
    papers = {paper.paper_id: paper for paper in map(paper_of_node, nodes)}
    question, carried = asked.asked_as, tuple(getattr(asked, "carried", ()))
    cjk = is_asked_in_cjk(question)
    ids = chosen_together(question, [item.condition for item in asked.readings if item.applied])
    gist = bool(ids)
    if not ids and len(carried) != 1:
        ids = _each_chosen(asked)
    if not ids and getattr(asked, "each", False) and not (asked.comparison and _WEIGHS.search(question)):
        ids, gist = carried, getattr(asked, "kind", None) is Kind.GIST
    if ids:
        found = [papers[key] for key in ids if key in papers]
        held = len(ids) if asked.allowed is None else len(asked.allowed & set(ids))
        lead = _few_themes(question, len(ids), cjk=cjk) if gist else weighing(question, cjk=cjk)
        return Panel(tuple(found[:MOST]), question, lead, held - len(found[:MOST]), gist) if found else None
    kind = getattr(asked, "kind", None)
    if len(carried) == 1 and kind is not None and kind not in _OF_RECORD and carried[0] in papers:
        if kind in _ELSE_READ and not telling(kind, papers[carried[0]].abstract, 1):
            return None
        return Panel((papers[carried[0]],), question, gist=kind is Kind.GIST, more=kind is Kind.MORE,
                     heard=getattr(asked, "heard", ""))  # fmt: skip
    return None if carried or asked.comparison else _namesakes(reader, asked, list(papers.values()), cjk=cjk)


def _few_themes(question: str, count: int, *, cjk: bool) -> str:
    """That so few papers have no themes in common to be told; empty where none were asked for."""
    if count < 2 or not asks_for_themes(question):
        return ""
    return (
        f"{count} 篇论文太少，无法划分主题；各篇的内容如下。"
        if cjk
        else f"{count} papers are too few to be parted into themes; this is what each is about."
    )


def _each_chosen(asked: Asked) -> tuple[str, ...]:
    """The ids of several chosen papers where a question is asked of each of them."""
    chosen = [item.condition.values for item in asked.readings
              if item.applied and item.condition.field == "paper" and item.condition.operator == "="]  # fmt: skip
    several = len(chosen) == 1 and len(chosen[0]) > 1
    return tuple(chosen[0]) if several and asked.comparison is None and is_of_each(asked.asked_as) else ()


def _namesakes(reader: EvidenceReader, asked: Asked, papers: Sequence[Paper], *, cjk: bool) -> Panel | None:
    """The papers whose methods have the one name that a question asks for, unless its other words tell them apart."""
    if record_ask_of(asked.query_str) is not None:
        return None  # no abstract tells it
    for word, bearing in alike(asked, papers, reader.lexical):
        covered = [reader.read(asked.reading, paper).coverage for paper in bearing]
        if max(covered) - min(covered) > _TELLING:
            return None
        lead = (
            f"有 {len(bearing)} 篇论文的方法都叫 {word}："
            if cjk
            else f"{len(bearing)} papers have a method named {word}:"
        )
        question = re.sub(rf"\s*{re.escape(word)}\s*", "它" if cjk else " it ", asked.query_str)
        panel = Panel(tuple(bearing), question, lead)
        return panel if is_common(question) or any(says(panel, reader, paper) for paper in bearing) else None
    return None


def digest(
    reader: EvidenceReader, asked: Asked, nodes: Sequence[NodeWithScore], numbers: Mapping[str, int] | None = None
) -> Quotation | None:
    """Tell of each paper that is asked one by one; None where the question is not about such papers.

    Args:
        reader: reads papers.
        asked: the question, understood.
        nodes: the papers that meet its conditions.
        numbers: the numbers, from 1, that papers have already, by paper id.
    """
    panel = panel_of(reader, asked, nodes)
    return None if panel is None else tell(panel, reader, asked, numbers)
