"""The shipped fakes: what other people's tests may rely on."""

import json
import urllib.error
import urllib.request

import numpy as np
import pytest
from llama_index.core.llms import ChatMessage

from rag.testing import Canned, HashEmbedding, ScriptedLLM, ScriptedServer

ASKED = [ChatMessage(content="Do bats hear?")]


def test_the_hash_embedding_ranks_by_shared_words_and_never_changes() -> None:
    bats, hearing, money = map(HashEmbedding().get_text_embedding, ("bats hear well", "bats hear", "bond yields"))
    assert np.dot(bats, hearing) > 0.7 > 0.3 > abs(np.dot(bats, money))
    assert np.linalg.norm(bats) == pytest.approx(1)
    assert HashEmbedding().get_query_embedding("bats hear well") == bats


def test_the_hash_embedding_gives_each_word_its_place() -> None:
    tokens = HashEmbedding().token_vectors("Bats, bats")
    assert tokens.spans.tolist() == [[0, 4], [6, 10]]
    assert np.array_equal(tokens.vectors[0], tokens.vectors[1])
    assert HashEmbedding().token_vectors("").vectors.shape == (0, 256)


async def test_the_scripted_llm_plays_its_replies_in_order_however_it_is_called() -> None:
    llm = ScriptedLLM(["one", ["tw", "o"], ["thr", "ee"], "four"])
    assert llm.chat(ASKED).message.content == "one"
    assert [chunk.delta for chunk in llm.stream_chat(ASKED)] == ["tw", "o"]
    assert [chunk.delta async for chunk in await llm.astream_chat(ASKED)] == ["thr", "ee"]
    assert llm.complete("Do bats hear?").text == "four"
    assert [messages[0].content for messages in llm.requests] == ["Do bats hear?"] * 4


def test_the_scripted_llm_raises_where_the_script_says_so_and_beyond_its_end() -> None:
    llm = ScriptedLLM([["Bats ", OSError("cut off")]])
    stream = llm.stream_chat(ASKED)
    assert next(stream).delta == "Bats "
    with pytest.raises(OSError, match="cut off"):
        next(stream)
    with pytest.raises(AssertionError, match="one more call"):
        llm.chat(ASKED)


def fetched(url: str, body: dict[str, object] | None = None) -> tuple[int, str]:
    request = urllib.request.Request(url, data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_the_scripted_server_tells_when_a_client_leaves_and_cuts_the_connection_where_the_script_says_so() -> None:
    with ScriptedServer([[30.0, "late"], ["Bats ", ConnectionResetError()]]) as server:
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(
                urllib.request.Request(f"{server.url}/chat/completions", data=b"{}"), timeout=0.2
            ).read()
        assert server.left.wait(1)
        with pytest.raises(ConnectionResetError):
            urllib.request.urlopen(f"{server.url}/chat/completions", data=b"{}", timeout=5).read()


def test_the_scripted_server_answers_by_the_request_or_with_what_is_canned() -> None:
    canned = Canned(429, "slow down", {"Retry-After": "2", "Content-Type": "text/plain"})
    with ScriptedServer([lambda body: [body["n"]], canned], models=None, finish="stop") as server:
        stream = fetched(f"{server.url}/chat/completions", {"n": "Bats"})[1]
        assert '"content": "Bats"' in stream
        assert '"finish_reason": "stop"' in stream
        assert fetched(f"{server.url}/chat/completions", {}) == (429, "slow down")
        assert fetched(f"{server.url}/models")[0] == 404
        assert len(server.arrivals) == 2


def test_the_scripted_server_speaks_three_routes_and_no_other() -> None:
    with ScriptedServer([["Bats ", None, "hear."], 503], usage=None) as server:
        assert json.loads(fetched(f"{server.url}/models")[1])["data"][0]["id"] == "scripted"
        status, stream = fetched(f"{server.url}/chat/completions", {"n": 1})
        assert status == 200
        *events, done = [line.removeprefix("data: ") for line in stream.split("\n\n") if line]
        assert [len(json.loads(event)["choices"]) for event in events] == [1, 0, 1]
        assert done == "[DONE]"
        assert [fetched(f"{server.url}/chat/completions", {"n": n})[0] for n in (2, 3)] == [503, 418]
        vectors = json.loads(fetched(f"{server.url}/embeddings", {"input": ["bats", "frogs"]})[1])["data"]
        assert vectors[1]["embedding"] == HashEmbedding().get_text_embedding("frogs")
        assert fetched(f"{server.url}/v1/chat/completions", {})[0] == 404
    assert [body["n"] for body in server.requests] == [1, 2, 3]
    assert [body["input"] for body in server.embedded] == [["bats", "frogs"]]
