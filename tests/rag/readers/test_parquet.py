"""Parquet: data sets as pandas and Hugging Face keep them."""

import io
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of


def parquet(columns: dict[str, Any], compression: str = "snappy") -> bytes:
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer, compression=compression)
    return buffer.getvalue()


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "zstd"])
@pytest.mark.parametrize("name", ["list.parquet", "list"])
def test_rows_are_read_in_every_compression(tmp_path: Path, compression: str, name: str) -> None:
    content = parquet({"title": ["A", "B"], "abstract": ["We a.", None], "year": [2020, None]}, compression)
    first, second = items_of(tmp_path, content, name)
    assert isinstance(first, Paper)
    assert (first.title, first.abstract, first.year) == ("A", "We a.", 2020)
    assert second == Refusal(name, "B", "it has no abstract")


def test_nested_columns_are_opened(tmp_path: Path) -> None:
    (paper,) = papers_of(
        tmp_path,
        parquet(
            {
                "id": [5],
                "content": [{"title": {"value": "A"}, "abstract": {"value": "We a."}}],
                "authors": [[{"name": "Ana Diaz"}, {"name": "Bo Li"}]],
            }
        ),
        "list.parquet",
    )
    assert (paper.paper_id, paper.title, paper.abstract, paper.authors) == ("5", "A", "We a.", ("Ana Diaz", "Bo Li"))


def test_list_columns_are_joined(tmp_path: Path) -> None:
    (paper,) = papers_of(tmp_path, parquet({"title": ["A"], "abstract": [["One.", "Two."]]}), "list.parquet")
    assert paper.abstract == "One.\n\nTwo."


def test_columns_are_mapped_by_name_and_path(tmp_path: Path) -> None:
    content = parquet({"head": ["A"], "body": [{"gist": "We a."}]})
    (paper,) = papers_of(tmp_path, content, "list.parquet", "title=head,abstract=body.gist")
    assert (paper.title, paper.abstract) == ("A", "We a.")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (parquet({"title": [], "abstract": []}), "holds no row"),
        (parquet({"head": ["A"], "gist": ["We hear. They hear."]}), "--map title=FIELD,abstract=gist"),
        (parquet({"title": ["A"], "abstract": ["We a."]})[:-8], "damaged Parquet file after row 0"),
        (b"PAR1", "damaged Parquet file"),
    ],
    ids=["empty", "unknown columns", "cut", "only its mark"],
)
def test_a_file_without_papers_is_an_error(tmp_path: Path, content: bytes, expected: str) -> None:
    with pytest.raises(SourceError, match=r"^list\.parquet ") as caught:
        items_of(tmp_path, content, "list.parquet")
    assert expected in str(caught.value)
