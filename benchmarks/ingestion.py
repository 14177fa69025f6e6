"""Abstracts a second into an index, beside the plain LlamaIndex recipe and the embedding model alone, in one run.

    python benchmarks/ingestion.py PAPERS.json --papers 512 --rounds 3

PAPERS is anything that `ingest.py` reads. The first papers that fit the embedding model whole are taken, so that each
way embeds the same texts. The ways take turns in every round: what else the machine does then falls on all of them.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from statistics import median

import numpy as np
import onnxruntime

from rag.config import BUNDLED_EMBEDDING
from rag.encoding import minilm, minilm_files
from rag.encoding.minilm import MiniLMEmbedding
from rag.indexing import Indexer
from rag.ingestion.chunking import chunk
from rag.papers import Paper
from rag.readers import read
from rag.readers.sources import find_sources
from rag.stats import IndexStats
from rag.store import PaperStore
from rag.testing import HashEmbedding

Seconds = tuple[float, float]
"""Of the clock, and of all cores' work."""


def main(argv: Sequence[str] | None = None) -> int:
    """Print one row a way of embedding the papers."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("papers_file", metavar="PAPERS", type=Path)
    parser.add_argument("--papers", type=int, default=512, help="how many (default: 512)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each way (default: 3)")
    args = parser.parse_args(argv)
    whole = (item for item in read(args.papers_file) if isinstance(item, Paper) and len(chunk(item)) == 1)
    papers = list(islice(whole, args.papers))
    texts = [chunk(paper)[0].embedded for paper in papers]
    model = MiniLMEmbedding()
    print(f"{len(papers)} papers, {args.rounds} rounds, {minilm._cores()} cores")
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "papers.json"
        file.write_text(json.dumps([asdict(paper) | {"id": paper.paper_id} for paper in papers]), encoding="utf-8")
        folder = _fresh_folders(Path(scratch))
        ways: dict[str, Callable[[], object]] = {
            "AskPapers: file to index": lambda: _ingest(file, folder(), model),
            "LlamaIndex: from_documents": lambda: _plain_recipe(texts, folder(), model),
            "embedder: one batch": lambda: model.get_text_embedding_batch(texts),
            "one text at a time": _one_at_a_time(texts),
        }
        taken = _turns(ways, args.rounds)
        _print(taken, len(papers))
        _rerun(args.papers_file, folder())
    # Linux counts kilobytes here, macOS bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    print(f"peak memory of the whole run: {peak:.0f} MB")
    return 0


def _ingest(file: Path, folder: Path, model: MiniLMEmbedding) -> IndexStats:
    store = PaperStore.create(str(folder), BUNDLED_EMBEDDING)
    try:
        return Indexer(store, model).ingest_sources(find_sources([file]))
    finally:
        store.close()


def _plain_recipe(texts: list[str], folder: Path, model: MiniLMEmbedding) -> None:
    import chromadb
    import chromadb.config
    import sentencex
    from llama_index.core import Document, StorageContext, VectorStoreIndex
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.vector_stores.chroma import ChromaVectorStore

    client = chromadb.PersistentClient(str(folder), chromadb.config.Settings(anonymized_telemetry=False))
    vector_store = ChromaVectorStore(chroma_collection=client.create_collection("papers"))
    # The default splitter but for its sentences: those come from NLTK's data, which not every install can read.
    splitter = SentenceSplitter(chunking_tokenizer_fn=lambda text: list(sentencex.segment("en", text)))
    VectorStoreIndex.from_documents(
        [Document(text=text) for text in texts],
        storage_context=StorageContext.from_defaults(vector_store=vector_store),
        embed_model=model,
        transformations=[splitter],
    )
    client.close()  # type: ignore[attr-defined]


def _one_at_a_time(texts: list[str]) -> Callable[[], object]:
    """The model's file as it is, in a session with nothing set: onnxruntime then spreads each text over the cores."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(minilm_files.model_file(minilm_files.ORIGINAL), options)
    tokenizer = minilm.bundled_tokenizer()

    def embed(text: str) -> list[float]:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return minilm._pooled(np.asarray(session.run(None, feed)[0][0], dtype=np.float32))

    return lambda: [embed(text) for text in texts]


def _turns(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[Seconds]]:
    taken: dict[str, list[Seconds]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            clock, work = time.perf_counter(), time.process_time()
            run()
            taken[way].append((time.perf_counter() - clock, time.process_time() - work))
    return taken


def _print(taken: dict[str, list[Seconds]], papers: int) -> None:
    *_, last = taken
    print("\n| way | abstracts/s | beside the last | ms of processor time an abstract |\n|---|---|---|---|")
    for way, turns in taken.items():
        # Of one round each, for a machine that slows down does so for a whole round.
        ratio = median(theirs[0] / ours[0] for ours, theirs in zip(turns, taken[last], strict=True))
        rate = papers / median(clock for clock, _ in turns)
        work = 1000 * median(work for _, work in turns) / papers
        print(f"| {way} | {rate:.1f} | {ratio:.2f} | {work:.1f} |")


def _rerun(file: Path, folder: Path) -> None:
    """The whole file twice; with hashes for vectors, as the second run embeds nothing."""

    def ingest() -> IndexStats:
        store = PaperStore.create(str(folder), "hash")
        try:
            return Indexer(store, HashEmbedding()).ingest_sources(find_sources([file]))
        finally:
            store.close()

    ingest()
    began = time.perf_counter()
    stats = ingest()
    seconds = time.perf_counter() - began
    rate = stats.unchanged / seconds
    print(f"\nthe whole file again: {stats.unchanged:,} unchanged in {seconds:.2f} s, {rate:,.0f} papers/s")


def _fresh_folders(root: Path) -> Callable[[], Path]:
    numbers = iter(range(1_000_000))
    return lambda: root / f"index-{next(numbers)}"


if __name__ == "__main__":
    sys.exit(main())
