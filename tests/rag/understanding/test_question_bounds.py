"""A question of any kind is read, asked or refused within a bound, however long it is."""

from __future__ import annotations

import time

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.errors import QuestionError
from rag.indexing import Indexer
from rag.questions import MAX_CHARACTERS
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, engine_over

KINDS = (
    "a",
    "bats ",
    '"',
    '"a ',
    "(",
    ")",
    "[",
    "[1]",
    "$",
    "$\\frac{",
    "\\",
    "1",
    "1 ",
    "2023 ",
    "since 2023 and ",
    "not ",
    "except bats, ",
    "papers by Ann Lee and ",
    "between 2020 and 2021 ",
    "how do bats and frogs differ from ",
    "a vs ",
    "-",
    "a-",
    ".",
    "a.",
    ",",
    ", ",
    "蝙蝠",
    "2023年以来的论文",
    "不包括",
    "_",
    "*",
    "<",
    "<b>",
    "A",
    "Ab Cd ",
    "a\u0301",
    "🦇",
    "which papers ",
    "how many ",
    "10^{-3} ",
    "and ",
    "or ",
    "of the ",
    "'",
    "bat's ",
    "/",
    "http://a.b/ ",
    "ICML ",
    "aB",
    ":",
    "?",
    ";",
    "hello ",
    "コウモリ",
    "박쥐",
    "летучие мыши ",
    "ค้างคาว",
    "On Bats: A ",
    "what is called ",
    "BATNTE ",
    "does it beat it ",
    "these papers ",
    "who wrote ",
    "when was , ",
    "什么时候",
    "the authors of ",
    "compare a and b, ",
    "not on, ",
    "et al., ",
    "\n",
    "\t,",
    "“",
    "e.g. ",
)
HISTORY = [{"role": "user", "content": "When do bats hunt?"}, {"role": "assistant", "content": "At night [1]."}]
SECONDS = 2.0


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> PaperQueryEngine:
    """An engine over three papers."""
    index = str(tmp_path_factory.mktemp("long") / "index")
    store = PaperStore.create(index, HASH)
    Indexer(store, HashEmbedding()).ingest([BATS, FROGS, OWLS])
    store.close()
    return engine_over(RagConfig(index=index, embedding=HASH))[0]


def spent(engine: PaperQueryEngine, question: str) -> float:
    """The seconds of processor time that a question takes, with a conversation before it and without."""
    began = time.process_time()
    engine.query(engine.understand(question))
    engine.understand(question, (), HISTORY)
    return (time.process_time() - began) / 2


def test_what_is_far_too_long_is_refused_at_once(engine: PaperQueryEngine) -> None:
    for kind in KINDS:
        began = time.process_time()
        with pytest.raises(QuestionError, match=r"at most 5,000 are taken|is empty"):
            engine.understand((kind * 100_000)[:100_000], (), HISTORY)
        assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("kind", [",", '"', "蝙蝠"])
def test_what_is_as_long_as_may_be_is_answered_in_time_also_in_a_conversation(
    engine: PaperQueryEngine, kind: str
) -> None:
    assert spent(engine, f"When {kind * MAX_CHARACTERS}"[:MAX_CHARACTERS]) < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_that_is_as_long_as_may_be_is_answered_in_time(engine: PaperQueryEngine, kind: str) -> None:
    question = f"When {kind * MAX_CHARACTERS}"[:MAX_CHARACTERS]
    assert spent(engine, question) < SECONDS
