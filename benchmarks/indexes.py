"""Indexes: a corpus is embedded once, and the index is kept for the next run."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding
from tqdm import tqdm

from benchmarks.datasets import read_corpus
from rag.cli.progress import on_bar
from rag.index.manifest import FORMAT
from rag.indexing import Indexer
from rag.ingestion.chunking import chunk
from rag.papers import Paper
from rag.store import PaperStore


@dataclass(frozen=True)
class Indexed:
    """A corpus as it was indexed.

    Args:
        store: the index, opened.
        names: the paper_id that each record is under; records that were refused have none.
    """

    store: PaperStore
    names: Mapping[str, str]


def open_index(corpus: Path, embedding: str, embed_model: BaseEmbedding, cache: Path) -> Indexed:
    """Open the index of a corpus, building it where it is not in the cache yet.

    An index is found again by the texts that were embedded and the model, so a change of cleaning or chunking makes
    another one. All else is brought up to date: papers by a run of ingestion, the lexical index by building it anew.

    Args:
        corpus: see `read_corpus`.
        embedding: names the model, as RAG_EMBEDDING does.
        embed_model: the model.
        cache: the folder of the indexes.

    Raises:
        SourceError: the corpus cannot be read.
        IndexStoreError, ModelError: as for any ingestion.
    """
    # A merge tells the source of the record, by which it is found again.
    papers = [replace(paper, source=paper.paper_id) for paper in read_corpus(corpus)]
    folder = cache / f"{corpus.parent.name}-{_key(papers, embedding)}"
    store = PaperStore.create(str(folder), embedding)
    with tqdm(desc=f"indexing {corpus.parent.name}", total=len(papers), file=sys.stderr, leave=False) as bar:
        stats = Indexer(store, embed_model).ingest(papers, on_bar(bar))
    # It is named by the store's generation alone, so one that older code built would be taken.
    shutil.rmtree(folder / "lexical", ignore_errors=True)
    merged = {merge.source: merge.into for merge in stats.merges}
    return Indexed(store, {paper.paper_id: merged.get(paper.paper_id, paper.paper_id) for paper in papers})


def _key(papers: Sequence[Paper], embedding: str) -> str:
    digest = blake2b(f"{embedding}\0{FORMAT}".encode(), digest_size=8)
    for paper in papers:
        texts = "\0".join(part.embedded for part in chunk(paper))
        digest.update(f"\1{paper.paper_id}\0{texts}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
