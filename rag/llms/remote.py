"""RemoteLLM: the LLM behind an OpenAI-compatible server, whichever parts of that API the server has."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, MessageRole
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.llms.openai.utils import to_openai_message_dicts
from llama_index.llms.openai_like import OpenAILike

from rag.errors import ModelError
from rag.llms.background import background_loop, iterated
from rag.llms.endpoints import without_secrets
from rag.llms.events import events_of
from rag.llms.failures import refused_parameters, retry_delay
from rag.llms.pieces import delta_of

if TYPE_CHECKING:
    import openai

_LISTED = 5
"""Models of the server that a message lists at most."""
_LISTING_SECONDS = 3.0


class RemoteLLM(OpenAILike):
    """LlamaIndex's client of OpenAI-compatible servers, made to get an answer out of as many of them as can be.

    Every answer is streamed. A parameter that the server refuses is left out from then on; a busy server is asked
    again; a server that does not stream is understood, too. A blocking caller's request ends at once when its
    generator is closed or the `Cancellation` in scope is thrown.

    Args: those of `OpenAILike`.
    """

    api_key: str | None = Field(default=None, repr=False, exclude=True)
    _without: set[str] = PrivateAttr(default_factory=set)
    _kept_client: openai.AsyncOpenAI | None = PrivateAttr(default=None)

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "askpapers_remote"

    def warm(self) -> None:
        """Do now what the first request would otherwise wait for; nothing is sent."""
        if self._kept_client is None:
            self._kept_client = self._new_client()
            self._kept_client.chat.completions.with_raw_response  # noqa: B018 - the client imports its parts when used
        background_loop()

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> Generator[ChatResponse]:
        """The answer in its pieces."""
        self.warm()
        return iterated(lambda: self._pieces(messages, kwargs))

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> AsyncGenerator[ChatResponse]:
        """The answer in its pieces, for asynchronous callers."""
        return self._pieces(messages, kwargs)

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """The whole answer."""
        return _whole(list(self.stream_chat(messages, **kwargs)))

    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """The whole answer, for asynchronous callers."""
        return _whole([piece async for piece in self._pieces(messages, kwargs)])

    async def _pieces(self, messages: Sequence[ChatMessage], kwargs: dict[str, Any]) -> AsyncGenerator[ChatResponse]:
        text = ""
        async with self._connected() as client:
            response = await self._response(client, messages, kwargs)
            async with aclosing(events_of(response.http_response)) as events:
                async for event in events:
                    delta = delta_of(event)
                    text += delta
                    yield ChatResponse(
                        message=ChatMessage(role=MessageRole.ASSISTANT, content=text), delta=delta, raw=event
                    )

    async def _response(
        self, client: openai.AsyncOpenAI, messages: Sequence[ChatMessage], kwargs: dict[str, Any]
    ) -> Any:
        """The server's answer once it has begun; asked again where that may help."""
        import openai

        for attempt in count(1):
            try:
                return await client.chat.completions.with_raw_response.create(**self._request(messages, kwargs))
            except openai.NotFoundError as error:
                raise await self._unknown_model(client) or error from None
            except (openai.APIStatusError, openai.APIConnectionError) as error:
                news = set(refused_parameters(error)) - self._without
                if news:
                    self._without |= news
                    continue
                delay = retry_delay(error, attempt)
                if delay is None:
                    raise
            await asyncio.sleep(delay)
        raise AssertionError("the loop has no end of its own")

    def _request(self, messages: Sequence[ChatMessage], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The body of a request, without what this server refuses."""
        body = self._get_model_kwargs(stream=True, **kwargs)
        if "max_tokens" in self._without and body.get("max_tokens"):
            body["max_completion_tokens"] = body["max_tokens"]
        shown = _without_system(messages) if "system" in self._without else messages
        left_out = self._without | ({"stream_options"} if "stream" in self._without else set())
        body = {name: value for name, value in body.items() if name not in left_out}
        return body | {"messages": to_openai_message_dicts(shown, model=self.model)}

    async def _unknown_model(self, client: openai.AsyncOpenAI) -> ModelError | None:
        """What to say where the server has models, but not this one; None where it lists none."""
        try:
            listed = await client.with_options(timeout=_LISTING_SECONDS).models.list()
            known = [str(model.id) for model in listed.data]
        except Exception:  # it has no such list: the first error stands
            return None
        if not known or self.model in known:
            return None
        more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
        return ModelError(
            f"The server at {client.base_url.host} has no model {self.model!r}. It has "
            f"{', '.join(known[:_LISTED])}{more}. "
            f"Type: export RAG_LLM={known[0]}@{without_secrets(str(client.base_url)).rstrip('/')}"
        )

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[openai.AsyncOpenAI]:
        """A client for the running loop: connections are kept open for the background loop alone."""
        if self._kept_client is not None and asyncio.get_running_loop() is background_loop():
            yield self._kept_client
            return
        async with self._new_client() as client:
            yield client

    def _new_client(self) -> openai.AsyncOpenAI:
        import openai

        kwargs = self._get_credential_kwargs(is_async=True) | {"max_retries": 0}
        if kwargs["http_client"] is None:
            # What a server is sent, papers and questions, goes to no other that it names.
            kwargs["http_client"] = openai.DefaultAsyncHttpxClient(verify=_tls(), follow_redirects=False)
        return openai.AsyncOpenAI(**kwargs)


@cache
def _tls() -> ssl.SSLContext:
    """One for all clients: loading the certificates takes tens of milliseconds."""
    from httpx import create_ssl_context

    return create_ssl_context()


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The messages, what the system said put before what the user says: some models know no such role."""
    said = "\n\n".join(str(message.content) for message in messages if message.role == MessageRole.SYSTEM)
    others = [message for message in messages if message.role != MessageRole.SYSTEM]
    if not said or not others:
        return list(messages)
    first = ChatMessage(role=others[0].role, content=f"{said}\n\n{others[0].content}")
    return [first, *others[1:]]


def _whole(pieces: Sequence[ChatResponse]) -> ChatResponse:
    empty = ChatResponse(message=ChatMessage(role=MessageRole.ASSISTANT, content=""))
    return ChatResponse(message=pieces[-1].message, raw=pieces[-1].raw) if pieces else empty
