"""What an index holds, to be compared with another's."""

import json
from pathlib import Path

from rag.store import PaperStore
from tests.conftest import HASH


def content(index: Path) -> dict[str, tuple[str, str, tuple[float, ...]]]:
    """Every row: its text, its metadata but for when it was written, its vector."""
    store = PaperStore.open(str(index), HASH)
    try:
        assert store.lacking == set()
        got = store.collection.get(include=["documents", "metadatas", "embeddings"])
        metas = [{key: meta[key] for key in meta if key != "generation"} for meta in got["metadatas"] or []]
        rows = zip(got["ids"], got["documents"] or [], metas, got["embeddings"], strict=True)  # type: ignore[arg-type]
        return {row: (text, json.dumps(meta, sort_keys=True), tuple(vector)) for row, text, meta, vector in rows}
    finally:
        store.close()
