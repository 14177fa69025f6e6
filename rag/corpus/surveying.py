"""Surveyor: answers what is asked of the whole corpus: which papers, how many, what themes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from llama_index.core.schema import NodeWithScore

from rag.answering.digests import panel_of
from rag.answering.drafts import paper_of_node
from rag.answering.quotations import Quotation
from rag.corpus.chronicles import Chronicle, chronicle_of, told
from rag.corpus.extremes import Found, told_of
from rag.corpus.lacks import lacking, untold
from rag.corpus.listing import UNCLEAR
from rag.corpus.literals import is_denied, literal_of
from rag.corpus.purposes import asks_of_one, purpose
from rag.corpus.registry import Registry
from rag.corpus.resemblance import resemblance
from rag.corpus.rolls import OF_ALL, Rolls
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.shaped import shaped
from rag.corpus.stacks import Stacks, in_english, without_conditions
from rag.corpus.standings import standing
from rag.corpus.superlatives import told as counted
from rag.corpus.surveys import Survey, conditions_of, first, is_quoted, missing_of, unwanted_of
from rag.corpus.theming import themes_survey
from rag.corpus.topics import Topic, topic_of
from rag.corpus.unmet import unmet
from rag.evidence.evidence import EvidenceReader, TokenEncoder
from rag.evidence.verdicts import Verdict
from rag.questions import is_asked_in_cjk
from rag.retrieval import HybridRetriever
from rag.text.escapes import literal
from rag.understanding.asked import Asked
from rag.understanding.extreme import extreme_of
from rag.understanding.filters import Filter
from rag.understanding.intent import Intent
from rag.understanding.rankings import Ranking, ranking_of
from rag.understanding.shapes import Shape, shape_of

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
        self._rolls = Rolls(retriever, self._stacks)

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
        if (survey := resemblance(asked, nodes, self._retriever) or self._extreme(asked, nodes)) is not None:
            return survey
        if (chronicle := chronicle_of(asked.query_str)) is not None:
            return self._chronicle(chronicle, asked, nodes)
        if (why := _untold(asked)) is not None:
            return Survey(asked, why, list(nodes))
        topic = topic_of(without_conditions(asked), in_english)
        intent = purpose(asked, topic, self._retriever.lexical, writes=self._writes)
        if intent is Intent.LOOKUP or asks_of_one(asked, paper_of_node(nodes[0]), self._retriever.lexical):
            return None  # "What do the ablation studies of X show?" lists no studies
        if intent in _OF_PAPERS and (missing := missing_of(asked)):
            return self._unmet(asked, missing, topic, nodes)
        if intent is Intent.THEMES:
            return themes_survey(asked, nodes, self._stacks(), self._rolls)
        if topic.facets or literal_of(without_conditions(asked)) is not None:
            return self._rolls.listed(asked, intent, topic, nodes)
        return self._rolls.survey(asked, self._rolls.every(asked, topic, nodes), nodes) if intent in OF_ALL else None

    def _extreme(self, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """What the records tell of the most or the least; where they do not, that, and the papers on the topic."""
        text = asked.query_str
        extreme = ranking_of(text, self._retriever.facts) or shape_of(text) or extreme_of(text)
        if extreme is None:
            return None
        rest = _PAPER.sub(" ", extreme.rest(without_conditions(asked)))
        topic = topic_of(rest, in_english)
        on_it = self._stacks().listing(asked, topic, nodes) if topic.facets else None
        if on_it is not None and not on_it.clear:
            return None
        chosen = asked.allowed or frozenset(self._retriever.lexical.ids)
        if isinstance(extreme, Shape) and asked.narrowing and all(map(is_quoted, asked.narrowing)):
            chosen = frozenset(self._retriever.lexical.ids)  # what is quoted is what is looked for
        if on_it is not None:
            chosen = frozenset(match.paper.paper_id for match in on_it.matches if match.sureness not in UNCLEAR)
        facts, said, read = self._retriever.facts, str(topic), self._stacks().papers
        if isinstance(extreme, Ranking):
            found = Found(standing(extreme, asked.asked_as, chosen, facts, said))
        elif isinstance(extreme, Shape):
            found = Found(shaped(extreme, asked.asked_as, read(sorted(chosen)), said))
        else:
            found = told_of(extreme, asked.asked_as, sorted(chosen), read, facts, said)
        if found.counted is not None:
            answer = counted(found.counted, asked.asked_as, self._retriever.store.get)
            return Survey(asked, answer, first(self._retriever.store.get(found.counted.paper_ids), nodes))
        if not found.untold:
            return None
        if on_it is None:
            return Survey(asked, Quotation(found.untold, Verdict.NOT_IN_PAPERS), list(nodes))
        answer = roster(asked.asked_as, on_it, conditions_of(asked), unwanted=unwanted_of(asked), remark=found.untold)
        return Survey(asked, answer, first([match.paper for match in on_it.matches[:SHOWN]], nodes))

    def _chronicle(self, chronicle: Chronicle, asked: Asked, nodes: Sequence[NodeWithScore]) -> Survey:
        """How many papers of each year are on what is asked of."""
        facts = self._retriever.facts
        topic = topic_of(without_conditions(replace(asked, topic=chronicle.subject)), in_english)
        dated = chronicle.conditions()
        within = frozenset.intersection(frozenset(facts.ids), *map(facts.meeting, dated))
        if missing := missing_of(asked) or (list(dated) if not within else []):
            return self._unmet(asked, missing, topic, nodes)
        allowed = asked.allowed if not dated else within if asked.allowed is None else within & asked.allowed
        held = replace(asked, allowed=allowed)
        found = self._stacks().listing(held, topic, nodes) if topic.facets else self._rolls.every(held, topic, nodes)
        answer = told(chronicle, asked.asked_as, found, facts, sorted(allowed or ()))
        named = {citation.paper_id for citation in answer.citations}
        shown = [match.paper for match in found.matches if match.paper.paper_id in named]
        return Survey(asked, answer, first(shown, nodes))

    def _unmet(self, asked: Asked, missing: Sequence[Filter], topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """That no paper meets a condition, and how many there are without it."""
        left = self._stacks().listing(asked, topic, nodes).clear if topic.facets else 0
        beside = [item.condition for item in asked.narrowing]
        if len(missing) > 1 and not beside:  # each is met, and not both
            missing, beside = missing[-1:], list(missing[:-1])
        answer = unmet(asked.asked_as, missing, self._retriever.facts, left, beside)
        # It is told here, and not once more as a condition that was left aside.
        held = replace(asked, readings=tuple(replace(reading, applied=True, why="") for reading in asked.readings))
        return Survey(held, answer, list(nodes))

    def _stacks(self) -> Stacks:
        """Those of the generation of the moment."""
        if self._kept is None or self._kept.lexical is not self._retriever.lexical:
            self._kept = Stacks(self._retriever, self._encoder)
        return self._kept


def _untold(asked: Asked) -> Quotation | None:
    """Why papers that lack something cannot be told; None where that is not asked."""
    cjk = is_asked_in_cjk(asked.asked_as)
    if thing := lacking(asked.query_str):
        return Quotation(untold(literal(thing), cjk=cjk), Verdict.NOT_IN_PAPERS)
    if is_denied(without_conditions(asked)):
        return Quotation(_NOT_THESE_CJK if cjk else _NOT_THESE, Verdict.NOT_IN_PAPERS)
    return None
