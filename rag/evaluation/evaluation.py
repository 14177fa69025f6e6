"""Evaluation: how well an index finds papers that are known to be in it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.errors import ConfigError, QuestionError
from rag.evaluation.probes import Probe, probes_of, read_probes
from rag.questions import content_terms
from rag.retrieval import HybridRetriever
from rag.store import PaperStore

DEPTH = 100
"""Papers looked at for each question; one found further down counts as not found."""

Ranking = list[tuple[str, float]]
"""Papers, best first, as (paper_id, score); a score of 0 means not retrieved."""

Ranker = Callable[[str, int], Ranking]
"""Ranks papers for a question: at most so many."""


@dataclass(frozen=True)
class Score:
    """How one ranker did on the probes of one kind.

    Args:
        kind: of the probes.
        method: the ranker's name.
        questions: how many probes there were.
        hit1, hit5, hit20: share with an answering paper first, among the first 5, among the first 20.
        mrr: mean of 1 / rank of the first answering paper, 0 where none is among the first `DEPTH`.
    """

    kind: str
    method: str
    questions: int
    hit1: float
    hit5: float
    hit20: float
    mrr: float


def evaluation_of(
    store: PaperStore, embed_model: BaseEmbedding, questions: str | None = None, sample: int = 200
) -> dict[str, Any]:
    """Measure an index.

    Args:
        store: the index, opened.
        embed_model: the model that made its vectors.
        questions: a file that `read_probes` takes; None makes questions from the papers.
        sample: papers to make questions from, at least 1.

    Returns:
        A record for JSON: `papers` in the index, `questions` asked, `left_out` for naming only papers that the index
        does not have, `seconds`, and `scores`, each a `Score`.

    Raises:
        ConfigError: `sample` is out of range.
        QuestionError: the file cannot be read, or there is nothing to ask.
    """
    if sample < 1:
        raise ConfigError(f"sample={sample} is out of range: give a whole number from 1, for example --sample 200.")
    began = perf_counter()
    retriever = HybridRetriever(store, embed_model, top_k=DEPTH)
    papers = list(store.papers())
    given = list(read_probes(Path(questions))) if questions else probes_of(papers, retriever.lexical, sample)
    known = {paper.paper_id for paper in papers}
    probes = [probe for probe in given if known & probe.paper_ids]
    if not probes:
        why = f"none of the papers that {questions} names is in it" if questions else "its papers make no question"
        raise QuestionError(f"{store.name} cannot be measured: {why}. List its papers: python -m rag papers")
    scores = [asdict(score) for score in evaluate(probes, rankers_of(retriever, embed_model))]
    return {
        "papers": len(papers),
        "questions": len(probes),
        "left_out": len(given) - len(probes),
        "seconds": round(perf_counter() - began, 1),
        "scores": scores,
    }


def evaluate(probes: Sequence[Probe], rankers: Mapping[str, Ranker]) -> list[Score]:
    """Ask every ranker every probe.

    Args:
        probes: kinds are reported in the order in which they come first.
        rankers: by name.

    Raises:
        QuestionError, ModelError: as for any question.
    """
    ranks: dict[tuple[str, str], list[int]] = {}
    for probe in probes:
        for method, rank in rankers.items():
            found = retrieved(rank(probe.question, DEPTH))
            ranks.setdefault((probe.kind, method), []).append(first_rank(found, probe.paper_ids))
    return [
        Score(kind, method, len(found), _hits(found, 1), _hits(found, 5), _hits(found, 20), _mrr(found))
        for (kind, method), found in ranks.items()
    ]


def retrieved(ranking: Ranking) -> list[str]:
    """The papers of a ranking that were retrieved at all, each once: a tie at 0 is no hit."""
    return list(dict.fromkeys(paper_id for paper_id, score in ranking if score > 0))


def first_rank(paper_ids: Sequence[str], gold: Collection[str]) -> int:
    """The place, from 1, of the first paper that answers; 0 where none does."""
    return next((place for place, paper_id in enumerate(paper_ids, 1) if paper_id in gold), 0)


def rankers_of(retriever: HybridRetriever, embed_model: BaseEmbedding) -> dict[str, Ranker]:
    """The retriever, and each of its two sides alone.

    Args:
        retriever: with a `top_k` of `DEPTH` or more.
        embed_model: the retriever's.
    """

    def hybrid(question: str, k: int) -> Ranking:
        return [(found.node.node_id, float(found.score or 0.0)) for found in retriever.retrieve(question)[:k]]

    def lexical(question: str, k: int) -> Ranking:
        return retriever.lexical.search(content_terms(question), k)

    def dense(question: str, k: int) -> Ranking:
        return nearest(retriever.store, embed_model.get_query_embedding(question), k)

    return {"hybrid": hybrid, "BM25 alone": lexical, "dense alone": dense}


def nearest(store: PaperStore, vector: list[float], k: int) -> Ranking:
    """The papers whose nearest chunk is most similar to a question's vector; cosine, scaled to 0..1."""
    collection = store.collection
    if not (count := collection.count()):
        return []
    got = collection.query(
        query_embeddings=[vector],  # type: ignore[arg-type]
        n_results=min(k, count),
        include=["distances"],
    )
    best: dict[str, float] = {}
    for row_id, distance in zip(got["ids"][0], (got["distances"] or [[]])[0], strict=True):
        best.setdefault(row_id.rpartition(":")[0], 1 - distance / 2)
    return list(best.items())


def _hits(ranks: Sequence[int], k: int) -> float:
    return sum(0 < rank <= k for rank in ranks) / len(ranks)


def _mrr(ranks: Sequence[int]) -> float:
    return sum(1 / rank for rank in ranks if rank) / len(ranks)
