"""Hit rates of the product's retriever beside its two sides alone and rank fusion, in one run.

    python -m benchmarks.retrieval --index INDEX QUESTIONS.jsonl CORPUS.json

QUESTIONS holds `question`, `type` and `gold_ids` a line; CORPUS is the list of {id, abstract} that they name.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from rag.config import RagConfig
from rag.embedding import build_embedding
from rag.questions import content_terms
from rag.retrieval import CANDIDATES, HybridRetriever
from rag.store import PaperStore

Ranker = Callable[[str], list[str]]
_RRF_CONSTANT = 60


def main(argv: Sequence[str] | None = None) -> int:
    """Print one table: a row a method and type of question."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--index", required=True)
    parser.add_argument("questions", type=Path)
    parser.add_argument("corpus", type=Path)
    args = parser.parse_args(argv)
    questions = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").split("\n") if line.strip()]
    store = PaperStore.open(args.index, RagConfig().embedding)
    gold_id = {
        _key(paper["abstract"]): str(paper["id"]) for paper in json.loads(args.corpus.read_text(encoding="utf-8"))
    }
    names = {paper.paper_id: gold_id.get(_key(paper.abstract), "") for paper in store.papers()}
    print(f"{len(names):,} papers, {len(questions)} questions\n")
    print("| method | questions | n | hit@1 | hit@5 | hit@20 |\n|---|---|---|---|---|---|")
    for method, rank in _rankers(store).items():
        for kind, hits in _hits(
            questions, lambda text, rank=rank: [names[paper_id] for paper_id in rank(text)]
        ).items():
            shares = " | ".join(f"{mean(position < k for position in hits):.2f}" for k in (1, 5, 20))
            print(f"| {method} | {kind} | {len(hits)} | {shares} |")
    return 0


def _rankers(store: PaperStore) -> dict[str, Ranker]:
    embed_model = build_embedding(RagConfig().embedding)
    retriever = HybridRetriever(store, embed_model, top_k=20)

    def product(question: str) -> list[str]:
        return [found.node.node_id for found in retriever.retrieve(question)]

    def bm25(question: str) -> list[str]:
        return [paper_id for paper_id, _ in retriever.lexical.search(content_terms(question), CANDIDATES)]

    def dense(question: str) -> list[str]:
        got = store.collection.query(
            query_embeddings=[embed_model.get_query_embedding(question)],  # type: ignore[arg-type]
            n_results=min(CANDIDATES, store.collection.count()),
            include=[],
        )
        return list(dict.fromkeys(id_.rpartition(":")[0] for id_ in got["ids"][0]))

    def rrf(question: str) -> list[str]:
        scores: dict[str, float] = defaultdict(float)
        for side in (bm25(question), dense(question)):
            for rank, paper_id in enumerate(side, 1):
                scores[paper_id] += 1 / (_RRF_CONSTANT + rank)
        return sorted(scores, key=lambda paper_id: -scores[paper_id])

    return {"BM25 alone": bm25, "dense alone": dense, "RRF of both": rrf, "AskPapers": product}


def _hits(questions: Sequence[dict[str, Any]], rank: Ranker) -> dict[str, list[int]]:
    """For each type of question, the position of the first gold paper (a large number where there is none)."""
    hits: dict[str, list[int]] = defaultdict(list)
    for question in questions:
        gold = {str(paper_id) for paper_id in question["gold_ids"]}
        found = [i for i, paper_id in enumerate(rank(question["question"])) if paper_id in gold]
        hits[question["type"]].append(found[0] if found else sys.maxsize)
    return hits


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()[:160]


if __name__ == "__main__":
    sys.exit(main())
