"""The ledger: whether each reading can be read, and its papers are there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rag.checkup.parts import Part, counted, some
from rag.checkup.rows import Holdings
from rag.errors import IndexStoreError
from rag.ingestion.ledger import Ledger
from rag.readers.refusals import Refusal
from rag.store import PaperStore


def check_ledger(store: PaperStore, found: Holdings, *, repair: bool) -> Part:
    """Look at the readings of files; with `repair`, those that cannot be relied on are struck.

    Args:
        store: held for writing, if it is to be repaired.
        found: what its rows hold.
        repair: see above.
    """
    part = Part("ledger")
    try:
        got = store.sources.get(include=["metadatas"])
    except IndexStoreError as error:
        part.findings.append(str(error))
        return part
    part.looked_at = counted(len(got["ids"]), "file")
    rows = list(zip(got["ids"], got["metadatas"] or [], strict=True))
    broken = [origin for origin, meta in rows if not _is_whole(meta)]
    left = [
        origin
        for origin, meta in rows
        if origin not in broken and int(str(meta["unchanged"])) > 0 and not found.origins[origin]
    ]
    for origins, what in ((broken, "cannot be read"), (left, "tell of papers that are not there")):
        if not origins:
            continue
        told = f"The notes of {counted(len(origins), 'file')} {what}: {some(sorted(origins))}"
        if repair:
            Ledger(store.sources).strike(origins)
            part.mended.append(f"{told}. They were struck: the next run reads the files again.")
        else:
            part.findings.append(f"{told}. To have them read again: python -m rag check --repair")
    return part


def _is_whole(meta: Mapping[str, Any] | None) -> bool:
    try:
        if meta is None:
            return False
        for record in json.loads(str(meta["refused"])):
            Refusal(**record)
        return isinstance(meta["digest"], str) and int(str(meta["unchanged"])) >= 0 and int(str(meta["merged"])) >= 0
    except (KeyError, ValueError, TypeError):
        return False
