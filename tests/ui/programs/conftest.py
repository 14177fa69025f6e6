"""The whole served over an index of three papers, for the real clients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, engine_over
from ui.app import build_app
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve
from ui.watch import Watch


@dataclass(frozen=True)
class Served:
    """The address of a window, the engine behind it, and one of the command line's over the same papers."""

    url: str
    engine: PaperQueryEngine
    plain: PaperQueryEngine
    config: RagConfig


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A window with every interface, over three papers."""
    config = RagConfig(index=str(tmp_path_factory.mktemp("served") / "index"), embedding=HASH)
    store = PaperStore.create(config.index, HASH)
    Indexer(store, HashEmbedding()).ingest([BATS, FROGS, OWLS])
    store.close()
    engine, _ = engine_over(config, streaming=True)
    watch = Watch()
    reception = Reception(Desk(engine), Turnstile(), watch)
    app = build_app(engine, examples=[], title="AskPapers", mode="extractive", papers=3, reception=reception)
    running = serve(app, host="127.0.0.1", port=None, reception=reception, serving=Serving(mcp=True, watch=watch))
    yield Served(running.url, engine, engine_over(config)[0], config)
    running.close()
