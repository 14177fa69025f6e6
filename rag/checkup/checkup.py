"""Checkup: an index looked at part by part, from its lock to what is derived of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.checkup.database import check_database
from rag.checkup.derived import check_derived
from rag.checkup.ledger import check_ledger
from rag.checkup.leftovers import check_leftovers
from rag.checkup.manifest import check_manifest
from rag.checkup.parts import Part, Progress, counted
from rag.checkup.restoring import restored
from rag.checkup.rows import Holdings, check_rows, holdings_of
from rag.checkup.signs import make_signs, papers_without_signs
from rag.checkup.vectors import check_vector_files, check_vectors
from rag.embedding import token_encoder
from rag.errors import AskPapersError, IndexBusyError, IndexMissingError, IndexStoreError
from rag.index.connection import Connection, is_there
from rag.index.faults import forbidden
from rag.index.locking import held
from rag.index.mending import mend
from rag.index.places import Folder, place_of
from rag.index.snapshot import is_writable
from rag.store import PaperStore


@dataclass(frozen=True)
class Checkup:
    """A checkup of one index.

    Args:
        index: as `--index` takes it.
        embedding: the model that is configured, as its manifest would name it.
        build: makes that model, once something must be embedded.
        progress: makes what is told how far the work on something ("signs") is.
        repair: mend what can be.
    """

    index: str
    embedding: str
    build: Callable[[], BaseEmbedding]
    progress: Callable[[str], Progress]
    repair: bool = False

    def parts(self) -> Iterator[Part]:
        """Look at each part, and mend it where that is wanted.

        Raises:
            IndexMissingError: there is no index.
            IndexBusyError: another process is writing to it.
            IndexStoreError: it may not be written, but is to be mended; a server does not answer.
        """
        place = place_of(self.index)
        with ExitStack() as closing:
            if isinstance(place, Folder):
                store = yield from self._opened(place, closing)
            else:
                store = PaperStore(place, place.connect())
                closing.callback(store.close)
                closing.enter_context(store.writer())
                yield Part("lock")
            if store is not None:
                yield from self._of_store(store, local=isinstance(place, Folder))
                with store.reported():
                    yield check_leftovers(store.path, repair=self.repair)

    def _opened(self, place: Folder, closing: ExitStack) -> Generator[Part, None, PaperStore | None]:
        """Lock an index in a folder, look at its files, and open it; None where it cannot be."""
        folder = place.folder
        try:
            is_there(folder, create=False)
        except IndexMissingError:
            raise
        except IndexStoreError as error:
            yield Part("database", [str(error)])
            return None
        yield self._locked(folder, closing)
        database = check_database(folder, repair=self.repair)
        if not database.sound:
            yield database
            return None
        files, damaged = check_vector_files(folder, repair=self.repair)
        try:
            store = PaperStore(place, Connection.open(folder, copied=damaged))
            closing.callback(store.close)
        except (IndexBusyError, IndexMissingError):
            raise
        except IndexStoreError as error:
            yield Part("database", [str(error)], database.mended)
            yield files
            return None
        yield database
        yield files
        return store

    def _locked(self, folder: Path, closing: ExitStack) -> Part:
        part, lock = Part("lock"), folder / "write.lock"
        if lock.is_dir():
            told = f"{lock.name} is a folder, so that nothing can be written"
            if self.repair and not os.listdir(lock):
                lock.rmdir()
                part.mended.append(f"{told}; it was taken away.")
            else:
                part.findings.append(f"{told}. Take it away: rm -r {quote(str(lock))}")
                if self.repair:
                    raise forbidden(folder, part.findings[0])
                return part
        if is_writable(folder / "chroma") and os.access(folder, os.W_OK):
            closing.enter_context(held(folder))
        elif self.repair:
            raise forbidden(folder)
        return part

    def _of_store(self, store: PaperStore, *, local: bool) -> Iterator[Part]:
        ingest = f"python ingest.py PATH --index {quote(store.name)}"
        manifest, embedding = check_manifest(store, self.embedding, ingest, repair=self.repair)
        yield manifest
        if embedding is None:
            return
        try:
            with store.reported():
                found = holdings_of(store)
                told = restored(store, found) if self.repair and local else ""
                found = holdings_of(store) if told else found
                rows = check_rows(store, found, ingest, repair=self.repair)
        except IndexStoreError as error:
            yield Part("rows", [str(error)])
            return
        rows.mended[:0] = [told] if told else []
        yield rows
        model = self.build if embedding == self.embedding else None
        yield from self._guarded(store, "vectors", partial(self._vectors, store, found, model, local=local))
        yield from self._guarded(store, "signs", lambda: [self._signs(store, found, model)])
        yield from self._guarded(store, "ledger", lambda: [check_ledger(store, found, repair=self.repair)])
        yield from self._guarded(store, "derived data", lambda: check_derived(store, found, repair=self.repair))

    def _guarded(self, store: PaperStore, name: str, look: Callable[[], list[Part]]) -> list[Part]:
        """Parts, or one that says why they could not be looked at, so that the others still are."""
        try:
            with store.reported():
                return look()
        except IndexBusyError:
            raise
        except AskPapersError as error:
            return [Part(name, [str(error)])]

    def _vectors(
        self, store: PaperStore, found: Holdings, model: Callable[[], BaseEmbedding] | None, *, local: bool
    ) -> list[Part]:
        parts = check_vectors(store, found, self.progress("rows"), repair=self.repair, local=local)
        if not self.repair or not store.lacking:
            return parts
        vectors, lacking = parts[0], len(store.lacking)
        if model is None:
            vectors.findings.append(f"{counted(lacking, 'vector')} must be made again, by the model of the manifest.")
            return parts
        mend(store, model(), self.progress("vectors"), held=True)
        vectors.findings = []
        vectors.mended.append(f"Made again, as missing or wrong: {counted(lacking, 'vector')}.")
        return parts

    def _signs(self, store: PaperStore, found: Holdings, model: Callable[[], BaseEmbedding] | None) -> Part:
        part = papers_without_signs(store, found)
        if not self.repair or part.sound:
            return part
        if model is None:
            part.findings.append("The signs are made by the model of the manifest, which is not configured.")
            return part
        return make_signs(store, found, token_encoder(model()), self.progress("signs"))
