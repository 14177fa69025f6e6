"""A model's server that leads on to another: neither papers, questions nor keys go there."""

from collections.abc import Iterator

import pytest

from rag.config import RagConfig
from rag.embedding import build_embedding
from rag.errors import ModelError
from rag.llms.llm import build_llm
from rag.llms.model_servers import models_of, trial
from tests.rag.readers.replay import Answer, Replay, Request, replay


@pytest.fixture
def inner() -> Iterator[Replay]:
    with replay(lambda _: Answer(b'{"data": [{"id": "a key of the cloud"}]}')) as server:
        yield server


@pytest.fixture(params=[301, 302, 307, 308])
def outer(request: pytest.FixtureRequest, inner: Replay) -> Iterator[str]:
    """The address of a server that leads to the inner one."""

    def leading(asked: Request) -> Answer:
        return Answer(b"", request.param, {"Location": f"{inner.url}{asked.path}"})

    with replay(leading) as server:
        yield f"{server.url}/v1"


def test_a_question_is_not_sent_on(outer: str, inner: Replay) -> None:
    with pytest.raises(ModelError, match="leads on to another address, which is not followed"):
        trial(build_llm(RagConfig(llm=f"owl@{outer}"), api_key="sk-SECRET"))
    assert inner.asked == []


def test_a_list_of_models_is_not_fetched_from_elsewhere(outer: str, inner: Replay) -> None:
    with pytest.raises(ModelError, match="leads on to another address, which is not followed"):
        models_of(outer, "sk-SECRET")
    assert inner.asked == []


def test_papers_are_not_sent_on_to_be_embedded(outer: str, inner: Replay) -> None:
    with pytest.raises(Exception, match=r"30\d|[Rr]edirect"):
        build_embedding(f"bat-embed@{outer}").get_text_embedding("bats hear")
    assert inner.asked == []
