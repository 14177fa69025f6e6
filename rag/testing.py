"""Deterministic fakes for tests: an embedding, an LLM and an OpenAI-compatible server that follow a script."""

import hashlib
from collections.abc import AsyncGenerator, Generator, Sequence
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    ChatResponseAsyncGen,
    ChatResponseGen,
    CompletionResponse,
    CompletionResponseGen,
    LLMMetadata,
    MessageRole,
)
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.llms import CustomLLM
from numpy.typing import NDArray

from rag.encoding.minilm import EncodedText, TokenVectors
from rag.llms.scripted_server import Canned, ScriptedServer
from rag.text.analysis import words

__all__ = ["Canned", "HashEmbedding", "Reply", "ScriptedLLM", "ScriptedServer"]

Reply = Sequence[str | Exception | ChatResponse]
"""The pieces of one reply, in order; an exception among them is raised in its place, a response is given as it is."""


class HashEmbedding(BaseEmbedding):
    """Ranks by shared words: each word is a fixed random vector, a text the sum of its words, of length 1.

    It is also a `rag.evidence.evidence.TokenEncoder`: the same word always has the same vector.
    """

    dimensions: int = 256
    calls: list[str] = Field(default_factory=list)
    """The texts embedded so far, questions left out."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(model_name="hash", **kwargs)

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "HashEmbedding"

    def token_vectors(self, text: str) -> TokenVectors:
        """One vector a word."""
        found = words(text)
        rows = [self._vector(term) for term, _ in found]
        spans = np.array([(span.start, span.end) for _, span in found], dtype=np.int64).reshape(-1, 2)
        return TokenVectors(np.array(rows, dtype=np.float32).reshape(-1, self.dimensions), spans)

    def encode_texts(self, texts: Sequence[str]) -> list[EncodedText]:
        """The vectors and the signs of the words' vectors."""
        signs = [np.packbits(self.token_vectors(text).vectors > 0, axis=1) for text in texts]
        return [EncodedText(self._get_text_embedding(text), matrix) for text, matrix in zip(texts, signs, strict=True)]

    def _vector(self, term: str) -> NDArray[np.float32]:
        seed = int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "big")
        vector = np.random.default_rng(seed).standard_normal(self.dimensions)
        return (vector / np.linalg.norm(vector)).astype(np.float32)

    def _sum(self, text: str) -> list[float]:
        total = np.sum([self._vector(term) for term, _ in words(text)] or [self._vector("")], axis=0)
        vector: list[float] = (total / max(float(np.linalg.norm(total)), 1e-9)).tolist()
        return vector

    def _get_text_embedding(self, text: str) -> list[float]:
        self.calls.append(text)
        return self._sum(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._sum(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._sum(query)


class ScriptedLLM(CustomLLM):
    """An LLM that plays its replies in order, whatever it is asked.

    Args:
        replies: one a call; a plain string is a reply in one piece. A call beyond the last raises AssertionError.
        window: its context window, in tokens.
    """

    window: int = 8192
    requests: list[list[ChatMessage]] = Field(default_factory=list)
    """The messages of every call so far."""
    _replies: list[str | Reply] = PrivateAttr()

    def __init__(self, replies: Sequence[str | Reply], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._replies = list(replies)

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "scripted"

    @property
    def metadata(self) -> LLMMetadata:
        """What LlamaIndex asks of every LLM."""
        return LLMMetadata(context_window=self.window, num_output=256, is_chat_model=True, model_name="script")

    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        """The whole reply at once."""
        return list(self.stream_chat(messages, **kwargs))[-1]

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        """The reply in its pieces."""
        self.requests.append(list(messages))
        if len(self.requests) > len(self._replies):
            raise AssertionError(f"the script has {len(self._replies)} replies, and this is one more call")
        reply = self._replies[len(self.requests) - 1]
        return self._play([reply] if isinstance(reply, str) else reply)

    async def astream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseAsyncGen:
        """The reply in its pieces, for asynchronous callers."""

        async def play() -> AsyncGenerator[ChatResponse]:
            for response in self.stream_chat(messages, **kwargs):
                yield response

        return play()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        """The whole reply at once."""
        response = self.chat([ChatMessage(role=MessageRole.USER, content=prompt)])
        return CompletionResponse(text=response.message.content or "")

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        """The reply in its pieces."""

        def play() -> Generator[CompletionResponse]:
            for response in self.stream_chat([ChatMessage(role=MessageRole.USER, content=prompt)]):
                yield CompletionResponse(text=response.message.content or "", delta=response.delta)

        return play()

    def _play(self, pieces: Reply) -> Generator[ChatResponse]:
        text = ""
        for piece in pieces:
            if isinstance(piece, Exception):
                raise piece
            if isinstance(piece, ChatResponse):
                yield piece
                continue
            text += piece
            yield ChatResponse(message=ChatMessage(role=MessageRole.ASSISTANT, content=text), delta=piece)
