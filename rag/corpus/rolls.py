"""Rolls: the answers that list papers: on a topic, by an author, or all that meet conditions."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from llama_index.core.schema import NodeWithScore

from rag.answering.quotations import Quotation
from rag.corpus.gaps import gap
from rag.corpus.listing import Listing, Match, Sureness, merged
from rag.corpus.literals import having
from rag.corpus.purposes import is_of_author
from rag.corpus.rosters import SHOWN, roster
from rag.corpus.stacks import Stacks
from rag.corpus.surveys import Survey, conditions_of, first, unwanted_of
from rag.corpus.topics import Topic, content
from rag.evidence.verdicts import Verdict
from rag.questions import is_asked_in_cjk
from rag.retrieval import HybridRetriever
from rag.text.escapes import literal
from rag.understanding.asked import Asked
from rag.understanding.intent import Intent

_FEWEST = {Intent.LIST: 1, Intent.COUNT: 0, Intent.EXISTENCE: 2, Intent.OVERVIEW: 2}
"""Papers that must match clearly for a list to be the answer."""
_KNOWN = 3
"""Papers that have each of several things, from which it is told that none has them together."""
_LIKELY = 0.5
"""Probability of the first paper from which it may answer though it has other words."""
OF_ALL = (Intent.LIST, Intent.COUNT)
_BEST = re.compile(r"\bbest\b|\bstate[ -]of[ -]the[ -]art\b|\bsota\b|最(?:好|佳|优|先进)", re.IGNORECASE)


class Rolls:
    """Lists papers.

    Args:
        retriever: of the index.
        stacks: gives the papers of the generation of the moment.
    """

    def __init__(self, retriever: HybridRetriever, stacks: Callable[[], Stacks]) -> None:
        self._retriever = retriever
        self._stacks = stacks

    def listed(self, asked: Asked, intent: Intent, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey | None:
        """The papers on a topic; None where too few are to make a list of them."""
        stacks = self._stacks()
        found = stacks.listing(asked, topic, nodes)
        alone = self._alone(asked, topic, found, nodes)
        parts = [(listing.topic.facets[0].alternatives[0], listing.clear) for listing in alone]
        if topic.is_row and any(listing.clear for listing in alone):
            told = gap(parts, some=True, cjk=is_asked_in_cjk(asked.asked_as))
            return self.survey(asked, merged(alone, topic.any_of_row()), nodes, told)
        if not found.matches and is_of_author(asked) and intent in OF_ALL:
            return self._of_author(asked, topic, nodes)
        if parts and intent in OF_ALL and min(count for _, count in parts) >= _KNOWN:
            return self._apart(asked, found, parts, nodes)
        if found.told == "topic" and found.clear < _FEWEST[intent] and not (intent is Intent.LIST and found.matches):
            return self._none(asked, intent, topic, found, nodes)
        return self.survey(asked, found, nodes)

    def _none(
        self, asked: Asked, intent: Intent, topic: Topic, found: Listing, nodes: Sequence[NodeWithScore]
    ) -> Survey | None:
        """That no paper is on a topic, where its words stand apart in some; None where the first may answer yet."""
        phrases = [phrase for facet in topic.facets for phrase in facet.alternatives]
        chance = max((told for node in nodes if (told := node.node.metadata.get("probability")) is not None), default=1)
        if found.matches or asked.narrowing or intent is Intent.OVERVIEW or len(topic.facets) > 1:
            return None
        if chance >= _LIKELY or not all(len(content(phrase)) == 2 for phrase in phrases):
            return None
        said, cjk = literal(phrases[0]), is_asked_in_cjk(asked.asked_as)
        told = (
            f"这些论文没有说明。没有一篇的标题或摘要含有“{said}”；最接近的论文列在一旁。"
            if cjk
            else f"These papers do not say. No title or abstract here has “{said}”; the nearest papers are listed with "
            "it."
        )
        return Survey(asked, Quotation(told, Verdict.NOT_IN_PAPERS), list(nodes))

    def _alone(self, asked: Asked, topic: Topic, found: Listing, nodes: Sequence[NodeWithScore]) -> list[Listing]:
        """The papers on each of the things that no paper clearly has together; none where some have all."""
        if found.clear or found.told != "topic" or len(topic.facets) < 2:
            return []
        alone = [Topic((facet,), topic.excluded) for facet in topic.facets]
        return [self._stacks().listing(asked, one, nodes) for one in alone]

    def _apart(
        self, asked: Asked, found: Listing, parts: Sequence[tuple[str, int]], nodes: Sequence[NodeWithScore]
    ) -> Survey | None:
        """That no paper has all the things asked for, with the papers that perhaps do."""
        told = gap(parts, cjk=is_asked_in_cjk(asked.asked_as))
        if found.matches:
            return self.survey(asked, found, nodes, told)
        refusal = "这些论文没有说明。" if is_asked_in_cjk(asked.asked_as) else "These papers do not say. "
        return Survey(asked, Quotation(f"{refusal}{told}", Verdict.NOT_IN_PAPERS), list(nodes))

    def survey(self, asked: Asked, listing: Listing, nodes: Sequence[NodeWithScore], remark: str = "") -> Survey:
        """A listing written out.

        Args:
            asked: the question, understood.
            listing: the papers.
            nodes: what retrieval ranks first for it.
            remark: what is said before all else.
        """
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

    def every(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Listing:
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

    def _of_author(self, asked: Asked, topic: Topic, nodes: Sequence[NodeWithScore]) -> Survey:
        """All papers of the author that is named, where none has the topic, or it is too vague to be looked for."""
        found = self.survey(asked, self.every(asked, Topic(()), nodes), nodes)
        cjk = is_asked_in_cjk(asked.asked_as)
        said = ("或" if cjk else " or ").join(f"“{literal(facet.alternatives[0])}”" for facet in topic.facets)
        lead = (
            f"其中没有一篇的标题或摘要含有{said}；全部列出如下。"
            if cjk
            else f"None of these has {said} in its title or abstract."
        )
        return replace(found, quotation=replace(found.quotation, text=f"{lead}\n\n{found.quotation.text}"))
