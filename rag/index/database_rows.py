"""DatabaseRows: an index's rows, read from Chroma's own database.

Chroma loads all vectors, 2 KB a paper, before it gives out its first row, and again whenever the index is opened anew:
4.5 s of a processor for 100,000 papers. The rows themselves lie in SQLite, under indexes of its own.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from threading import Lock
from typing import Any

from rag.index.faults import Explain, reported
from rag.index.pages import FIRST_PAGE, PAGE, Damaged, Row, whole
from rag.index.soundness import uri_of

_WAIT_SECONDS = 30.0
"""For another process that writes."""
_TEXT = "chroma:document"
_SEGMENT = (
    "SELECT segments.id, segments.collection FROM segments JOIN collections ON collections.id = segments.collection"
    " WHERE collections.name = ? AND segments.scope = 'METADATA'"
)
_IS_BEHIND = (
    "SELECT COALESCE((SELECT max(seq_id) FROM embeddings_queue WHERE topic LIKE ?), 0)"
    " > COALESCE((SELECT seq_id FROM max_seq_id WHERE segment_id = ?), 0)"
)
_IDS = "SELECT embedding_id FROM embeddings WHERE segment_id = ?"
_WRITTEN = (
    "SELECT rows.embedding_id FROM embedding_metadata cells JOIN embeddings rows ON rows.id = cells.id"
    " WHERE cells.key = 'generation' AND cells.int_value >= ? AND rows.segment_id = ?"
)
# Each cell of some rows: their ids in JSON, or as many as are wanted after one.
_OF_SOME = (
    "SELECT rows.id, embedding_id, key, string_value, int_value, float_value, bool_value FROM embeddings rows"
    " LEFT JOIN embedding_metadata cells ON cells.id = rows.id"
    " WHERE segment_id = ? AND embedding_id IN (SELECT value FROM json_each(?)) ORDER BY rows.id"
)
_OF_PAGE = (
    "SELECT rows.id, embedding_id, key, string_value, int_value, float_value, bool_value FROM"
    " (SELECT id, embedding_id FROM embeddings WHERE segment_id = ? AND id > ? ORDER BY id LIMIT ?) rows"
    " LEFT JOIN embedding_metadata cells ON cells.id = rows.id AND (? OR key != 'chroma:document') ORDER BY rows.id"
)


class DatabaseRows:
    """The rows of one collection, for several threads.

    Args:
        file: `chroma.sqlite3`, of an index that Chroma has opened.
        collection: its name.
        damaged: makes the error to raise of what is wrong with a row.
        explain: makes the one to raise where the database cannot be read.
    """

    def __init__(self, file: Path, collection: str, damaged: Damaged, explain: Explain) -> None:
        self._damaged = damaged
        self._explain = explain
        self._lock = Lock()
        self._database = sqlite3.connect(
            uri_of(file), uri=True, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        ((self._segment, self._collection),) = self._all(_SEGMENT, collection)

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._database.close()

    def are_behind(self) -> bool:
        """Whether the log has what a run that was killed has not put into its table: Chroma does so as it reads."""
        return bool(self._all(_IS_BEHIND, f"%/{self._collection}", self._segment)[0][0])

    def ids(self) -> list[str]:
        """The ids of all rows."""
        return [row_id for (row_id,) in self._all(_IDS, self._segment)]

    def written(self, since: int) -> list[str]:
        """The ids of the rows that were written in a generation or a later one."""
        return [row_id for (row_id,) in self._all(_WRITTEN, since, self._segment)]

    def among(self, ids: Sequence[str]) -> Iterator[Row]:
        """The rows of some ids, with their texts, in no set order."""
        for _, row in self._rows(_OF_SOME, self._segment, json.dumps(ids)):
            yield row

    def every(self, *, texts: bool) -> Iterator[Row]:
        """Every row. Args: as in `rag.index.pages.Rows`."""
        last, page = 0, FIRST_PAGE
        while found := self._rows(_OF_PAGE, self._segment, last, page, texts, texts=texts):
            for _, row in found:
                yield row
            last, page = found[-1][0], PAGE

    def _rows(self, statement: str, *values: Any, texts: bool = True) -> list[tuple[int, Row]]:
        """Rows with their numbers, of as many cells as the metadata has keys."""
        rows = []
        for (number, row_id), cells in groupby(self._all(statement, *values), itemgetter(0, 1)):
            meta = {key: _value(*value) for _, _, key, *value in cells if key is not None}
            text = meta.pop(_TEXT, None if texts else "")
            rows.append((number, whole(row_id, meta, text, self._damaged)))
        return rows

    def _all(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, reported(self._explain):
            return self._database.execute(statement, values).fetchall()


def _value(string: str | None, integer: int | None, real: float | None, truth: int | None) -> Any:
    if string is not None:
        return string
    if integer is not None:
        return integer
    return real if truth is None else bool(truth)
