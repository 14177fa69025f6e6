"""Reading ahead in another thread."""

import threading
import time
from collections.abc import Iterator

import pytest

from rag.errors import SourceError
from rag.ingestion.readahead import ReadAhead


def test_items_come_in_order_and_are_counted() -> None:
    with ReadAhead(lambda: iter(range(1000)), size=10) as items:
        assert list(items) == list(range(1000))
        assert (items.count, items.ended) == (1000, True)


def test_an_error_comes_after_the_items_before_it() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise SourceError("broken at line 2")

    with ReadAhead(broken) as ahead:
        items = iter(ahead)
        assert next(items) == 1
        with pytest.raises(SourceError, match="line 2"):
            next(items)


def test_no_more_is_read_than_may_wait() -> None:
    with ReadAhead(lambda: iter(range(1000)), size=5) as items:
        time.sleep(0.2)
        assert items.count <= 6


def test_leaving_early_ends_the_thread() -> None:
    before = threading.active_count()
    with ReadAhead(lambda: iter(range(10**9)), size=5) as items:
        assert next(iter(items)) == 0
    assert threading.active_count() == before
