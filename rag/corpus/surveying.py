"""Surveyor: answers what is asked of the whole corpus: which papers, how many, what themes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from llama_index.core.schema import NodeWithScore

from rag.answering.digests import panel_of
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.corpus.extremes import extreme_of, told_of
from rag.corpus.lacks import lacking, untold
from rag.corpus.listing import UNCLEAR, Listing, Match, Sureness
from rag.corpus.literals import having, is_denied, literal_of
from rag.corpus.outlines import outline
from rag.corpus.registry import Registry
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.stacks import Stacks, in_english, without_conditions
from rag.corpus.superlatives import told as counted
from rag.corpus.surveys import Survey, conditions_of, first, missing_of, unwanted_of
from rag.corpus.topics import Topic, topic_of
from rag.corpus.unmet import unmet
from rag.evidence.attributes import attribute_of
from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.evidence.verdicts import Verdict
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_asked_in_cjk, names
from rag.retrieval import HybridRetriever
from rag.text.escapes import literal
from rag.understanding.asked import Asked
from rag.understanding.asking import is_fragment
from rag.understanding.filters import Filter
from rag.understanding.intent import Intent
from rag.understanding.mentions import is_mentioned

_FEWEST = {Intent.LIST: 1, Intent.COUNT: 0, Intent.EXISTENCE: 2, Intent.OVERVIEW: 2}
"""Papers that must match clearly for a list to be the answer."""
_NOT_ALL = "No paper has all of them; these have at least one."
_NOT_ALL_CJK = "没有论文同时涉及全部；以下论文至少涉及其中之一。"
_NOT_THESE = (
    "These papers do not say. Papers without a word in their title can be neither listed nor counted here; ask which "
    "have it, or which do not mention it at all: “How many papers do not mention GPT-4?”"
)
_NOT_THESE_CJK = (
    "这些论文没有说明。这里无法列出或统计标题中没有某个词的论文；"
    "可以改问哪些论文含有该词，或者：“没有提到 GPT-4 的论文有多少篇？”"
)
_PAPER = re.compile(r"\b(?:papers?|articles?)\b|论文|文章", re.IGNORECASE)
_OF_PAPERS = (Intent.LIST, Intent.COUNT, Intent.EXISTENCE)
_OF_ALL = (Intent.LIST, Intent.COUNT)
_COINED = 3
"""Papers that have the name of one paper's method, at most."""
_BEST = re.compile(r"\bbest\b|\bstate[ -]of[ -]the[ -]art\b|\bsota\b|最(?:好|佳|优|先进)", re.IGNORECASE)
_PAPERS = re.compile(
    r"\b(?:papers?|articles?|publications?|published|write|written|wrote|works?)\b|论文|文章|写|发表", re.IGNORECASE
)
_MENTIONING = re.compile(r"^\W*(?:(?:that|which)\s+)?mention(?:s|ing)?\b|^\W*(?:提到|提及)", re.IGNORECASE)
_THEMES = re.compile(
    r"\b(?:(?:main|major|key|common|dominant|principal|central|biggest|overall|general|different|research|hot|broad|recent"
    r"|current)\s+)*(?:themes?|topics?|trends?|clusters?|areas?|directions?|strands?|subjects?)\b"
    r"|(?:主要|主流|热门|核心)?(?:的)?(?:研究)?(?:主题|话题|方向|趋势|领域|议题|热点)",
    re.IGNORECASE,
)
"""What is asked for of papers, and not what they are on."""
_FEWEST_FOR_THEMES = 6


