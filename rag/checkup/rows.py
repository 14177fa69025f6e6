"""The rows of an index: whole, complete for each paper, and with the words that they were written with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rag.checkup.parts import Part, counted, some
from rag.errors import IndexStoreError
from rag.index.rows import origins_of, paper_of
from rag.ingestion.accounts import read_lines
from rag.ingestion.chunking import embedded_text
from rag.store import PaperStore

PAGE = 1_000
Row = tuple[str, Mapping[str, Any] | None, str | None]
"""Its id, its metadata and its text; None for what cannot be read."""


@dataclass
class Holdings:
    """What the rows of an index are found to hold.

    Args:
        papers: how many rows each whole paper has.
        prints: its fingerprint.
        origins: how many papers have records of each origin.
        broken: rows that are not whole.
        parted: rows of papers that lack others.
        surplus: rows beyond those that their paper has.
        changed: papers whose words are not those that they were written with.
        count: rows in all.
    """

    papers: dict[str, int] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)
    origins: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    count: int = 0


def ids_of(store: PaperStore) -> Iterator[list[str]]:
    """The ids of all rows, a page at a time."""
    offset = 0
    while ids := store.collection.get(include=[], limit=PAGE, offset=offset)["ids"]:
        yield ids
        offset += len(ids)


def texts_of(store: PaperStore, ids: Sequence[str]) -> dict[str, str]:
    """What was embedded of rows."""
    got = store.collection.get(ids=list(ids), include=["metadatas", "documents"])
    rows = zip(got["ids"], got["metadatas"] or [], got["documents"] or [], strict=True)
    return {row_id: embedded_text(str((meta or {}).get("title", "")), text or "") for row_id, meta, text in rows}


def holdings_of(store: PaperStore) -> Holdings:
    """Read every row.

    Raises:
        IndexStoreError: even their ids cannot be read.
    """
    found, parts = Holdings(), dict[str, dict[int, tuple[Mapping[str, Any], str]]]()
    for ids in ids_of(store):
        found.count += len(ids)
        for row_id, meta, text in _rows(store, ids):
            if meta is None or text is None or not is_whole(row_id, meta):
                found.broken.append(row_id)
            elif meta["chunks"] == 1 and meta["chunk"] == 0:
                _enter(found, meta, text, 1)
            else:
                parts.setdefault(meta["paper_id"], {})[meta["chunk"]] = (meta, text)
    for paper_id, rows in parts.items():
        _enter_parts(found, paper_id, rows)
    return found


def check_rows(store: PaperStore, found: Holdings, ingest: str, *, repair: bool) -> Part:
    """Tell what is wrong with the rows; with `repair`, take out those that no paper can be read from.

    Args:
        store: held for writing, if it is to be repaired.
        found: what its rows hold.
        ingest: the command that brings papers back.
        repair: take them out.
    """
    part = Part("rows", looked_at=f"{counted(found.count, 'row')} of {counted(len(found.papers), 'paper')}")
    lost = sorted({row_id.rpartition(":")[0] for row_id in found.broken + found.parted} - found.papers.keys())
    useless = found.broken + found.parted + found.surplus
    if found.surplus:
        told = f"{counted(len(found.surplus), 'row')} beyond those of their paper ({some(found.surplus)})"
        part.mended.append(f"{told}: taken out.")
    if found.broken or found.parted:
        unread = found.broken + found.parted
        told = f"{counted(len(unread), 'row')} that could not be read whole ({some(unread)})"
        part.mended.append(f"{told}: taken out, so that the other papers can be used.")
    if useless and not (repair and _taken_out(store, useless, cut_off=bool(lost))):
        kinds = ((found.broken, "cannot be read whole"), (found.parted, "without the others of their paper"),
                 (found.surplus, "beyond those of their paper"))  # fmt: skip
        part.mended = []
        part.findings += [
            f"{counted(len(ids), 'row')} {what}: {some(ids)}. Take them out: python -m rag check --repair; then bring "
            f"back what is lost: {ingest}"
            for ids, what in kinds
            if ids
        ]
    elif lost:
        part.findings.append(f"Missing: {counted(len(lost), 'paper')} ({some(lost)}). Bring back: {ingest}")
    if found.changed:
        remove = ingest.replace("PATH", f"--remove {' '.join(found.changed[:5])}")
        part.findings.append(
            f"The words of {counted(len(found.changed), 'paper')} are not those that were read: {some(found.changed)}. "
            f"Take out, and read again: {remove}, then: {ingest}"
        )
    return part


def _rows(store: PaperStore, ids: Sequence[str]) -> Iterator[Row]:
    """Rows as far as they can be read: one that fails does not take its page with it."""
    try:
        got = store.collection.get(ids=list(ids), include=["metadatas", "documents"])
    except IndexStoreError:
        if len(ids) == 1:
            yield ids[0], None, None
            return
        half = len(ids) // 2
        yield from _rows(store, ids[:half])
        yield from _rows(store, ids[half:])
        return
    rows: dict[str, Row] = {
        row_id: (row_id, meta, text)
        for row_id, meta, text in zip(got["ids"], got["metadatas"] or [], got["documents"] or [], strict=True)
    }
    yield from (rows.get(row_id, (row_id, None, None)) for row_id in ids)


def is_whole(row_id: str, meta: Mapping[str, Any]) -> bool:
    """Whether all that is read of a row's metadata can be."""
    chunk, chunks = meta.get("chunk"), meta.get("chunks")
    if not (isinstance(chunk, int) and isinstance(chunks, int) and chunk >= 0 and chunks >= 1):
        return False
    texts = (meta.get("paper_id"), meta.get("fingerprint"), meta.get("records", ""), meta.get("content", "0"))
    try:
        int(str(meta.get("content", "0")), 16)
        for account in read_lines(str(meta.get("records", ""))):
            _ = account.differs
        paper_of(meta, "")
    except (ValueError, TypeError):
        return False
    return all(isinstance(text, str) for text in texts) and row_id == f"{meta['paper_id']}:{chunk}"


