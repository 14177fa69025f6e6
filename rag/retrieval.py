"""HybridRetriever: dense and BM25 scores, fused to one ranking of papers."""

import asyncio
from collections.abc import Iterable, Mapping
from threading import Lock

import numpy as np
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from numpy.typing import NDArray

from rag.errors import AskPapersError, ModelError
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import checked, content_terms
from rag.store import PaperStore, metadata_of

CANDIDATES = 100
"""Papers taken from each side before fusion."""

COSINE_FLOOR = -0.1
"""The cosine that counts as 0. Scaling from the lowest candidate instead makes small differences among the
nearest papers outweigh an exact method name (measured: named questions hit@1 0.71 against 1.00)."""


class HybridRetriever(BaseRetriever):
    """Ranks papers by a convex sum of min-max normalised scores (Bruch, Gai & Ingber 2023).

    Rank fusion loses exact method names; here a score keeps how far ahead a paper is.

    Args:
        store: an opened index; reopened by itself when another process has written to it.
        embed_model: the model that made the store's vectors.
        top_k: papers returned, one node a paper, best first.
        dense_weight: share of the dense side, 0 to 1.
    """

    def __init__(
        self, store: PaperStore, embed_model: BaseEmbedding, *, top_k: int = 20, dense_weight: float = 0.5
    ) -> None:
        super().__init__()
        self._store = store
        self._embed_model = embed_model
        self._top_k = top_k
        self._dense_weight = dense_weight
        self._lock = Lock()
        self._generation = -1
        self._lexical: LexicalIndex
        self._refresh()

    @property
    def lexical(self) -> LexicalIndex:
        """The BM25 index of the generation last searched."""
        return self._lexical

    @property
    def store(self) -> PaperStore:
        """The index as last opened."""
        return self._store

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        question = checked(query_bundle.query_str)
        vector = query_bundle.embedding or self._embed(question)
        with self._lock:
            self._refresh()
            lexical = dict(self._lexical.search(content_terms(question), CANDIDATES))
            fused = fuse(self._dense(vector, lexical), lexical, self._dense_weight)
            best = sorted(fused, key=lambda paper_id: (-fused[paper_id], paper_id))[: self._top_k]
            papers = self._store.get(best)
        return [NodeWithScore(node=node_of(paper), score=fused[paper.paper_id]) for paper in papers]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)

    def _embed(self, question: str) -> list[float]:
        try:
            return self._embed_model.get_query_embedding(question)
        except AskPapersError:
            raise
        except Exception as error:  # a remote model's client raises errors of its own kinds
            raise ModelError(
                f"The embedding model {self._embed_model.model_name} failed: {error}. Check that its server runs."
            ) from error

    def _dense(self, vector: list[float], lexical: Iterable[str]) -> dict[str, float]:
        """The nearest papers' cosine, and that of every paper the lexical side found."""
        collection = self._store.collection
        count = collection.count()
        if not count:
            return {}
        got = collection.query(
            query_embeddings=[vector],  # type: ignore[arg-type]
            n_results=min(CANDIDATES, count),
            include=["distances"],
        )
        scores: dict[str, float] = {}
        for id_, distance in zip(got["ids"][0], (got["distances"] or [[]])[0], strict=True):
            paper_id = id_.rpartition(":")[0]
            scores[paper_id] = max(scores.get(paper_id, -1.0), 1.0 - distance)
        unscored = [f"{paper_id}:0" for paper_id in lexical if paper_id not in scores]
        if unscored:
            rest = collection.get(ids=unscored, include=["embeddings"])
            cosines = _cosines(np.asarray(rest["embeddings"], dtype=np.float32), np.asarray(vector, dtype=np.float32))
            scores |= {id_.rpartition(":")[0]: float(c) for id_, c in zip(rest["ids"], cosines, strict=True)}
        return scores

    def _refresh(self) -> None:
        generation = self._store.manifest().generation
        if generation == self._generation:
            return
        if self._generation >= 0:
            self._store = self._store.refreshed()
        self._lexical = LexicalIndex.open(self._store.path / "lexical", generation, self._store.papers())
        self._generation = generation


def fuse(dense: Mapping[str, float], lexical: Mapping[str, float], dense_weight: float) -> dict[str, float]:
    """The convex sum of both sides, each scaled to 0..1.

    Args:
        dense: cosine similarity by paper, for every paper that either side found.
        lexical: BM25 score by paper; a paper without one shares no term with the question.
        dense_weight: share of the dense side, 0 to 1.
    """
    near = max(dense.values(), default=0.0) - COSINE_FLOOR
    top = max(lexical.values(), default=0.0)
    return {
        paper_id: dense_weight * (max(cosine - COSINE_FLOOR, 0.0) / near if near > 0 else 0.0)
        + (1 - dense_weight) * (lexical.get(paper_id, 0.0) / top if top > 0 else 0.0)
        for paper_id, cosine in dense.items()
    }


def _cosines(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    norms = np.linalg.norm(rows, axis=1) * np.linalg.norm(vector)
    return np.asarray(rows @ vector / np.maximum(norms, 1e-12))


def node_of(paper: Paper) -> TextNode:
    """A paper as the node that LlamaIndex programs see: its abstract as text, the rest as metadata."""
    metadata = metadata_of(paper, 0, 1)
    for key in ("fingerprint", "chunk", "chunks"):
        del metadata[key]
    hidden = [key for key in metadata if key not in ("label", "authors", "year", "venue")]
    return TextNode(
        id_=paper.paper_id,
        text=paper.abstract,
        metadata=metadata,
        excluded_embed_metadata_keys=[key for key in metadata if key != "title"],
        excluded_llm_metadata_keys=hidden,
    )
