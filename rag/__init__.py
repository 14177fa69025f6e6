"""AskPapers: questions to a pile of paper abstracts, answered by quoted and cited sentences."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rag.answers import answer_record
    from rag.citations import Citation
    from rag.config import RagConfig
    from rag.engine import build_query_engine
    from rag.errors import AskPapersError
    from rag.evidence.verdicts import Verdict
    from rag.indexing import Indexer
    from rag.papers import Paper
    from rag.stats import IndexStats
    from rag.store import PaperStore

__all__ = [
    "AskPapersError",
    "Citation",
    "IndexStats",
    "Indexer",
    "Paper",
    "PaperStore",
    "RagConfig",
    "Verdict",
    "answer_record",
    "build_query_engine",
]

# Loaded on first use, so that `python -m rag --help` does not wait for LlamaIndex and Chroma.
_HOMES = {
    "AskPapersError": "rag.errors",
    "Citation": "rag.citations",
    "IndexStats": "rag.stats",
    "Indexer": "rag.indexing",
    "Paper": "rag.papers",
    "PaperStore": "rag.store",
    "RagConfig": "rag.config",
    "Verdict": "rag.evidence.verdicts",
    "answer_record": "rag.answers",
    "build_query_engine": "rag.engine",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'rag' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
