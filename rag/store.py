"""The index on disk: Chroma holds the truth, its collection's metadata the manifest and the generation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import chromadb

from rag.errors import EmbeddingMismatchError, IndexStoreError
from rag.index.connection import COLLECTION, Connection
from rag.index.faults import reported, reporting
from rag.index.manifest import FORMAT, Manifest
from rag.index.places import Folder, Place, place_of
from rag.index.rows import origins_of, paper_of
from rag.index.signs import SignStore
from rag.index.spare_vectors import SpareVectors
from rag.index.whole_papers import whole_papers
from rag.papers import Paper

if TYPE_CHECKING:
    from llama_index.vector_stores.chroma import ChromaVectorStore

SOURCES = "sources"


class PaperStore:
    """An opened index.

    Rows are chunks with ids `{paper_id}:{k}`; the chunks of a paper, joined in order, are its abstract.
    """

    def __init__(self, place: Place, connection: Connection, embedding: str = "") -> None:
        self._place = place
        self._embedding = embedding
        self.mended = ""
        """What `rag.index.mending.mend` did, in one sentence; empty where it did nothing."""
        self._connection = connection

    @classmethod
    def open(cls, index: str, embedding: str) -> PaperStore:
        """Open an existing index for the embedding model configured; a copy of one that may not be written.

        Raises:
            IndexMissingError: there is none.
            EmbeddingMismatchError: another model made its vectors.
            IndexStoreError: it cannot be read.
        """
        place = place_of(index)
        return cls(place, place.connect())._fit(embedding)

    @classmethod
    def create(cls, index: str, embedding: str) -> PaperStore:
        """Open an index, making an empty one where there is none. Raises as `open` does."""
        place = place_of(index)
        return cls(place, place.connect(Manifest(embedding).record()))._fit(embedding)

    @property
    def name(self) -> str:
        """The index, as `--index` takes it."""
        return self._place.name

    @property
    def path(self) -> Path:
        """The folder of this machine with what is derived of the index."""
        return self._place.folder

    @property
    def collection(self) -> chromadb.Collection:
        """The papers' rows; a call that fails raises IndexStoreError."""
        return self._connection.collection

    @property
    def identity(self) -> str:
        """Tells what was opened from any other that comes to the same place, though it be of the same generation."""
        return f"{self._connection.collection.id} {self._connection.opened}"

    @property
    def is_copy(self) -> bool:
        """Whether the index may not be written, so that a copy of it was opened."""
        return self._connection.snapshot is not None

    @property
    def is_replaced(self) -> bool:
        """Whether the index that was opened is gone from its place; `refreshed` opens the one that is there now."""
        return not self._place.has(self._connection)

    @property
    def lacking(self) -> set[str]:
        """The rows that have no vector; `rag.index.mending.mend` takes out of it what it gives one."""
        return self._connection.seen.lacking

    def close(self) -> None:
        """Release the files."""
        self._connection.close()

    def manifest(self) -> Manifest:
        """Read the manifest as it stands now, whoever wrote it; raises where the index opened is there no more."""
        snapshot = self._connection.snapshot
        if snapshot is not None and not snapshot.is_current():
            self._connection.close()
            self._connection = self._place.connect()
        if self.is_replaced:
            raise IndexStoreError(
                f"The index at {self.name} was taken away, or another came in its place. Run the same command again"
            )
        with reported(self._place.explained):
            client = self._connection.client
            found = client.get_collection(self._place.collection, embedding_function=None).metadata or {}
        if found.get("format", FORMAT) != FORMAT:
            raise IndexStoreError(
                f"The index at {self.name} has layout {found['format']}; this version reads {FORMAT}. "
                f"Build it anew: python ingest.py PATH --index {quote(f'{self.name}-new')}"
            )
        try:
            return Manifest.of(found)
        except KeyError as error:
            raise self._place.damaged(f"its manifest has no {error.args[0]}") from None

    def refreshed(self) -> PaperStore:
        """The same index, seen as it is now. Raises as `open` does."""
        found = type(self)(self._place, self._place.reconnected(self._connection), self._embedding)
        return found._fit(self._embedding) if self.is_replaced else found

    def writer(self) -> AbstractContextManager[None]:
        """Hold the index for writing.

        Raises:
            IndexBusyError: another process holds it.
            IndexStoreError: it may not be written.
        """
        return self._place.writer(self._connection)

    def reported(self) -> AbstractContextManager[None]:
        """Whatever fails within is raised as an `IndexStoreError` that says what to do."""
        return reported(self._place.explained)

    def mark(self, *, writing: bool, removing: bool = False) -> int:
        """Start the next generation, so that readers and derived data notice.

        Args:
            writing: whether a write begins, or goes on.
            removing: whether papers may be taken out in it; readers look for that in no other.

        Returns:
            The generation.
        """
        following = self.manifest().next(writing=writing, removing=removing)
        self.collection.modify(metadata=following.record())
        return following.generation

    @property
    def batch_size(self) -> int:
        """Rows that one call to Chroma takes at most."""
        with reported(self._place.explained):
            return max(1, int(self._connection.client.get_max_batch_size()))

    @property
    def sources(self) -> chromadb.Collection:
        """The collection that tells which files were read to their end (see `rag.ingestion.ledger`)."""
        with reported(self._place.explained):
            name = SOURCES if self._place.collection == COLLECTION else f"{self._place.collection}-{SOURCES}"
            found = self._connection.client.get_or_create_collection(name, embedding_function=None)
        return reporting(found, self._place.explained)

    def signs(self) -> SignStore:
        """The sign matrices of the papers' tokens; to be closed by who asked."""
        return self._place.signs(self._connection)

    def spare_vectors(self) -> SpareVectors:
        """The rows' vectors beside Chroma's, none of a server's; to be closed by who asked."""
        return SpareVectors(self.path / "spare", kept=isinstance(self._place, Folder))

    def count(self) -> int:
        """How many papers there are."""
        return len(self.ids())

    def ids(self) -> set[str]:
        """The ids of all papers."""
        return {row_id.removesuffix(":0") for row_id in self._connection.rows.ids() if row_id.endswith(":0")}

    def written(self, since: int) -> list[str]:
        """The ids of the papers that were written in a generation or a later one."""
        rows = self._connection.rows.written(since)
        return [row_id.removesuffix(":0") for row_id in rows if row_id.endswith(":0")]

    def fingerprints(self, paper_ids: Sequence[str]) -> dict[str, str]:
        """The fingerprints of these papers as they are stored."""
        rows = self._connection.rows.among([f"{paper_id}:0" for paper_id in paper_ids]) if paper_ids else ()
        return {row["metadata"]["paper_id"]: row["metadata"]["fingerprint"] for row in rows}

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The id and metadata of every row."""
        for row in self._connection.rows.every(texts=False):
            yield row["id"], row["metadata"]

    def texts(self) -> Iterator[tuple[str, str]]:
        """The id of every row, and what was embedded of it."""
        from rag.ingestion.chunking import embedded_text

        for row in self._connection.rows.every(texts=True):
            yield row["id"], embedded_text(str(row["metadata"].get("title", "")), row["document"])

    def origins(self) -> set[str]:
        """Where the records of all papers were read."""
        return {origin for _, meta in self.rows() for origin in origins_of(meta)}

    def papers(self) -> Iterable[Paper]:
        """Every paper, in no set order; it can be gone through again."""
        return _Papers(self)

    def _papers(self) -> Iterator[Paper]:
        parts: dict[tuple[str, str], dict[int, str]] = {}
        for row in self._connection.rows.every(texts=True):
            meta = row["metadata"]
            if meta["chunks"] == 1:
                yield paper_of(meta, row["document"])
                continue
            version = meta["paper_id"], meta["fingerprint"]  # another process may write between two pages
            waiting = parts.setdefault(version, {})
            waiting[meta["chunk"]] = row["document"]
            if len(waiting) == meta["chunks"]:
                yield paper_of(meta, "".join(waiting[k] for k in sorted(parts.pop(version))))

    def get(self, paper_ids: Sequence[str]) -> list[Paper]:
        """The papers of these ids, in this order; ids that the index does not hold are left out."""
        return whole_papers(self._connection.rows.among, paper_ids, self._place.damaged)

    def vector_store(self) -> ChromaVectorStore:
        """The collection as a LlamaIndex vector store, for use in other programs."""
        from llama_index.vector_stores.chroma import ChromaVectorStore

        return ChromaVectorStore(chroma_collection=self.collection)

    def _fit(self, embedding: str) -> PaperStore:
        """The store itself, if the model configured made its vectors."""
        self._embedding = embedding
        try:
            made_by = self.manifest().embedding
            if made_by != embedding:
                raise EmbeddingMismatchError(
                    f"The index at {self.name} was made with {made_by}, but {embedding} is configured. "
                    f"Type: export RAG_EMBEDDING={quote(made_by)} (or build another index: "
                    f"python ingest.py PATH --index {quote(f'{self.name}-new')})"
                )
        except IndexStoreError:
            self.close()
            raise
        return self


class _Papers:
    """The papers of a store, read whenever they are gone through."""

    def __init__(self, store: PaperStore) -> None:
        self._store = store

    def __iter__(self) -> Iterator[Paper]:
        return self._store._papers()
