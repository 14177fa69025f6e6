"""The manifest of an index: its layout, its embedding model, and whether a write was cut off."""

from __future__ import annotations

from shlex import quote

from rag.checkup.parts import Part
from rag.errors import IndexStoreError
from rag.index.manifest import FORMAT, Manifest
from rag.store import PaperStore


def check_manifest(store: PaperStore, embedding: str, ingest: str, *, repair: bool) -> tuple[Part, str | None]:
    """Look at what an index says of itself.

    Args:
        store: nobody else is writing to it.
        embedding: the model configured.
        ingest: the command that ends a write that was cut off.
        repair: write what can be told otherwise anew.

    Returns:
        The part, and the model that made the vectors; None where the rest cannot be looked at.
    """
    part = Part("manifest")
    try:
        said = store.collection.metadata or {}
        if said.get("format", FORMAT) == FORMAT and isinstance(said.get("embedding"), str) and not _is_whole(said):
            why = "The manifest does not tell the generation, or whether a write is going on"
            if repair:
                _write_anew(store, str(said["embedding"]))
                part.mended.append(f"{why}; it was written anew.")
            else:
                part.findings.append(f"{why}. To write it anew: python -m rag check --repair")
                return part, None
        manifest = store.manifest()
    except IndexStoreError as error:
        part.findings.append(str(error))
        return part, None
    part.looked_at = f"generation {manifest.generation:,}, {manifest.embedding}"
    if manifest.embedding != embedding:
        part.findings.append(
            f"The index was made with {manifest.embedding}, but {embedding} is configured. Type: export "
            f"RAG_EMBEDDING={quote(manifest.embedding)}"
        )
    if manifest.writing:
        part.findings.append(
            f"A run was cut off before its end, or papers are to be brought back. Read again: {ingest}"
        )
    return part, manifest.embedding


def _is_whole(said: dict[str, object]) -> bool:
    generation = said.get("generation")
    return isinstance(generation, int) and generation >= 0 and isinstance(said.get("writing"), bool)


def _write_anew(store: PaperStore, embedding: str) -> None:
    """Start a generation later than any that something was derived of; the next run reads all files again."""
    known = [int(path.stem) for path in store.path.glob("*/*") if path.stem.isdecimal()]
    generation = max(known, default=0) + 1
    store.collection.modify(metadata=Manifest(embedding, generation, writing=True, removed=generation).record())
