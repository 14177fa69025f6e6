"""An engine that is warmed has loaded what its first question would wait for, and has asked no model."""

from collections.abc import Callable, Sequence

from rag.config import RagConfig
from rag.engine import build_query_engine
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.testing import HashEmbedding, ScriptedLLM
from rag.variants import warm
from tests.conftest import BATS, FROGS


def test_warming_asks_no_model(index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig) -> None:
    index([BATS, FROGS])
    llm, model = ScriptedLLM(replies=[]), HashEmbedding()
    engine = build_query_engine(config, streaming=True, llm=llm, embed_model=model, encoder=model)
    warm(engine, "What is BATNET?")
    assert llm.requests == []
