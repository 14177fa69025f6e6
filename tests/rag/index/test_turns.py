import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from rag.index.connection import COLLECTION
from rag.index.soundness import rows_without_vector
from rag.index.turns import TURN
from rag.store import PaperStore
from tests.conftest import HASH


def is_taken() -> bool:
    """Whether another thread would have to wait for its turn."""
    with ThreadPoolExecutor(1) as pool:
        got = pool.submit(TURN.acquire, blocking=False).result()
        if got:
            pool.submit(TURN.release).result()
    return not got


def test_chroma_waits_while_we_read_its_database(tmp_path: Path) -> None:
    store = PaperStore.create(str(tmp_path / "i"), HASH)
    done = Event()

    def asked() -> None:
        store.manifest()
        store.collection.count()
        done.set()

    with TURN:
        thread = Thread(target=asked)
        thread.start()
        assert not done.wait(0.2)
    thread.join(5)
    assert done.is_set()


def test_our_reading_of_the_database_has_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PaperStore.create(str(tmp_path / "i"), HASH).close()
    seen: list[bool] = []

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        seen.append(is_taken())
        return connect(*args, **kwargs)

    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    monkeypatch.setattr("rag.index.soundness.sqlite3.connect", connected)
    rows_without_vector(tmp_path / "i" / "chroma", COLLECTION)
    assert seen == [True]
    assert not is_taken()
