"""/v1: the papers as a model of OpenAI's chat completions, so that any chat client can ask them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse

from rag.errors import AskPapersError, ModelError, QuestionError
from ui.gate.gate import caller_of
from ui.gate.refusals import openai_error
from ui.gate.turnstile import BusyError
from ui.programs.desk import Asking, Record
from ui.programs.messages import MODEL, ChatRequest
from ui.programs.objections import objections
from ui.programs.reception import Reception, Waiting

QUIET_SECONDS = 15.0
"""After so long a silence a stream says that it is still there; proxies close those that say nothing for 60."""

_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
_ERRORS: dict[int | str, str] = {
    400: "It cannot be read, or not be answered as it stands.",
    401: "Name or password are missing or wrong.",
    404: "There is no such model.",
    429: "Too much was asked; Retry-After says when to come again.",
    500: "The index failed.",
    502: "The model that writes answers failed.",
}

_MODEL = {"id": MODEL, "object": "model", "created": 0, "owned_by": "askpapers"}


def completions(reception: Reception) -> APIRouter:
    """The routes.

    Args:
        reception: what they ask.
    """
    router = APIRouter(prefix="/v1", responses={status: {"description": text} for status, text in _ERRORS.items()})

    @router.get("/models")
    async def list_models() -> dict[str, Any]:
        """The models: one, which answers from the papers."""
        return {"object": "list", "data": [_MODEL]}

    @router.get("/models/{name}", response_model=None)
    async def get_model(name: str) -> dict[str, Any] | JSONResponse:
        """A model by its name."""
        return _MODEL if name == MODEL else _no_model(name)

    @router.post("/chat/completions", response_model=None)
    async def complete(body: ChatRequest, request: Request) -> JSONResponse | StreamingResponse:
        """Answer the last message from the papers; `[n]` in the text are the `n` of `citations`."""
        if body.model != MODEL:
            return _no_model(body.model)
        try:
            asking = body.asking()
            asking.check()
            caller = caller_of(request.scope)
            if not body.stream:
                record = await reception.ask(asking, caller=caller, interface="openai")
                return JSONResponse(_completion(record))
            stream = _Stream(reception, asking, caller, usage=body.wants_usage)
            return StreamingResponse(await stream.begun(), media_type="text/event-stream")
        except AskPapersError as error:
            return _told(error)

    @router.api_route("/{path:path}", methods=_METHODS, include_in_schema=False)
    async def nothing(path: str, request: Request) -> JSONResponse:
        """What is not served, told as OpenAI tells it."""
        if path in ("models", "chat/completions") or path.startswith("models/"):
            return openai_error(405, f"/v1/{path} does not take {request.method}.")
        return openai_error(404, f"There is no /v1/{path}; there are /v1/models and /v1/chat/completions.")

    return router


def invalid(error: RequestValidationError) -> JSONResponse:
    """A request of a wrong form, told as OpenAI tells it."""
    place, clause = objections(error.errors())[0]
    return openai_error(400, f"{place or 'The request'} {clause}.", param=place or None, code="invalid_value")


class _Stream:
    """An answer as server-sent events."""

    def __init__(self, reception: Reception, asking: Asking, caller: str, *, usage: bool) -> None:
        self._usage = usage
        self._head = _head("chat.completion.chunk")
        self._made: asyncio.Queue[str | Waiting | Record | AskPapersError | None] = asyncio.Queue()
        self._work = asyncio.create_task(self._collect(reception, asking, caller))

    async def _collect(self, reception: Reception, asking: Asking, caller: str) -> None:
        try:
            async with aclosing(reception.pieces(asking, caller=caller, interface="openai")) as pieces:
                async for piece in pieces:
                    self._made.put_nowait(piece)
        except AskPapersError as error:
            self._made.put_nowait(error)
        else:
            self._made.put_nowait(None)

    async def begun(self) -> AsyncIterator[str]:
        """The events, once it is sure that there will be some: an early failure can still be told by its status.

        Raises:
            AskPapersError: there is no answer.
        """
        first = asyncio.create_task(self._made.get())
        await asyncio.wait([first], timeout=QUIET_SECONDS)
        if first.done() and isinstance(error := first.result(), AskPapersError):
            raise error
        return self._events(first)

    async def _events(self, coming: asyncio.Task[str | Waiting | Record | AskPapersError | None]) -> AsyncIterator[str]:
        try:
            yield self._chunk({"role": "assistant", "content": ""})
            while True:
                await asyncio.wait([coming], timeout=QUIET_SECONDS)
                if not coming.done():
                    yield ": still at work\n\n"
                    continue
                piece = coming.result()
                if piece is None:
                    break
                if isinstance(piece, AskPapersError):
                    yield f"data: {bytes(_told(piece).body).decode()}\n\n"
                    return
                for event in self._told(piece):
                    yield event
                coming = asyncio.create_task(self._made.get())
            yield "data: [DONE]\n\n"
        finally:  # whoever read this may be gone: the model's stream ends, too
            coming.cancel()
            self._work.cancel()

    def _told(self, piece: str | Waiting | Record) -> list[str]:
        if isinstance(piece, Waiting):
            return [f": {piece.ahead} to be begun before this one\n\n"]
        if isinstance(piece, str):
            return [self._chunk({"content": piece})]
        last = [self._chunk(_proof(piece), finish="stop")]
        if self._usage:
            last.append(_event({**self._head, "choices": [], "usage": _usage(piece)}))
        return last

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _event({**self._head, "choices": [choice]})


def _event(chunk: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False).encode('utf-8', 'replace').decode()}\n\n"


def _head(kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{uuid4().hex}", "object": kind, "created": int(time.time()), "model": MODEL}


def _completion(record: Record) -> dict[str, Any]:
    message = {"role": "assistant", "content": record["answer"], "refusal": None, **_proof(record)}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {**_head("chat.completion"), "choices": [choice], "usage": _usage(record)}


def _proof(record: Record) -> dict[str, Any]:
    """What a message or the last chunk has beside its text."""
    return {name: record.get(name) for name in ("citations", "verdict")}


def _usage(record: Record) -> dict[str, int]:
    """The tokens spent; none where the answer is quoted."""
    usage = record.get("usage") or {}
    spent = {name: int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens")}
    return {**spent, "total_tokens": sum(spent.values())}


def _no_model(name: str) -> JSONResponse:
    message = f"There is no model {name!r} here; the one that answers from the papers is {MODEL!r}."
    return openai_error(404, message, param="model", code="model_not_found")


def _told(error: AskPapersError) -> JSONResponse:
    if isinstance(error, BusyError):
        return openai_error(429, str(error), headers={"Retry-After": str(error.retry_after)})
    status = 400 if isinstance(error, QuestionError) else 502 if isinstance(error, ModelError) else 500
    return openai_error(status, str(error))
