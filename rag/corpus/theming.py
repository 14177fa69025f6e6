"""Theming: the answer to "what are the main themes", of all papers or of those on a topic."""

import re
from collections.abc import Sequence

from llama_index.core.schema import NodeWithScore

from rag.corpus.listing import UNCLEAR
from rag.corpus.outlines import outline
from rag.corpus.rolls import Rolls
from rag.corpus.stacks import Stacks, in_english, without_conditions
from rag.corpus.surveys import Survey, first
from rag.corpus.topics import Topic, topic_of
from rag.questions import is_asked_in_cjk
from rag.understanding.asked import Asked

_THEMES = re.compile(
    r"\b(?:(?:main|major|key|common|dominant|principal|central|biggest|overall|general|different|research|hot|broad|recent"
    r"|current)\s+)*(?:sub-?)?(?:themes?|topics?|trends?|fields?|clusters?|areas?|directions?|strands?|subjects?)\b"
    r"|(?:主要|主流|热门|核心)?(?:的)?(?:研究)?子?(?:主题|话题|方向|趋势|领域|议题|热点)",
    re.IGNORECASE,
)
"""What is asked for of papers, and not what they are on."""
_FEWEST_FOR_THEMES = 6


def themes_survey(asked: Asked, nodes: Sequence[NodeWithScore], stacks: Stacks, rolls: Rolls) -> Survey | None:
    """The themes of all papers, or of those on a topic; the papers themselves where they are too few; None for none.

    Args:
        asked: the question, understood.
        nodes: what retrieval ranks first for it.
        stacks: the papers.
        rolls: lists papers.
    """
    topic = topic_of(_THEMES.sub(" ", without_conditions(asked)), in_english)
    chosen = asked.allowed
    if topic.facets:
        found = stacks.listing(asked, topic, nodes)
        chosen = frozenset(match.paper.paper_id for match in found.matches if match.sureness not in UNCLEAR)
        if len(chosen) < _FEWEST_FOR_THEMES:  # the themes of all papers would be none of this topic
            return rolls.survey(asked, found, nodes, _too_few(asked, len(chosen))) if chosen else None
    papers, themes = stacks.themes(chosen)
    if len(papers) < _FEWEST_FOR_THEMES:
        return rolls.survey(asked, rolls.every(asked, Topic(()), nodes), nodes, _too_few(asked, len(papers)))
    answer = outline(asked.asked_as, themes, papers)
    named = {citation.paper_id for citation in answer.citations}
    return Survey(asked, answer, first([paper for paper in papers if paper.paper_id in named], nodes))


def _too_few(asked: Asked, count: int) -> str:
    if is_asked_in_cjk(asked.asked_as):
        return f"{count} 篇论文太少，无法划分主题；全部列出如下。"
    return f"{count} papers are too few to be parted into themes; they are listed." if count > 1 else ""
