from threading import Event

import pytest

from rag.encoding.question_vectors import QuestionVectors
from rag.errors import ModelError
from rag.testing import HashEmbedding


class SlowEmbedding(HashEmbedding):
    """Waits for the word before it gives a question's vector."""

    def _get_query_embedding(self, query: str) -> list[float]:
        assert GO.wait(5)
        self.calls.append(query)
        return super()._get_query_embedding(query)


class BrokenEmbedding(HashEmbedding):
    def _get_query_embedding(self, query: str) -> list[float]:
        raise ValueError("no weights")


GO = Event()


def test_a_vector_that_was_begun_is_made_once() -> None:
    model = SlowEmbedding()
    vectors = QuestionVectors(model, ahead=True)
    GO.clear()
    vectors.begin("bats at night")
    vectors.begin("bats at night")
    GO.set()
    assert vectors.of("bats at night") == HashEmbedding().get_query_embedding("bats at night")
    assert model.calls == ["bats at night"]


def test_a_question_that_was_read_otherwise_gets_its_own_vector() -> None:
    vectors = QuestionVectors(HashEmbedding(), ahead=True)
    vectors.begin("batts")
    assert vectors.of("bats") == HashEmbedding().get_query_embedding("bats")


def test_nothing_is_begun_with_a_model_on_a_server() -> None:
    model = SlowEmbedding()
    GO.set()
    vectors = QuestionVectors(model, ahead=False)
    vectors.begin("bats")
    assert model.calls == []
    vectors.of("bats")
    assert model.calls == ["bats"]


def test_what_failed_ahead_is_told_where_the_vector_is_needed() -> None:
    vectors = QuestionVectors(BrokenEmbedding(), ahead=True)
    vectors.begin("bats")
    with pytest.raises(ModelError, match="no weights"):
        vectors.of("bats")
