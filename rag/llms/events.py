"""Events: the chunks of an answer as they come over the wire, streamed or whole.

The `openai` package's own stream does not tell an answer that has ended from one whose connection has closed, and
gives nothing where a server does not stream; what readers are told depends on both.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

from rag.errors import ModelError
from rag.llms.pieces import finish_of

_END = "[DONE]"
_LONGEST_PAGE = 1_000_000


async def events_of(response: Any) -> AsyncGenerator[dict[str, Any]]:
    """The chunks of an answer; of one that was not streamed, the whole as one.

    Args:
        response: an `httpx` response whose body has not been read; it is closed at the end.

    Raises:
        ModelError: it is no answer at all, but a web page, say.
        openai.APIError: the server reports an error in the midst of its answer.
        ConnectionError: the stream ended before the answer.
        ValueError: an event is no JSON.
    """
    other = bytearray()
    ended = begun = False
    try:
        async with aclosing(_data(response.aiter_bytes(), other)) as data:
            async for text in data:
                if text.startswith(_END):
                    return
                event = json.loads(text)
                if not isinstance(event, dict):
                    raise json.JSONDecodeError("an event that is no object", text, 0)
                _raise_reported(event, response)
                begun, ended = True, ended or bool(finish_of(event))
                yield event
        if begun and not ended:
            raise ConnectionError("the stream ended before the answer")
        if not begun and other.strip():
            yield _completion(bytes(other), response)
    finally:
        await response.aclose()


async def _data(chunks: AsyncIterator[bytes], other: bytearray) -> AsyncGenerator[str]:
    """The data of each server-sent event; lines that belong to none are kept in `other`.

    Lines are cut at line feeds alone, since JSON may hold every other character that passes for a line's end.
    """
    rest, lines = b"", list[bytes]()
    async for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            line = line.rstrip(b"\r")
            if line.startswith(b"data:"):
                lines.append(line[5:].removeprefix(b" "))
            elif not line and lines:
                yield b"\n".join(lines).decode("utf-8", "replace")
                lines = []
            elif not line.startswith((b":", b"event:", b"id:", b"retry:")) and len(other) < _LONGEST_PAGE:
                other += line + b"\n"
    if rest.startswith(b"data:"):
        lines.append(rest[5:].removeprefix(b" ").rstrip(b"\r"))
    elif len(other) < _LONGEST_PAGE:
        other += rest
    if lines and _is_json(text := b"\n".join(lines).decode("utf-8", "replace")):  # else it was cut off in its midst
        yield text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return text.startswith(_END)
    return True


def _raise_reported(record: dict[str, Any], response: Any) -> None:
    import openai

    if record.get("error"):
        raise openai.APIError("an error within the answer", response.request, body=record["error"])


def _completion(body: bytes, response: Any) -> dict[str, Any]:
    """An answer that came whole."""
    host = response.url.host
    try:
        record = json.loads(body)
    except ValueError:
        record = None
    if isinstance(record, dict):
        _raise_reported(record, response)
        if "choices" in record:
            return record
    what = (
        "a web page: a proxy, a login, or no API at all" if b"<html" in body.lower() else "no answer that can be read"
    )
    raise ModelError(
        f"The model's address at {host} answered with {what}. Check the address in RAG_LLM; it usually ends in /v1."
    )
