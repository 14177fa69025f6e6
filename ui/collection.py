"""Collection: the papers behind the window, for the tabs that show and change them."""

from __future__ import annotations

from dataclasses import dataclass

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.config import RagConfig
from rag.store import PaperStore


@dataclass(frozen=True, slots=True)
class Collection:
    """An open index, and with what it was made.

    Args:
        config: names the index and its models.
        store: the papers.
        embed_model: made their vectors.
        editable: whether those who see the window may add papers and take them out.
    """

    config: RagConfig
    store: PaperStore
    embed_model: BaseEmbedding
    editable: bool = False