def _enter_parts(found: Holdings, paper_id: str, rows: Mapping[int, tuple[Mapping[str, Any], str]]) -> None:
    """A paper of several rows, or rows that a shorter one has no more."""
    named = [f"{paper_id}:{chunk}" for chunk in rows]
    if paper_id in found.papers:
        found.surplus += named
        return
    first = rows[0][0] if 0 in rows else None
    chunks = int(first["chunks"]) if first else 0
    wanted = range(chunks)
    if first is None or any(k not in rows or rows[k][0]["fingerprint"] != first["fingerprint"] for k in wanted):
        found.parted += named
        return
    found.surplus += [f"{paper_id}:{chunk}" for chunk in rows if chunk >= chunks]
    _enter(found, first, "".join(rows[k][1] for k in wanted), chunks)


def _enter(found: Holdings, meta: Mapping[str, Any], text: str, chunks: int) -> None:
    paper_id = str(meta["paper_id"])
    found.papers[paper_id] = chunks
    found.prints[paper_id] = str(meta["fingerprint"])
    found.origins.update(origins_of(meta))
    if paper_of(meta, text).fingerprint != meta["fingerprint"]:
        found.changed.append(paper_id)


def _taken_out(store: PaperStore, ids: Sequence[str], *, cut_off: bool) -> bool:
    """Delete rows; where papers are lost with them, the next run reads all files again."""
    try:
        store.mark(writing=cut_off or store.manifest().writing, removing=True)
        for at in range(0, len(ids), store.batch_size):
            store.collection.delete(ids=list(ids[at : at + store.batch_size]))
    except IndexStoreError:  # said by who looks at what is left
        return False
    store.lacking.difference_update(ids)
    return True
