"""Rows: a paper as Chroma's ids, texts and metadata, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rag.ingestion.accounts import read_lines
from rag.ingestion.identity import content_key
from rag.papers import Paper

_OPTIONAL = ("title", "label", "authors", "year", "venue", "url", "kind", "status", "identifiers", "source")


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


def row_metadata(paper: Paper, chunk: int, chunks: int, records: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What a row is written with: `metadata_of`, and what `rag.ingestion.catalogue` finds the paper again by.

    Args:
        paper: as it is to be stored.
        chunk: which of its rows this is.
        chunks: how many there are.
        records: fingerprint and origin of each record that it was made of.
    """
    made_of = "\n".join(f"{fingerprint} {origin}" for fingerprint, origin in records)
    # Chroma keeps a key that a later write leaves out, and drops one that it sets to None.
    known: dict[str, Any] = dict.fromkeys(_OPTIONAL)
    found_by = {"records": made_of, "content": f"{content_key(paper):016x}"}
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


def origins_of(meta: Mapping[str, Any]) -> set[str]:
    """The origins of the records that a row's paper was made of."""
    return {account.origin for account in read_lines(str(meta.get("records", "")))}
