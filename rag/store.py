"""The index on disk: Chroma holds the truth, its collection's metadata the manifest and the generation."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import chromadb
import chromadb.api.client
import chromadb.config
from chromadb.api.collection_configuration import CreateHNSWConfiguration
from filelock import FileLock, Timeout

from rag.errors import EmbeddingMismatchError, IndexBusyError, IndexMissingError, IndexStoreError
from rag.identity import content_key
from rag.papers import Paper
from rag.signs import SignStore

if TYPE_CHECKING:
    from llama_index.vector_stores.chroma import ChromaVectorStore

COLLECTION = "papers"
SOURCES = "sources"
FORMAT = 1
_PAGE = 2_000
_OPTIONAL = ("title", "label", "authors", "year", "venue", "url", "kind", "status", "identifiers", "source")
# Chroma's defaults (100, 100, 16) find 92% of the 100 nearest of 2,634 abstracts, and others in each process; these
# find 99.97% in the same time, the same each time.
_HNSW: CreateHNSWConfiguration = {"space": "cosine", "ef_construction": 400, "ef_search": 1000, "max_neighbors": 32}


@dataclass(frozen=True)
class Manifest:
    """What the collection says of itself.

    Args:
        embedding: the model that made the vectors, as RAG_EMBEDDING names it.
        generation: grows by one before and after every write; derived data is named by it.
        writing: a write began and has not ended; if no process holds the lock, it was cut off.
        format: the version of the layout.
    """

    embedding: str
    generation: int = 0
    writing: bool = False
    format: int = FORMAT


class PaperStore:
    """An opened index.

    Rows are chunks with ids `{paper_id}:{k}`; the chunks of a paper, joined in order, are its abstract.
    """

    def __init__(self, path: Path, client: chromadb.api.client.Client, collection: chromadb.Collection) -> None:
        self.path = path
        self._client = client
        self.collection = collection

    @classmethod
    def open(cls, index: str, embedding: str) -> PaperStore:
        """Open an existing index for the embedding model configured.

        Raises:
            IndexMissingError: there is none.
            EmbeddingMismatchError: another model made its vectors.
            IndexStoreError: it cannot be read.
        """
        path = _folder(index)
        if not (path / "chroma" / "chroma.sqlite3").is_file():
            raise IndexMissingError(f"There is no index at {path}. Build one: python ingest.py PATH --index {path}")
        store = cls(path, *_connect(path, create=None))
        store._require(embedding)
        return store

    @classmethod
    def create(cls, index: str, embedding: str) -> PaperStore:
        """Open an index, making an empty one where there is none. Raises as `open` does."""
        path = _folder(index)
        try:
            (path / "chroma").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexStoreError(
                f"The index folder {path} cannot be made: {error.strerror}. Name another: --index DIR"
            ) from None
        store = cls(path, *_connect(path, create=Manifest(embedding)))
        store._require(embedding)
        return store

    def close(self) -> None:
        """Release the files."""
        self._client.close()

    def manifest(self) -> Manifest:
        """Read the manifest as it stands now, whoever wrote it."""
        metadata = self._client.get_collection(COLLECTION, embedding_function=None).metadata or {}
        return Manifest(**{key: metadata[key] for key in ("embedding", "generation", "writing", "format")})

    def refreshed(self) -> PaperStore:
        """The same index opened anew: an embedded Chroma does not see another process's vectors otherwise."""
        self._client.close()
        return type(self)(self.path, *_connect(self.path, create=None))

    @contextmanager
    def writer(self) -> Iterator[None]:
        """Hold the index for writing.

        Raises:
            IndexBusyError: another process holds it.
        """
        try:
            with FileLock(self.path / "write.lock", timeout=0):
                yield
        except Timeout:
            raise IndexBusyError(
                f"Another process is writing to {self.path}. Wait for it to end, then try again."
            ) from None

    def mark(self, *, writing: bool) -> None:
        """Start the next generation, so that readers and derived data notice."""
        now = self.manifest()
        self.collection.modify(metadata=_metadata(Manifest(now.embedding, now.generation + 1, writing)))

    @property
    def batch_size(self) -> int:
        """Rows that one call to Chroma takes at most."""
        return int(self._client.get_max_batch_size())

    @property
    def sources(self) -> chromadb.Collection:
        """The collection that tells which files were read to their end (see `rag.ledger`)."""
        return self._client.get_or_create_collection(SOURCES, embedding_function=None)

    def signs(self) -> SignStore:
        """The sign matrices of the papers' tokens; to be closed by who asked."""
        return SignStore(self.path / "signs")

    def count(self) -> int:
        """How many papers there are."""
        return sum(row_id.endswith(":0") for row_id in self.collection.get(include=[])["ids"])

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The id and metadata of every row."""
        for row in self._rows(include=["metadatas"]):
            yield row["id"], row["metadata"]

    def papers(self) -> Iterator[Paper]:
        """Every paper, in no set order."""
        parts: dict[str, dict[int, str]] = {}
        for row in self._rows(include=["metadatas", "documents"]):
            meta = row["metadata"]
            if meta["chunks"] == 1:
                yield paper_of(meta, row["document"])
                continue
            waiting = parts.setdefault(meta["paper_id"], {})
            waiting[meta["chunk"]] = row["document"]
            if len(waiting) == meta["chunks"]:
                yield paper_of(meta, "".join(waiting[k] for k in sorted(parts.pop(meta["paper_id"]))))

    def get(self, paper_ids: Sequence[str]) -> list[Paper]:
        """The papers of these ids, in this order; ids that the index does not hold are left out."""
        if not paper_ids:
            return []
        got = self.collection.get(ids=[f"{paper_id}:0" for paper_id in paper_ids], include=["metadatas", "documents"])
        metas, texts = got["metadatas"] or [], got["documents"] or []
        found = {str(meta["paper_id"]): paper_of(meta, text) for meta, text in zip(metas, texts, strict=True)}
        for meta in metas:
            if int(str(meta["chunks"])) > 1:
                found[str(meta["paper_id"])] = self._whole(meta)
        return [found[paper_id] for paper_id in paper_ids if paper_id in found]

    def vector_store(self) -> ChromaVectorStore:
        """The collection as a LlamaIndex vector store, for use in other programs."""
        from llama_index.vector_stores.chroma import ChromaVectorStore

        return ChromaVectorStore(chroma_collection=self.collection)

    def _whole(self, meta: Mapping[str, Any]) -> Paper:
        ids = [f"{meta['paper_id']}:{k}" for k in range(int(meta["chunks"]))]
        got = self.collection.get(ids=ids, include=["documents"])
        texts = dict(zip(got["ids"], got["documents"] or [], strict=True))
        return paper_of(meta, "".join(texts[id_] for id_ in ids))

    def _rows(self, include: Any) -> Iterator[dict[str, Any]]:
        offset = 0
        while True:
            try:
                got = self.collection.get(include=include, limit=_PAGE, offset=offset)
            except Exception as error:  # Chroma raises bare sqlite3, Rust and value errors alike
                raise IndexStoreError(
                    f"The index at {self.path} cannot be read ({type(error).__name__}: {error}). See that its disk has "
                    "room and its files are whole, then run the same command again."
                ) from error
            if not got["ids"]:
                return
            for i, id_ in enumerate(got["ids"]):
                yield {
                    "id": id_,
                    "metadata": (got["metadatas"] or [])[i],
                    "document": got["documents"][i] if got["documents"] else "",
                }
            offset += len(got["ids"])

    def _require(self, embedding: str) -> None:
        made_by = self.manifest()
        if made_by.format != FORMAT:
            raise IndexStoreError(
                f"The index at {self.path} has layout {made_by.format}; this version reads {FORMAT}. "
                f"Build it anew: python ingest.py PATH --index {self.path}-new"
            )
        if made_by.embedding != embedding:
            raise EmbeddingMismatchError(
                f"The index at {self.path} was made with {made_by.embedding}, but {embedding} is configured. "
                f"Type: export RAG_EMBEDDING={made_by.embedding} (or build another index: "
                f"python ingest.py PATH --index {self.path}-new)"
            )


def metadata_of(paper: Paper, chunk: int, chunks: int) -> dict[str, Any]:
    """A row's metadata: flat, as Chroma and LlamaIndex's filters want it; fields unknown are left out."""
    fields: dict[str, Any] = {
        "paper_id": paper.paper_id,
        "title": paper.title,
        "label": paper.label,
        "authors": "; ".join(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "kind": paper.kind,
        "status": paper.status,
        "identifiers": "; ".join(paper.identifiers),
        "source": paper.source,
    }
    known = {key: value for key, value in fields.items() if value not in (None, "")}
    return known | {"fingerprint": paper.fingerprint, "chunk": chunk, "chunks": chunks}


def row_metadata(
    paper: Paper, chunk: int, chunks: int, records: Sequence[tuple[str, str]], *, fresh: bool = False
) -> dict[str, Any]:
    """What a row is written with: `metadata_of`, and what `rag.catalogue` finds the paper again by.

    Args:
        paper: as it is to be stored.
        chunk: which of its rows this is.
        chunks: how many there are.
        records: fingerprint and origin of each record that it was made of.
        fresh: whether it replaces another is not settled yet.
    """
    made_of = "\n".join(f"{fingerprint} {origin}" for fingerprint, origin in records)
    # Chroma keeps a key that a later write leaves out, and drops one that it sets to None.
    known: dict[str, Any] = dict.fromkeys(_OPTIONAL)
    found_by = {"records": made_of, "content": f"{content_key(paper):016x}", "fresh": fresh or None}
    return known | metadata_of(paper, chunk, chunks) | found_by


def paper_of(meta: Mapping[str, Any], abstract: str) -> Paper:
    """The paper that a row's metadata and the whole abstract describe."""
    return Paper(
        paper_id=str(meta["paper_id"]),
        title=str(meta.get("title", "")),
        abstract=abstract,
        authors=tuple(name for name in str(meta.get("authors", "")).split("; ") if name),
        year=int(meta["year"]) if "year" in meta else None,
        venue=str(meta.get("venue", "")),
        url=str(meta.get("url", "")),
        kind=str(meta.get("kind", "")),
        status=str(meta.get("status", "")),
        identifiers=tuple(name for name in str(meta.get("identifiers", "")).split("; ") if name),
        source=str(meta.get("source", "")),
    )


