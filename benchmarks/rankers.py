"""Rankers: the product, and what it is compared with. A variant is one more line in `rankers_over`."""

from collections.abc import Sequence

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.evaluation.evaluation import DEPTH, Ranker, Ranking, rankers_of
from rag.papers import Paper
from rag.retrieval import HybridRetriever
from rag.store import PaperStore

PRODUCT = "AskPapers"
_RRF_CONSTANT = 60


def rankers_over(store: PaperStore, embed_model: BaseEmbedding) -> dict[str, Ranker]:
    """The rankers by name, all over the same papers; the product comes first.

    Args:
        store: the index, opened.
        embed_model: the model that made its vectors.
    """
    own = rankers_of(HybridRetriever(store, embed_model, top_k=DEPTH), embed_model)
    bm25, dense = bm25_over(list(store.papers())), own["dense alone"]
    return {
        PRODUCT: own["hybrid"],
        "its BM25 alone": own["BM25 alone"],
        "BM25": bm25,
        "dense": dense,
        "RRF of both": rrf(bm25, dense),
    }


def bm25_over(papers: Sequence[Paper]) -> Ranker:
    """BM25 as people would use it: bm25s with its defaults, its English stop words and Snowball's English stems."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")

    def tokens(texts: list[str]) -> object:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens([f"{paper.title}\n{paper.abstract}" for paper in papers]), show_progress=False)

    def rank(question: str, k: int) -> Ranking:
        rows, scores = index.retrieve(tokens([question]), k=min(k, len(papers)), show_progress=False)
        return [(papers[row].paper_id, float(score)) for row, score in zip(rows[0], scores[0], strict=True)]

    return rank


def rrf(*sides: Ranker) -> Ranker:
    """Reciprocal rank fusion (Cormack, Clarke & Buettcher 2009); what a side scores with 0 it did not retrieve."""

    def rank(question: str, k: int) -> Ranking:
        fused: dict[str, float] = {}
        for side in sides:
            found = [paper_id for paper_id, score in side(question, DEPTH) if score > 0]
            for place, paper_id in enumerate(found, 1):
                fused[paper_id] = fused.get(paper_id, 0.0) + 1 / (_RRF_CONSTANT + place)
        return sorted(fused.items(), key=lambda item: (-item[1], item[0]))[:k]

    return rank
