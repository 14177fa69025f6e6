"""What an index holds, to be compared with another's."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rag.index.derived import Derived
from rag.ingestion.chunking import embedded_text
from rag.store import PaperStore
from rag.testing import HashEmbedding
from rag.text.analysis import analyze
from tests.conftest import HASH

SCORED = ("words", "vectors")


def content(index: str | Path) -> dict[str, tuple[str, str, tuple[float, ...]]]:
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


def assert_alike(index: str | Path, other: str | Path, questions: Sequence[str], *, bm25: float = 0.0) -> None:
    """Two indexes hold the same papers, chunks and vectors, and give the same to words, vectors and conditions.

    Args:
        index, other: the indexes.
        questions: all hits of each are compared, with their scores.
        bm25: share by which the scores of words may differ. A lexical index that was renewed still counts up to a
            twentieth of papers that are gone in how rare a word is and how long papers are: see `_MOST_GONE`.
    """
    one, two = content(index), content(other)
    assert {key: row[:2] for key, row in one.items()} == {key: row[:2] for key, row in two.items()}
    # Chroma scales a vector to length 1 as it writes its files, not before.
    here, there = (np.array([row[2] for _, row in sorted(rows.items())]) for rows in (one, two))
    assert np.abs(_unit(here) - _unit(there)).max(initial=0.0) < 1e-5
    mine, theirs = found(index, questions), found(other, questions)
    for part, held in mine.items():
        rel = bm25 if part == "words" else 0.0
        assert held == (pytest.approx(theirs[part], abs=1e-4, rel=rel) if part in SCORED else theirs[part]), part


def found(index: str | Path, questions: Sequence[str]) -> dict[str, Any]:
    """What is found in an index: by words and by vectors, the facts, the signs, the spare vectors, the files read."""
    with closing(PaperStore.open(str(index), HASH)) as store:
        derived, model = Derived.open(store, store.manifest().generation), HashEmbedding()
        facts, ids = derived.facts, sorted(store.ids())
        columns = zip(facts.years, facts.venues, facts.authors, facts.kinds, facts.statuses, facts.fingerprints,
                      strict=True)  # fmt: skip
        hits, near = dict[tuple[str, str], float](), dict[tuple[str, str], float]()
        for text in questions:
            every = derived.lexical.search(analyze(text), len(ids) or 1)  # all: of equal ones any may be the last
            hits |= {(text, paper_id): score for paper_id, score in every}
            vector = np.asarray(model.get_query_embedding(text), dtype=np.float32)
            cosines = derived.nearest.nearest(vector, len(ids))
            near |= {(text, derived.nearest.ids[place]): cosine for place, cosine in cosines.items()}
        with closing(store.signs()) as signs:
            matrices = {paper_id: matrix.tolist() for paper_id, matrix in signs.get(ids).items()}
            assert signs.ids() == set(ids)
        read = store.sources.get(include=["metadatas"])
        ledger = {origin: dict(meta) for origin, meta in zip(read["ids"], read["metadatas"] or [], strict=True)}
        spare = _spare(store)
    return {
        "facts": dict(zip(facts.ids, columns, strict=True)),
        "words": hits,
        "vectors": near,
        "signs": matrices,
        "ledger": ledger,
        "spare": spare,
        "ids": ids,
    }


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True) if len(rows) else rows


def _spare(store: PaperStore) -> dict[str, bytes]:
    got = store.collection.get(include=["documents", "metadatas"])
    texts = {
        row_id: embedded_text(str(meta["title"]), text)
        for row_id, text, meta in zip(got["ids"], got["documents"] or [], got["metadatas"] or [], strict=True)
    }
    with closing(store.spare_vectors()) as spares:
        return {row_id: vector.tobytes() for row_id, vector in spares.get(texts).items()}