def _folder(index: str) -> Path:
    if "://" in index:
        raise IndexStoreError(f"{index} is a URL, but an index is a folder. Type for example: --index index")
    path = Path(index).expanduser()
    if path.exists() and not path.is_dir():
        raise IndexStoreError(f"{path} is a file, not the folder of an index. Name a folder: --index DIR")
    return path


def _metadata(manifest: Manifest) -> dict[str, Any]:
    return {
        "embedding": manifest.embedding,
        "generation": manifest.generation,
        "writing": manifest.writing,
        "format": manifest.format,
    }


def _connect(path: Path, create: Manifest | None) -> tuple[chromadb.api.client.Client, chromadb.Collection]:
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
    logging.getLogger("chromadb.telemetry").setLevel(logging.CRITICAL)
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    try:
        client = cast(
            chromadb.api.client.Client, chromadb.PersistentClient(path=str(path / "chroma"), settings=settings)
        )
        if create is not None and COLLECTION not in [found.name for found in client.list_collections()]:
            collection = client.create_collection(
                COLLECTION,
                metadata=_metadata(create),
                configuration={"hnsw": _HNSW},
                embedding_function=None,
            )
        else:
            collection = client.get_collection(COLLECTION, embedding_function=None)
    except Exception as error:  # Chroma raises bare sqlite3, Rust and value errors alike
        raise IndexStoreError(
            f"The index at {path} cannot be opened ({type(error).__name__}: {error}). "
            f"Move it away and build it anew: python ingest.py PATH --index {path}"
        ) from error
    return client, collection
