"""A lease on a server: renewed through a fault of the network, and told as lost where another took it over."""

import threading
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

import rag.index.lease
from rag.errors import IndexBusyError, IndexStoreError
from rag.index.lease import leased


class Collections:
    """A server's collections, of which the next calls for one may fail."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        self.failing = 0
        self.renewed = 0

    def create_collection(self, name: str, metadata: dict[str, Any], embedding_function: None) -> None:
        self.found.setdefault(name, metadata)

    def get_collection(self, name: str, embedding_function: None) -> Any:
        if self.failing:
            self.failing -= 1
            raise httpx.ConnectError("refused")
        return SimpleNamespace(metadata=self.found[name], modify=lambda metadata: self.renew(name, metadata))

    def renew(self, name: str, metadata: dict[str, Any]) -> None:
        self.found[name] = metadata
        self.renewed += 1

    def delete_collection(self, name: str) -> None:
        del self.found[name]


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> Collections:
    monkeypatch.setattr(rag.index.lease, "BEAT_SECONDS", 0.01)
    return Collections()


def held(collections: Collections) -> Any:
    return leased(collections, "writer", "http://h/papers", lambda error: IndexStoreError(str(error)))  # type: ignore[arg-type]


def test_a_lease_outlives_a_server_that_is_away_for_a_while(collections: Collections) -> None:
    with held(collections):
        collections.failing = 3
        while collections.renewed < 2:
            pass
    assert (collections.failing, collections.found) == (0, {})


def lose(collections: Collections) -> None:
    with held(collections):
        collections.found["writer"] = {"token": "other"}
        while any(thread.name == "lease" for thread in threading.enumerate()):
            pass


def fail(collections: Collections) -> None:
    with held(collections):
        collections.failing = 10**9
        raise KeyError("what went wrong")


def test_a_lease_that_another_took_over_is_told_and_left_to_it(collections: Collections) -> None:
    with pytest.raises(IndexBusyError, match="took over the writing to http://h/papers"):
        lose(collections)
    assert collections.found == {"writer": {"token": "other"}}


def test_a_server_that_is_gone_at_the_end_hides_no_error(collections: Collections) -> None:
    with pytest.raises(KeyError, match="what went wrong"):
        fail(collections)