class Surveyor:
    """Goes over all papers of an index, where a question asks for that.

    Args:
        retriever: of the index.
        encoder: of the model whose signs the index has.
        reader: reads papers for a question.
        writes: an LLM writes the answers: what it can tell from a few papers is left to it.
    """

    def __init__(
        self, retriever: HybridRetriever, encoder: TokenEncoder, reader: EvidenceReader, *, writes: bool = False
    ) -> None:
        self._retriever = retriever
        self._encoder = encoder
        self._reader = reader
        self._writes = writes
        self._kept: Stacks | None = None
        self._registry = Registry(retriever, reader)

    def survey(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """Answer from all papers; None where the question is on one paper, or its words occur in none.

        Args:
            asked: the question, understood.
            nodes: what retrieval ranks first for it.
        """
        if not nodes or panel_of(self._reader, asked, nodes) is not None:
            return None
        if (told := self._registry.answer(asked, nodes)) is not None:
            # What was read as a condition on papers ("published in 2022") is what was asked.
            return Survey(replace(asked, readings=()), told[0], first(told[1], nodes))
        if (survey := self._extreme(asked, nodes)) is not None:
            return survey
        if thing := lacking(asked.query_str):
            said = untold(literal(thing), cjk=is_asked_in_cjk(asked.asked_as))
            return Survey(asked, Quotation(said, Verdict.NOT_IN_PAPERS), list(nodes))
        if is_denied(without_conditions(asked)):
            said = _NOT_THESE_CJK if is_asked_in_cjk(asked.asked_as) else _NOT_THESE
            return Survey(asked, Quotation(said, Verdict.NOT_IN_PAPERS), list(nodes))
        topic = topic_of(without_conditions(asked), in_english)
        intent = self._intent(asked, topic)
        if intent is Intent.LOOKUP or _asks_of_one(asked, paper_of_node(nodes[0]), self._retriever.lexical):
            return None  # "What do the ablation studies of X show?" lists no studies
        if intent in _OF_PAPERS and (missing := missing_of(asked)):
            return self._unmet(asked, missing, topic, nodes)
        if intent is Intent.THEMES:
            return self._themes(asked, topic, nodes)
        if topic.facets or literal_of(without_conditions(asked)) is not None:
            return self._list(asked, intent, topic, nodes)
        return self._survey(asked, self._all(asked, topic, nodes), nodes) if intent in _OF_ALL else None

    def _intent(self, asked: Asked, topic: Topic) -> Intent:
        """What kind of answer is to be given."""
        intent = asked.intent
        if _is_of_author(asked) and (
            intent is Intent.EXISTENCE or (intent is Intent.LOOKUP and _of_papers(asked, topic))
        ):
            return Intent.LIST  # "What has Jane Doe published here?"
        if intent is Intent.LOOKUP and (
            (not topic.facets and _is_of_others(asked))
            or (is_fragment(asked.query_str) and _MENTIONING.search(asked.query_str))
        ):
            return Intent.LIST
        if intent is Intent.LOOKUP and topic.facets and _is_dated(asked):
            return Intent.EXISTENCE  # "offline RL since 2023"
        if intent is Intent.OVERVIEW and (self._writes or self._is_on_one(asked)):
            return Intent.LOOKUP
        return intent

    def _list(self, asked: Asked, intent: Intent, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """The papers on a topic; None where too few are to make a list of them."""
        stacks, remark = self._stacks(), ""
        found = stacks.listing(asked, topic, nodes)
        if topic.is_row and not found.clear:
            some = stacks.listing(asked, topic.any_of_row(), nodes)
            if some.clear:
                found, remark = some, _NOT_ALL_CJK if is_asked_in_cjk(asked.asked_as) else _NOT_ALL
        if not found.matches and _is_of_author(asked) and intent in _OF_ALL:
            return self._of_author(asked, topic, nodes)
        if found.told == "topic" and found.clear < _FEWEST[intent] and not (intent is Intent.LIST and found.matches):
            return None
        return self._survey(asked, found, nodes, remark)

    def _extreme(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """What the records tell of the most or the least; where they do not, that, and the papers on the topic."""
        extreme = extreme_of(asked.query_str)
        if extreme is None:
            return None
        rest = _PAPER.sub(" ", without_conditions(asked).replace(extreme.said, " "))
        topic = topic_of(rest, in_english)
        on_it = self._stacks().listing(asked, topic, nodes) if topic.facets else None
        if on_it is not None and not on_it.clear:
            return None
        chosen = asked.allowed or frozenset(self._retriever.lexical.ids)
        if on_it is not None:
            chosen = frozenset(match.paper.paper_id for match in on_it.matches if match.sureness not in UNCLEAR)
        found = told_of(extreme, asked.asked_as, sorted(chosen), self._retriever.lexical, self._retriever.facts)
        if found.counted is not None:
            answer = counted(found.counted, asked.asked_as, self._retriever.store.get)
            return Survey(asked, answer, first(self._retriever.store.get(found.counted.paper_ids), nodes))
        if not found.untold:
            return None
        if on_it is None:
            return Survey(asked, Quotation(found.untold, Verdict.NOT_IN_PAPERS), list(nodes))
        answer = roster(asked.asked_as, on_it, conditions_of(asked), unwanted=unwanted_of(asked), remark=found.untold)
        return Survey(asked, answer, first([match.paper for match in on_it.matches[:SHOWN]], nodes))

    def _of_author(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """All papers of the author that is named, where none has the topic, or it is too vague to be looked for."""
        found = self._survey(asked, self._all(asked, Topic(()), nodes), nodes)
        cjk = is_asked_in_cjk(asked.asked_as)
        said = ("或" if cjk else " or ").join(f"“{literal(facet.alternatives[0])}”" for facet in topic.facets)
        lead = (
            f"其中没有一篇的标题或摘要含有{said}；全部列出如下。"
            if cjk
            else f"None of these has {said} in its title or abstract."
        )
        return replace(found, quotation=replace(found.quotation, text=f"{lead}\n\n{found.quotation.text}"))

    def _unmet(self, asked: Asked, missing: Sequence[Filter], topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """That no paper meets a condition, and how many there are without it."""
        left = self._stacks().listing(asked, topic, nodes).clear if topic.facets else 0
        answer = unmet(asked.asked_as, missing, self._retriever.facts, left)
        # It is told here, and not once more as a condition that was left aside.
        held = replace(asked, readings=tuple(replace(reading, applied=True, why="") for reading in asked.readings))
        return Survey(held, answer, list(nodes))

    def _survey(self, asked: Asked, listing: Listing, nodes: Sequence[NodeWithScore], remark: str = "") -> Survey:
        papers = [match.paper for match in listing.matches[:SHOWN]]
        best = asked.intent is Intent.OVERVIEW and bool(_BEST.search(asked.query_str))
        answer = roster(
            asked.asked_as,
            listing,
            conditions_of(asked, literally=listing.told != "topic"),
            unwanted=unwanted_of(asked),
            unweighed=best,
            remark=remark,
        )
        return Survey(asked, answer, first(papers, nodes))

    def _is_on_one(self, asked: Asked) -> bool:
        """Whether a question names what hardly more than one paper has."""
        return any(self._retriever.lexical.document_frequency(term) <= _COINED for term, _ in names(asked.query_str))

    def _all(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Listing:
        """All papers that meet the conditions, where no topic is named."""
        lexical, counted, allowed = self._retriever.lexical, asked.intent is Intent.COUNT, asked.allowed
        if asked.excluded:
            names = [name for item in asked.excluded for name in item.names]
            having_none = frozenset(lexical.ids) - having(names, lexical, self._retriever.store.get)
            allowed = having_none if allowed is None else allowed & having_none
        total = len(lexical) if allowed is None else len(allowed)
        if allowed is None:  # where all are counted, the number is the answer
            shown = [] if counted else list(lexical.ids[:SHOWN])
        else:
            ranked = [node.node.node_id for node in nodes if node.node.node_id in allowed]
            shown = [*ranked, *sorted(allowed - set(ranked))][:SHOWN]
        papers = self._retriever.store.get(shown)
        matches = tuple(Match(paper, Sureness.ABOUT, None) for paper in papers)
        return Listing(topic, matches, total, len(lexical))

    def _stacks(self) -> Stacks:
        """Those of the generation of the moment."""
        if self._kept is None or self._kept.lexical is not self._retriever.lexical:
            self._kept = Stacks(self._retriever, self._encoder)
        return self._kept

    def _themes(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey | None:
        topic = topic_of(_THEMES.sub(" ", without_conditions(asked)), in_english)
        chosen = asked.allowed
        if topic.facets:
            found = self._stacks().listing(asked, topic, nodes)
            chosen = frozenset(match.paper.paper_id for match in found.matches if match.sureness not in UNCLEAR)
            if len(chosen) < _FEWEST_FOR_THEMES:  # the themes of all papers would be none of this topic
                return self._survey(asked, found, nodes, self._too_few(asked, len(chosen))) if chosen else None
        papers, themes = self._stacks().themes(chosen)
        if len(papers) < _FEWEST_FOR_THEMES:
            return self._survey(asked, self._all(asked, Topic(()), nodes), nodes, self._too_few(asked, len(papers)))
        answer = outline(asked.asked_as, themes, papers)
        named = {citation.paper_id for citation in answer.citations}
        return Survey(asked, answer, first([paper for paper in papers if paper.paper_id in named], nodes))

    @staticmethod
    def _too_few(asked: Asked, count: int) -> str:
        if is_asked_in_cjk(asked.asked_as):
            return f"{count} 篇论文太少，无法划分主题；全部列出如下。"
        return f"{count} papers are too few to be parted into themes; they are listed." if count > 1 else ""


def _is_dated(asked: Asked) -> bool:
    """Whether it is a mere topic with conditions on what papers' records say."""
    return is_fragment(asked.query_str) and any(item.condition.field in ("year", "venue") for item in asked.narrowing)


def _asks_of_one(asked: Asked, paper: Paper, lexical: LexicalIndex) -> bool:
    """Whether a question asks a thing of one paper that it names."""
    return attribute_of(asked.topic, paper) is not None and is_mentioned(paper, asked.topic, lexical)


def _of_papers(asked: Asked, topic: Topic) -> bool:
    """Whether it is papers that are asked for, and not what one of them says."""
    return not topic.facets or bool(_PAPERS.search(asked.query_str))


def _is_of_author(asked: Asked) -> bool:
    return any(
        reading.applied and reading.condition.field == "author" and reading.condition.operator == "="
        for reading in asked.readings
    )


def _is_of_others(asked: Asked) -> bool:
    """Whether papers of a record that differs from one are asked for: "not published at ICML?"."""
    return any(
        item.condition.operator == "!=" and item.condition.field in ("author", "venue") and item.condition.said
        for item in asked.readings
    )
