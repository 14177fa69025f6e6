"""The owner's list of papers that ships with the product: what a first start answers from."""

from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.config import RagConfig
from rag.errors import SourceError
from rag.indexing import Indexer, IndexStats
from rag.ingestion.run import Progress, silent
from rag.readers.sources import find_sources
from rag.store import PaperStore

_NAME = "icml2024-list.txt"


def bundled_list() -> Path:
    """The list's path: beside the package in a checkout, inside it when installed.

    Raises:
        SourceError: it is in neither place.
    """
    package = Path(__file__).resolve().parents[1]
    for path in (package.parent / "data" / _NAME, package / "data" / _NAME):
        if path.is_file():
            return path
    raise SourceError(
        f"The bundled list {_NAME} is missing from this installation. Index papers of your own: python ingest.py PATH"
    )


def index_bundled_list(config: RagConfig, embed_model: BaseEmbedding, progress: Progress = silent) -> IndexStats:
    """Make the index that `config` names from the bundled list. Raises as `Indexer.ingest` does."""
    store = PaperStore.create(config.index, config.embedding)
    try:
        return Indexer(store, embed_model).ingest_sources(find_sources([bundled_list()]), progress=progress)
    finally:
        store.close()
