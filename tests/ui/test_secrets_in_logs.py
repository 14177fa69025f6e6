"""A key stands in no log, no answer and no page, whatever the model's server says of it."""

from __future__ import annotations

import logging
from typing import Any

import httpx
import pytest
from llama_index.core.base.response.schema import StreamingResponse
from starlette.types import ASGIApp

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.llms.llm import build_llm
from rag.testing import Canned, HashEmbedding, ScriptedServer
from tests.conftest import HASH, QUESTION
from ui.app import build_app
from ui.collection import Collection
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve_app
from ui.watch import Watch

KEY = "sk-test-THEKEY0123456789"
ECHO = {"error": {"message": f"Incorrect API key provided: {KEY}", "code": "invalid_api_key"}}
REPLIES: tuple[Any, ...] = (
    Canned(401, ECHO), Canned(400, ECHO), Canned(404, f"no {KEY}"), Canned(302, "", {"Location": f"http://127.0.0.1:9/?k={KEY}"}),
    Canned(200, f"<html>{KEY}</html>"), ["Bats ", {"error": {"message": KEY}}], ["They navigate at 40 kHz [1]."],
    [f'data: {{"{KEY}\n\n'.encode()], ["Bats ", ConnectionResetError()],
)  # fmt: skip


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_the_key_of_a_whole_session_is_in_no_log_and_no_answer(
    animals: RagConfig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    fake, said = HashEmbedding(), ""
    with ScriptedServer([*REPLIES, *REPLIES]) as model:
        config = RagConfig(index=animals.index, embedding=HASH, llm=f"scripted@{model.url}", timeout=5)
        engine = build_query_engine(
            config, streaming=True, llm=build_llm(config), embed_model=fake, encoder=fake
        )  # fmt: skip
        reception = Reception(Desk(engine), Turnstile(), Watch())
        window = build_app(
            engine, examples=[], title="AskPapers", mode=engine.mode, papers=3, reception=reception, any_server=True,
            collection=Collection(config, engine.retriever.store, fake),
        )  # fmt: skip
        app: ASGIApp = serve_app(window, reception, Serving(), port=7860)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:7860") as client:
            asked = {"model": "askpapers", "messages": [{"role": "user", "content": QUESTION}]}
            for _ in REPLIES:
                said += (await client.post("/v1/chat/completions", json=asked)).text
            for path in ("/", "/config", "/metrics", "/healthz", "/v1/models"):
                said += (await client.get(path)).text
        said += str(answer_record(QUESTION, _ended(engine)))
        assert len(model.requests) >= len(REPLIES)
        assert model.requests[0]["authorization"] == f"Bearer {KEY}"
    # What the window writes at its most talkative: its own entries, and the libraries' from WARNING on.
    ours = [record for record in caplog.records if record.name.startswith(("rag", "ui", "askpapers"))]
    written = [record for record in caplog.records if record in ours or record.levelno >= logging.WARNING]
    logged = "".join(f"{record.getMessage()} {vars(record)} {record.exc_text}" for record in written)
    assert len(ours) > len(REPLIES)
    assert KEY not in said
    assert KEY not in logged
    assert KEY not in repr(engine._response_synthesizer._llm) + str(engine.mode)


def _ended(engine: PaperQueryEngine) -> StreamingResponse:
    response = engine.query(QUESTION)
    assert isinstance(response, StreamingResponse)
    for _ in response.response_gen:
        pass
    return response
