"""The whole window, all tabs, over a small real index whose vectors cost nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rag.atlas.mapmaking import made
from rag.config import RagConfig
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, engine_over, paper
from tests.ui.ports import free_port
from ui.app import build_app, launch
from ui.collection import Collection

_KINDS = (("bats", "Bats hunt moths by echo"), ("frogs", "Frogs leap over leaves"), ("owls", "Owls hear mice in snow"))


@contextmanager
def whole_window(folder: Path) -> Iterator[str]:
    """Serve the window over sixty papers, whose map is made; yields its address.

    Args:
        folder: for the index.
    """
    papers = [
        paper(f"{text} in year {at}.", f"{name.title()} <b>{at}</b>", f"{name}{at}")
        for name, text in _KINDS
        for at in range(20)
    ]
    store, fake = PaperStore.create(str(folder), HASH), HashEmbedding()
    Indexer(store, fake).ingest(papers)
    store.close()
    made(str(folder), HASH, folder / "map")
    config = RagConfig(index=str(folder), embedding=HASH)
    engine, _ = engine_over(config, streaming=True)
    collection = Collection(config, engine.retriever.store, fake, editable=True)
    app = build_app(
        engine, examples=[], title="AskPapers", mode=engine.mode, papers=60, collection=collection, any_server=True
    )
    yield launch(app, host="127.0.0.1", port=free_port())
    app.close(verbose=False)
