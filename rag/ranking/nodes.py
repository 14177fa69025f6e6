"""A paper as the node that LlamaIndex programs see."""

from collections.abc import Mapping
from typing import Any

from llama_index.core.schema import TextNode

from rag.index.rows import metadata_of
from rag.papers import Paper


def node_of(paper: Paper, probability: float | None = None, why: Mapping[str, Any] | None = None) -> TextNode:
    """A paper as the node that LlamaIndex programs see: its abstract as text, the rest as metadata.

    Args:
        paper: as the index keeps it.
        probability: that it answers the question, 0 to 1; None where nothing is known of that.
        why: why it was found, in the form of the JSON contract.
    """
    metadata = metadata_of(paper, 0, 1)
    if why is not None:
        metadata |= {"probability": probability, "why": dict(why)}
    for key in ("fingerprint", "chunk", "chunks"):
        del metadata[key]
    hidden = [key for key in metadata if key not in ("label", "authors", "year", "venue")]
    return TextNode(
        id_=paper.paper_id,
        text=paper.abstract,
        metadata=metadata,
        excluded_embed_metadata_keys=[key for key in metadata if key != "title"],
        excluded_llm_metadata_keys=hidden,
    )
