"""Parquet: data sets as Hugging Face and pandas keep them."""

from collections.abc import Iterator

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

_ROWS = 1_000


def read_parquet(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read the rows of a Parquet file, a thousand at a time.

    Raises:
        SourceError: it is damaged, or no column is known.
    """
    with content.seekable() as stream:
        yield from papers_of(_records(stream, content.name), content.name, mapping, nothing="holds no row.")


def _records(stream: object, source: str) -> Iterator[Record]:
    import pyarrow
    import pyarrow.parquet

    number = 0
    try:
        with pyarrow.parquet.ParquetFile(stream) as file:
            for batch in file.iter_batches(batch_size=_ROWS):
                for row in batch.to_pylist():
                    number += 1
                    yield f"row {number}", row
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise SourceError(
            f"{source} is a damaged Parquet file after row {number} ({str(error).splitlines()[0]}). "
            "Download or export it again."
        ) from error
