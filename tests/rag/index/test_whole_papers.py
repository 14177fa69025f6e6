"""Papers that another process writes while they are read: each comes whole, in one of its versions, or not at all."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from rag.errors import IndexStoreError
from rag.index.rows import metadata_of
from rag.index.whole_papers import whole_papers
from tests.conftest import paper

Rows = list[dict[str, Any]]


def rows(*parts: str) -> Rows:
    """The rows of a paper in so many parts."""
    whole = paper("".join(parts), "Bats", "bats")
    return [
        {"id": f"bats:{k}", "document": part, "metadata": metadata_of(whole, k, len(parts))}
        for k, part in enumerate(parts)
    ]


def seen(*moments: Rows) -> Callable[[list[str]], Iterable[Mapping[str, Any]]]:
    """Reads the rows as they are at one moment after the other; the last one stays."""
    ahead = list(moments)

    def read(ids: list[str]) -> Rows:
        now = ahead.pop(0) if len(ahead) > 1 else ahead[0]
        return [row for row in now if row["id"] in ids]

    return read


def read(*moments: Rows) -> list[str]:
    return [each.abstract for each in whole_papers(seen(*moments), ["bats"], IndexStoreError)]


OLD, NEW = rows("Bats hear. ", "They fly."), rows("Bats see. ", "They sleep.")


def test_a_paper_that_is_taken_out_between_two_reads_is_not_there() -> None:
    assert read(OLD, []) == []


def test_a_paper_that_is_rewritten_between_two_reads_comes_in_its_new_version() -> None:
    assert read(OLD, NEW) == ["Bats see. They sleep."]


def test_a_paper_that_became_shorter_between_two_reads_comes_in_its_new_version() -> None:
    assert read(OLD, rows("Bats rest.")) == ["Bats rest."]


def test_a_paper_whose_part_stays_away_is_damaged() -> None:
    with pytest.raises(IndexStoreError, match="the paper bats has lost a part"):
        read(OLD[:1])
