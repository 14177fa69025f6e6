"""HybridRetriever: dense and BM25 scores, fused to one ranking of papers."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import cast

import numpy as np
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import NodeWithScore, QueryBundle
from numpy.typing import NDArray

from rag.encoding.question_vectors import QuestionVectors
from rag.evidence.evidence import TokenEncoder
from rag.index.current import CurrentIndex
from rag.index.facts import Facts
from rag.index.nearest import Nearest
from rag.languages.interpreter import Interpreter
from rag.languages.titles import TitleVectors
from rag.lexical import LexicalIndex
from rag.questions import MAX_CHARACTERS, is_cjk, search_terms
from rag.ranking.demotion import lowered
from rag.ranking.fusion import fuse, hopeful
from rag.ranking.nodes import node_of
from rag.ranking.ranker import Kind, Ranker, fitted_to
from rag.ranking.ranking import Compared, Ranked, Ranking, kind_of, ranked
from rag.ranking.reasons import Reasons
from rag.ranking.tokens import compared_by_tokens
from rag.store import PaperStore
from rag.understanding.asked import Asked
from rag.understanding.filters import Filter
from rag.understanding.understander import Understanding

CANDIDATES = 100
"""Papers taken from each side before fusion."""


class HybridRetriever(BaseRetriever):
    """Ranks papers by a convex sum of min-max normalised scores (Bruch, Gai & Ingber 2023).

    Rank fusion loses exact method names; here a score keeps how far ahead a paper is.

    Args:
        store: an opened index; reopened by itself when another process has written to it.
        embed_model: the model that made the store's vectors.
        top_k: papers returned, one node a paper, best first.
        dense_weight: share of the dense side, 0 to 1.
        fused_weight: share of the fused score beside late interaction, 0 to 1.
        encoder: gives the question's tokens their vectors, of the model whose signs the index has; by default the
            embedding model where it can, else late interaction is left out.
        where: conditions that papers must meet, whatever the question.
        infer_filters: also read conditions from the words of a question.
        ranker: orders papers by their features; by default the one that was fitted to the model that made the index.
        interpreter: reads questions of other languages in English; by default without an LLM.
    """

    def __init__(
        self,
        store: PaperStore,
        embed_model: BaseEmbedding,
        *,
        top_k: int = 20,
        dense_weight: float = 0.5,
        fused_weight: float = 0.5,
        encoder: TokenEncoder | None = None,
        where: Sequence[Filter] = (),
        infer_filters: bool = True,
        ranker: Ranker | None = None,
        interpreter: Interpreter | None = None,
    ) -> None:
        super().__init__()
        self._top_k = top_k
        self._dense_weight = dense_weight
        self._fused_weight = fused_weight
        if encoder is None and hasattr(embed_model, "token_vectors"):
            encoder = cast(TokenEncoder, embed_model)
        self._encoder = encoder
        self._ranker = ranker or fitted_to(store.manifest().embedding)
        self._where = tuple(where)
        self._infer = infer_filters
        self._interpreter = interpreter or Interpreter()
        self._reads_english_alone = hasattr(embed_model, "token_vectors")  # other models read many languages
        self._vectors = QuestionVectors(embed_model, ahead=self._reads_english_alone)
        self._index = CurrentIndex(store, embed_model)
        self._titles = TitleVectors(store.path / "titles")

    @property
    def lexical(self) -> LexicalIndex:
        """The BM25 index of the generation last searched."""
        return self._index.lexical

    @property
    def facts(self) -> Facts:
        """Years, venues, authors, kinds and standing of the papers of the moment."""
        return self._index.facts

    @property
    def store(self) -> PaperStore:
        """The index as last opened."""
        return self._index.store

    def vectors(self) -> Nearest:
        """The papers' vectors, of the index as it is now."""
        with self._index.lock:
            self._index.refresh()
            return self._index.nearest

    def variant(self, *, top_k: int, infer_filters: bool, interpreter: Interpreter) -> "HybridRetriever":
        """A retriever with settings of its own over the same open index: one opens it anew for both.

        Args:
            top_k: papers returned.
            infer_filters: also read conditions from the words of a question.
            interpreter: reads questions of other languages in English.
        """
        found = copy(self)
        found._top_k, found._infer, found._interpreter = top_k, infer_filters, interpreter
        return found

    def understand(self, query: QueryBundle, where: Sequence[Filter] = (), *, without: Sequence[Filter] = ()) -> Asked:
        """Read a question: its conditions, its exclusions, its misspelt names.

        Args:
            query: as asked; one that was understood already is given back.
            where: further conditions for this question.
            without: conditions that are not to be read from its words.

        Raises:
            QuestionError: it is empty, or far too long.
        """
        if isinstance(query, Asked):
            return query
        text = query.query_str
        if text.strip() and len(text) <= MAX_CHARACTERS and not is_cjk(text):  # Chinese is ranked by its translation
            self._vectors.begin(text)
        with self._index.lock:
            self._index.refresh()
            reader = Understanding(self._index.store, self._index.lexical, self._index.facts)
            asked = reader.asked(query, (*self._where, *where), infer=self._infer, without=without)
            if reader.speaks(asked.topic):
                return asked
        asked.translation = self._interpreter.read(asked.topic)  # outside the lock: an LLM may take its time
        return asked

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        understood = isinstance(query_bundle, Asked)
        asked = self.understand(query_bundle)
        rough = asked.translation.source == "glossary" and not self._reads_english_alone
        vector = asked.embedding or self._vectors.of(asked.topic if rough else asked.reading)
        with self._index.lock:
            if understood:  # some time ago, maybe; to look for another generation costs as much as to rank
                self._index.refresh()
            lexical = dict(self._index.lexical.search(search_terms(asked.reading), CANDIDATES, asked.allowed))
            cosines = self._dense(vector, lexical, self._index.mask(asked.allowed))
            found = self._ranked(asked, vector, cosines, lexical)
            scores, chances = dict(found.scores), found.probabilities
            if asked.translation.needs_titles:
                self._titles.refresh(self._index.generation, self._index.store.papers())
                if is_cjk(asked.reading):  # nothing was read of it: the dense side knows no more than noise
                    scores = fuse(dict.fromkeys(lexical, 0.0), lexical, 0.0)
                scores = self._titles.joined(asked.topic, scores, asked.allowed)
            for exclusion in asked.excluded:
                scores, chances = (
                    lowered(table, exclusion, self._index.lexical, self._index.store, self._top_k)
                    for table in (scores, chances)
                )
            named = [key for key in asked.bearers if asked.allowed is None or key in asked.allowed]
            scores |= dict.fromkeys(named, max(scores.values(), default=1.0))
            ranks = {paper_id: at for at, paper_id in enumerate(named)}  # what is named comes before what is like it
            place = len(named)
            best = sorted(scores, key=lambda key: (ranks.get(key, place), -scores[key], key))[: self._top_k]
            papers = self._index.papers.get(best)
            reasons = Reasons(asked.reading, self._index.lexical, found.compared)
        return [
            NodeWithScore(
                node=node_of(paper, chances.get(paper.paper_id), reasons.of(paper).record(paper.abstract)),
                score=scores[paper.paper_id],
            )
            for paper in papers
        ]

    def on_topic(self, query: QueryBundle, paper_ids: Sequence[str]) -> Mapping[str, float]:
        """How probable it is that papers are on the topic of a question, 0 to 1; empty where nothing is known of that.

        Args:
            query: asks for all papers on the topic.
            paper_ids: of the index; the question's own candidates come besides.
        """
        found = self.compared(query, paper_ids) if self._ranker is not None else None
        return ranked(found, self._ranker, Kind.TOPIC).probabilities if found and self._ranker else {}

    def compared(self, query: QueryBundle, others: Sequence[str] = ()) -> Compared | None:
        """A question's candidates and their features; None where it is not ranked by features.

        Args:
            query: as asked.
            others: papers that are compared besides.
        """
        asked = self.understand(query)
        vector = asked.embedding or self._vectors.of(asked.reading)
        with self._index.lock:
            self._index.refresh()
            lexical = dict(self._index.lexical.search(search_terms(asked.reading), CANDIDATES, asked.allowed))
            cosines = self._dense(vector, [*lexical, *others], self._index.mask(asked.allowed))
            return self._features(asked.reading, vector, cosines, lexical, others)

    def _features(
        self,
        question: str,
        vector: list[float],
        cosines: Mapping[str, float],
        lexical: Mapping[str, float],
        others: Sequence[str] = (),
    ) -> Compared | None:
        # The model knows English tokens alone: measured, those of Chinese questions mislead.
        if self._encoder is None or is_cjk(question) or not cosines:
            return None
        ranking = Ranking(self._index.nearest, self._index.lexical, self._index.signs, self._encoder)
        near = {paper_id: cosines[paper_id] for paper_id in (*hopeful(cosines, lexical), *others)}
        return ranking.compared(question, np.asarray(vector, dtype=np.float32), near, lexical)

    def _ranked(
        self, asked: Asked, vector: list[float], cosines: Mapping[str, float], lexical: Mapping[str, float]
    ) -> Ranked:
        """By the ranker, where it was fitted to the model that made the index; else by the fused scores."""
        question = asked.reading
        if self._ranker is not None and (found := self._features(question, vector, cosines, lexical)):
            return ranked(found, self._ranker, kind_of(asked))
        fused = fuse(cosines, lexical, self._dense_weight)
        if self._encoder is not None and not is_cjk(question):
            fused = compared_by_tokens(question, fused, self._encoder, self._index.signs, self._fused_weight)
        return Ranked(fused)

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)

    def _dense(self, vector: list[float], lexical: Iterable[str], mask: NDArray[np.bool_] | None) -> dict[str, float]:
        """The nearest papers' cosine, and that of every paper the lexical side found."""
        asked = np.asarray(vector, dtype=np.float32)
        near = self._index.nearest.nearest(asked, CANDIDATES, mask)
        others = [place for paper_id in lexical if (place := self._index.nearest.places[paper_id]) not in near]
        near |= dict(zip(others, map(float, self._index.nearest.cosines(asked, others)), strict=True))
        return {self._index.nearest.ids[place]: cosine for place, cosine in near.items()}
